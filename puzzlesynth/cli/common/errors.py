"""How commands end when something is wrong: a message for people on standard error, and an exit status."""

from __future__ import annotations

import sys
from contextlib import suppress

from puzzlesynth.bad_input import BadInput as BadInput
from puzzlesynth.deadline import OutOfTime

from .standard_streams import highlighted

NONE_EXISTS = 1
BAD_INPUT = 2
OUT_OF_TIME = 3
INTERNAL_ERROR = 4
INTERRUPTED = 130
"""By Ctrl-C: 128 and the number of the signal, as shells have it."""

STATUSES = (
    "Exit status: 0 done; 1 proven that there is none, or faults were found; 2 bad usage or input; 3 time limit reached; "
    "4 internal error, a fault in puzzlesynth (it writes a report file); 130 stopped with Ctrl-C."
)


packs_read: list[str] = []
"""By this command, each with its name and hash, for the report of an internal error."""


class FormattedBadInput(BadInput):
    """Bad input with a message that is already laid out for people."""


class Interrupted(Exception):
    """Ctrl-C, in a form that typer does not handle itself."""


def report_failure(error: BaseException) -> int:
    """Say what went wrong and give the exit status."""
    if isinstance(error, BadInput):
        _tell(str(error) if isinstance(error, FormattedBadInput) else f"error: {error}")
        return BAD_INPUT
    if isinstance(error, Interrupted | KeyboardInterrupt):
        _tell("stopped")
        return INTERRUPTED
    if (problems := _problems(error)) is not None:
        _tell(problems)
        return BAD_INPUT
    if isinstance(error, OutOfTime):
        _tell("out of time: nothing was found, and nothing is proven")
        return OUT_OF_TIME
    if isinstance(error, BrokenPipeError):
        return 0
    if isinstance(error, ModuleNotFoundError) and error.name == "numpy":
        _tell("error: this search needs numpy: pip install 'puzzlesynth[levels]'")
        return BAD_INPUT
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        _tell(f"error: {where}{error.strerror or error}")
        return BAD_INPUT
    return _internal_error(error)


def _internal_error(error: BaseException) -> int:
    """A fault of puzzlesynth. It proves nothing, so its exit status is none of those about the input."""
    from .crash_report import write_report

    said = " ".join(str(error).split())
    kind = type(error).__name__
    what = said if kind == "InternalError" and said else f"{kind}: {said}" if said else kind
    report = write_report(error, packs_read)
    where = (
        f"Details are in {report}; please send that file with your bug report."
        if report is not None
        else "No report could be written: neither the current folder nor the one for temporary files is writable."
    )
    _tell(f"internal error: {what}\nThis is a fault in puzzlesynth, not in your input. {where}")
    return INTERNAL_ERROR


def _problems(error: BaseException) -> str | None:
    """What is wrong with a pack or a constraint, whenever it was found."""
    from puzzlesynth.pack import PackError, render_problems

    return render_problems(error.problems) if isinstance(error, PackError) else None


def _tell(message: str) -> None:
    """Print a message, without control characters that quoted input or a file name may have."""
    from puzzlesynth.pack.text.wording import without_control_characters

    # Where no message can be printed, the status remains. It must not be that of a traceback, which means *proven*.
    with suppress(OSError):
        print(highlighted(without_control_characters(message), sys.stderr), file=sys.stderr, flush=True)


def print_error(message: str) -> None:
    """An error that does not end the command."""
    _tell(f"error: {message}")

"""The console script. It handles Ctrl-C before it imports anything slow: importing `signal`, `typing` or `collections`
takes longer than everything that Python does before."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]
import atexit
import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType


def program() -> None:
    """What the console script calls: `main` in a process of its own, which ends with it."""
    ended: list[int] = []
    # What was registered first is done last, so nothing is cut off.
    atexit.register(_end_quickly, ended)
    try:
        main()
    except SystemExit as end:
        ended.append(end.code if isinstance(end.code, int) else 1)
        raise


def _end_quickly(ended: list[int]) -> None:
    """Without taking apart what goes with the process anyway: that takes an eighth of the time to a first puzzle."""
    if not ended or sys.gettrace() or sys.getprofile():
        return
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return  # Python says so itself
    os._exit(ended[0])


def main() -> None:
    """Exit status: see `errors.STATUSES`."""
    _on_ctrl_c(_stop_at_once)
    status = _status()
    # From here on there is nothing to clean up that Ctrl-C could interrupt, and a traceback would not help.
    _on_ctrl_c(_stop_at_once)
    if beside := sys.modules.get("puzzlesynth.solver_threads"):
        beside.leave(status)
    sys.exit(status)


def _status() -> int:
    # Importing, grounding and decoding make many objects that stay; collecting garbage among them would cost a seventh of
    # the time to the first puzzle.
    gc.set_threshold(200_000, 50, 100)
    from puzzlesynth.cli.common.errors import packs_read, report_failure
    from puzzlesynth.cli.common.standard_streams import prepare_streams
    from puzzlesynth.deadline import own_process
    from puzzlesynth.solver_threads import must_not_be_interrupted  # noqa: F401, read before `_interrupt` needs it

    from .commands import app
    from .common import run

    prepare_streams()
    own_process()
    run.begin()
    packs_read.clear()
    extensions = "--allow-extensions" in sys.argv[1:]
    if extensions:
        # It goes with any command that reads a pack.
        sys.argv = [word for word in sys.argv if word != "--allow-extensions"]
        _allow_extensions(True)
    try:
        _on_ctrl_c(_interrupt)
        app()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except (Exception, KeyboardInterrupt) as error:
        _on_ctrl_c(_stop_at_once)
        return report_failure(error)
    finally:
        run.begin()
        own_process(False)
        if extensions:
            _allow_extensions(False)
    return 0


def _allow_extensions(allowed: bool) -> None:
    from puzzlesynth.cli.common.inputs import allowed_extensions

    allowed_extensions[0] = allowed


def _stop_at_once(number: int, frame: object) -> None:
    """Ctrl-C during imports, or when everything is done."""
    os.write(2, b"stopped\n")
    os._exit(130)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Ctrl-C while a command is at work."""
    from puzzlesynth.solver_threads import must_not_be_interrupted, try_again_soon

    if must_not_be_interrupted(frame):
        try_again_soon()
        return
    raise KeyboardInterrupt


def _on_ctrl_c(handler: object) -> None:
    """Keeps a signal that is ignored (`nohup`, a job in the background) or has a handler of its own."""
    ours = (_signal.default_int_handler, _signal.SIG_DFL, _stop_at_once, _interrupt)
    if _signal.getsignal(_signal.SIGINT) in ours:
        _signal.signal(_signal.SIGINT, handler)

"""The report file of an internal error: what is needed to find the fault, and nothing else.

Neither the environment nor the contents of the user's files are in it.
"""

from __future__ import annotations

import os
import platform
import secrets
import shlex
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable
from pathlib import Path

from puzzlesynth import __version__

from .files import write_atomically


def write_report(error: BaseException, packs: Iterable[str]) -> Path | None:
    """Write it into the current folder, or if that is not possible into the one for temporary files. None: neither is
    writable."""
    text = _report(error, packs)
    name = f"puzzlesynth-error-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}.txt"
    for folder in (Path(), Path(tempfile.gettempdir())):
        try:
            write_atomically(folder / name, text)
            return folder / name
        except OSError:
            continue
    return None


def _report(error: BaseException, packs: Iterable[str]) -> str:
    details = getattr(error, "details", "")
    parts = [
        "puzzlesynth ended with an internal error. This is a fault in puzzlesynth, not in the pack.",
        f"command: {_command_line()}",
        "\n".join(f"pack: {pack}" for pack in packs) or "pack: none read",
        f"puzzlesynth {__version__}, {_libraries()}\nPython {platform.python_version()} on {platform.platform()}",
        "".join(traceback.format_exception(error)).rstrip(),
    ]
    if details:
        parts.append(f"From the process in which it happened:\n{details.rstrip()}")
    return "\n\n".join(parts) + "\n"


def _command_line() -> str:
    """The command as typed; names that are not valid text are escaped."""
    program = os.path.basename(sys.argv[0] or "puzzlesynth")
    words = shlex.join([program, *sys.argv[1:]])
    return words.encode("utf-8", errors="backslashreplace").decode("utf-8")


def _libraries() -> str:
    from importlib.metadata import PackageNotFoundError, version

    found = []
    for name in ("clingo", "clorm", "PyYAML", "typer", "numpy"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"no {name}")
    return ", ".join(found)

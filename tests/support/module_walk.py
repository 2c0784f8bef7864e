"""Prints the modules of puzzlesynth in which a function runs for one puzzle, one per line, on standard error."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from types import FrameType

PACKAGE = str(Path(__file__).parents[2] / "puzzlesynth") + os.sep
seen: set[str] = set()


def note(frame: FrameType, event: str, argument: object) -> None:
    code = frame.f_code
    # Comprehensions and module bodies are no functions; 1 is CO_OPTIMIZED, which class bodies lack.
    if (
        event == "call"
        and code.co_filename.startswith(PACKAGE)
        and code.co_name[0] != "<"
        and code.co_flags & 1
    ):
        path = code.co_filename.removeprefix(PACKAGE)
        if path not in seen and not is_importing(frame):
            seen.add(path)


def is_importing(frame: FrameType | None) -> bool:
    """Whether a module is being imported: decorators and tables are no part of the walk."""
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_code.co_filename.startswith(PACKAGE):
            return True
        frame = frame.f_back
    return False


if __name__ == "__main__":
    from puzzlesynth.cli.main import main

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        main()
    finally:
        sys.setprofile(None)
        print(*sorted(seen), sep="\n", file=sys.stderr)

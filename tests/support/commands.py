"""The command line, run in this process; the types of the fixtures `run` and `process` of `tests/cli/conftest.py`."""

from __future__ import annotations

import io
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TextIO

import pytest


@dataclass(frozen=True)
class CommandResult:
    returncode: int
    stdout: str
    stderr: str


class Run(Protocol):
    """Runs a command in this process."""

    def __call__(self, *words: object, stdin: str | TextIO | None = "") -> CommandResult: ...


class RunProcess(Protocol):
    """Runs a command in a process of its own, with further variables of its environment."""

    def __call__(self, *words: object, stdin: str | None = None, **environment: str) -> CommandResult: ...


def call_main(patch: pytest.MonkeyPatch, words: tuple[object, ...], stdin: TextIO | None) -> int:
    """The exit status of a command that runs in this process."""
    from puzzlesynth.cli.common import run as command_run
    from puzzlesynth.cli.main import main

    # What does not come back in time would end the tests.
    patch.setattr(command_run, "GRACE", 600)
    patch.setattr(sys, "argv", ["puzzlesynth", *map(str, words)])
    patch.setattr(sys, "stdin", stdin)
    # Tests that run in the background ignore Ctrl-C, and so would the command.
    ctrl_c = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    finally:
        signal.signal(signal.SIGINT, ctrl_c)
    return 0


def text_input(text: str) -> TextIO:
    return io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")


def run_in_folder(folder: Path, *words: object, redirected: bool = False) -> CommandResult:
    """A command in this process, 80 columns wide. All that it prints is in `stdout`, as a terminal would show it, unless
    its standard output goes elsewhere."""
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    told = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) if redirected else printed
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("COLUMNS", "80")
        patch.setattr(sys, "stdout", printed)
        patch.setattr(sys, "stderr", told)
        status = call_main(patch, words, text_input(""))
    printed.seek(0)
    told.seek(0)
    return CommandResult(status, printed.read(), told.read())

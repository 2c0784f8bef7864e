"""Runs commands as users do: `run` in this process, which is quick, `process` in one of its own."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from typing import TextIO

import pytest

from tests.support.commands import CommandResult, Run, RunProcess


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    from puzzlesynth.cli.common import run as command_run
    from puzzlesynth.cli.main import main

    # What does not come back in time would end the tests.
    monkeypatch.setattr(command_run, "GRACE", 600)

    def command(*words: object, stdin: str | TextIO | None = "") -> CommandResult:
        monkeypatch.setattr(sys, "argv", ["puzzlesynth", *map(str, words)])
        if isinstance(stdin, str):
            stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
        monkeypatch.setattr(sys, "stdin", stdin)
        capsys.readouterr()
        ctrl_c = signal.getsignal(signal.SIGINT)
        try:
            main()
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        finally:
            signal.signal(signal.SIGINT, ctrl_c)
        said = capsys.readouterr()
        return CommandResult(status, said.out, said.err)

    return command


@pytest.fixture
def process() -> RunProcess:
    def command(*words: object, stdin: str | None = None, **environment: str) -> CommandResult:
        done = subprocess.run(
            [sys.executable, "-m", "puzzlesynth", *map(str, words)],
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
            check=False,
            env={**os.environ, **environment},
        )
        return CommandResult(done.returncode, done.stdout, done.stderr)

    return command

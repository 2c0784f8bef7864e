"""Runs commands as users do: `run` in this process, which is quick, `process` in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TextIO

import pytest

from tests.support.commands import CommandResult, Run, RunProcess, call_main, text_input


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*words: object, stdin: str | TextIO | None = "") -> CommandResult:
        capsys.readouterr()
        status = call_main(monkeypatch, words, text_input(stdin) if isinstance(stdin, str) else stdin)
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

"""What a run of the command line gives, and the types of the fixtures `run` and `process` of `tests/cli/conftest.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TextIO


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

"""A constraint file's text. clingo counts columns in bytes; people, and editors, count letters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from puzzlesynth.pack.model import Place


@dataclass(frozen=True)
class ProgramText:
    """A program under the name that problems give it."""

    file: str
    text: str

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.split("\n")

    def place(self, line: int, column: int) -> Place:
        """A place as clingo gives it."""
        if not 1 <= line <= len(self._lines):
            return Place(self.file, line, column)
        before = self._lines[line - 1][:column].encode()[: column - 1]
        return Place(self.file, line, len(before.decode(errors="ignore")) + 1)

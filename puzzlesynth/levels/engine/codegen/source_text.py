"""Lines of generated Python, with indentation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class SourceText:
    """Python source that grows line by line."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._depth = 0

    def line(self, text: str) -> None:
        self._lines.append("    " * self._depth + text)

    def indent(self, levels: int) -> None:
        """Move the lines that follow in, or out again."""
        self._depth += levels

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """A statement with a body. A body without statements, comments aside, gets `pass`."""
        self.line(head)
        self._depth += 1
        before = len(self._lines)
        yield
        if all(line.lstrip().startswith("#") for line in self._lines[before:]):
            self.line("pass")
        self._depth -= 1

    def __str__(self) -> str:
        return "\n".join(self._lines) + "\n"

    def __len__(self) -> int:
        return len(self._lines)

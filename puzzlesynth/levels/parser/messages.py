"""The compiler's voice: it collects errors and warnings, says nothing twice, and knows when to give up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MAX_ERRORS = 5
"""With more errors than this, nothing is salvaged from a source."""
MAX_MESSAGES = 100


@dataclass(frozen=True, slots=True)
class Message:
    """What the compiler has to say about a source; `line` counts from 1 and is None if there is no place."""

    kind: Literal["error", "warning"]
    line: int | None
    text: str

    def __str__(self) -> str:
        return self.text if self.line is None else f"line {self.line} : {self.text}"


class TooManyMessages(Exception):
    """Raised inside the compiler to stop reading; it never leaves it."""


class MessageLog:
    """Messages in the order in which they came up."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self._seen: set[Message] = set()
        self.error_count = 0
        self.remarks = 0
        """How often there was something to say, be it said before or not."""

    def error(self, text: str, line: int | None = None) -> None:
        self._add("error", text, line)

    def warning(self, text: str, line: int | None = None) -> None:
        self._add("warning", text, line)

    def note(self, text: str) -> None:
        """A closing remark, which is added whatever was said before."""
        self.messages.append(Message("warning", None, text))

    @property
    def gives_up(self) -> bool:
        return self.error_count > MAX_ERRORS

    def _add(self, kind: Literal["error", "warning"], text: str, line: int | None) -> None:
        self.remarks += 1
        message = Message(kind, line, text)
        if message in self._seen:
            return
        self._seen.add(message)
        self.messages.append(message)
        if kind == "error":
            self.error_count += 1
        if len(self.messages) > MAX_MESSAGES:
            raise TooManyMessages

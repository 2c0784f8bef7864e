"""What a command leads to: lines for the player."""

from __future__ import annotations

from enum import Enum

from puzzlesynth.quick_dataclasses import dataclass, field


class Style(Enum):
    """The kind of a line, for programs that show it."""

    TITLE = "title"
    TEXT = "text"
    THING = "thing"
    GOAL = "goal"
    NEWS = "news"
    MENU = "menu"
    HINT = "hint"
    NOTE = "note"


@dataclass(frozen=True)
class ReplyLine:
    style: Style
    text: str
    indent: int = 0
    """How far later lines of a wrapped text are indented."""


@dataclass
class SessionReply:
    """What a command leads to."""

    lines: list[ReplyLine] = field(default_factory=list)
    over: bool = False
    """The player wants to end the session."""
    command: str | None = None
    """The command in words that mean the same whenever they are typed, for a transcript."""

    def say(self, style: Style, text: str, indent: int = 0) -> None:
        self.lines.append(ReplyLine(style, text, indent))

    def note(self, text: str) -> None:
        self.say(Style.NOTE, text)

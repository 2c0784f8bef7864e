"""Where the reader is: the line under its eyes, and what it has to remember from one token to the next."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import IntEnum

from .draft import SoundWord, SourceDraft
from .messages import MessageLog
from .tokens import BEFORE_COMMENT, LOOSE_NAME, WHITE


class Line:
    """One line and a position in it. Everything is read in lower case; `original` is as it was typed."""

    def __init__(self, original: str) -> None:
        self.original = original
        self.text = original.lower()
        self.position = 0

    @property
    def at_end(self) -> bool:
        return self.position >= len(self.text)

    @property
    def next_character(self) -> str:
        """The character under the position, or an empty string at the end."""
        return self.text[self.position : self.position + 1]

    def take(self, pattern: re.Pattern[str]) -> str | None:
        """What the pattern matches right here, stepping over it; None if it does not match."""
        match = pattern.match(self.text, self.position)
        if match is None:
            return None
        self.position = match.end()
        return match[0]

    def take_word(self, pattern: re.Pattern[str]) -> str | None:
        """Like `take`, without the white space around the word."""
        taken = self.take(pattern)
        return None if taken is None else taken.strip(WHITE)

    def look(self, pattern: re.Pattern[str]) -> str | None:
        """What the pattern matches right here, without stepping."""
        match = pattern.match(self.text, self.position)
        return match[0] if match else None

    def take_anything(self) -> str:
        """A token that fits nothing: up to white space or a comment, or failing that whatever is there."""
        taken = self.take(LOOSE_NAME) or self.take(BEFORE_COMMENT)
        return "" if taken is None else taken.strip(WHITE)

    def skip_blanks(self) -> None:
        while self.next_character in (" ", "\t") and not self.at_end:
            self.position += 1

    def skip_to_comment(self) -> None:
        self.take(BEFORE_COMMENT)

    def skip_to_end(self) -> None:
        self.position = len(self.text)

    def step(self) -> None:
        self.position += 1


class ObjectPart(IntEnum):
    """Which line of an object's definition is being read."""

    NAME = 0
    NAME_GIVEN = 1
    COLORS = 2
    SPRITE = 3


@dataclass(slots=True)
class ParseState:
    """The state of reading a source. Section modules take one token at a time from the line."""

    log: MessageLog
    draft: SourceDraft = field(default_factory=SourceDraft)
    number: int = 0
    """The number of the line, from 1."""
    section: str = ""
    visited_sections: list[str] = field(default_factory=list)
    comment_depth: int = 0
    restart_after_comment: bool = False
    """After a comment at the start of a line, what follows counts as the start of the line."""
    line_closed_by: str | None = None
    """What came on this line that nothing but a comment may follow."""
    token: int = 0
    """Which token of the line comes next, as the section counts; `IN_MESSAGE` has a meaning for all."""
    words: list[str] = field(default_factory=list)
    """The words of the line so far, in sections that gather them."""
    sound_words: list[SoundWord] = field(default_factory=list)
    sound_spoiled: bool = False
    """Something in this line of the sounds section made no sense: the line is dropped."""
    object_name: str = ""
    object_part: ObjectPart = ObjectPart.NAME
    sprite_rows: list[str] = field(default_factory=list)
    layers_of: dict[str, list[int]] = field(default_factory=dict)
    """In which collision layers an object has been listed."""

    def error(self, text: str) -> None:
        self.log.error(text, self.number)

    def warning(self, text: str) -> None:
        self.log.warning(text, self.number)

    def remember_spelling(self, name: str, original: str) -> None:
        """Keep how the designer spelled a name, for showing it, and where it was defined."""
        position = original.lower().find(name)
        if position >= 0:
            self.draft.display_names[name] = original[position : position + len(name)]
            self.draft.definition_lines[name] = self.number


IN_MESSAGE = -4
"""The value of `ParseState.token` while the text of a message is read: brackets are no comments there."""

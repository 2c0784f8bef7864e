"""Lines on a terminal: wrapped to 80 columns, with colours where somebody can see them."""

from __future__ import annotations

import os
import re
import shutil
import sys
import unicodedata
from typing import TYPE_CHECKING, TextIO

from .transcripts import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzlesynth.play.text.reply import ReplyLine

WIDTH = 80

KEPT = "\u00a0"
"""A space where no line is broken."""

BREAKS = "\n\r\t\v\f\x1c\x1d\x1e\x85\u2028\u2029"

_COLOURS = {
    "title": "1;36",
    "goal": "33",
    "news": "1;32",
    "menu": "0",
    "hint": "35",
    "note": "2",
}


class Screen:
    """Where a game is shown. What is shown is also kept, as the lines of a transcript."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._colours = self._out.isatty() and "NO_COLOR" not in os.environ
        self._width = (
            min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns) if self._out.isatty() else WIDTH
        )
        self.kept: list[str] = []

    def show(self, lines: Iterable[ReplyLine]) -> None:
        """Lines as paragraphs: an empty line before a title and before the menu."""
        before = None
        for line in lines:
            style = line.style.value
            if before is not None and style != before and (style in ("title", "menu") or before == "menu"):
                self._print("")
            before = style
            for part in wrapped(line.text, self._width, line.indent):
                self._print(part, _COLOURS.get(style))
        if before is not None:
            self._print("")
        self._out.flush()

    def echo(self, command: str) -> None:
        """A command that nobody typed here, as it would look."""
        self.keep(command)
        print(self.kept[-1], file=self._out)

    def keep(self, command: str) -> None:
        """A command that was typed: it is on the screen already."""
        self.kept.append(f"> {plain(command)}")

    def _print(self, text: str, colour: str | None = None) -> None:
        self.kept.append(shown(text))
        coloured = f"\x1b[{colour}m{text}\x1b[0m" if self._colours and colour and text else text
        print(coloured, file=self._out)


def plain(text: str) -> str:
    """One line of what can be seen: breaks of all kinds are spaces, and what only moves the cursor is left out."""
    return "".join(" " if char in BREAKS else char for char in text if char in BREAKS or _printable(char))


def wrapped(text: str, width: int, indent: int) -> list[str]:
    """A text in lines that fit; nothing in it can move the cursor or change colours."""
    indent = min(indent, width // 2)  # On a narrow terminal, something has to be left for the text.
    lines: list[str] = []
    line, begins = "", True
    for part in re.findall(r" +|[^ ]+", plain(text)):
        for piece in _pieces(part, width - indent):
            if columns(line) + columns(piece) > width and not begins:
                lines.append(line.rstrip(" "))
                line, begins = " " * indent, True
            if not (begins and lines and piece.isspace() and KEPT not in piece):
                line += piece
                begins = False
    return [line.replace(KEPT, " ") for line in (*lines, line.rstrip(" "))]


def _pieces(word: str, width: int) -> list[str]:
    """A word that is too long for a line is broken."""
    found = [""]
    for char in word:
        if columns(found[-1]) + columns(char) > width:
            found.append("")
        found[-1] += char
    return found


def columns(text: str) -> int:
    """How wide a text is on a terminal: some characters take two columns, some none."""
    return sum(_column(char) for char in text)


def _column(char: str) -> int:
    if unicodedata.combining(char) or char in "\u200d\ufe0f":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _printable(char: str) -> bool:
    return unicodedata.category(char)[0] != "C" or char == "\u200d"

"""Text that fits a screen: wrapped at its width, with nothing in it that could move the cursor."""

from __future__ import annotations

import re
import shutil
import sys
import unicodedata
from typing import TextIO

WIDTH = 80

KEPT = "\u00a0"
"""A space where no line is broken."""

BREAKS = "\n\r\t\v\f\x1c\x1d\x1e\x85\u2028\u2029"


def columns_of(stream: TextIO) -> int:
    """How wide a stream is: its terminal, or 80 columns where it is none."""
    return shutil.get_terminal_size((WIDTH, 24)).columns if stream.isatty() else WIDTH


def fitted(text: str, indent: int, stream: TextIO | None = None) -> list[str]:
    """A line as several that fit the stream, or else standard output; all but the first are indented."""
    return wrapped(text, columns_of(stream or sys.stdout), indent)


def print_line(line: str, stream: TextIO | None = None) -> None:
    """Print a line as soon as it is known; on a screen, wrapped."""
    stream = stream or sys.stdout
    lines = fitted(line, 4, stream) if stream.isatty() else [line]
    print("\n".join(lines), file=stream, flush=True)


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

"""Positions in a file of the characters of a YAML value.

A rule's text has lost its indentation, quotes and escapes by the time it is parsed; a complaint about its seventh
character must still point at the right column of the right line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from puzzlesynth.pack.model import Place

if TYPE_CHECKING:
    from .nodes import YamlScalar


Locator = Callable[[int], Place]
"""From an index into a value's text to the place in the file."""


def locator(scalar: YamlScalar) -> Locator:
    """How to find the characters of a value in the file it came from."""
    if scalar.style in ("|", ">"):
        return _in_block(scalar)
    opening = 0 if scalar.is_plain else 1
    source, start = scalar.source, scalar.start + opening
    if source.text[start : start + len(scalar.text)] == scalar.text and "\n" not in scalar.text:
        file, line, column = source.file, scalar.line, scalar.column + opening
        return lambda index: Place(file, line, column + index)
    return _through_escapes(scalar, opening)


def block_lines(scalar: YamlScalar) -> list[tuple[str, Locator]]:
    """The lines of a `|` block, each with the way to find its characters."""
    source, file = scalar.source, scalar.source.file
    found: list[tuple[str, Locator]] = []
    for number, text in enumerate(scalar.text.split("\n"), scalar.line + 1):
        # What YAML took away is indentation, so the text is the end of its line.
        column = max(1, len(source.line(number)) - len(text) + 1)
        found.append((text, lambda index, line=number, first=column: Place(file, line, first + index)))  # type: ignore[misc]
    return found


def quoted_lines(scalar: YamlScalar) -> list[tuple[str, Locator]]:
    """The lines of a text in quotes or without, each with the way to find its characters."""
    locate, first = locator(scalar), 0
    found: list[tuple[str, Locator]] = []
    for text in scalar.text.split("\n"):
        found.append((text, lambda index, first=first: locate(first + index)))  # type: ignore[misc]
        first += len(text) + 1
    return found


def _in_block(scalar: YamlScalar) -> Locator:
    """In a `|` block line follows line; a folded one is close to that, and close is enough for it."""
    lines = block_lines(scalar)
    starts = [0]
    for text, _ in lines:
        starts.append(starts[-1] + len(text) + 1)

    def locate(index: int) -> Place:
        from bisect import bisect_right

        line = min(bisect_right(starts, index) - 1, len(lines) - 1)
        return lines[line][1](index - starts[line])

    return locate


def _through_escapes(scalar: YamlScalar, opening: int) -> Locator:
    """Folding changes white space only, so the visible characters of text and file correspond one to one."""
    seen = _visible_in_file(scalar, opening)
    targets: list[int] = []
    last = scalar.start + opening
    for character in scalar.text:
        if not character.isspace() and seen:
            last = seen.pop()
        targets.append(last)
    targets.append(last + 1)
    source = scalar.source
    return lambda index: source.place_at(targets[min(index, len(targets) - 1)])


_ESCAPE_LENGTHS = {"x": 4, "u": 6, "U": 10}
_INVISIBLE_ESCAPES = "tnrvfNLP_ \t\n\r"


def _visible_in_file(scalar: YamlScalar, opening: int) -> list[int]:
    """Indexes of the visible characters of a value in its file, the first one last."""
    text, found = scalar.source.text, []
    index, end = scalar.start + opening, scalar.end - opening
    while index < end:
        width, visible = 1, not text[index].isspace()
        if scalar.style == '"' and text[index] == "\\":
            kind = text[index + 1]
            width, visible = _ESCAPE_LENGTHS.get(kind, 2), kind not in _INVISIBLE_ESCAPES
        elif scalar.style == "'" and text[index] == "'":
            width = 2
        if visible:
            found.append(index)
        index += width
    found.reverse()
    return found

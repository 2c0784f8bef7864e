"""Files of puzzles: one puzzle as JSON on any number of lines, or a stream with one puzzle per line.

A stream may be of any length, so it is read as it comes; each of its puzzles is as small as a file of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, islice
from typing import Annotated, BinaryIO, NamedTuple

import typer

from puzzlesynth.pack.text.wording import counted

from .errors import BadInput
from .standard_streams import opened

BOM = b"\xef\xbb\xbf"
MOST_SKIPPED = 4
"""Times the largest puzzle: how long the rest of a line may be."""

PuzzleNumber = Annotated[
    int | None,
    typer.Option(
        "--puzzle",
        metavar="N",
        min=1,
        help="Which puzzle of the file, from 1. Only needed if it has several.",
        show_default=False,
    ),
]


class PuzzleEntry(NamedTuple):
    """The text of one puzzle, and where it is."""

    number: int
    """Among the puzzles of its file, from 1; what cannot be read counts too."""
    line: int | None
    """Where it is in a stream, from 1; None: the file has this puzzle alone."""
    text: bytes


def location_text(path: str, line: int | None = None) -> str:
    """A file, or a line of it, as messages name it."""
    name = "standard input" if path == "-" else path
    return name if line is None else f"{name}:{line}"


@contextmanager
def entries(path: str) -> Iterator[Iterator[PuzzleEntry]]:
    """The puzzles of a file, or of standard input for `-`."""
    with opened(path, "a puzzle's JSON file") as file:
        yield _entries(file)


def one_entry(path: str, number: int | None) -> PuzzleEntry:
    """The puzzle that is asked for. Of several, the user has to choose one."""
    with entries(path) as found:
        if number is not None:
            seen = 0
            for entry in found:
                seen = entry.number
                if seen == number:
                    return entry
            raise BadInput(f"--puzzle {number}: {location_text(path)} has only {counted(seen, 'puzzle')}")
        first, *more = islice(found, 2)
        if more:
            raise BadInput(f"{location_text(path)} has several puzzles: choose one with --puzzle N, from 1")
        return first


def _entries(file: BinaryIO) -> Iterator[PuzzleEntry]:
    lines = _lines(file)
    start = list(islice((one for one in lines if one[1].strip()), 2))
    if len(start) == 2 and _is_stream(start[0][1], start[1][1]):
        written = (one for one in chain(start, lines) if one[1].strip())
        for number, (line, text) in enumerate(written, 1):
            yield PuzzleEntry(number, line, text.rstrip(b"\r\n"))
        return
    yield PuzzleEntry(1, None, _whole(start, lines))


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Numbered from 1. A line that is too long to be a puzzle is cut where that is known; the rest of it is skipped,
    unless it has no end, as in a device: then the file ends there."""
    from puzzlesynth.puzzle.strict_json import MOST_BYTES

    number = 0
    while line := file.readline(MOST_BYTES + 1):
        number += 1
        yield number, line.removeprefix(BOM) if number == 1 else line
        for _ in range(MOST_SKIPPED):
            if len(line) <= MOST_BYTES or line.endswith(b"\n"):
                break
            line = file.readline(MOST_BYTES + 1)
        else:
            return


def _is_stream(first: bytes, second: bytes) -> bool:
    """Whether these are two puzzles, even if one of them is broken, and not the beginning of one."""
    return second.startswith(b"{") or _is_json(first)


def _is_json(text: bytes) -> bool:
    from puzzlesynth.puzzle.strict_json import JsonError, read_json

    try:
        read_json(text)
    except JsonError:
        return False
    return True


def _whole(start: list[tuple[int, bytes]], lines: Iterator[tuple[int, bytes]]) -> bytes:
    """Everything as one text, with its lines where they were; no more than is needed to see that it is too large."""
    from puzzlesynth.puzzle.strict_json import MOST_BYTES

    text = b""
    before = 0
    for number, line in chain(start, lines):
        text += b"\n" * (number - before - 1) + line
        before = number
        if len(text) > MOST_BYTES:
            break
    return text

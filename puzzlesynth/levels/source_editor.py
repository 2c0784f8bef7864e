"""A game's source with other levels or other rules in it; everything else stays as the designer wrote it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from puzzlesynth.levels.parser.tokens import SECTIONS

from .compiler import compile_source
from .level_writer import CannotWrite, MapLetters
from .model import Level, PuzzleScriptGame

_BREAK = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class SectionSpan:
    """A section's lines: where its heading stands, where its contents begin, and where they end (from 0)."""

    heading: int
    begin: int
    end: int


def lines_of(source: str) -> list[str]:
    return _BREAK.split(source.removeprefix("\ufeff"))


def sections(lines: Sequence[str]) -> dict[str, SectionSpan]:
    """The sections of a source by name, in lower case. Rulers above the next heading belong to that heading."""
    headings: list[tuple[int, str]] = []
    depth = 0
    for number, line in enumerate(lines):
        word = line.strip().lower()
        if depth == 0 and word in SECTIONS and word not in [name for _, name in headings]:
            headings.append((number, word))
        if not headings or headings[-1][1] != "levels":
            depth = max(0, depth + line.count("(") - line.count(")"))
    found = {}
    for place, (number, name) in enumerate(headings):
        begin = number + 1
        if begin < len(lines) and _is_ruler(lines[begin]):
            begin += 1
        end = headings[place + 1][0] if place + 1 < len(headings) else len(lines)
        while place + 1 < len(headings) and end > begin and _is_ruler(lines[end - 1]):
            end -= 1
        found[name] = SectionSpan(number, begin, end)
    return found


def _is_ruler(line: str) -> bool:
    return bool(line.strip()) and not line.strip().strip("=")


def with_level(source: str, game: PuzzleScriptGame, entry: int, level: Level, note: str | None = None) -> str:
    """The source with one level's map replaced by another. `entry` is the level's place in the game's list."""
    old = game.levels[entry]
    assert isinstance(old, Level)
    lines = lines_of(source)
    letters = MapLetters(game)
    rows = letters.rows(level)
    begin = old.line - 1
    lines[begin : begin + old.height] = [*([f"({note})"] if note else []), *rows]
    text = "\n".join(_with_legend(lines, letters))
    _check(text, [level if place == entry else other for place, other in enumerate(game.levels)])
    return text


def with_levels(
    source: str,
    game: PuzzleScriptGame,
    levels: Sequence[tuple[Level, Sequence[str]]],
    after: Sequence[str] = (),
) -> str:
    """The source with these levels as its last section, each after lines of its own (comments, messages), and with
    lines after the last."""
    lines = lines_of(source)
    found = sections(lines)
    if "levels" not in found:
        raise CannotWrite("the source has no section LEVELS")
    letters = MapLetters(game)
    body: list[str] = [""]
    for level, before in levels:
        body += [*before, *letters.rows(level), ""]
    lines[found["levels"].begin :] = [*body, *after, ""] if after else body
    text = "\n".join(_with_legend(lines, letters))
    _check(text, [level for level, _ in levels])
    return text


def _with_legend(lines: list[str], letters: MapLetters) -> list[str]:
    """New letters are explained at the beginning of the legend."""
    if not letters.added:
        return lines
    found = sections(lines)
    if "legend" not in found:
        raise CannotWrite("the source has no section LEGEND")
    begin = found["legend"].begin
    new = [f"{letter} = {' and '.join(things)}" for letter, things in letters.added.items()]
    return [*lines[:begin], *new, *lines[begin:]]


def _check(text: str, levels: Sequence[object]) -> None:
    """Compile what was written: it must have these levels, and not say anything else than before."""
    game = compile_source(text).game
    written = [entry for entry in game.levels if isinstance(entry, Level)] if game is not None else []
    wanted = [entry for entry in levels if isinstance(entry, Level)]
    if [(item.width, item.cells) for item in written] != [(item.width, item.cells) for item in wanted]:
        raise CannotWrite("the levels do not come out of the source as they were put in")

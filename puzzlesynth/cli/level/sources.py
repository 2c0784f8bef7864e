"""PuzzleScript sources from files: read, compiled, refused with a reason."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzlesynth.cli.common.errors import BadInput, FormattedBadInput
from puzzlesynth.cli.common.puzzle_files import location_text
from puzzlesynth.cli.common.standard_streams import read_text
from puzzlesynth.pack.text.wording import counted

if TYPE_CHECKING:
    from puzzlesynth.levels import Compilation, Message
    from puzzlesynth.levels.model import Level, PuzzleScriptGame

GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="A PuzzleScript source, or - for standard input.")
]
LevelOption = Annotated[
    int | None,
    typer.Option("--level", "-l", metavar="N", help="Which level, from 1; messages do not count."),
]
SeedOption = Annotated[
    str | None,
    typer.Option("--seed", metavar="TEXT", help="Seed of the random numbers, for games with random rules."),
]

NumberedLevel = tuple[int, int, "Level"]
"""A level's number as people count (from 1, without messages), its place in the game's list, and its map."""


def read_source(path: str) -> str:
    """The text of a source."""
    return read_text(path, "a PuzzleScript source")


def open_source(path: str) -> tuple[str, PuzzleScriptGame]:
    """A game without errors, and its text."""
    from puzzlesynth.levels import compile_source

    source = read_source(path)
    compilation = compile_source(source)
    if compilation.errors or compilation.game is None:
        raise FormattedBadInput(messages_text(path, compilation))
    return source, compilation.game


def messages_text(path: str, compilation: Compilation) -> str:
    """The compiler's messages, a line each, and a summary."""
    name = location_text(path)
    lines = [_message_line(name, message) for message in compilation.messages]
    errors, warnings = len(compilation.errors), len(compilation.warnings)
    found = f"{counted(errors, 'error')}, {counted(warnings, 'warning')}"
    game = compilation.game
    if errors or game is None:
        return "\n".join([*lines, f"{name}: {found}"])
    maps = sum(1 for entry in game.levels if hasattr(entry, "cells"))
    summary = f"{game.settings.title or name}: {counted(game.object_count, 'object')}, {counted(maps, 'level')}, {found}"
    return "\n".join([*lines, summary])


def _message_line(name: str, message: Message) -> str:
    place = name if message.line is None else f"{name}:{message.line}"
    return f"{place}: {message.kind}: {message.text}"


def messages_json(compilation: Compilation) -> str:
    messages = [{"kind": m.kind, "line": m.line, "text": m.text} for m in compilation.messages]
    result = {
        "playable": compilation.game is not None,
        "errors": len(compilation.errors),
        "warnings": len(compilation.warnings),
        "messages": messages,
    }
    return json.dumps(result, indent=2, ensure_ascii=False)


def numbered_json(numbered: NumberedLevel) -> dict[str, Any]:
    """Which level this is."""
    number, entry, level = numbered
    return {
        "level": number,
        "entry": entry,
        "line": level.line,
        "width": level.width,
        "height": level.height,
    }


def chosen_levels(game: PuzzleScriptGame, number: int | None) -> list[NumberedLevel]:
    """All levels, or the one that was asked for."""
    from puzzlesynth.levels.show.game_summary import levels_of

    levels = [(count, entry, level) for count, (entry, level) in enumerate(levels_of(game), start=1)]
    if not levels:
        raise BadInput("the game has no levels, only messages")
    if number is None:
        return levels
    if not 1 <= number <= len(levels):
        has = "1 level" if len(levels) == 1 else f"levels 1 to {len(levels)}"
        raise BadInput(f"there is no level {number}: the game has {has}")
    return [levels[number - 1]]

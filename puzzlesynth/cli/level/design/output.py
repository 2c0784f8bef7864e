"""Levels that a design command made, in files: the game's source, lines of JSON, pictures."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzlesynth.cli.common.errors import BadInput
from puzzlesynth.cli.common.files import write_atomically

if TYPE_CHECKING:
    from puzzlesynth.levels.generate import GeneratedLevel
    from puzzlesynth.levels.model import Level, PuzzleScriptGame
    from puzzlesynth.levels.show import Viewport
    from puzzlesynth.levels.source_editor import MapLetters


def write_files(outputs: Iterable[Path], content: Callable[[str], str | bytes]) -> None:
    """Write each file with the content for its kind (`.txt`, …)."""
    from puzzlesynth.levels.source_editor import CannotWrite

    for output in outputs:
        try:
            write_atomically(output, content(output.suffix.lower()))
        except CannotWrite as error:
            raise BadInput(f"{output}: {error}") from None
        print(f"wrote {output}", file=sys.stderr)


def write_levels(
    source: str,
    game: PuzzleScriptGame,
    made: Sequence[GeneratedLevel],
    outputs: Sequence[Path],
    *,
    spoilers: bool = True,
    levels_only: bool = False,
) -> None:
    """Generated levels: with the game around them (.txt), as JSON, or as a picture."""
    from puzzlesynth.levels.source_editor import MapLetters, levels_section, source_with_levels

    def content(kind: str) -> str | bytes:
        if kind == ".jsonl":
            return json_text(game, made, spoilers)
        if kind != ".txt":
            return level_pictures(game, [item.level for item in made], kind)
        if levels_only:
            return levels_section(made, MapLetters(game))
        text = source_with_levels(source, game, made)
        return text if spoilers else re.sub(r"(?m)^\((made with seed \d+), solved in .*\)$", r"(\1)", text)

    write_files(outputs if made else (), content)


def write_changed_level(
    source: str,
    game: PuzzleScriptGame,
    entry: int,
    drawn: Sequence[Level],
    outputs: Sequence[Path],
    note: str,
) -> None:
    """Changed levels: the game with the first in its place (.txt), or all of them as JSON or a picture."""
    from puzzlesynth.levels.show.tables import level_json
    from puzzlesynth.levels.source_editor import with_level

    def content(kind: str) -> str | bytes:
        if kind == ".txt":
            return with_level(source, game, entry, drawn[0], note)
        if kind == ".jsonl":
            return "".join(json.dumps(level_json(game, level), ensure_ascii=False) + "\n" for level in drawn)
        return level_pictures(game, drawn, kind)

    write_files(outputs, content)


def json_text(game: PuzzleScriptGame, made: Sequence[GeneratedLevel], spoilers: bool = True) -> str:
    """One level per line."""
    hidden = () if spoilers else ("solution", "moves", "plan", "measures")
    return "".join(json.dumps(_record(game, item, hidden), ensure_ascii=False) + "\n" for item in made)


def _record(game: PuzzleScriptGame, item: GeneratedLevel, hidden: Sequence[str]) -> dict[str, Any]:
    from puzzlesynth.levels.show.tables import generated_level_json

    return {name: value for name, value in generated_level_json(game, item).items() if name not in hidden}


def level_pictures(game: PuzzleScriptGame, levels: Sequence[Level], kind: str) -> str | bytes:
    """The levels drawn with the game's sprites, side by side, with their numbers if there are several."""
    from puzzlesynth.levels.show import view_of

    return picture(game, [(n, view_of(level)) for n, level in enumerate(levels, 1)], kind, len(levels) == 1)


def picture(
    game: PuzzleScriptGame, views: Sequence[tuple[int, Viewport]], kind: str, alone: bool
) -> str | bytes:
    """One level to its edges, or a sheet of all of them."""
    from puzzlesynth.levels.show import level_scene, png, sheet_scene, svg

    scene = level_scene(game, views[0][1]) if alone else sheet_scene(game, views)
    return svg(scene, game.settings.title) if kind == ".svg" else png(scene)


def print_added_letters(letters: MapLetters) -> None:
    """The letters in printed maps that the game's legend does not have."""
    for letter, things in letters.added.items():
        print(f"{letter} = {' and '.join(things)}")

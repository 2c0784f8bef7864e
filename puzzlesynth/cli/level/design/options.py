"""What the commands for designing levels share: options, opening a game with its source, frozen parts, files."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common.errors import BadInput, FormattedBadInput
from puzzlesynth.cli.common.files import check_output, write_atomically
from puzzlesynth.cli.level.pictures import drawing_errors
from puzzlesynth.cli.level.sources import chosen_levels, messages_text, read_source

if TYPE_CHECKING:
    from puzzlesynth.levels.design import LevelLocks
    from puzzlesynth.levels.generate import GeneratedLevel
    from puzzlesynth.levels.model import Level, PuzzleScriptGame

_FREEZING = "Freezing"
_OBJECTS = "Objects"
_REPLACES = "Replaces (puzzlesynth {role}: …) in the source. Again, or with commas, for more."

WallOption = Annotated[
    list[str] | None,
    typer.Option(
        "--wall",
        metavar="OBJECT",
        help="This object is a wall. The first is what new walls are made of. "
        + _REPLACES.format(role="wall"),
        rich_help_panel=_OBJECTS,
    ),
]
FloorOption = Annotated[
    list[str] | None,
    typer.Option(
        "--floor",
        metavar="OBJECT",
        help="This object is floor: a cell with nothing else is empty. " + _REPLACES.format(role="floor"),
        rich_help_panel=_OBJECTS,
    ),
]
PlayerOption = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="OBJECT",
        help="Of several objects that are the player, the one to place. " + _REPLACES.format(role="player"),
        rich_help_panel=_OBJECTS,
    ),
]
FreeBorderOption = Annotated[
    bool, typer.Option("--free-border", help="A border of walls may change too.", rich_help_panel=_FREEZING)
]

FreezeOption = Annotated[
    Path | None,
    typer.Option(
        "--freeze",
        metavar="MASK",
        help="A picture of the level: '.' may change, anything else is frozen.",
        rich_help_panel=_FREEZING,
    ),
]
FreezeCellsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--freeze-cells",
        metavar="X,Y",
        help="A cell, or a part as 1-4,2-3; from 1, from the top left. Again for more.",
        rich_help_panel=_FREEZING,
    ),
]
FreezeObjectOption = Annotated[
    list[str] | None,
    typer.Option(
        "--freeze-object",
        metavar="NAME",
        help="None of it comes, goes or moves. Again for more.",
        rich_help_panel=_FREEZING,
    ),
]
NoSpoilersOption = Annotated[
    bool, typer.Option("--no-spoilers", help="Say nothing about solutions and difficulty.")
]
LevelsOutputOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help=".txt the whole game, .jsonl, .png or .svg; again for more."
    ),
]
OneLevelOption = Annotated[
    int | None,
    typer.Option("--level", "-l", metavar="N", help="Which level, from 1. Not needed if there is only one."),
]


def open_with_source(path: str) -> tuple[str, PuzzleScriptGame]:
    """A game without errors, and its text."""
    from puzzlesynth.levels import compile_source

    source = read_source(path)
    compilation = compile_source(source)
    if compilation.errors or compilation.game is None:
        raise FormattedBadInput(messages_text(path, compilation))
    return source, compilation.game


def open_designated(
    path: str,
    wall: Sequence[str] | None = None,
    floor: Sequence[str] | None = None,
    player: Sequence[str] | None = None,
) -> tuple[str, PuzzleScriptGame]:
    """A game without errors, with what its designer says about its objects, and its text."""
    from puzzlesynth.levels.designations import BadDesignation, designated

    source, game = open_with_source(path)
    said = {"wall": wall or (), "floor": floor or (), "player": player or ()}
    name = "standard input" if path == "-" else path
    try:
        return source, designated(game, source, name, said)
    except BadDesignation as error:
        raise BadInput(str(error)) from None


def one_level(game: PuzzleScriptGame, number: int | None) -> tuple[int, Level]:
    """The level that was asked for, with its number; the only one, if there is no more than one."""
    levels = chosen_levels(game, number)
    if number is None and len(levels) > 1:
        raise BadInput(f"the game has levels 1 to {len(levels)}: say which with --level")
    return levels[0][0], levels[0][2]


def frozen_parts(
    game: PuzzleScriptGame,
    level: Level,
    mask: Path | None,
    cells: Sequence[str] | None,
    objects: Sequence[str] | None,
    *,
    free_border: bool = True,
) -> LevelLocks:
    """Everything that was frozen on the command line, and a border of walls unless that is free."""
    from puzzlesynth.levels.design import BadLock, LevelLocks, border, read_cells, read_mask, read_objects

    frozen = LevelLocks() if free_border else border(game, level)
    try:
        if mask is not None:
            frozen = frozen.joined(read_mask(read_source(str(mask)), level, str(mask)))
        if cells:
            frozen = frozen.joined(read_cells(cells, level))
        if objects:
            frozen = frozen.joined(read_objects(game, objects))
    except BadLock as error:
        raise BadInput(str(error)) from None
    return frozen


@contextmanager
def design_errors(output: Path | None = None) -> Iterator[None]:
    """What is wrong with a designer's wishes is the designer's to know."""
    from puzzlesynth.levels.design import BadCost, BadLock, BadRank, BadRuleSwap, NoPreset, TransformError
    from puzzlesynth.levels.generate import CannotGenerate
    from puzzlesynth.levels.level_writer import CannotWrite

    try:
        yield
    except (TransformError, BadRuleSwap) as error:
        raise FormattedBadInput(f"error: {error}") from None
    except CannotWrite as error:
        raise BadInput(f"{output}: {error}" if output is not None else str(error)) from None
    except (BadCost, BadLock, BadRank, NoPreset, CannotGenerate) as error:
        raise BadInput(str(error)) from None
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise BadInput("this search needs numpy: pip install 'puzzlesynth[levels]'") from None


def check_outputs(
    outputs: Sequence[Path],
    inputs: Sequence[str | Path | None],
    kinds: Sequence[str] = (".txt", ".jsonl", ".png", ".svg"),
) -> None:
    """Files that cannot be written are refused before the work begins."""
    for output in outputs:
        check_output(output, inputs)
        if output.suffix.lower() not in kinds:
            raise BadInput(f"{output}: levels are written as {', '.join(kinds[:-1])} or {kinds[-1]}")


def write_levels(
    source: str,
    game: PuzzleScriptGame,
    made: Sequence[GeneratedLevel],
    outputs: Sequence[Path],
    spoilers: bool,
) -> None:
    """The levels in every file that was asked for."""
    from puzzlesynth.levels.level_writer import source_with_levels

    for output in outputs if made else ():
        kind = output.suffix.lower()
        with design_errors(output):
            if kind == ".jsonl":
                contents: str | bytes = json_text(game, made, spoilers)
            elif kind == ".txt":
                contents = source_with_levels(source, game, made)
                if not spoilers:
                    contents = re.sub(
                        r"(?m)^\(made with seed (\d+), solved in .*\)$", r"(made with seed \1)", contents
                    )
            else:
                contents = picture(game, [item.level for item in made], kind)
        write_atomically(output, contents)
        print(f"wrote {output}", file=sys.stderr)


def json_text(game: PuzzleScriptGame, made: Sequence[GeneratedLevel], spoilers: bool) -> str:
    """One level a line."""
    import json

    from puzzlesynth.levels.level_writer import generated_level_json

    lines = []
    for item in made:
        record = generated_level_json(game, item)
        if not spoilers:
            record = {
                name: value for name, value in record.items() if name not in ("solution", "moves", "measures")
            }
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    return "".join(lines)


def picture(game: PuzzleScriptGame, levels: Sequence[Level], kind: str) -> str | bytes:
    """The levels drawn with the game's sprites, side by side."""
    from puzzlesynth.levels.show import level_scene, png, sheet_scene, svg, view_of

    with drawing_errors():
        views = [(number, view_of(level)) for number, level in enumerate(levels, start=1)]
        scene = level_scene(game, views[0][1]) if len(views) == 1 else sheet_scene(game, views)
        return svg(scene, game.settings.title) if kind == ".svg" else png(scene)


def level_entry(game: PuzzleScriptGame, number: int) -> int:
    """A level's place in the game's list, in which messages count."""
    return chosen_levels(game, number)[0][1]


def write_changed_level(
    source: str,
    game: PuzzleScriptGame,
    entry: int,
    level: Level,
    drawn: Sequence[Level],
    outputs: Sequence[Path],
    note: str,
) -> None:
    """The game with one level changed (.txt), or the changed levels as lines of JSON or a picture."""
    import json

    from puzzlesynth.levels.show.tables import level_json
    from puzzlesynth.levels.source_editor import with_level

    for output in outputs:
        kind = output.suffix.lower()
        with design_errors(output):
            if kind == ".txt":
                contents: str | bytes = with_level(source, game, entry, level, note)
            elif kind == ".jsonl":
                contents = "".join(
                    json.dumps(level_json(game, item), ensure_ascii=False) + "\n" for item in drawn
                )
            else:
                contents = picture(game, drawn, kind)
        write_atomically(output, contents)
        print(f"wrote {output}", file=sys.stderr)


def counted(number: int, what: str) -> str:
    """`1 move`, `2 moves`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"

"""What the commands for designing levels share: options, and what they mean."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from puzzlesynth.cli.common.errors import BadInput
from puzzlesynth.cli.common.files import check_output
from puzzlesynth.cli.common.inputs import JsonOption
from puzzlesynth.cli.common.option_class import option
from puzzlesynth.cli.common.puzzle_files import location_text
from puzzlesynth.cli.level.chance import explanation
from puzzlesynth.cli.level.sources import GameArgument, NumberedLevel, chosen_levels, open_source, read_source
from puzzlesynth.quick_dataclasses import dataclass

if TYPE_CHECKING:
    from puzzlesynth.levels.chance import ChanceMeaning
    from puzzlesynth.levels.design import LevelLocks
    from puzzlesynth.levels.model import Level, PuzzleScriptGame

_FREEZE = "Frozen parts"
_OBJECTS = "Objects"
_REPEAT = "Repeat it, or use commas, for several."

FreeBorderOption = Annotated[
    bool,
    typer.Option("--free-border", help="Let a border of walls change too.", rich_help_panel=_FREEZE),
]
NoSpoilersOption = Annotated[
    bool, typer.Option("--no-spoilers", help="Say nothing about solutions and difficulty.")
]


_CHANCE = "Random rules"


@dataclass(frozen=True, kw_only=True)
class ChanceOptions:
    """When a level of a game with random rules counts as solved."""

    certain: bool = option(
        "A level counts as solved only if a plan wins whatever happens, in a known number of moves.",
        False,
        panel=_CHANCE,
    )
    chance: float = option(
        "A level counts as solved only if a plan wins with at least this chance. By default, any chance will do.",
        0,
        metavar="PERCENT",
        min=0,
        max=100,
        panel=_CHANCE,
    )
    course: str | None = option(
        "Play one course of chance, the one of this seed. Levels then have solutions instead of plans.",
        metavar="SEED",
        panel=_CHANCE,
    )

    def meaning(self, game: PuzzleScriptGame, quiet: bool) -> ChanceMeaning:
        """The meaning; unless quiet, it is printed if the game has random rules or runs in real time."""
        from puzzlesynth.levels.chance import ChanceMeaning, LevelSolver

        if self.course is not None and (self.certain or self.chance):
            raise BadInput(f"--course has no plans: leave out --{'certain' if self.certain else 'chance'}")
        meaning = ChanceMeaning(self.course, self.chance / 100, self.certain)
        if not quiet:
            plans = LevelSolver(game, meaning).plans
            print(explanation(game, plans=plans, course="--course"), end="", file=sys.stderr)
        return meaning


@dataclass(frozen=True, kw_only=True)
class GameOptions:
    """A game, and what its designer says about its objects."""

    game: GameArgument
    wall: list[str] | None = option(
        "Treat this object as a wall; new walls are made of the first. Replaces (puzzlesynth wall: …) in the "
        f"source. {_REPEAT}",
        metavar="OBJECT",
        panel=_OBJECTS,
    )
    floor: list[str] | None = option(
        "Treat this object as floor: a cell with nothing else is empty. Replaces (puzzlesynth floor: …) in the "
        f"source. {_REPEAT}",
        metavar="OBJECT",
        panel=_OBJECTS,
    )
    player: list[str] | None = option(
        "Of several player objects, the one to place. Replaces (puzzlesynth player: …) in the source.",
        metavar="OBJECT",
        panel=_OBJECTS,
    )

    def open(self) -> tuple[str, PuzzleScriptGame]:
        """The game's text, and the game with what is said about its objects."""
        from puzzlesynth.levels.designations import designated

        source, game = open_source(self.game)
        said = {"wall": self.wall or (), "floor": self.floor or (), "player": self.player or ()}
        return source, designated(game, source, location_text(self.game), said)


class OpenedLevel(NamedTuple):
    """One level of a game, with what must not change in it."""

    source: str
    game: PuzzleScriptGame
    number: int
    entry: int
    level: Level
    frozen: LevelLocks


@dataclass(frozen=True, kw_only=True)
class OneLevelOptions(GameOptions):
    """One level of a game, and the parts of it that must not change."""

    level: int | None = option(
        "Which level, from 1. Not needed if there is only one.", None, "--level", "-l", metavar="N"
    )
    freeze: Path | None = option(
        "A file with a picture of the level: '.' may change, anything else is frozen.",
        metavar="MASK",
        panel=_FREEZE,
    )
    freeze_cells: list[str] | None = option(
        "Freeze a cell, or a part as 1-4,2-3, counted from 1 at the top left. Can be repeated.",
        metavar="X,Y",
        panel=_FREEZE,
    )
    freeze_object: list[str] | None = option(
        "Never add, remove or move this object. Can be repeated.", metavar="NAME", panel=_FREEZE
    )

    def chosen(self, game: PuzzleScriptGame) -> NumberedLevel:
        """The level that was asked for, or the only one."""
        levels = chosen_levels(game, self.level)
        if self.level is None and len(levels) > 1:
            raise BadInput(f"the game has levels 1 to {len(levels)}: choose one with --level")
        return levels[0]

    def open_level(self, free_border: bool) -> OpenedLevel:
        """The game, the level, and what is frozen in it."""
        source, game = self.open()
        number, entry, level = self.chosen(game)
        return OpenedLevel(source, game, number, entry, level, self.frozen(game, level, free_border))

    def frozen(self, game: PuzzleScriptGame, level: Level, free_border: bool) -> LevelLocks:
        """Everything that is frozen on the command line, and a border of walls unless that is free."""
        from puzzlesynth.levels.design import LevelLocks, border, read_cells, read_mask, read_objects

        frozen = LevelLocks() if free_border else border(game, level)
        if self.freeze is not None:
            frozen = frozen.joined(read_mask(read_source(str(self.freeze)), level, str(self.freeze)))
        if self.freeze_cells:
            with named("--freeze-cells"):
                frozen = frozen.joined(read_cells(self.freeze_cells, level))
        if self.freeze_object:
            with named("--freeze-object"):
                frozen = frozen.joined(read_objects(game, self.freeze_object))
        return frozen


@contextmanager
def named(option: str) -> Iterator[None]:
    """Problems with the value of an option are reported with the option's name."""
    try:
        yield
    except BadInput as problem:
        raise BadInput(f"{option} {problem}") from None


@dataclass(frozen=True, kw_only=True)
class ResultOptions:
    """Where the result goes, and how much it says."""

    output: list[Path] | None = option(
        "Write the whole game as .txt, or the levels as .jsonl, .png or .svg. Can be repeated.",
        None,
        "--output",
        "-o",
        metavar="FILE",
    )
    no_spoilers: NoSpoilersOption = False
    as_json: JsonOption = False

    @property
    def outputs(self) -> Sequence[Path]:
        return self.output or ()

    @property
    def spoilers(self) -> bool:
        return not self.no_spoilers


def check_outputs(
    outputs: Sequence[Path],
    inputs: Sequence[str | Path | None],
    kinds: Sequence[str] = (".txt", ".jsonl", ".png", ".svg"),
) -> None:
    """Refuse files that cannot be written before the work begins."""
    for output in outputs:
        check_output(output, inputs)
        if output.suffix.lower() not in kinds:
            raise BadInput(f"{output}: levels are written as {', '.join(kinds[:-1])} or {kinds[-1]}")

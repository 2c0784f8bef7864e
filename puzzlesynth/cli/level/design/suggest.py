"""`level suggest`: proposes changes to a level, better and better ones."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from puzzlesynth.cli.common.inputs import JsonOption
from puzzlesynth.cli.common.time_limit import apply_time_limit
from puzzlesynth.cli.level.commands import GameArgument

from .options import (
    FloorOption,
    FreeBorderOption,
    FreezeCellsOption,
    FreezeObjectOption,
    FreezeOption,
    LevelsOutputOption,
    NoSpoilersOption,
    OneLevelOption,
    PlayerOption,
    WallOption,
)

_CHANGES = "What may change"
_BEST = "What is best"
_STOP = "When to stop"


def suggest(
    game: GameArgument,
    level: OneLevelOption = None,
    preset: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="move, walls, pair, everything (if none is given), backwards or forwards.",
            rich_help_panel=_CHANGES,
        ),
    ] = None,
    transform: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Your own transformation: rules with option, choose and or (docs/levels.md).",
            rich_help_panel=_CHANGES,
        ),
    ] = None,
    print_transform: Annotated[
        bool,
        typer.Option(
            "--print-transform", help="Print the preset as a file to start from.", rich_help_panel=_CHANGES
        ),
    ] = False,
    freeze: FreezeOption = None,
    freeze_cells: FreezeCellsOption = None,
    freeze_object: FreezeObjectOption = None,
    free_border: FreeBorderOption = False,
    wall: WallOption = None,
    floor: FloorOption = None,
    player: PlayerOption = None,
    rank: Annotated[
        str,
        typer.Option(
            metavar="MEASURES",
            help="A measure, or a sum such as 'difficulty + 20*length - cost'.",
            rich_help_panel=_BEST,
        ),
    ] = "difficulty",
    cost: Annotated[
        list[str] | None,
        typer.Option(
            "--cost",
            metavar="LINE=COST",
            help="What a rule costs, for --rank cost; or write (COST 10) after it in the game.",
            rich_help_panel=_BEST,
        ),
    ] = None,
    keep: Annotated[
        int,
        typer.Option(
            "--keep", "-n", metavar="K", min=1, max=100, help="How many to keep.", rich_help_panel=_BEST
        ),
    ] = 4,
    differ: Annotated[
        int,
        typer.Option(metavar="N", min=1, help="Kept ones differ in so many cells.", rich_help_panel=_BEST),
    ] = 3,
    time_limit: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            min=0,
            help="Stop after so long; or press Ctrl-C.",
            rich_help_panel=_STOP,
            callback=apply_time_limit,
        ),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Stop after so many different candidates.", rich_help_panel=_STOP
        ),
    ] = None,
    candidate_limit: Annotated[
        str | None,
        typer.Option(
            metavar="N|Ns",
            help="States for a candidate, or seconds as in 2s, instead of the rule that adapts.",
            rich_help_panel=_STOP,
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same suggestions.")] = None,
    output: LevelsOutputOption = None,
    no_spoilers: NoSpoilersOption = False,
    as_json: JsonOption = False,
) -> None:
    """Suggest changes to a level, better and better ones, until stopped.

    The level is transformed by chance, what comes of it is solved, and the best are shown as they are found. Every
    level that is shown has been won by playing its solution. Ctrl-C stops and prints the best.

    With --json, standard output has a line per suggestion and one at the end; standard error has a line about the
    progress every second.

    Exit status: 0 there are suggestions, 2 bad input, 3 stopped before there was one.

    Example: puzzlesynth level suggest examples/levels/sokoban.txt -l 4 --preset walls --time-limit 5
    """
    from .suggest_run import SuggestRequest, run

    wishes = SuggestRequest(
        level=level,
        preset=preset,
        transform=transform,
        print_transform=print_transform,
        freeze=freeze,
        freeze_cells=tuple(freeze_cells or ()),
        freeze_objects=tuple(freeze_object or ()),
        free_border=free_border,
        walls=tuple(wall or ()),
        floors=tuple(floor or ()),
        players=tuple(player or ()),
        rank=rank,
        costs=tuple(cost or ()),
        keep=keep,
        differ=differ,
        time_limit=time_limit,
        count=count,
        candidate_limit=candidate_limit,
        seed=seed,
        outputs=tuple(output or ()),
        spoilers=not no_spoilers,
        as_json=as_json,
    )
    raise typer.Exit(run(game, wishes))

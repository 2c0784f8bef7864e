"""The options of `level suggest`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from puzzlesynth.cli.common.inputs import SeedOption
from puzzlesynth.cli.common.run import TimeLimit
from puzzlesynth.quick_dataclasses import dataclass

from .options import FreeBorderOption, LevelOptions, ResultOptions

_CHANGES = "Changes"
_BEST = "Ranking"
_STOP = "Limits"


@dataclass(frozen=True, kw_only=True)
class SuggestOptions(ResultOptions, LevelOptions):
    """Suggest better and better changes to a level, until stopped.

    Mutates the level at random, solves each result, and shows the best as they are found. Every level that is shown has
    been won by playing its solution. Ctrl-C stops and prints the best.

    With --json, standard output has a line per suggestion and one at the end; standard error has a line about the
    progress every second.

    Exit status: 0 there are suggestions, 2 bad input, 3 stopped before there was one.

    Example: puzzlesynth level suggest examples/levels/sokoban.txt -l 4 --preset walls --time-limit 5
    """

    seed: SeedOption = None
    free_border: FreeBorderOption = False
    preset: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="move, walls, pair, everything (the default), backwards or forwards.",
            rich_help_panel=_CHANGES,
        ),
    ] = None
    transform: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Your own transformation: rules with option, choose and or (see docs/levels.md).",
            rich_help_panel=_CHANGES,
        ),
    ] = None
    print_transform: Annotated[
        bool,
        typer.Option(
            "--print-transform", help="Print the preset as a file to start from.", rich_help_panel=_CHANGES
        ),
    ] = False
    rank: Annotated[
        str,
        typer.Option(
            metavar="MEASURES",
            help="A measure, or a sum such as 'difficulty + 20*length - cost'.",
            rich_help_panel=_BEST,
        ),
    ] = "difficulty"
    cost: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LINE=COST",
            help="The cost of a rule, for --rank cost; or write (COST 10) after it in the game.",
            rich_help_panel=_BEST,
        ),
    ] = None
    keep: Annotated[
        int,
        typer.Option(
            "--keep",
            "-n",
            metavar="K",
            min=1,
            max=100,
            help="How many suggestions to keep.",
            rich_help_panel=_BEST,
        ),
    ] = 4
    differ: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, help="Kept suggestions differ in at least N cells.", rich_help_panel=_BEST
        ),
    ] = 3
    time_limit: TimeLimit = None
    count: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Stop after N different candidates.", rich_help_panel=_STOP),
    ] = None
    candidate_limit: Annotated[
        str | None,
        typer.Option(
            metavar="N|Ns",
            help="Most states per candidate, or seconds as in 2s. By default the limit adapts.",
            rich_help_panel=_STOP,
        ),
    ] = None

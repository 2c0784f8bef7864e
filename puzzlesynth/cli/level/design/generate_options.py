"""The options of `level generate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from puzzlesynth.cli.common.inputs import JsonOption, SeedOption
from puzzlesynth.cli.common.run import TimeLimit
from puzzlesynth.quick_dataclasses import dataclass

from .options import GameOptions

_START = "Demands on the start"
_PLAY = "Demands on playing"
_SEARCH = "Search"


@dataclass(frozen=True, kw_only=True)
class GenerateOptions(GameOptions):
    """Generate new levels: solved, replayed and measured.

    Objects are placed by logic so that every demand on the start holds, and the fast solver decides. Every level that
    is printed has been won by playing its solution; its measures and its seed come with it.

    Exit status: 0 done, 1 no start satisfies the demands (the conflicting ones are listed), 2 bad input, 3 stopped with
    fewer levels than asked for.

    Example: puzzlesynth level generate examples/levels/sokoban.txt --layout 7x7 -n 2 --length 20..40 --seed 1
    """

    layout: Annotated[
        str,
        typer.Option(metavar="FILE|WxH", help="A map whose bare cells are filled, or the size of a room."),
    ]
    n: Annotated[int, typer.Option("-n", min=1, max=1000, help="How many levels to generate.")] = 1
    differ: Annotated[
        int,
        typer.Option(
            min=1,
            metavar="N",
            help="With -n: levels differ in at least N things, also mirrored, turned or shifted.",
        ),
    ] = 3
    seed: SeedOption = None
    time_limit: TimeLimit = None
    output: Annotated[
        list[Path] | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the whole game with these levels as .txt, or the levels as .jsonl, .png or .svg. "
            "Can be repeated.",
        ),
    ] = None
    levels_only: Annotated[
        bool, typer.Option("--levels-only", help="In .txt files, write the levels without the game.")
    ] = False
    as_json: JsonOption = False
    number: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OBJECT=A..B", help="How many of an object. Can be repeated.", rich_help_panel=_START
        ),
    ] = None
    apart: Annotated[
        list[str] | None,
        typer.Option(
            metavar="A,B=N", help="Every A is at least N cells from every B.", rich_help_panel=_START
        ),
    ] = None
    within: Annotated[
        list[str] | None,
        typer.Option(metavar="A,B=N", help="Every A has a B within N cells.", rich_help_panel=_START),
    ] = None
    symmetry: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND",
            help="Symmetric walls: horizontal, vertical or rotation. Can be repeated.",
            rich_help_panel=_START,
        ),
    ] = None
    constraint: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Your own logic program (see encodings/levels/README.md). Can be repeated.",
            rich_help_panel=_START,
        ),
    ] = None
    no_border: Annotated[
        bool, typer.Option("--no-border", help="Leave out the walls around a room.", rich_help_panel=_START)
    ] = False
    disconnected: Annotated[
        bool, typer.Option("--disconnected", help="Let walls shut cells off.", rich_help_panel=_START)
    ] = False
    allow_stuck: Annotated[
        bool,
        typer.Option("--allow-stuck", help="Let things start where they are stuck.", rich_help_panel=_START),
    ] = False
    length: Annotated[
        str | None,
        typer.Option(metavar="A..B", help="Moves in the shortest solution.", rich_help_panel=_PLAY),
    ] = None
    difficulty: Annotated[
        str | None,
        typer.Option(metavar="A..B", help="States that the best solver explores.", rich_help_panel=_PLAY),
    ] = None
    uses: Annotated[
        list[int] | None,
        typer.Option(
            metavar="LINE",
            help="The solution uses the rule on this line of the source.",
            rich_help_panel=_PLAY,
        ),
    ] = None
    needs: Annotated[
        list[int] | None,
        typer.Option(metavar="LINE", help="No solution avoids this rule.", rich_help_panel=_PLAY),
    ] = None
    unique: Annotated[
        bool,
        typer.Option(
            "--unique",
            help="There is one shortest solution, apart from the order of moves.",
            rich_help_panel=_PLAY,
        ),
    ] = False
    no_spare: Annotated[
        bool,
        typer.Option(
            "--no-spare",
            help="Without any one thing, the level is unsolvable or has a shorter solution.",
            rich_help_panel=_PLAY,
        ),
    ] = False
    specific_solution: Annotated[
        str | None,
        typer.Option(metavar="MOVES", help="These moves are a shortest solution.", rich_help_panel=_PLAY),
    ] = None
    method: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="auto, logic, climbing, constructive, genetic or backwards.",
            rich_help_panel=_SEARCH,
        ),
    ] = "auto"
    population: Annotated[
        str,
        typer.Option(
            metavar="KIND",
            help="Begin the genetic search with random, constructive or hybrid levels.",
            rich_help_panel=_SEARCH,
        ),
    ] = "hybrid"
    effort: Annotated[
        int,
        typer.Option(
            min=1, metavar="N", help="Candidates per level; the best are kept.", rich_help_panel=_SEARCH
        ),
    ] = 60
    tries: Annotated[
        int, typer.Option(min=1, metavar="N", help="Most candidates in all.", rich_help_panel=_SEARCH)
    ] = 20_000
    states: Annotated[
        int, typer.Option(min=1, metavar="N", help="Most states per candidate.", rich_help_panel=_SEARCH)
    ] = 100_000

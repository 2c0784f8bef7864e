"""`level generate`: new levels for a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from puzzlesynth.cli.common.inputs import JsonOption
from puzzlesynth.cli.common.time_limit import apply_time_limit
from puzzlesynth.cli.level.commands import GameArgument

from .options import FloorOption, PlayerOption, WallOption

_PLACE = "Demands on the start"
_PLAY = "Demands on playing"
_SEARCH = "Searching"


def generate(
    game: GameArgument,
    layout: Annotated[
        str,
        typer.Option(
            "--layout", metavar="FILE|WxH", help="A map whose bare cells are filled, or a room's size."
        ),
    ],
    n: Annotated[int, typer.Option("-n", min=1, max=1000, help="How many levels.")] = 1,
    differ: Annotated[
        int,
        typer.Option(
            min=1,
            metavar="N",
            help="With -n, levels differ in at least N things, also mirrored, turned or shifted.",
        ),
    ] = 3,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same levels.")] = None,
    number: Annotated[
        list[str] | None,
        typer.Option(
            "--number",
            metavar="OBJECT=A..B",
            help="How many of an object; again for more.",
            rich_help_panel=_PLACE,
        ),
    ] = None,
    apart: Annotated[
        list[str] | None,
        typer.Option(
            "--apart", metavar="A,B=N", help="No A is closer to a B than so.", rich_help_panel=_PLACE
        ),
    ] = None,
    within: Annotated[
        list[str] | None,
        typer.Option("--within", metavar="A,B=N", help="Every A has a B so near.", rich_help_panel=_PLACE),
    ] = None,
    symmetry: Annotated[
        list[str] | None,
        typer.Option(
            "--symmetry",
            metavar="KIND",
            help="Walls: horizontal, vertical or rotation; again for more.",
            rich_help_panel=_PLACE,
        ),
    ] = None,
    constraint: Annotated[
        list[Path] | None,
        typer.Option(
            "--constraint",
            metavar="FILE",
            help="Your own logic program (encodings/levels/README.md has its words); again for more.",
            rich_help_panel=_PLACE,
        ),
    ] = None,
    no_border: Annotated[
        bool, typer.Option("--no-border", help="A room without walls around it.", rich_help_panel=_PLACE)
    ] = False,
    disconnected: Annotated[
        bool, typer.Option("--disconnected", help="Walls may shut cells off.", rich_help_panel=_PLACE)
    ] = False,
    allow_stuck: Annotated[
        bool,
        typer.Option("--allow-stuck", help="Things may start where they are stuck.", rich_help_panel=_PLACE),
    ] = False,
    wall: WallOption = None,
    floor: FloorOption = None,
    player: PlayerOption = None,
    length: Annotated[
        str | None,
        typer.Option(metavar="A..B", help="Moves of the shortest solution.", rich_help_panel=_PLAY),
    ] = None,
    difficulty: Annotated[
        str | None,
        typer.Option(metavar="A..B", help="States that the best solver explores.", rich_help_panel=_PLAY),
    ] = None,
    uses: Annotated[
        list[int] | None,
        typer.Option(
            "--uses",
            metavar="LINE",
            help="The solution needs the rule on this line of the source.",
            rich_help_panel=_PLAY,
        ),
    ] = None,
    needs: Annotated[
        list[int] | None,
        typer.Option("--needs", metavar="LINE", help="No solution avoids this rule.", rich_help_panel=_PLAY),
    ] = None,
    unique: Annotated[
        bool,
        typer.Option("--unique", help="One shortest solution, but for order.", rich_help_panel=_PLAY),
    ] = False,
    no_spare: Annotated[
        bool,
        typer.Option(
            "--no-spare", help="Without any one thing: unsolvable, or shorter.", rich_help_panel=_PLAY
        ),
    ] = False,
    specific_solution: Annotated[
        str | None,
        typer.Option(metavar="MOVES", help="These moves are a shortest solution.", rich_help_panel=_PLAY),
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="auto, logic, climbing, constructive, genetic or backwards.",
            rich_help_panel=_SEARCH,
        ),
    ] = "auto",
    population: Annotated[
        str,
        typer.Option(
            metavar="KIND",
            help="The genetic search begins with random, constructive or hybrid levels.",
            rich_help_panel=_SEARCH,
        ),
    ] = "hybrid",
    effort: Annotated[
        int,
        typer.Option(
            min=1, metavar="N", help="Candidates for each level; the best are kept.", rich_help_panel=_SEARCH
        ),
    ] = 60,
    tries: Annotated[
        int, typer.Option(min=1, metavar="N", help="Candidates at most.", rich_help_panel=_SEARCH)
    ] = 20_000,
    states: Annotated[
        int, typer.Option(min=1, metavar="N", help="States for a candidate at most.", rich_help_panel=_SEARCH)
    ] = 100_000,
    time_limit: Annotated[
        float | None,
        typer.Option(
            min=0,
            metavar="SECONDS",
            help="Stop after so long.",
            rich_help_panel=_SEARCH,
            callback=apply_time_limit,
        ),
    ] = None,
    output: Annotated[
        list[Path] | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help=".txt the whole game with these levels, .jsonl, .png or .svg; again for more.",
        ),
    ] = None,
    levels_only: Annotated[
        bool, typer.Option("--levels-only", help="In .txt files, the levels without the game.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Make new levels: solved, replayed and measured.

    Objects are placed by logic so that every demand on the start holds, and the fast solver decides. What is
    printed has been won by playing its solution; measures and seed come with it.

    Exit status: 0 done, 1 no start satisfies the demands (with the ones that conflict), 2 bad input, 3 stopped with
    fewer levels than asked for.

    Example: puzzlesynth level generate examples/levels/sokoban.txt --layout 7x7 -n 2 --length 20..40 --seed 1
    """
    from .generate_run import GenerateRequest, run

    wishes = GenerateRequest(
        layout=layout,
        count=n,
        differ=differ,
        seed=seed,
        numbers=tuple(number or ()),
        apart=tuple(apart or ()),
        within=tuple(within or ()),
        symmetry=tuple(symmetry or ()),
        constraints=tuple(constraint or ()),
        border=not no_border,
        walls=tuple(wall or ()),
        floors=tuple(floor or ()),
        players=tuple(player or ()),
        connected=not disconnected,
        allow_stuck=allow_stuck,
        length=length,
        difficulty=difficulty,
        uses=tuple(uses or ()),
        needs=tuple(needs or ()),
        unique=unique,
        no_spare=no_spare,
        solution=specific_solution,
        method=method,
        population=population,
        effort=effort,
        tries=tries,
        states=states,
        time_limit=time_limit,
        outputs=tuple(output or ()),
        levels_only=levels_only,
        as_json=as_json,
    )
    raise typer.Exit(run(game, wishes))

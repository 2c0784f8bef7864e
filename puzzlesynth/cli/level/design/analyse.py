"""`level analyse`: what every object of a game is for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from puzzlesynth.cli.common.errors import BadInput
from puzzlesynth.cli.common.files import check_output, write_atomically
from puzzlesynth.cli.common.inputs import JsonOption
from puzzlesynth.cli.common.output import write_output
from puzzlesynth.cli.level.commands import GameArgument

from .options import FloorOption, PlayerOption, WallOption, open_designated


def analyse(
    game: GameArgument,
    as_json: JsonOption = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The graph of relations: .dot, .svg or .png."),
    ] = None,
    svg: Annotated[
        bool, typer.Option("--svg", help="The graph of relations as SVG on standard output.")
    ] = False,
    wall: WallOption = None,
    floor: FloorOption = None,
    player: PlayerOption = None,
) -> None:
    """Say what every object is: type, subtype, priority, behaviours, and how many a level needs.

    Pictures are drawn by graphviz, if it is installed.

    Example: puzzlesynth level analyse examples/levels/lava.txt -o lava.svg
    """
    from puzzlesynth.levels.analysis import analyse as analysed
    from puzzlesynth.levels.analysis.report import GraphvizMissing, analysis_json, dot, render_graph, table

    check_output(output, [game])
    _, opened = open_designated(game, wall, floor, player)
    analysis = analysed(opened)
    graph = dot(opened, analysis)
    try:
        if output is not None:
            kind = output.suffix.lower().removeprefix(".")
            if kind not in ("dot", "svg", "png"):
                raise BadInput(f"{output}: the graph is a .dot, .svg or .png file")
            write_atomically(output, graph if kind == "dot" else render_graph(graph, kind))
        if svg:
            write_output(render_graph(graph, "svg").decode(), None)
            return
    except GraphvizMissing as error:
        raise BadInput(str(error)) from None
    if as_json:
        print(json.dumps(analysis_json(opened, analysis), indent=2, ensure_ascii=False))
    elif output is None:
        print(table(opened, analysis))
    else:
        print(f"wrote {output}")

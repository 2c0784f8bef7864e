"""`level analyse`: what every object of a game is for."""

from __future__ import annotations

import json
from pathlib import Path

from puzzlesynth.cli.common.errors import BadInput
from puzzlesynth.cli.common.files import check_output, write_atomically, write_output
from puzzlesynth.cli.common.inputs import JsonOption
from puzzlesynth.cli.common.option_class import command_of, option
from puzzlesynth.quick_dataclasses import dataclass

from .options import GameOptions


@dataclass(frozen=True, kw_only=True)
class AnalyseOptions(GameOptions):
    """Show each object's type, subtype, priority, behaviours, and how many a level needs.

    Pictures are drawn by Graphviz, if it is installed.

    Example: puzzlesynth level analyse examples/levels/lava.txt -o lava.svg
    """

    output: Path | None = option(
        "Write the graph of relations as .dot, .svg or .png.", None, "--output", "-o", metavar="FILE"
    )
    svg: bool = option("Print the graph of relations as SVG on standard output.", False)
    as_json: JsonOption = False


def run(options: AnalyseOptions) -> None:
    from puzzlesynth.charts.dot import dot_of, render_dot
    from puzzlesynth.levels.analysis import analyse as analysed
    from puzzlesynth.levels.analysis.report import analysis_json, analysis_text, relation_chart

    check_output(options.output, [options.game])
    _, game = options.open()
    analysis = analysed(game)
    graph = dot_of(relation_chart(game, analysis))
    if options.output is not None:
        kind = options.output.suffix.lower().removeprefix(".")
        if kind not in ("dot", "svg", "png"):
            raise BadInput(f"{options.output}: the graph is a .dot, .svg or .png file")
        write_atomically(options.output, graph if kind == "dot" else render_dot(graph, kind))
    if options.svg:
        write_output(render_dot(graph, "svg").decode(), None)
    elif options.as_json:
        print(json.dumps(analysis_json(game, analysis), indent=2, ensure_ascii=False))
    elif options.output is None:
        print(analysis_text(game, analysis))
    else:
        print(f"wrote {options.output}")


analyse = command_of(AnalyseOptions, run)

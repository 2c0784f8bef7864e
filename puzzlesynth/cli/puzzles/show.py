"""The command show: a puzzle or a map as a tree or a chart."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common import inputs
from puzzlesynth.cli.common.errors import BadInput
from puzzlesynth.cli.common.files import check_output, write_output
from puzzlesynth.cli.common.puzzle_files import PuzzleNumber
from puzzlesynth.cli.common.standard_streams import highlighted

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.puzzle.model import Puzzle


TreeFormat = StrEnum("TreeFormat", ["text", "svg", "dot", "mermaid"])


def show(
    pack: inputs.PackArgument,
    puzzle: Annotated[
        str | None, typer.Argument(metavar="[PUZZLE]", help="A puzzle's JSON file, or - for standard input.")
    ] = None,
    to: Annotated[TreeFormat, typer.Option(help="The format.")] = TreeFormat.text,
    map_: Annotated[
        str | None, typer.Option("--map", metavar="NAME", help="Show this map of the pack instead.")
    ] = None,
    view: Annotated[
        inputs.MapViewChoice, typer.Option(help="With --map: its blocks, or its areas and doors.")
    ] = inputs.MapViewChoice.blocks,
    number: PuzzleNumber = None,
    output: inputs.Output = None,
) -> None:
    """Show a puzzle's tree: as text, or as SVG, DOT or Mermaid.

    Example: puzzlesynth show examples/heist heist.json --to svg -o heist.svg
    """
    if map_ is not None:
        loaded = inputs.open_pack(pack)
        check_output(output, [puzzle, *inputs.pack_files(loaded)])
        drawn = inputs.drawn_map(loaded, map_, view.value, to.value, puzzle, number)
    elif puzzle is None:
        raise BadInput("PUZZLE is missing: name its JSON file, or - for standard input")
    else:
        loaded, opened = inputs.open_pack_and_puzzle(pack, puzzle, number)
        check_output(output, [puzzle, *inputs.pack_files(loaded)])
        drawn = _drawn(loaded, opened, to)
    if to is TreeFormat.text and output is None:
        print(highlighted(drawn))
    else:
        write_output(drawn + "\n", output)


def _drawn(pack: Pack, puzzle: Puzzle, to: TreeFormat) -> str:
    if to is TreeFormat.text:
        from puzzlesynth.puzzle.text_tree import tree_text
        from puzzlesynth.world.difficulty import measured

        return tree_text(pack, measured(pack, puzzle))
    from puzzlesynth.export.interface import Options
    from puzzlesynth.export.registry import exporter

    return str(exporter(to.value).export(pack, puzzle, Options()))

"""The command alternatives: other ways to get the same thing at the same place of a puzzle."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common.errors import NONE_EXISTS, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.inputs import JsonOption, PackArgument, PuzzleArgument, open_pack_and_puzzle
from puzzlesynth.cli.common.puzzle_files import PuzzleNumber
from puzzlesynth.cli.common.run import EmittedCount, TimeLimit, emit_puzzles
from puzzlesynth.cli.common.standard_streams import highlighted, print_line
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.synth.options import SynthesisOptions

from .synth import ending

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.puzzle.model import Puzzle


def alternatives(
    pack: PackArgument,
    puzzle: PuzzleArgument,
    step: Annotated[str, typer.Argument(metavar="STEP", help="A step of the puzzle, as in s3.")],
    number: PuzzleNumber = None,
    n: Annotated[int, typer.Option("-n", min=1, help="Print at most this many puzzles.")] = 5,
    time_limit: TimeLimit = None,
    as_json: JsonOption = False,
) -> None:
    """Find other ways to get what a step makes, each as a whole puzzle.

    Only the parts that serve this step alone can change; the rest of the puzzle stays as it is.

    Example: puzzlesynth synth examples/meadow --seed 3 --json | puzzlesynth alternatives examples/meadow - s3
    """
    from puzzlesynth.puzzle.json_io import puzzle_to_json
    from puzzlesynth.puzzle.text_tree import tree_text
    from puzzlesynth.synth.exhaustion import Exhaustion

    loaded, opened = open_pack_and_puzzle(pack, puzzle, number)
    if opened.map is not None:
        raise BadInput(
            "a puzzle that fills a map has no alternatives: use `puzzlesynth synth --map` to fill it differently"
        )
    if opened.progress is not None:
        raise BadInput(
            "this puzzle belongs to a running game: use `puzzlesynth synth --state FILE --base PUZZLE --keep …`"
        )
    found, exhaustion = 0, Exhaustion()
    options = SynthesisOptions(time_limit=time_limit, exhaustion=exhaustion)

    def write(alternative: Puzzle, out: EmittedCount) -> None:
        nonlocal found
        found += 1
        with out.one():
            text = (
                puzzle_to_json(alternative) if as_json else highlighted(tree_text(loaded, alternative)) + "\n"
            )
            print(text, flush=True)

    emit_puzzles(islice(_alternatives(loaded, opened, step, options), n), n, write)
    if not found:
        for line in ending(exhaustion, f"There is no other way to get what {step} makes", "ways"):
            print_line(line, sys.stderr)
        raise typer.Exit(OUT_OF_TIME if exhaustion.undecided else NONE_EXISTS)
    if found < n:
        print_line(f"Done: {counted(found, 'other way')} found.", sys.stderr)


def _alternatives(pack: Pack, puzzle: Puzzle, step: str, options: SynthesisOptions) -> Iterator[Puzzle]:
    """What the quick search finds; only where that is nothing, the whole search."""
    from puzzlesynth.pipeline.regeneration import Regenerator

    regenerator = Regenerator(pack, options)
    nothing = True
    for found in regenerator.alternatives(puzzle, step):
        nothing = False
        yield found
    if nothing:
        yield from regenerator.alternatives(puzzle, step, exhaustive=True)

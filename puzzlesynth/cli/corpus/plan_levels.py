"""`puzzlesynth corpus plan-levels`."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from puzzlesynth.cli.common import inputs
from puzzlesynth.cli.common.errors import BadInput
from puzzlesynth.cli.common.run import Progress
from puzzlesynth.pack.text.wording import counted


def plan_levels(
    games: Annotated[list[Path], typer.Argument(metavar="GAME…", help="One PuzzleScript game or several.")],
    output: Annotated[
        Path, typer.Option("-o", metavar="DIR", help="The folder of the corpus; it must be new.")
    ],
    layout: Annotated[
        list[str],
        typer.Option(
            metavar="FILE|WxH", help="A map whose bare cells are filled, or a size. Can be repeated."
        ),
    ],
    size: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many levels, over all games and layouts.")
    ],
    length: Annotated[
        str | None, typer.Option(metavar="A..B", help="Moves in the shortest solution.")
    ] = None,
    seed: inputs.SeedOption = 0,
    shard_size: Annotated[int, typer.Option(min=1, metavar="N", help="How many levels a shard has.")] = 50,
) -> None:
    """Plan a corpus of levels for games and layouts; none is a rotation or reflection of another.

    `corpus run` makes them and `corpus merge` leaves out levels that two shards have found.

    Example: puzzlesynth corpus plan-levels examples/levels/sokoban.txt --layout 6x6 --size 4 -o sokoban-corpus
    """
    from puzzlesynth.corpus.level_corpus import LevelRequest, plan_levels
    from puzzlesynth.corpus.manifest import MANIFEST

    if (output / MANIFEST).exists():
        raise BadInput(f"{output}: this folder already has a corpus; choose another one")
    command = shlex.join(["puzzlesynth", *sys.argv[1:]])
    with Progress("planning"):
        job = plan_levels(
            LevelRequest(tuple(games), tuple(layout), size, length, seed or 0, shard_size, command)
        )
    job.write(output)
    print(f"{output}: {counted(size, 'level')} in {counted(len(job.manifest.shards), 'shard')}")
    print(f"Make them with `puzzlesynth corpus run {shlex.quote(str(output))}`.", file=sys.stderr)

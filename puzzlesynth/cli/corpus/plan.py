"""`puzzlesynth corpus plan`."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from puzzlesynth.cli.common import inputs
from puzzlesynth.cli.common.errors import NONE_EXISTS, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.run import Progress, TimeLimit
from puzzlesynth.pack.text.wording import counted

from .options import Workers


def plan(
    packs: Annotated[list[str], typer.Argument(metavar="PACK…", help="One pack or several.")],
    output: Annotated[
        Path, typer.Option("-o", metavar="DIR", help="The folder of the corpus; it must be new.")
    ],
    size: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="How many puzzles, spread over all possible ones."),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="All puzzles, instead of --size.")] = False,
    seed: inputs.SeedOption = 0,
    constraint: inputs.Constraints = None,
    steps: inputs.StepsOption = None,
    depth: inputs.DepthOption = None,
    width: inputs.WidthOption = None,
    herrings: inputs.HerringsOption = None,
    shard_size: Annotated[
        int, typer.Option(min=1, metavar="N", help="About how many puzzles a shard has.")
    ] = 5000,
    workers: Workers = None,
    time_limit: TimeLimit = None,
) -> None:
    """Cut the puzzles of packs into shards that can be made anywhere, in any order.

    Example: puzzlesynth corpus plan examples/meadow --size 100 -o meadow-corpus
    """
    from puzzlesynth.corpus.manifest import MANIFEST
    from puzzlesynth.corpus.plan import CorpusRequest, NothingToPlan, plan_corpus

    if all_ == (size is not None):
        raise BadInput("say how many puzzles with --size, or ask for every one with --all")
    if (output / MANIFEST).exists():
        raise BadInput(f"{output}: this folder already has a corpus; choose another one")
    loaded = [inputs.open_pack(path) for path in packs]
    for one in loaded:
        inputs.require_areas(one)
        inputs.targets_from(one, steps, depth, width, herrings)
    targets = {"steps": steps, "depth": depth, "width": width, "herrings": herrings}
    request = CorpusRequest(
        packs=tuple(loaded),
        size=size,
        seed=seed or 0,
        constraints=tuple(inputs.existing_constraints(constraint or [])),
        targets={name: tuple(given) for name, given in targets.items() if given},
        shard_size=shard_size,
        command=shlex.join(["puzzlesynth", *sys.argv[1:]]),
    )
    try:
        with Progress("planning"):
            made = plan_corpus(request, workers or inputs.cores(), time_limit)
    except NothingToPlan as none:
        print(f"{none}.", file=sys.stderr)
        raise typer.Exit(NONE_EXISTS if none.proven else OUT_OF_TIME) from None
    made.write(output)
    manifest = made.job.manifest
    what = "all puzzles" if size is None or made.few else counted(size, "puzzle")
    print(f"{output}: {what} in {counted(len(manifest.shards), 'shard')}")
    if made.few:
        print("There are fewer puzzles than you asked for, so the corpus has all of them.", file=sys.stderr)
    print(f"Make them with `puzzlesynth corpus run {shlex.quote(str(output))}`.", file=sys.stderr)

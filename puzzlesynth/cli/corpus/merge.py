"""`puzzlesynth corpus merge`."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from puzzlesynth.cli.common import inputs
from puzzlesynth.cli.common.errors import BadInput
from puzzlesynth.cli.common.run import Progress
from puzzlesynth.pack.text.wording import counted

from .options import CorpusArgument, License

_SHARES = re.compile(r"(\d{1,3})/(\d{1,3})/(\d{1,3})")


def merge(
    corpus: CorpusArgument,
    output: Annotated[
        Path, typer.Option("-o", metavar="DATASET", help="The folder of the dataset; it must be new.")
    ],
    split: Annotated[
        str,
        typer.Option(metavar="A/B/C", help="Percent of the trees for train, validation and test."),
    ] = "90/5/5",
    partial: Annotated[
        bool, typer.Option("--partial", help="Merge the shards that exist, even if others are missing.")
    ] = False,
    license_: License = None,
    as_json: inputs.JsonOption = False,
) -> None:
    """Merge the shards of a corpus into Parquet files that Hugging Face `datasets` loads, with a data card.

    Counts the puzzles to prove that there are no duplicates. Puzzles with the same tree are always in the same split.

    Example: puzzlesynth corpus merge meadow-corpus -o meadow-dataset --license mit
    """
    from puzzlesynth.corpus.dataset.card import UNKNOWN_LICENSE, write_card
    from puzzlesynth.corpus.dataset.merge import Merged, merge_corpus
    from puzzlesynth.corpus.figures import size_text

    found = _SHARES.fullmatch(split)
    if found is None or sum(map(int, found.groups())) != 100:
        raise BadInput(f"--split {split}: expected three percentages that add up to 100, as in 90/5/5")
    merged: Merged | None = None
    shares = tuple(map(int, found.groups()))
    with Progress("merging") as progress:
        for count, found_so_far in merge_corpus(corpus, output, shares=shares, partial=partial):
            progress.say(counted(count, "row"))
            merged = found_so_far
    assert merged is not None
    write_card(output, license=license_ or UNKNOWN_LICENSE)
    if as_json:
        rows = {config: dict(splits) for config, splits in merged.rows.items()}
        print(
            json.dumps({"puzzles": merged.count, "trees": merged.trees, "bytes": merged.bytes, "rows": rows})
        )
        return
    print(f"{output}: {counted(merged.count, merged.thing)}, none twice, {size_text(merged.bytes)}")
    if merged.left_out:
        print(
            f"Left out {counted(merged.left_out, merged.thing)} that several shards had found.",
            file=sys.stderr,
        )
    if license_ is None:
        print("The data card names no licence: choose one with `corpus card --license`.", file=sys.stderr)

"""`puzzlesynth corpus card`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from puzzlesynth.cli.common.standard_streams import read_text

from .options import License


def card(
    dataset: Annotated[
        Path, typer.Argument(metavar="DATASET", help="A dataset: a folder made by `corpus merge`.")
    ],
    license_: License = None,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="The dataset's title.")] = None,
    text: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Markdown to begin with: what the dataset is for.")
    ] = None,
) -> None:
    """Write the data card of a dataset: what it contains, how it was made, figures, plots and licence.

    Example: puzzlesynth corpus card meadow-dataset --license mit --title "Meadow puzzles"
    """
    from puzzlesynth.corpus.dataset.card import UNKNOWN_LICENSE, write_card

    said = None if text is None else read_text(str(text), "a text to begin with")
    print(write_card(dataset, license=license_ or UNKNOWN_LICENSE, title=title, text=said))

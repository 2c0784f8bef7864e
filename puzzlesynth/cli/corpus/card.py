"""`puzzlesynth corpus card`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from puzzlesynth.cli.common.errors import BadInput

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
    """Write the data card of a dataset: what it has, how it was made, figures, plots and licence.

    Example: puzzlesynth corpus card meadow-dataset --license mit --title "Meadow puzzles"
    """
    from puzzlesynth.corpus.dataset.card import UNKNOWN_LICENSE, write_card

    try:
        said = None if text is None else text.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{text}: {getattr(error, 'strerror', None) or 'not a text in UTF-8'}") from None
    print(write_card(dataset, license=license_ or UNKNOWN_LICENSE, title=title, text=said))

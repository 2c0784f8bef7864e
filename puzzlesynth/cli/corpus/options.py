"""Options of several corpus commands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

CorpusArgument = Annotated[
    Path, typer.Argument(metavar="DIR", help="A corpus: a folder made by `corpus plan`.")
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        min=1,
        metavar="N",
        help="Worker processes; does not affect results. By default one per core.",
        show_default=False,
    ),
]
License = Annotated[
    str | None,
    typer.Option(
        "--license", metavar="ID", help="The licence of the data, as Hugging Face names it: mit, cc-by-4.0."
    ),
]

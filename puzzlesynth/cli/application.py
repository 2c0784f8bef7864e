"""One typer application over the table of commands."""

from __future__ import annotations

import typer

from puzzlesynth.cli.common.errors import STATUSES

from .commands import TYPER_SETTINGS, Commands

app = typer.Typer(name="puzzlesynth", cls=Commands, epilog=STATUSES, **TYPER_SETTINGS)


@app.callback()
def puzzlesynth() -> None:
    """Puzzles for games, proven solvable."""

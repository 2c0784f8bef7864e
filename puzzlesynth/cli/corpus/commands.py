"""`puzzlesynth corpus`: puzzles by the million."""

from __future__ import annotations

import typer

from puzzlesynth.cli.help import Application

from .plan import plan
from .run import run

app: typer.Typer = Application(
    help="Puzzles by the million: plan shards, and make them on as many machines as you have."
)
app.command("plan")(plan)
app.command("run")(run)

"""`puzzlesynth corpus`: puzzles by the million."""

from __future__ import annotations

import typer

from puzzlesynth.cli.help import Application

from .card import card
from .merge import merge
from .plan import plan
from .plan_levels import plan_levels
from .run import run

app: typer.Typer = Application(help="Make puzzles by the million, on as many machines as you have.")
app.command("plan")(plan)
app.command("plan-levels")(plan_levels)
app.command("run")(run)
app.command("merge")(merge)
app.command("card")(card)

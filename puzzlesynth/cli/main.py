"""The command line: one typer application over the table of commands."""

from __future__ import annotations

import gc
import sys

import typer

from .commands import PLAIN, Commands
from .failing import report_failure
from .streams import prepare

app = typer.Typer(name="puzzlesynth", cls=Commands, **PLAIN)


@app.callback()
def puzzlesynth() -> None:
    """Puzzles for games, proven solvable."""


def main() -> None:
    """The console script: exit status 0 done, 1 proven that there is none, 2 bad usage or input, 3 out of time."""
    prepare()
    if "--allow-extensions" in sys.argv[1:]:
        from .inputs import allowed_extensions

        # It may stand with any command that reads a pack.
        sys.argv = [word for word in sys.argv if word != "--allow-extensions"]
        allowed_extensions[0] = True
    # Grounding and decoding make many objects that live on; looking for rubbish among them would cost a seventh of the
    # time to the first puzzle.
    gc.set_threshold(200_000, 50, 100)
    try:
        app()
    except Exception as error:
        sys.exit(report_failure(error))

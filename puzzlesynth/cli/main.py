"""The command line: one typer application, its commands gathered from the files beside this one."""

from __future__ import annotations

import gc
import sys

import typer

from . import (
    export,
    importing,
    items,
    level,
    level_analyse,
    level_generate,
    level_progression,
    level_repair,
    level_simplify,
    level_suggest,
    level_swap,
    maps,
    packs,
    play,
    puzzles,
    qa,
    solve,
    synth,
    why,
)
from .failing import report_failure
from .inputs import allowed_extensions

app = typer.Typer(
    name="puzzlesynth",
    help="Puzzles for games, proven solvable.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

for command in (
    packs.new,
    packs.check,
    synth.synth,
    synth.count,
    why.why,
    puzzles.verify,
    solve.solve,
    qa.qa,
    puzzles.show,
    play.play,
    export.export,
    items.items,
    packs.schema,
):
    app.command()(command)
app.add_typer(maps.app, name="map")
app.add_typer(importing.app, name="import")
for level_command in (
    level_analyse.analyse,
    level_generate.generate,
    level_suggest.suggest,
    level_repair.repair,
    level_simplify.simplify,
    level_swap.swap,
    level_progression.progression,
):
    level.app.command()(level_command)
app.add_typer(level.app, name="level")


def main() -> None:
    """The console script: exit status 0 done, 1 proven that there is none, 2 bad usage or input, 3 out of time."""
    if "--allow-extensions" in sys.argv[1:]:
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

"""The command line: one typer application, its commands gathered from the files beside this one."""

from __future__ import annotations

import sys

import typer

from . import export, level, level_analyse, packs, play, puzzles, qa, solve, synth
from .failing import report_failure

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
    puzzles.verify,
    solve.solve,
    qa.qa,
    puzzles.show,
    play.play,
    export.export,
    packs.schema,
):
    app.command()(command)
app.add_typer(level_analyse.app, name="level")


def main() -> None:
    """The console script: exit status 0 done, 1 proven that there is none, 2 bad usage or input, 3 out of time."""
    try:
        app()
    except Exception as error:
        sys.exit(report_failure(error))

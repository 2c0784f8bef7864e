"""All commands, by name. A command's file is only read when the command is run: the list alone needs none of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple

import typer
import typer.core

from puzzlesynth.cli.common.errors import Interrupted
from puzzlesynth.internal_error import InternalError

TYPER_SETTINGS: Mapping[str, Any] = {
    "no_args_is_help": True,
    "add_completion": False,
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
}
"""How every group of commands is set up."""


class CommandEntry(NamedTuple):
    place: str
    """Where it is: `module.function`, or `module.app` for a group of commands."""
    help: str
    """The first sentence of its help."""


COMMANDS = {
    "new": CommandEntry("packs.check.new", "Write a small working pack to start from."),
    "check": CommandEntry("packs.check.check", "Find mistakes in a pack, each with its place and a hint."),
    "synth": CommandEntry("puzzles.synth.synth", "Make puzzles: proven solvable, and free of shortcuts."),
    "count": CommandEntry("puzzles.synth.count", "Count the different puzzles of a pack, or give a bound."),
    "why": CommandEntry(
        "puzzles.why.why",
        "Say why a pack has no puzzle: a smallest set of requirements that cannot hold together, and what would help.",
    ),
    "verify": CommandEntry(
        "puzzles.verify.verify", "Prove every guarantee of a puzzle again by running the world."
    ),
    "solve": CommandEntry(
        "puzzles.solve.solve", "List every solution of a puzzle, up to the order of steps."
    ),
    "qa": CommandEntry("puzzles.qa.qa", "Measure many puzzles and write one page about them."),
    "show": CommandEntry("puzzles.verify.show", "Show a puzzle's tree: as text, or as SVG, DOT or Mermaid."),
    "play": CommandEntry("play.play.play", "Play a puzzle as a text adventure, with hints, undo and saves."),
    "export": CommandEntry("puzzles.export.export", "Write a puzzle for another tool."),
    "migrate": CommandEntry(
        "puzzles.migrate.migrate",
        "Bring puzzles and saved games up to date with a changed pack, proven again.",
    ),
    "items": CommandEntry(
        "packs.items.items", "Show all items as a table, write it as CSV, or read an edited one back."
    ),
    "schema": CommandEntry("packs.check.schema", "Print the JSON Schema of packs or puzzles, for editors."),
    "map": CommandEntry("packs.map.app", "Puzzle maps: the shape of a puzzle, to be filled from a pack."),
    "import": CommandEntry("packs.importers.app", "Make a pack from another program's files."),
    "level": CommandEntry(
        "level.design_commands.app",
        "PuzzleScript games: check, look at, solve and play them, make and improve levels.",
    ),
}


class Commands(typer.core.TyperGroup):
    """Finds commands in the table above."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        entry = COMMANDS.get(cmd_name)
        return None if entry is None else load_command(cmd_name, entry)

    def make_context(self, *words: Any, **more: Any) -> Any:
        with _passed_on():
            return super().make_context(*words, **more)

    def invoke(self, ctx: Any) -> Any:
        try:
            with _passed_on():
                result = super().invoke(ctx)
                sys.stdout.flush()
        except BrokenPipeError:
            # Whoever read our output has seen enough (`… | head -1`). What is still to be written goes nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(0)
        except typer.BadParameter as mistake:
            from .option_errors import plain_number_error

            raise plain_number_error(mistake) from None
        return result

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS:
            from puzzlesynth.suggestions import NameIndex

            if close := NameIndex(COMMANDS).closest(args[0]):
                ctx.fail(f"No such command '{args[0]}'. Did you mean '{close}'?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in COMMANDS.items()])


@contextmanager
def _passed_on() -> Iterator[None]:
    """What typer would end with a status of its own, for those who know what it means here."""
    try:
        yield
    except KeyboardInterrupt as stop:
        raise Interrupted from stop
    except EOFError as error:
        raise InternalError(f"EOFError: {error}") from error


def load_command(name: str, entry: CommandEntry) -> Any:
    """The command, ready to run."""
    module, _, member = entry.place.rpartition(".")
    found: typer.Typer | Callable[..., Any] = getattr(import_module(f".{module}", __package__), member)
    holder = typer.Typer(**TYPER_SETTINGS)
    holder.callback()(_nothing)
    if isinstance(found, typer.Typer):
        holder.add_typer(found, name=name)
    else:
        holder.command(name)(found)
    return typer.main.get_command(holder).commands[name]  # type: ignore[attr-defined]


def _nothing() -> None:
    """Makes a group even of a single command."""

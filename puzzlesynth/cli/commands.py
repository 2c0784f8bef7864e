"""All commands, by name. A command's module is only imported when it runs: the list alone needs none of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
import typer.core

from puzzlesynth import __version__
from puzzlesynth.cli.common.errors import STATUSES, Interrupted
from puzzlesynth.internal_error import InternalError

from .help import Application, HelpfulCommand, HelpfulGroup, Rows


class CommandEntry(NamedTuple):
    panel: str
    """The heading under which help lists it."""
    place: str
    """Where it is: `module.function`, or `module.app` for a group of commands."""
    help: str
    """The first sentence of its help."""


def _entries(panel: str, **commands: tuple[str, str]) -> dict[str, CommandEntry]:
    return {name: CommandEntry(panel, *entry) for name, entry in commands.items()}


COMMANDS = {
    **_entries(
        "Packs",
        new=("packs.check.new", "Write a small working pack to start from."),
        check=("packs.check.check", "Find mistakes in a pack, each with its place and a hint."),
        items=(
            "packs.items.items",
            "Show all items as a table, write it as CSV, or read an edited one back.",
        ),
        schema=("packs.check.schema", "Print the JSON Schema of packs or puzzles, for editors."),
    ),
    "import": CommandEntry("Packs", "packs.importers.app", "Make a pack from another program's files."),
    **_entries(
        "Puzzles",
        synth=("puzzles.synth.synth", "Generate puzzles: proven solvable, and free of shortcuts."),
        count=("puzzles.count.count", "Count the different puzzles of a pack, exactly or with an estimate."),
        alternatives=(
            "puzzles.alternatives.alternatives",
            "Find other ways to get what a step makes, each as a whole puzzle.",
        ),
        why=("puzzles.why.why", "Explain why a pack has no puzzle, and what would help."),
        verify=("puzzles.verify.verify", "Prove every guarantee of a puzzle again by playing it."),
        solve=("puzzles.solve.solve", "List every solution of a puzzle, up to the order of steps."),
        show=("puzzles.show.show", "Show a puzzle's tree: as text, or as SVG, DOT or Mermaid."),
        qa=("puzzles.qa.qa", "Measure many puzzles and write a report page about them."),
        export=("puzzles.export.export", "Write a puzzle for another tool."),
        migrate=("puzzles.migrate.migrate", "Bring puzzles and saved games up to date with a changed pack."),
    ),
    "corpus": CommandEntry(
        "Puzzles",
        "corpus.commands.app",
        "Make puzzles by the million, on as many machines as you have.",
    ),
    **_entries(
        "Playing",
        play=("play.play.play", "Play a puzzle as a text adventure, with hints, undo and saves."),
    ),
    **_entries(
        "Maps",
        map=("packs.map.app", "Describe, count, explain, suggest and draw puzzle maps."),
    ),
    **_entries(
        "Logic program",
        facts=("packs.logic_program.facts", "Print a pack's facts, or its whole logic program for clingo."),
        decode=("packs.logic_program.decode", "Turn clingo's answer sets into puzzles, each one proven."),
    ),
    **_entries(
        "Studio",
        studio=("studio.studio", "Design puzzles and levels in your browser, together with the solver."),
    ),
    **_entries(
        "Levels",
        level=(
            "level.commands.app",
            "Check, show, solve and play PuzzleScript games; generate and improve levels.",
        ),
    ),
}


class Commands(HelpfulGroup):
    """Finds commands in the table above."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        entry = COMMANDS.get(cmd_name)
        return None if entry is None else load_command(cmd_name, entry)

    def listed_commands(self, ctx: Any) -> Rows:
        found: dict[str, list[tuple[str, str]]] = {}
        for name, entry in COMMANDS.items():
            found.setdefault(entry.panel, []).append((name, entry.help))
        return found

    def make_context(self, *words: Any, **more: Any) -> Any:
        with _passed_on():
            return super().make_context(*words, **more)

    def invoke(self, ctx: Any) -> Any:
        try:
            with _passed_on():
                result = super().invoke(ctx)
                sys.stdout.flush()
        except BrokenPipeError:
            # The reader of our output has stopped reading (`… | head -1`), so discard the rest.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(0)
        except typer.BadParameter as mistake:
            raise _plain_mistake(mistake) from None
        return result

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS:
            from puzzlesynth.suggestions import NameIndex

            if close := NameIndex(COMMANDS).closest(args[0]):
                ctx.fail(f"No such command '{args[0]}'. Did you mean '{close}'?")
        return super().resolve_command(ctx, args)


@contextmanager
def _passed_on() -> Iterator[None]:
    """Passes on what typer would end with its own exit status."""
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
    if isinstance(found, typer.Typer):
        command = typer.main.get_command(found)
        command.name = name
        return command
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name, cls=HelpfulCommand)(found)
    return typer.main.get_command(alone)


class _PlainMistake(typer.BadParameter):
    """A message that names its option itself."""

    def format_message(self) -> str:
        return str(self.message)


def _plain_mistake(mistake: typer.BadParameter) -> typer.BadParameter:
    """The same mistake; the message says which values the option takes."""
    parameter = mistake.param
    takes = _values(parameter.type) if parameter is not None and mistake.message else None
    if parameter is None or takes is None:
        return mistake
    name = parameter.human_readable_name
    if parameter.param_type_name != "argument":
        name = max(parameter.opts, key=len)
    return _PlainMistake(f"{name} must be {takes}", mistake.ctx, parameter)


def _values(kind: Any) -> str | None:
    """The values of a type, in words; None: anything that is text."""
    name = str(getattr(kind, "name", ""))
    if choices := getattr(kind, "choices", None):
        *others, last = (str(getattr(choice, "value", choice)) for choice in choices)
        return f"{', '.join(others)} or {last}" if others else last
    if not name.startswith(("int", "float")):
        return None
    what = "a whole number" if name.startswith("int") else "a number"
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    if least is not None and most is not None:
        return f"{what} from {least:g} to {most:g}"
    if least is not None:
        return f"{what}, {least:g} or more"
    return what if most is None else f"{what}, {most:g} or less"


app = Application(name="puzzlesynth", cls=Commands, epilog=STATUSES, add_completion=True)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"puzzlesynth {__version__}")
        raise typer.Exit


@app.callback()
def puzzlesynth(
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_print_version),
    ] = False,
) -> None:
    """Puzzles for games, proven solvable.

    Begin with `puzzlesynth new my_game`, then `puzzlesynth synth my_game`.
    """

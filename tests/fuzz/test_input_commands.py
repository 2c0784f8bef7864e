"""No command and no option with a value is forgotten by the fuzzer of inputs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
import typer

from puzzlesynth.cli.commands import app
from puzzlesynth.studio.handlers import handlers
from tests.fuzz.input_commands import COMMANDS_OF, WITHOUT_INPUT
from tests.fuzz.studio_requests import of_game, of_pack

WRITTEN = {"-o", "--output", "--gif", "--transcript"}
"""Options that name what is written: a damaged one could be an unrelated file."""
OTHER_MACHINES = {"--dask"}


def commands(group: Any, *words: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if hasattr(command, "list_commands"):
            yield from commands(command, *words, name)
        else:
            yield (*words, name), command


EVERY = dict(commands(typer.main.get_command(app)))
TRIED = [command.words for several in COMMANDS_OF.values() for command in several]


def test_every_command_is_tried() -> None:
    without = {name for name in EVERY if name[0] in WITHOUT_INPUT}
    assert [name for name in EVERY if not any(tried[: len(name)] == name for tried in TRIED)] == list(without)


def test_every_option_with_a_value_is_tried() -> None:
    forgotten = []
    for name, command in EVERY.items():
        given = {word.partition("=")[0] for tried in TRIED if tried[: len(name)] == name for word in tried}
        for option in command.params:
            takes_value = option.param_type_name == "option" and not option.is_flag
            names = {*option.opts, *option.secondary_opts}
            if takes_value and not names & (given | WRITTEN | OTHER_MACHINES):
                forgotten.append((" ".join(name), option.opts))
    assert not forgotten


def test_every_request_of_the_studio_is_sent() -> None:
    sent = {kind for said in (*of_pack(None, "").values(), *of_game(None, 0).values()) for kind, _ in said}
    assert sent - {"cancel"} == set(handlers())

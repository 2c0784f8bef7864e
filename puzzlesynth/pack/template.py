"""What `puzzlesynth new` writes: a small pack that works, with a comment for everything in it."""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from pathlib import Path

from puzzlesynth.pack.diagnostics.problems import PackError, error

from .json_schema import pack_schema
from .model import Place

SCHEMA_FILE = "pack.schema.json"
"""Where the first line of a new pack lets an editor look for the schema: beside the pack."""

_PACK = """\
# yaml-language-server: $schema=pack.schema.json
# (With this line, editors that know the YAML language server complete and explain every key.)

pack: @NAME@
title: The Locked Cellar
description: A first pack. Change a line, run `puzzlesynth check`, then `puzzlesynth synth`.

# The things in your game. Each item has a name, followed by its properties.
items:
  Cellar:  {open: false, description: "A heavy door with an old lock."}
  Key:     {carryable: true, rusty: true, description: "More rust than key."}
  Chest:   {closed: true, description: "A sea chest without a handle."}
  Crowbar: {carryable: true, description: "It opens what was not meant to be opened."}
  Oil:     {carryable: true, description: "A small can of oil."}
  Fisher:  {isa: [Person], description: "The fisher shivers. Something warm would help."}
  Tea:     {carryable: true, description: "It is hot, and it smells of lemon."}
  Kettle:  {carryable: true, description: "Still half full."}
  Stove:   {description: "The fire has not gone out."}

# What a player can do, one rule per line:
#
#     what is there afterwards ::= Action what must be there before
#
# On the left, the main result comes first. An item on both sides is kept; an item on the right only is used up.
# [...] lists the properties that an item must have (right) or gets (left). A boolean that is not given is False.
rules: |
  Cellar[open: True] Key   ::= Unlock Cellar[open: False] Key[rusty: False]
  Key[rusty: False]        ::= Grease Key[rusty: True] Oil
  Key Chest[closed: False] Crowbar ::= ForceOpen Chest[closed: True] Crowbar
  Oil Person               ::= Receive Person[pleased: True]
  Person[pleased: True]    ::= Give Person[pleased: False] Tea
  Tea Kettle Stove         ::= Brew Kettle Stove

# Where it happens. An area is solved once its goal exists; then the areas that it connects to open.
areas:
  House:
    start: true
    goals: ["Cellar[open: True]"]      # a goal with properties needs quotes
    depth: {min: 3, max: 6}            # how many steps in a row lead to the goal, at least and at most
    contains: [Cellar, Stove, Fisher]  # what is already there; puzzlesynth places the rest

# What holds for every puzzle. For each guarantee: forbid, report or allow.
guarantees: {shortcuts: forbid, dead_ends: report}
"""

_NAME = re.compile(r"\w[\w-]*")


def template(name: str) -> str:
    """The text of a new pack."""
    return _PACK.replace("@NAME@", name)


def write_template(target: str | os.PathLike[str]) -> Path:
    """Writes `target/pack.yaml`, named after the folder, and the schema for editors beside it.

    Nothing that exists is ever overwritten, and a file is written whole or not at all.
    """
    folder = Path(target)
    name = folder.name or folder.resolve().name
    if not _NAME.fullmatch(name):
        hint = "letters, digits, `_` and `-`"
        raise PackError(
            [error("bad-name", f"`{name}` cannot be the name of a pack", Place(str(folder)), hint)]
        )
    path = folder / "pack.yaml"
    schema = json.dumps(pack_schema(), indent=2, ensure_ascii=False) + "\n"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write_new(path, template(name))
        with suppress(FileExistsError):
            _write_new(folder / SCHEMA_FILE, schema)
    except FileExistsError:
        existing = path if path.exists() else folder
        message = f"`{existing}` is there already, and nothing is overwritten"
        raise PackError([error("exists", message, Place(str(existing)), "choose another name")]) from None
    except OSError as mistake:
        message = f"`{path}` cannot be written: {mistake.strerror or mistake}"
        raise PackError([error("unwritable", message, Place(str(path)))]) from None
    return path


def _write_new(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8", newline="\n") as stream:
        try:
            stream.write(text)
            stream.flush()
        except BaseException:
            path.unlink(missing_ok=True)
            raise

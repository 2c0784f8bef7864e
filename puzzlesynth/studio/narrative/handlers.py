"""The table of requests about packs and puzzles."""

from __future__ import annotations

import re

from puzzlesynth.bad_input import BadInput
from puzzlesynth.studio.handlers import Answer, Context, Handlers
from puzzlesynth.studio.protocol import Json, Params, text_of

_NAME = re.compile(r"\w[\w-]*")

EMPTY = """\
pack: {name}
title: {name}

items: {{}}

rules: []

areas:
  Start: {{start: true, goals: [], depth: {{min: 1, max: 3}}}}
"""


def _create(context: Context, params: Params) -> Json:
    """A new pack in a folder of its own; returns the folder."""
    from puzzlesynth.pack import write_template

    name = text_of(params, "name")
    if not _NAME.fullmatch(name):
        raise BadInput(f"{name}: the name of a pack has letters, digits, _ and -")
    if params.get("start") == "empty":
        context.project.documents.create(f"{name}/pack.yaml", EMPTY.format(name=name))
    elif context.project.folder.resolve(f"{name}/pack.yaml").exists():
        raise BadInput(f"{name}: it already exists")
    else:
        write_template(context.project.folder.resolve(name))
    context.project.notify("entries", {"entries": context.project.summary()["entries"]}, None)
    return name


HANDLERS: Handlers = {
    "pack.create": Answer(_create),
}

"""The table of requests about packs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from puzzlesynth.bad_input import BadInput
from puzzlesynth.studio.handlers import Context, DirectAnswer, Handlers, Job
from puzzlesynth.studio.protocol import Json, Params, number_of, text_of

from .constraint_tasks import Lint, words
from .map_tasks import MapRequest, SuggestRequest
from .pack_edits import edit
from .pack_source import pack_files, source_of

_NAME = re.compile(r"\w[\w-]*")

EMPTY = """\
pack: {name}
title: {name}

items: {{}}

rules: []

areas:
  Start: {{start: true, goals: [], depth: {{min: 1, max: 3}}}}
"""

STARTER = """\
% {name}: what puzzles must have, must not have, or should rather have.

"""
"""A new constraint file, which forbids nothing yet."""


def _create(context: Context, params: Params) -> Json:
    """A new pack in a folder of its own; returns the folder."""
    from puzzlesynth.pack import PackError, write_template

    name = text_of(params, "name")
    if not _NAME.fullmatch(name):
        raise BadInput(f"{name}: the name of a pack has letters, digits, _ and -")
    if params.get("start") == "empty":
        context.project.documents.create(f"{name}/pack.yaml", EMPTY.format(name=name))
    elif context.project.folder.resolve(f"{name}/pack.yaml").exists():
        raise BadInput(f"{name}: it already exists")
    else:
        try:
            write_template(context.project.folder.resolve(name))
        except PackError as error:
            raise BadInput(error.problems[0].message) from None
    context.project.show_entries()
    return name


def _files(context: Context, params: Params) -> Json:
    return pack_files(context, text_of(params, "pack"))


def _lint(context: Context, params: Params) -> Lint:
    document = context.project.documents.open(text_of(params, "path"))
    file = context.project.folder.resolve(document.path)
    return Lint(source_of(context, params), str(file), document.text)


def _create_constraint(context: Context, params: Params) -> Json:
    """A new constraint file in a pack's folder; returns its path. In `constraints` it always counts."""
    name = text_of(params, "name").removesuffix(".lp")
    if not _NAME.fullmatch(name):
        raise BadInput(f"{name}: the name of a constraint file has letters, digits, _ and -")
    place = context.project.folder.resolve(text_of(params, "pack"))
    folder = place if place.is_dir() else place.parent
    inside = "constraints" if params.get("always") and place.is_dir() else "switches"
    path = context.project.folder.relative(folder / inside / f"{name}.lp")
    context.project.documents.create(path, STARTER.format(name=name))
    return path


def _map(context: Context, params: Params) -> MapRequest:
    count = max(1, min(number_of(params, "n", 6), 100))
    return MapRequest(source_of(context, params), text_of(params, "map"), count, number_of(params, "seed", 0))


def _suggest(context: Context, params: Params) -> SuggestRequest:
    blocks = max(3, min(number_of(params, "blocks", 6), 15))
    return SuggestRequest(source_of(context, params), blocks, number_of(params, "seed", 0))


def _job(lane: str, task: str, prepare: Callable[[Context, Params], Any] = source_of) -> Job:
    return Job(lane, f"{__package__}.{task}", prepare)


HANDLERS: Handlers = {
    "pack.create": DirectAnswer(_create),
    "pack.files": DirectAnswer(_files),
    "pack.edit": DirectAnswer(edit),
    "pack.check": _job("check", "diagnostics:check"),
    "pack.model": _job("model", "pack_model:model"),
    "constraints.words": DirectAnswer(words),
    "constraints.list": _job("constraints", "constraint_tasks:list_files"),
    "constraint.create": DirectAnswer(_create_constraint),
    "constraint.check": _job("constraint", "constraint_tasks:check_file", _lint),
    "maps.show": _job("maps", "map_tasks:show_maps"),
    "map.fill": _job("generate", "map_tasks:fill", _map),
    "map.count": _job("map", "map_tasks:count_fillings", _map),
    "map.why": _job("map", "map_tasks:why", _map),
    "map.suggest": _job("map", "map_tasks:suggest", _suggest),
}

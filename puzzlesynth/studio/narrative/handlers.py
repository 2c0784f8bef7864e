"""The table of requests about packs and puzzles."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from puzzlesynth.bad_input import BadInput
from puzzlesynth.studio.handlers import Answer, Context, Handlers, Job
from puzzlesynth.studio.protocol import Json, Params, RequestError, number_of, text_of, texts_of

from .exporting import Export, open_page, targets
from .generation import Generate, Steer
from .pack_edits import edit
from .pack_source import pack_files, source_of
from .playing import Turn
from .shelf import shelf
from .wishes import choices_of, count_of, wishes_of

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


def _files(context: Context, params: Params) -> Json:
    return pack_files(context, text_of(params, "pack"))


def _generate(context: Context, params: Params) -> Generate:
    return Generate(source_of(context, params), wishes_of(context, params), count_of(params))


def _steer(context: Context, params: Params) -> Steer:
    source, wishes = source_of(context, params), wishes_of(context, params)
    avoid, step = tuple(texts_of(params, "avoid")), text_of(params, "step", "")
    return Steer(source, wishes, choices_of(params), count_of(params), avoid, step)


def _export(context: Context, params: Params) -> Export:
    return Export(source_of(context, params), params.get("puzzle"), text_of(params, "to"))


def _turn(context: Context, params: Params) -> Turn:
    path = params.get("path") or []
    puzzle = params.get("puzzle")
    if not isinstance(path, list) or not isinstance(puzzle, dict):
        raise RequestError("`path` is a list and `puzzle` a puzzle")
    steps = tuple((number_of(step, "rule"), tuple(texts_of(step, "inputs"))) for step in path)
    source, commands = source_of(context, params), tuple(texts_of(params, "commands"))
    return Turn(source, puzzle, commands, bool(params.get("fresh")), bool(params.get("warn")), steps)


HERE = __package__ or ""


def _job(lane: str, task: str, prepare: Callable[[Context, Params], Any] = source_of) -> Job:
    return Job(lane, f"{HERE}.{task}", prepare)


HANDLERS: Handlers = {
    "pack.create": Answer(_create),
    "pack.files": Answer(_files),
    "pack.check": _job("check", "diagnostics:check"),
    "pack.model": _job("model", "pack_model:model"),
    "puzzles.generate": _job("generate", "generation:generate", _generate),
    "puzzle.prepare": _job("steer", "generation:prepare", _steer),
    "puzzle.regenerate": _job("steer", "generation:regenerate", _steer),
    "puzzle.alternatives": _job("explore", "generation:alternatives", _steer),
    "puzzle.possible": _job("explore", "generation:possible", _steer),
    "puzzle.why": _job("why", "reasons:why", _steer),
    "pack.edit": Answer(edit),
    "constraints.shelf": Answer(shelf),
    "export.targets": Answer(targets),
    "puzzle.export": Job("export", f"{HERE}.exporting:export", _export, open_page),
    "play.turn": _job("play", "playing:turn", _turn),
    "play.paths": _job("paths", "playing:paths", _turn),
}

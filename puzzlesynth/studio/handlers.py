"""All kinds of requests. A package that answers some has a module with a table `HANDLERS`; it is listed here.

A `DirectAnswer` is given at once, in the server's process: for files and small things. A `Job` runs in a worker process:
its `prepare` turns the request into what the task needs, its `task` is `module:function` there, and a newer job of a lane
replaces the older one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from puzzlesynth.quick_dataclasses import dataclass

from .project import Project
from .protocol import Json, Params

MODULES = (
    "puzzlesynth.studio.storage.handlers",
    "puzzlesynth.studio.packs.handlers",
    "puzzlesynth.studio.puzzles.handlers",
    "puzzlesynth.studio.levels.handlers",
)


@dataclass(frozen=True)
class Context:
    """Who asks."""

    project: Project
    tab: object
    """The connection; notices about what it does itself go to the others."""


@dataclass(frozen=True)
class DirectAnswer:
    function: Callable[[Context, Params], Json]


def as_is(_context: Context, params: Params) -> Any:
    return params


@dataclass(frozen=True)
class Job:
    lane: str
    task: str
    prepare: Callable[[Context, Params], Any] = as_is
    finish: Callable[[Context, Json], Json] | None = None
    """Runs in the server with the task's result, and returns what the page gets instead."""


Handler = DirectAnswer | Job
Handlers = Mapping[str, Handler]


@cache
def handlers() -> Handlers:
    found: dict[str, Handler] = {}
    for module in MODULES:
        table: Handlers = import_module(module).HANDLERS
        found |= table
    return found

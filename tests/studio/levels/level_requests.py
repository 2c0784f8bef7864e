"""Requests about levels, answered without a server."""

from __future__ import annotations

from typing import Any

from puzzlesynth.levels.model import Level
from puzzlesynth.studio.jobs.worker import task_at
from puzzlesynth.studio.levels.handlers import HANDLERS
from puzzlesynth.studio.levels.opened_game import game_of
from puzzlesynth.studio.levels.wire import level_json
from tests.support.level_design_games import level, source_of

SOURCE = source_of("sokoban")
OPEN = "#######\n#.....#\n#P.*.O#\n#.....#\n#######"
STUCK = "#######\n#.....#\n#P.*#O#\n#.....#\n#######"


def wire(text: str) -> dict[str, Any]:
    return level_json(level(text))


def asked(kind: str, source: str = SOURCE, **params: Any) -> tuple[Any, list[Any]]:
    """The answer to a request, and the events before it."""
    job: Any = HANDLERS[kind]
    events: list[Any] = []
    given: Any = params if job.prepare.__name__ == "as_is" else (source, params)
    return task_at(job.task)(given, events.append), events


def shown(said: dict[str, Any], source: str = SOURCE) -> Level:
    from puzzlesynth.studio.levels.wire import read_level

    return read_level(game_of(source), {"level": said})

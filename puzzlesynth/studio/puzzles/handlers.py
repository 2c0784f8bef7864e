"""The table of requests about puzzles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from puzzlesynth.studio.handlers import Context, DirectAnswer, Handlers, Job
from puzzlesynth.studio.packs.pack_source import source_of
from puzzlesynth.studio.protocol import Params, RequestError, number_of, text_of, texts_of

from .exporting import Export, open_page, targets
from .generation import Generate, Measure, Show, Steer
from .playing import PlayedTurn
from .sampling import open_report
from .shelf import shelf
from .wishes import choices_of, count_of, novelty_of, wishes_of


def _generate(context: Context, params: Params) -> Generate:
    source, wishes = source_of(context, params), wishes_of(context, params)
    return Generate(source, wishes, count_of(params), novelty_of(params))


def _steer(context: Context, params: Params) -> Steer:
    source, wishes = source_of(context, params), wishes_of(context, params)
    avoid, step = tuple(texts_of(params, "avoid")), text_of(params, "step", "")
    return Steer(source, wishes, choices_of(params), count_of(params), avoid, step, novelty_of(params))


def _measure(context: Context, params: Params) -> Measure:
    return Measure(source_of(context, params), params.get("puzzle"))


def _show(context: Context, params: Params) -> Show:
    puzzles = params.get("puzzles")
    if not isinstance(puzzles, list):
        raise RequestError("`puzzles` is a list")
    return Show(source_of(context, params), tuple(puzzles))


def _export(context: Context, params: Params) -> Export:
    return Export(source_of(context, params), params.get("puzzle"), text_of(params, "to"))


def _turn(context: Context, params: Params) -> PlayedTurn:
    path = params.get("path") or []
    puzzle = params.get("puzzle")
    if not isinstance(path, list) or not isinstance(puzzle, dict):
        raise RequestError("`path` is a list and `puzzle` a puzzle")
    if not all(isinstance(step, dict) for step in path):
        raise RequestError("a step of `path` has a `rule` and `inputs`")
    steps = tuple((number_of(step, "rule"), tuple(texts_of(step, "inputs"))) for step in path)
    source, commands = source_of(context, params), tuple(texts_of(params, "commands"))
    return PlayedTurn(source, puzzle, commands, bool(params.get("fresh")), bool(params.get("warn")), steps)


HERE = __package__ or ""


def _job(lane: str, task: str, prepare: Callable[[Context, Params], Any]) -> Job:
    return Job(lane, f"{HERE}.{task}", prepare)


HANDLERS: Handlers = {
    "puzzles.generate": _job("generate", "generation:generate", _generate),
    "puzzle.prepare": _job("steer", "generation:prepare", _steer),
    "puzzle.regenerate": _job("steer", "generation:regenerate", _steer),
    "puzzles.show": _job("show", "generation:show", _show),
    "puzzle.difficulty": _job("measure", "generation:measure", _measure),
    "puzzle.alternatives": _job("explore", "generation:alternatives", _steer),
    "puzzle.possible": _job("explore", "generation:possible", _steer),
    "puzzle.why": _job("why", "reasons:why", _steer),
    "constraints.shelf": DirectAnswer(shelf),
    "export.targets": DirectAnswer(targets),
    "puzzle.export": Job("export", f"{HERE}.exporting:export", _export, open_page),
    "play.turn": _job("play", "playing:turn", _turn),
    "play.paths": _job("paths", "playing:paths", _turn),
    "qa.measure": _job("qa", "sampling:measure_sample", _generate),
    "qa.report": Job("qa", f"{HERE}.sampling:report", _generate, open_report),
}

"""Suggestions, streamed until somebody stops them."""

from __future__ import annotations

import time
from typing import Any

from puzzlesynth.levels.design import (
    LevelLocks,
    Suggester,
    Suggestion,
    SuggestionProgress,
    SuggestOrder,
    assigned_costs,
    border,
    costs_in,
    preset_text,
    read_rank,
    read_transformation,
)
from puzzlesynth.levels.design.suggest.rule_costs import Costs
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.studio.jobs.worker import Emit
from puzzlesynth.studio.protocol import Json, Params, RequestError, number_of, text_of

from .edit_tasks import Given
from .opened_game import game_of
from .wire import level_json, read_level, read_locks

TELL_SECONDS = 0.2
"""Between two tallies."""

LONGEST_SECONDS = 900.0
"""For a strip that was forgotten."""


def preset(given: Given, _emit: Emit) -> Json:
    """The rules of a preset, as text."""
    source, params = given
    game = game_of(source)
    return preset_text(game, text_of(params, "preset"), read_level(game, params))


def suggest(given: Given, emit: Emit) -> Json:
    """Events: `suggestion` with `kept` (the numbers on the strip, best first), and `tally`."""
    source, params = given
    suggester = Suggester(order_of(source, params))
    told = 0.0
    for event in suggester.stream():
        if isinstance(event, Suggestion):
            kept = [item.number for item in suggester.best]
            emit({"suggestion": suggestion_json(event), "kept": kept, "tally": tally_json(suggester.tally)})
        elif time.monotonic() - told > TELL_SECONDS:
            told = time.monotonic()
            emit({"tally": tally_json(event)})
    return {"tally": tally_json(suggester.tally)}


def order_of(source: str, params: Params) -> SuggestOrder:
    game = game_of(source)
    level = read_level(game, params)
    own = params.get("rules")
    text = own if isinstance(own, str) else preset_text(game, text_of(params, "preset"), level)
    return SuggestOrder(
        game=game,
        level=level,
        transformation=read_transformation(game, text, "your rules" if isinstance(own, str) else "preset"),
        frozen=frozen_of(game, level, params),
        rank=read_rank(text_of(params, "rank", "difficulty")),
        costs=_costs(source, game, params),
        keep=max(1, min(24, number_of(params, "keep", 8))),
        seed=number_of(params, "seed", 0),
        time_limit=LONGEST_SECONDS,
    )


def frozen_of(game: PuzzleScriptGame, level: Level, params: Params) -> LevelLocks:
    """What the designer has frozen, and a border of walls unless it is free."""
    locks = read_locks(game, level, params)
    return locks if params.get("free_border") else locks.joined(border(game, level))


def _costs(source: str, game: PuzzleScriptGame, params: Params) -> Costs:
    said: Any = params.get("costs", {})
    if not isinstance(said, dict):
        raise RequestError("`costs` are numbers by lines")
    return costs_in(source, game, "the game") | assigned_costs(
        [f"{line}={cost}" for line, cost in said.items()], game
    )


def suggestion_json(item: Suggestion) -> dict[str, Json]:
    return {
        "number": item.number,
        "level": level_json(item.level),
        "moves": list(item.moves),
        "shortest": item.shortest,
        "value": item.value,
        "measures": item.measures,
        "better": item.better,
    }


def tally_json(tally: SuggestionProgress) -> dict[str, Json]:
    return {
        "generated": tally.generated,
        "distinct": tally.distinct,
        "solvable": tally.solvable,
        "unsolvable": tally.unsolvable,
        "timed_out": tally.undecided,
        "rate": tally.rate,
        "threshold": tally.threshold,
        "given": tally.given,
        "limit": tally.limit,
        "seconds": tally.seconds,
        "stopped": tally.stopped,
    }

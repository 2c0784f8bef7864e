"""Levels under other rules, and levels in order."""

from __future__ import annotations

from typing import Any

from puzzlesynth.levels.design import (
    ExcludedLevel,
    ProgressionWishes,
    arrange_within,
    broken_wishes,
    study,
    swap,
    swapped_source,
)
from puzzlesynth.levels.design.progression import LevelProfile
from puzzlesynth.levels.generate import single_solution_refusals
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import SearchLimits
from puzzlesynth.studio.jobs.worker import Emit
from puzzlesynth.studio.protocol import Json, Params, RequestError, text_of

from .edit_tasks import Given
from .judge_tasks import report_json
from .opened_game import BrokenGame, game_of
from .wire import moves_json

LIMITS = SearchLimits(seconds=10.0, states=500_000, megabytes=700)
_NOWHERE = Level(0, 0, (), 0)


def swap_rules(given: Given, emit: Emit) -> Json:
    """All levels under the game's own rules and under others, and the source with the others in it."""
    source, params = given
    game = game_of(source)
    text, other, warnings = swapped_source(source, text_of(params, "rules"), "the game", "your rules")

    def tell(number: int) -> None:
        emit({"progress": f"level {number} of {len(game.maps)}"})

    rows = swap(game, other, limits=LIMITS, progress=tell)
    return {
        "text": text,
        "warnings": warnings,
        "rows": [
            {
                "number": row.number,
                "entry": game.levels.index(row.level),
                "before": None if row.before is None else report_json(row.before),
                "after": report_json(row.after),
                "news": row.news,
            }
            for row in rows
        ],
    }


def study_levels(given: Given, emit: Emit) -> Json:
    """What counts for the place of each level. Names are places in the game's list of levels."""
    source, _ = given
    game = game_of(source)
    if reasons := single_solution_refusals(game):
        raise BrokenGame("The levels cannot be put in order: " + "; ".join(reasons))
    levels = [(str(number), entry) for number, entry in enumerate(game.levels) if isinstance(entry, Level)]
    known: list[str] = []

    def tell(name: str) -> None:
        known.append(name)
        emit({"progress": f"level {len(known)} of {len(levels)}"})

    good, bad = study(game, levels, limits=LIMITS, progress=tell)
    return {"profiles": [profile_json(item) for item in good] + [_excluded_json(item) for item in bad]}


def profile_json(item: LevelProfile) -> dict[str, Json]:
    return {
        "name": item.name,
        "moves": moves_json(item.moves),
        "difficulty": item.difficulty,
        "rules": sorted(item.rules),
    }


def _excluded_json(item: ExcludedLevel) -> dict[str, Json]:
    return {"name": item.name, "reason": item.reason}


def check_order(params: Params, _emit: Emit) -> Json:
    """What an order breaks; with `arrange`, the best order that keeps what is fixed, and what that breaks."""
    profiles = _profiles(params)
    wishes = _wishes(params)
    if params.get("arrange"):
        good = [item for item in profiles if isinstance(item, LevelProfile)]
        rest = [item for item in profiles if isinstance(item, ExcludedLevel)]
        try:
            found = arrange_within(good, wishes)
        except ValueError as error:
            return {"order": None, "why": str(error), "broken": _broken(profiles, wishes)}
        profiles = [*(entry.studied for entry in found.levels), *rest]
        return {
            "order": [item.name for item in profiles],
            "exact": found.exact,
            "broken": _broken(profiles, wishes),
        }
    return {"broken": _broken(profiles, wishes)}


def _broken(order: list[LevelProfile | ExcludedLevel], wishes: ProgressionWishes) -> list[Json]:
    return [
        {"kind": item.kind, "level": item.level, "words": item.words, "other": item.other}
        for item in broken_wishes(order, wishes)
    ]


def _profiles(params: Params) -> list[LevelProfile | ExcludedLevel]:
    """As `study_levels` gives them, in the order that is asked about."""
    said: Any = params.get("profiles")
    try:
        return [_profile(item) for item in said]
    except (KeyError, TypeError, ValueError, OverflowError):
        raise RequestError("`profiles` are those of a study") from None


def _profile(item: Any) -> LevelProfile | ExcludedLevel:
    if "reason" in item:
        return ExcludedLevel(
            str(item["name"]), _NOWHERE, "undecided" if item["reason"] == "undecided" else "unsolvable"
        )
    moves, rules = tuple(map(int, item["moves"])), frozenset(map(int, item["rules"]))
    return LevelProfile(str(item["name"]), _NOWHERE, moves, int(item["difficulty"]), rules)


def _wishes(params: Params) -> ProgressionWishes:
    said: Any = params.get("wishes", {})
    try:
        most, fall = said.get("new_rules", 1), said.get("may_fall", 0.0)
        return ProgressionWishes(
            most_new_rules=None if most is None else int(most),
            may_fall=None if fall is None else float(fall),
            before=tuple((str(one), str(other)) for one, other in said.get("before", ())),
            places={str(name): int(place) for name, place in said.get("places", {}).items()},
        )
    except (AttributeError, TypeError, ValueError, OverflowError):
        raise RequestError("`wishes` are wishes about an order") from None

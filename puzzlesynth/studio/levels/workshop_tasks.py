"""Repair, simplify, generate and combine: each answers with levels that have been won by playing them."""

from __future__ import annotations

import random

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.design import combine, repair, simplify
from puzzlesynth.levels.design.combination import CombinationReport
from puzzlesynth.levels.design.repair.repair_search import RepairReport, RepairRound
from puzzlesynth.levels.design.repair.simplification import SimplificationReport
from puzzlesynth.levels.generate import (
    GeneratedLevel,
    GenerateOrder,
    GenerationProgress,
    LevelLayout,
    NoPlacement,
    PlayRequirements,
    StartRequirements,
    generate_levels,
    room,
)
from puzzlesynth.levels.generate.placement.layout import layout_of
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchLimits, solve
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.studio.jobs.worker import Emit
from puzzlesynth.studio.protocol import Json, Params, RequestError, number_of

from .edit_tasks import Given
from .opened_game import game_of, search_of
from .suggest_tasks import frozen_of
from .wire import level_json, number_from, read_level, read_range

SECONDS = 120.0
"""The longest that any of them works."""

COMBINE_SECONDS = 20.0
"""Two levels are combined in some hundred ways at most."""


def repair_level(given: Given, emit: Emit) -> Json:
    """The fewest changes that make a level solvable; the best so far on the way."""
    source, params = given
    game = game_of(source)
    level = read_level(game, params)

    def tell(current: RepairRound) -> None:
        changes = "one change" if current.changes == 1 else f"{current.changes} changes"
        emit({"progress": f"{current.tried:,} levels with {changes} tried, {current.solvable:,} work"})

    def show(found: RepairReport) -> None:
        note = f"{_repair_note(found)} More are tried."
        emit({"so_far": {"note": note, "levels": _repairs(game, level, found)}})

    report = repair(
        game,
        level,
        frozen=frozen_of(game, level, params),
        keep=12,
        time_limit=SECONDS,
        progress=tell,
        best=show,
    )
    note = _repair_note(report)
    if report.repairs and report.stopped == "time":
        note += " There was no time for more."
    return {"note": note, "levels": _repairs(game, level, report)}


def _repairs(game: PuzzleScriptGame, level: Level, report: RepairReport) -> list[Json]:
    return [
        found_json(
            item.level,
            item.moves,
            item.difficulty,
            ", ".join(change.words(game, level) for change in item.changes),
        )
        for item in report.repairs
    ]


def _repair_note(report: RepairReport) -> str:
    if report.given == "solved":
        return "This level can be solved already: nothing to repair."
    if report.given == "won":
        return "This level is won before the first move. Put something that still has to be done into it."
    if not report.repairs:
        tried = sum(item.tried for item in report.rounds)
        end = "in the time there was" if report.stopped == "time" else "with up to three changes"
        said = f"No repair was found {end}; {tried:,} levels were tried."
    else:
        count = "one change" if report.smallest == 1 else f"{report.smallest} changes"
        sure = "It takes" if report.proven else "The best so far takes"
        working = report.rounds[-1].solvable
        rest = (
            "One repair works."
            if working == 1
            else f"{working:,} repairs work; the hardest levels come first."
        )
        said = f"{sure} {count}. {rest}"
    if report.given == "undecided":
        said += " The level is too large to know quickly whether it can be solved as it is."
    return said


def simplify_level(given: Given, emit: Emit) -> Json:
    """A level without what does not matter; on the way, without what is known not to matter."""
    source, params = given
    game = game_of(source)
    level = read_level(game, params)
    gone = 0

    def tell(report: SimplificationReport) -> None:
        nonlocal gone
        emit({"progress": f"{report.tried:,} tries, {len(report.changes):,} things removed"})
        if len(report.changes) > gone:
            gone = len(report.changes)
            note = f"{_simpler_words(report)} There may be more to remove."
            emit({"so_far": {"note": note, "levels": [_simpler_json(report)]}})

    report = simplify(
        game,
        level,
        frozen=frozen_of(game, level, params),
        closing=bool(params.get("close")),
        time_limit=SECONDS,
        progress=tell,
    )
    if report.given != "solved":
        why = "cannot be solved" if report.given == "unsolvable" else "is too large to judge"
        return {"note": f"The level {why}, so it cannot be said what matters in it.", "levels": []}
    changed = (report.level.width, report.level.cells) != (level.width, level.cells)
    if not changed:
        said = (
            "Everything in this level matters." if report.proven else "Nothing was found that can be removed."
        )
        return {"note": said if report.proven else f"{said} {_unfinished(report)}", "levels": []}
    rest = "Everything that is left matters." if report.proven else _unfinished(report)
    return {"note": f"{_simpler_words(report)} {rest}", "levels": [_simpler_json(report)]}


def _removed(report: SimplificationReport) -> str:
    return f"{counted(len(report.changes), 'thing')} removed"


def _simpler_words(report: SimplificationReport) -> str:
    said = f"{_removed(report)}; difficulty {report.difficulty_before:,} before, {report.difficulty:,} now."
    return said[0].upper() + said[1:]


def _simpler_json(report: SimplificationReport) -> dict[str, Json]:
    return found_json(report.level, report.moves, report.difficulty, _removed(report))


def _unfinished(report: SimplificationReport) -> str:
    """Why there may be more to remove."""
    if report.stopped == "time":
        return f"After {SECONDS:.0f} seconds the search stopped: there may be more to remove."
    return f"There may be more to remove: {counted(report.undecided, 'try')} could not be decided."


def generate(given: Given, emit: Emit) -> Json:
    """New levels by outcome: moves, difficulty, rules that are used; in an empty room or in the bare cells of a level.
    The best so far come on the way."""
    source, params = given
    game = game_of(source)
    tried = GenerationProgress(0)

    def tell(tally: GenerationProgress) -> None:
        nonlocal tried
        tried = tally
        emit({"progress": f"{tally.accepted:,} good of {tally.tries:,} tried"})

    def show(best: list[GeneratedLevel]) -> None:
        emit({"so_far": {"note": _tried_words(tried), "levels": [_new_json(item) for item in best]}})

    uses, needs = _lines(params, "uses"), _lines(params, "needs")
    order = GenerateOrder(
        game=game,
        layout=_layout(game, params),
        demands=StartRequirements(numbers=_numbers(game, params)),
        outcomes=PlayRequirements(
            length=read_range(params, "length"),
            difficulty=read_range(params, "difficulty"),
            uses=uses,
            needs=needs,
            unique=bool(params.get("unique")),
        ),
        count=max(1, min(24, number_of(params, "count", 6))),
        seed=number_of(params, "seed", random.randrange(1_000_000)),
        time_limit=float(max(1, min(120, number_of(params, "seconds", 15)))),
    )
    try:
        made, tally = generate_levels(order, tell, show)
    except NoPlacement as none:
        raise BadInput("No level can start like this:\n" + "\n".join(none.reasons)) from None
    levels = [_new_json(item) | {"difficulty": _difficulty(source, item)} for item in made]
    note = _tried_words(tally)
    if tally.accepted < order.count and tally.stopped in _STOPS:
        note += f" {_STOPS[tally.stopped]}"
    return {"note": note, "levels": levels}


def _tried_words(tally: GenerationProgress) -> str:
    return f"{tally.accepted:,} of {tally.tries:,} levels that were tried are as you wish."


def _new_json(item: GeneratedLevel) -> dict[str, Json]:
    words = f"score {item.measures.score:.2f}"
    return found_json(item.level, item.moves, item.measures.difficulty, words)


_STOPS = {
    "time": "The time was up; give it more seconds for more levels.",
    "tries": "The search stopped there; there may be others.",
    "exhausted": "No new levels came any more; there may be others.",
}
"""Why there are fewer than were asked for."""


def _difficulty(source: str, item: GeneratedLevel) -> int | None:
    """The difficulty of a generated level; where the time was up before it was measured, of a short look."""
    if item.measures.difficulty is not None:
        return item.measures.difficulty
    return solve(search_of(source), item.level, limits=SearchLimits(0.5, 20_000)).difficulty


def _layout(game: PuzzleScriptGame, params: Params) -> LevelLayout:
    if "level" in params:
        return layout_of(game, read_level(game, params))
    return room(game, analyse(game), number_of(params, "width"), number_of(params, "height"))


def _lines(params: Params, name: str) -> tuple[int, ...]:
    said = params.get(name, [])
    if not isinstance(said, list) or not all(isinstance(line, int) for line in said):
        raise RequestError(f"`{name}` are lines of rules")
    return tuple(said)


def _numbers(game: PuzzleScriptGame, params: Params) -> dict[int, tuple[int, int]]:
    said = params.get("numbers", {})
    if not isinstance(said, dict):
        raise RequestError("`numbers` are ranges by objects")
    found = {}
    for thing in said:
        wanted = read_range(said, thing)
        if wanted is None or number_from(thing) >= game.object_count:
            raise RequestError("`numbers` are ranges by objects")
        least, most = wanted
        found[int(thing)] = least, max(least, 99 if most is None else most)
    return found


def combine_levels(given: Given, emit: Emit) -> Json:
    """The hardest levels that two make together; the best so far on the way."""
    source, params = given
    game = game_of(source)

    def tell(report: CombinationReport) -> None:
        said = f"{report.tried:,} ways tried, {report.solvable:,} can be solved"
        emit({"progress": said, "so_far": _combined(report)})

    one, other = read_level(game, params, "level"), read_level(game, params, "other")
    report = combine(game, one, other, time_limit=COMBINE_SECONDS, progress=tell)
    return _combined(report)


def _combined(report: CombinationReport) -> dict[str, Json]:
    note = f"{report.solvable:,} of {report.tried:,} ways to put them together can be solved."
    if report.stopped == "time":
        note += " There was no time for more."
    levels = [found_json(item.level, item.moves, item.difficulty, item.way) for item in report.levels]
    return {"note": note, "levels": levels}


def found_json(level: Level, moves: tuple[int, ...], difficulty: int | None, words: str) -> dict[str, Json]:
    return {"level": level_json(level), "moves": list(moves), "difficulty": difficulty, "words": words}

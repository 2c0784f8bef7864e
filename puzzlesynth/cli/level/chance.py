"""`level solve` for games with random rules: plans, and what they promise. What is said about real time is here too."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from puzzlesynth.cli.common.errors import INTERRUPTED, NONE_EXISTS, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.run import Progress
from puzzlesynth.cli.common.standard_streams import wrapped
from puzzlesynth.internal_error import InternalError
from puzzlesynth.pack.text.wording import counted

from .sources import NumberedLevel, numbered_json

if TYPE_CHECKING:
    from puzzlesynth.levels.chance import ChanceLimits, ChanceReport
    from puzzlesynth.levels.model import PuzzleScriptGame

Planned = tuple[NumberedLevel, "ChanceReport"]


def needs_plans(game: PuzzleScriptGame, seed: str | None) -> bool:
    """Whether a level of the game has no one solution, but a plan, because chance decides."""
    from puzzlesynth.levels.search import SearchableGame

    search = SearchableGame(game)
    return seed is None and search.is_random and not search.refusals


def solve_by_plans(
    game: PuzzleScriptGame,
    levels: list[NumberedLevel],
    limits: ChanceLimits,
    *,
    certain: bool,
    as_json: bool,
) -> int:
    """Find and print a plan for every level. Returns the exit status."""
    found: list[Planned] = []
    interrupted = False
    if not as_json:
        print(explanation(game, plans=True), end="")
    try:
        for numbered in levels:
            found.append((numbered, _plan(game, numbered, limits)))
            if not as_json:
                print(_text(numbered, found[-1][1]), flush=True)
    except KeyboardInterrupt:
        interrupted = True
    if as_json:
        print(json.dumps(_json(game, found, interrupted), indent=2, ensure_ascii=False))
    elif interrupted:
        print(f"Stopped after {len(found)} of {counted(len(levels), 'level')}.")
    return INTERRUPTED if interrupted else _status(found, certain)


def refuse_gif() -> None:
    raise BadInput("--gif shows one course of play, and this game's levels have plans: give a --seed")


def explanation(game: PuzzleScriptGame, *, plans: bool, course: str = "--seed") -> str:
    """What it means that a level of this game is solved, if that needs saying. `course`: the option that gives a seed."""
    parts = []
    if plans:
        parts.append(
            "This game has random rules, so a level has a plan instead of a solution: what to do in each position. "
            f"{course} searches one course of chance instead."
        )
    if game.settings.realtime_interval:
        parts.append(
            "This game runs in real time: waiting for the next tick (.) counts as a move, and all other moves are "
            "assumed to be quick enough."
        )
    return "".join(f"{line}\n" for part in parts for line in wrapped(part, 79, 0))


def _plan(game: PuzzleScriptGame, numbered: NumberedLevel, limits: ChanceLimits) -> ChanceReport:
    from puzzlesynth.levels.chance import solve_with_chance
    from puzzlesynth.levels.chance.chance_solver import PlanFailed

    with Progress(f"level {numbered[0]}") as progress:
        try:
            return solve_with_chance(
                game,
                numbered[2],
                limits,
                lambda done, waiting: progress.say(f"{counted(done, 'position')}, {waiting:,} waiting"),
            )
        except PlanFailed as error:
            raise InternalError(f"level {numbered[0]}: {error}") from None


def _text(numbered: NumberedLevel, report: ChanceReport) -> str:
    from puzzlesynth.levels.chance.plans import percent
    from puzzlesynth.levels.show import letters

    number, _, level = numbered
    title = f"Level {number} ({level.width} by {level.height}): {report.promise.words()}"
    lines = [*wrapped(title, 79, 2)]
    if report.line:
        luck = "" if report.line_chance > 0.9999 else f" (with a chance of {percent(report.line_chance)})"
        lines += wrapped(f"  typed   {letters(report.line)}{luck}", 79, 10)
    if len(report.policy) > len(report.line):
        lines.append(f"  plan    {counted(len(report.policy), 'position')}, in full with --json")
    explored = counted(report.positions, "position")
    stopped = ", all there are" if report.complete else ""
    if report.stopped_by:
        stopped = f" ({_STOPS[report.stopped_by]})"
    lines.append(f"  states  {explored}{stopped}")
    return "\n".join(lines)


_STOPS = {
    "time": "time limit reached",
    "positions": "state limit reached",
    "too many outcomes": "some moves can turn out in too many ways to follow all of them",
}


def _status(found: list[Planned], certain: bool) -> int:
    from puzzlesynth.levels.chance import PlanKind

    kinds = [report.kind for _, report in found]
    if certain and any(kind is not PlanKind.CERTAIN for kind in kinds):
        return NONE_EXISTS if all(report.exact for _, report in found) else OUT_OF_TIME
    if PlanKind.HOPELESS in kinds:
        return NONE_EXISTS
    return OUT_OF_TIME if PlanKind.UNKNOWN in kinds else 0


def _json(game: PuzzleScriptGame, found: list[Planned], interrupted: bool) -> dict[str, Any]:
    return {
        "title": game.settings.title,
        "interrupted": interrupted,
        "levels": [_level_json(game, *item) for item in found],
    }


def _level_json(game: PuzzleScriptGame, numbered: NumberedLevel, report: ChanceReport) -> dict[str, Any]:
    from dataclasses import replace

    from puzzlesynth.levels.show import letters
    from puzzlesynth.levels.source_editor import MapLetters

    _, _, level = numbered
    map_letters = MapLetters(game)
    verdicts = {"hopeless": "unsolvable", "unknown": "undecided"}
    return {
        **numbered_json(numbered),
        "verdict": verdicts.get(report.kind.value, "solved"),
        "plan": {
            **report.promise.json(),
            "waits": report.waits,
            "likely": {"letters": letters(report.line), "chance": round(report.line_chance, 6)},
            "positions": report.positions,
            "stopped_by": report.stopped_by,
            "policy": [
                {"rows": map_letters.rows(replace(level, cells=cells)), "move": letters((key,))}
                for cells, key in report.policy.items()
            ],
            "added_letters": {letter: list(things) for letter, things in map_letters.added.items()},
        },
    }

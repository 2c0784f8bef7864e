"""Whether a level can be solved, in how few moves, and how hard it is: a quick look first, then longer ones."""

from __future__ import annotations

from puzzlesynth.levels.editor.play_test import may_restart, solvable_from
from puzzlesynth.levels.engine.win_conditions import all_conditions_met
from puzzlesynth.levels.generate import single_solution_refusals
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchLimits, SolveReport, solve
from puzzlesynth.levels.search.limits import SearchProgress
from puzzlesynth.levels.search.results import LevelVerdict
from puzzlesynth.studio.jobs.worker import Emit
from puzzlesynth.studio.protocol import Json

from .edit_tasks import Given
from .opened_game import game_of, search_of
from .wire import moves_json, read_level

LOOKS = (
    SearchLimits(seconds=0.4, states=20_000, megabytes=200),
    SearchLimits(seconds=4.0, states=400_000, megabytes=500),
    SearchLimits(seconds=30.0, states=4_000_000, megabytes=1_500),
)
"""How long each solver may search in each look; `patient` adds the last."""


def judge(given: Given, emit: Emit) -> Json:
    """`verdict`: solved, unsolvable, undecided, won (before the first move), no player, or refused (with `reasons`)."""
    source, params = given
    game, level = _asked_about(given)
    if refused := _refused(game):
        return refused
    if not any(cell & game.player_mask for cell in level.cells):
        return {"verdict": "no player"}
    if all_conditions_met(game, level.cells):
        return {"verdict": "won"}
    report = None
    for limits in LOOKS if params.get("patient") else LOOKS[:-1]:
        report = solve(search_of(source), level, limits=limits, progress=lambda at: _tell(emit, at))
        if all(solver.solved is not None for solver in report.solvers):
            break
        emit({"so_far": report_json(report)})
    assert report is not None
    return report_json(report)


def judge_position(given: Given, emit: Emit) -> Json:
    """Whether a level can still be won from where a play stands. `restarts`: a rule may still send the player back."""
    game, position = _asked_about(given)
    if refused := _refused(game):
        return refused
    limits = SearchLimits(seconds=15.0, states=2_000_000, megabytes=700)
    report = solvable_from(game, position, limits=limits, progress=lambda at: _tell(emit, at))
    lost = report.verdict is LevelVerdict.UNSOLVABLE
    return {**report_json(report), "restarts": lost and may_restart(game)}


def _asked_about(given: Given) -> tuple[PuzzleScriptGame, Level]:
    source, params = given
    game = game_of(source)
    return game, read_level(game, params)


def _refused(game: PuzzleScriptGame) -> dict[str, Json]:
    """The answer for games whose levels cannot be judged; empty for others."""
    reasons = single_solution_refusals(game)
    return {"verdict": "refused", "reasons": list(reasons)} if reasons else {}


def _tell(emit: Emit, at: SearchProgress) -> None:
    emit({"states": at.reached, "solver": at.solver})


def report_json(report: SolveReport) -> dict[str, Json]:
    return {
        "verdict": str(report.verdict),
        "moves": moves_json(report.moves),
        "shortest": report.shortest,
        "difficulty": report.difficulty,
        "solvers": {solver.solver: solver.explored for solver in report.solvers if solver.solved is not None},
        "states": max((solver.reached for solver in report.solvers), default=0),
    }

"""Time limits of everything that makes and changes levels: every loop looks at the clock, and what there is is kept."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from puzzlesynth.deadline import Deadline, OutOfTime
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.chance import LevelSolver
from puzzlesynth.levels.design import (
    Suggester,
    SuggestOrder,
    preset_text,
    read_transformation,
    repair,
    simplify,
)
from puzzlesynth.levels.generate import (
    METHODS,
    GenerateOrder,
    PlayRequirements,
    StartRequirements,
    generate_levels,
    room,
)
from puzzlesynth.levels.generate.fitness.fitness_function import FitnessFunction
from puzzlesynth.levels.generate.fitness.play_requirements import unique
from puzzlesynth.levels.generate.fitness.score import LevelEvaluator
from puzzlesynth.levels.generate.fitness.state_space import explore
from puzzlesynth.levels.generate.placement.placement_solver import PlacementSolver
from puzzlesynth.levels.generate.strategies.constraint_sampling import ConstraintSampling
from puzzlesynth.levels.generate.strategies.constructive_algorithm import ConstructiveAlgorithm
from puzzlesynth.levels.generate.strategies.genetic_algorithm import GeneticAlgorithm
from puzzlesynth.levels.generate.strategies.hill_climbing import HillClimbing
from puzzlesynth.levels.generate.strategies.pre_screen import PreScreen
from puzzlesynth.levels.generate.strategies.reverse_play import positions_by_distance
from puzzlesynth.levels.generate.strategies.strategy import StrategyContext
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import SearchLimits, solve
from puzzlesynth.levels.search.batch.evaluator import BatchEvaluator
from puzzlesynth.levels.search.limits import BatchLimits, LimitWatch
from puzzlesynth.levels.search.results import LevelVerdict
from puzzlesynth.levels.search.solver import run_bounded
from puzzlesynth.levels.search.transitions import RULE_BY_RULE
from tests.support.level_generation_games import demands_of, example, level

GAME = example("sokoban")
ANALYSIS = analyse(GAME)
SOLVER = LevelSolver(GAME)
SEARCH = SOLVER.search
EASY = level(GAME, "#######", "#P.*.O#", "#.....#", "#.....#", "#######")


def workshop() -> StrategyContext:
    layout = room(GAME, ANALYSIS, 7, 5)
    return StrategyContext(
        GAME,
        ANALYSIS,
        SEARCH,
        PlacementSolver(GAME, ANALYSIS, layout, StartRequirements()),
        PlayRequirements(),
    )


def pre_screen(shop: StrategyContext) -> PreScreen:
    evaluator = LevelEvaluator(GAME, solver=SOLVER, analysis=ANALYSIS)
    return PreScreen(SEARCH, FitnessFunction(shop.placement, evaluator, shop.outcomes))


def late() -> Deadline:
    return Deadline(0)


WORK: dict[str, Callable[[StrategyContext], object]] = {
    "a draw": lambda shop: shop.placement.draw(random.Random(1)),
    "a test of a start": lambda shop: shop.placement.accepts(EASY),
    "grounding": lambda shop: PlacementSolver(GAME, ANALYSIS, shop.layout, StartRequirements()),
    "a constructed level": lambda shop: ConstructiveAlgorithm(shop, random.Random(1)).propose(),
    "the genetic search": lambda shop: GeneticAlgorithm(shop, random.Random(1)).propose(),
    "climbing": lambda shop: HillClimbing(shop, random.Random(1), pre_screen(shop)).propose(),
    "drawing by logic": lambda shop: ConstraintSampling(shop, random.Random(1)).propose(),
    "playing backwards": lambda _: positions_by_distance(5, 5, frozenset(), frozenset({7, 11, 13})),
    "a whole space": lambda shop: explore(shop.search.load(EASY), 10_000),
    "a test for one solution": lambda shop: unique(GAME, shop.search.load(EASY)),
    "many levels at once": lambda _: BatchEvaluator(SEARCH).judge([EASY, EASY], states=10_000),
    "many levels by pushes": lambda _: BatchEvaluator(SEARCH, brief=True).judge([EASY], states=10_000),
}


@pytest.mark.parametrize("work", WORK)
def test_work_stops_at_a_deadline(work: str) -> None:
    shop = workshop()
    SEARCH.load(EASY)
    if work in ("a draw", "a test of a start", "climbing", "drawing by logic"):
        # A small search may be done before the first look at the clock.
        shop.placement._control = _Endless()  # type: ignore[assignment]
    with late().applied(), pytest.raises(OutOfTime):
        WORK[work](shop)


class _Endless:
    """A solver that never comes to an end."""

    configuration = SimpleNamespace(solve=SimpleNamespace(solve_limit=""))

    def solve(self, *_: object, **__: object) -> _Endless:
        return self

    def __enter__(self) -> _Endless:
        return self

    def __exit__(self, *_: object) -> None: ...

    def resume(self) -> None: ...

    def cancel(self) -> None: ...

    def wait(self, _: float) -> bool:
        return False


def test_the_genetic_search_makes_nothing_before_it_is_asked() -> None:
    """It made its whole first generation when it was set up, before any clock ran."""
    shop = workshop()
    with late().applied():
        GeneticAlgorithm(shop, random.Random(1))


@pytest.mark.parametrize("method", METHODS)
def test_no_time_means_no_levels_and_says_so(method: str) -> None:
    order = GenerateOrder(GAME, room(GAME, ANALYSIS, 7, 6), method=method, time_limit=0)  # type: ignore[arg-type]
    made, tally = generate_levels(order)
    assert not made
    assert tally.stopped == "time"


@pytest.mark.seconds
@pytest.mark.parametrize("method", [method for method in METHODS if method != "variation"])
def test_what_was_found_in_time_is_given_out(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stops the run after twelve candidates, and is still over when the results are put together."""
    judged = []
    run = FitnessFunction.judge

    def judge(self: FitnessFunction, candidate: Level) -> object:
        judged.append(candidate)
        if len(judged) > 12:
            late().apply()
        return run(self, candidate)

    monkeypatch.setattr(FitnessFunction, "judge", judge)
    order = GenerateOrder(
        GAME,
        room(GAME, ANALYSIS, 7, 6),
        demands_of(GAME, method),
        method=method,  # type: ignore[arg-type]
        seed=2,
        effort=1000,
    )
    try:
        made, tally = generate_levels(order)
    finally:
        Deadline().apply()
    assert tally.stopped == "time"
    assert tally.tries <= 14
    assert len(made) == 1
    assert made[0].moves
    assert made[0].measures.difficulty is None


def test_a_solver_that_is_out_of_time_says_so() -> None:
    with late().applied():
        report = solve(SEARCH, EASY, limits=SearchLimits(None))
    assert report.verdict is LevelVerdict.UNDECIDED
    assert {solver.stopped_by for solver in report.solvers} == {"time"}


def test_where_rules_run_one_by_one_the_clock_is_looked_at_for_every_state(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A state can take milliseconds there: 256 of them were explored between two looks."""
    looks: list[int] = []
    check = LimitWatch.check

    def note(self: LimitWatch, explored: int, reached: int, frontier: int) -> None:
        looks.append(explored)
        check(self, explored, reached, frontier)

    monkeypatch.setattr(LimitWatch, "check", note)
    steps = SEARCH.load(level(GAME, "#####", "#P..#", "#.*O#", "#####"))
    report = run_bounded(dataclasses.replace(steps, engine=RULE_BY_RULE), "bfs", BatchLimits(states=1000))
    assert report.explored > 1
    assert looks == list(range(report.explored))


def test_measuring_without_time_gives_what_needs_no_searching() -> None:
    moves = (3, 3, 3)
    SEARCH.load(EASY)  # There is code to search with.
    with late().applied():
        measures = LevelEvaluator(GAME, solver=SOLVER).measure_fully(EASY, moves)
    assert measures.difficulty is None
    assert measures.length == 3


def test_suggestions_repairs_and_simplifications_stop_at_their_limit() -> None:
    rules = read_transformation(GAME, preset_text(GAME, "everything", EASY))
    suggester = Suggester(SuggestOrder(GAME, EASY, rules, seed=1, time_limit=0))
    list(suggester.stream())
    assert suggester.tally.stopped == "time"
    stuck = level(GAME, "#######", "#*.P.O#", "#.....#", "#######")
    assert repair(GAME, stuck, time_limit=0).given == "undecided"
    assert simplify(GAME, EASY, time_limit=0).given == "undecided"

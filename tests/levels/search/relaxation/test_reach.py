"""What can come up in a level: nothing else ever does, and what is ruled out cannot be won."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from random import Random

import pytest

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.engine.native.compiler.machine_code import NativeCode
from puzzlesynth.levels.engine.native.kernel.search import search_layout
from puzzlesynth.levels.model import PuzzleScriptGame
from puzzlesynth.levels.search import SOLVERS, SearchableGame, SearchLimits, solve
from puzzlesynth.levels.search.native.search import NativeProblem
from puzzlesynth.levels.search.relaxation.demands import Demand, Kind, matching_size
from puzzlesynth.levels.search.relaxation.frozen import with_things_anywhere
from puzzlesynth.levels.search.relaxation.level_facts import LevelFacts
from puzzlesynth.levels.search.relaxation.reach import REACH, LevelReach
from tests.support.pushing_games import pushing_game
from tests.support.random_games import random_source
from tests.support.samples import some_of
from tests.support.search_games import OPEN, PUSH, STUCK, sokoban
from tests.support.state_spaces import Planes, StateSpace

STATES = 1500


def random_problems(code: NativeCode, seed: int) -> Iterator[NativeProblem]:
    """The levels of a game of every part of the language, and of one in which things are pushed about."""
    games = compile_source(random_source(Random(seed), large=seed % 5 == 0)).game, pushing_game(Random(seed))
    for game in games:
        if game is None:
            continue
        search = SearchableGame(game)
        if search.refusals or search.is_random or search.doubt:
            continue
        for level in game.maps:
            problem = NativeProblem(code, search, level)
            if not problem.starts_won:
                yield problem


def frozen_things(facts: LevelFacts, planes: Planes) -> Planes:
    return {thing: cells & ~facts.planes[facts.level.away[thing]] for thing, cells in planes.items()}


def assert_nothing_else_comes_up(space: StateSpace, reach: LevelReach) -> None:
    facts = reach.facts
    for number in range(len(space.states)):
        for thing, cells in space.planes(number).items():
            assert not cells & ~facts.planes[facts.level.there[thing]]
            assert not facts.board.full & ~cells & ~facts.planes[facts.level.away[thing]]


class Checker:
    """Compares what is said of states with what is so, and what Python says with what the kernel says."""

    def __init__(self, space: StateSpace, reach: LevelReach) -> None:
        self.space, self.reach = space, reach
        self.winnable = space.winnable()
        self.anywhere = with_things_anywhere(reach.facts)
        self.search = (ctypes.c_int64 * search_layout.SEARCH_SIZE)()
        self.demands, self.frozen = reach.demand_tables(), reach.frozen_tables()
        self.search[search_layout.DEMANDS] = self.demands.address
        self.left_out = 0

    def check(self, number: int) -> None:
        space, demands = self.space, self.reach.demands
        planes, state = space.planes(number), space.states[number]
        code, context = space.problem.code, space.problem.contexts[0].address
        falls_short = not all(demand.is_met(planes) for demand in demands)
        said = code.function("falls_short", 3)(context, ctypes.addressof(self.search), state)
        assert falls_short == bool(said)
        facts = LevelFacts(self.anywhere, list(planes.values()))
        assert facts.can_win == bool(code.function("may_win", 3)(context, self.frozen.address, state))
        frozen = frozen_things(facts, planes)
        is_hopeless = not facts.can_win or not all(demand.is_met(planes, frozen) for demand in demands)
        assert is_hopeless or not falls_short
        if is_hopeless:
            self.left_out += 1
            assert number not in self.winnable
        for after in space.leads_to[number] if number < len(space.leads_to) else ():
            later = space.planes(after)
            assert not any(cells & ~later[thing] for thing, cells in frozen.items())


@pytest.mark.sampled
@pytest.mark.parametrize("seed", some_of(range(150)))
def test_what_is_said_of_states_is_so(code: NativeCode, seed: int) -> None:
    for problem in random_problems(code, seed):
        reach = problem.reach
        if reach is None:
            continue
        space = StateSpace(problem, STATES)
        assert_nothing_else_comes_up(space, reach)
        assert not (reach.rules_out_win and space.wins)
        checker = Checker(space, reach)
        for number in range(0, len(space.states), 7):
            checker.check(number)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", some_of(range(100)))
def test_verdicts_are_those_of_searches(code: NativeCode, seed: int) -> None:
    for problem in random_problems(code, seed):
        game = problem.tables.game
        limits = SearchLimits(None, STATES)
        plain = solve(game, problem.level, solvers=["bfs"], limits=limits)
        other = solve(game, problem.level, solvers=["walks"], limits=limits, rule_out=True)
        if "undecided" not in (plain.verdict, other.verdict):
            assert plain.verdict == other.verdict


def reach_of(game: PuzzleScriptGame) -> LevelReach:
    reach = SearchableGame(game).reach_of(game.maps[0])
    assert reach is not None
    return reach


def kinds(game: PuzzleScriptGame) -> set[Kind]:
    return {demand.kind for demand in reach_of(game).demands}


def test_a_level_that_cannot_be_won_is_not_searched() -> None:
    report = solve(sokoban(STUCK), 0, rule_out=True)
    assert report.verdict == "unsolvable"
    assert [(solver.solver, solver.explored) for solver in report.solvers] == [(REACH, 0)]


def test_a_level_that_may_be_won_is_searched() -> None:
    report = solve(sokoban(OPEN), 0, rule_out=True)
    assert report.verdict == "solved"
    assert [solver.solver for solver in report.solvers] == list(SOLVERS)


def test_nothing_is_ruled_out_unless_asked_for() -> None:
    report = solve(sokoban(STUCK), 0)
    assert [solver.solver for solver in report.solvers] == list(SOLVERS)


@pytest.mark.parametrize(
    ("level", "rules", "win"),
    [
        # A crate against a wall stays there: no mark is at that wall.
        ("#####\n#.*.#\n#.P.#\n#..O#\n#####", PUSH, "All Target on Crate"),
        # Two crates share the only one of two marks that they can get to.
        ("######\n#.*P.#\n#.*O.#\n#....#\n#.####\n#O####\n######", PUSH, "All Crate on Target"),
        # Nobody can pass the crate, which cannot be pushed out of the way.
        ("######\n#P*#O#\n######", PUSH, "Some Player on Target"),
        # Marks that no rule brings a thing to.
        ("#####\n#P*O#\n#####", "[ > Player | Crate ] -> cancel", "All Target on Crate"),
    ],
)
def test_wins_that_are_ruled_out(level: str, rules: str, win: str) -> None:
    game = sokoban(level, rules=rules, win=win)
    assert solve(game, 0, solvers=["bfs"]).verdict == "unsolvable"
    assert reach_of(game).rules_out_win


@pytest.mark.parametrize(
    "extra",
    [
        "[ < Player | Crate ] -> [ < Player | < Crate ]",
        "[ action Player | Crate ] -> [ Crate | Player ]",
        "[ action Player ] -> [ Crate ]",
        "late [ Player | Crate | ] -> [ Player | | Crate ]",
    ],
)
def test_other_ways_to_handle_a_crate_are_known(extra: str) -> None:
    """The crate in the corner can be pulled out, swapped, or replaced."""
    game = sokoban(STUCK, rules=f"{PUSH}\n{extra}")
    rules_out = reach_of(game).rules_out_win
    assert not (rules_out and solve(game, 0, solvers=["bfs"]).verdict == "solved")
    assert not rules_out


def test_things_that_come_from_nowhere_are_not_counted() -> None:
    level = "#####\n#P*O#\n#..O#\n#####"
    assert Kind.FILL in kinds(sokoban(level))
    assert Kind.FILL not in kinds(sokoban(level, rules=f"{PUSH}\n[ action Player | ] -> [ Player | Crate ]"))


def test_things_that_vanish_need_no_place() -> None:
    level = "#####\n#P*O#\n#*..#\n#####"
    win = "All Crate on Target"
    assert Kind.SETTLE in kinds(sokoban(level, win=win))
    assert reach_of(sokoban(level, win=win)).rules_out_win
    eaten = sokoban(level, win=win, rules=f"{PUSH}\n[ action Player | Crate ] -> [ Player | ]")
    assert Kind.SETTLE not in kinds(eaten)
    assert solve(eaten, 0, rule_out=True).verdict == "solved"


def test_what_a_rule_wins_is_not_ruled_out() -> None:
    game = sokoban(STUCK, rules=f"{PUSH}\n[ action Player ] -> win")
    assert solve(game, 0, rule_out=True).verdict == "solved"


def test_crates_freeze_each_other(code: NativeCode) -> None:
    """Two crates side by side along a wall: each is in the way of the other."""
    game = sokoban("######\n#.**.#\n#P...#\n#.OO.#\n#....#\n######")
    problem = NativeProblem(code, SearchableGame(game), game.maps[0])
    reach = problem.reach
    assert reach is not None
    space = StateSpace(problem, 1)
    facts = LevelFacts(with_things_anywhere(reach.facts), list(space.planes(0).values()))
    assert sum(cells.bit_count() for cells in frozen_things(facts, space.planes(0)).values()) == 2


@pytest.mark.parametrize("most", [1, 50])
def test_large_levels_are_left_alone(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr("puzzlesynth.levels.search.relaxation.reach._MOST_WORK", most)
    game = sokoban(STUCK)
    assert SearchableGame(game).reach_of(game.maps[0]) is None
    assert solve(game, 0, rule_out=True).verdict == "unsolvable"


def test_matching() -> None:
    assert matching_size([[0, 1], [0], [1]]) == 2
    assert matching_size([[0, 1], [0, 2], [0]]) == 3
    assert matching_size([]) == 0


def test_partners_who_are_frozen_have_their_own_place_only() -> None:
    demand = Demand(Kind.FILL, ({7: 0b11}, {7: 0b11}), places=(0, 1))
    assert demand.is_met({7: 0b11})
    assert demand.is_met({7: 0b11}, {7: 0b11})
    assert not demand.is_met({7: 0b101}, {7: 0b101})

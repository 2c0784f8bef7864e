"""Search by walks decides what breadth-first search decides, whatever the rules say about the player."""

from __future__ import annotations

import ctypes
from random import Random

import pytest
from hypothesis import given

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.engine.native.compiler.loading import native_code
from puzzlesynth.levels.engine.native.compiler.machine_code import NativeCode
from puzzlesynth.levels.engine.native.kernel.search import search_layout
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchableGame, SearchLimits, solve
from puzzlesynth.levels.search.limits import BatchLimits, LimitWatch
from puzzlesynth.levels.search.native.search import NativeProblem, NativeSearch
from puzzlesynth.levels.search.results import SolverReport
from puzzlesynth.levels.search.transitions import is_solution
from puzzlesynth.levels.search.walking import WALKS, WalkingSearch
from tests.support.random_games import random_source
from tests.support.samples import random_examples, some_of
from tests.support.search_games import OPEN, PUSH, SMALL, STUCK, CrateGame, crate_games, sokoban

WIDE = "#" * 12 + "\n#P.......*O#\n" + "#..........#\n" * 6 + "#" * 12
"""More cells than a word has bits."""


def by_walks(problem: NativeProblem, states: int | None = None) -> SolverReport:
    return WalkingSearch(problem, LimitWatch(WALKS, SearchLimits(None, states))).run()


def assert_decided_alike(code: NativeCode, game: PuzzleScriptGame, level: Level, states: int) -> bool:
    """Whether both searches came to an end, which is the same then."""
    search = SearchableGame(game)
    if search.refusals or search.is_random:
        return False
    problem = NativeProblem(code, search, level)
    if problem.starts_won:
        return False
    expected = NativeSearch(problem, LimitWatch("bfs", SearchLimits(None, states))).run()
    found = by_walks(problem, 20 * states)
    assert found.moves is None or is_solution(game, level, found.moves)
    if expected.solved is None or found.solved is None:
        return False
    assert found.solved == expected.solved
    return True


@pytest.mark.parametrize("level", [SMALL, OPEN, STUCK, WIDE])
def test_levels_are_decided(code: NativeCode, level: str) -> None:
    game = sokoban(level)
    assert assert_decided_alike(code, game, game.maps[0], 100_000)


def test_states_that_differ_by_a_walk_are_one(code: NativeCode) -> None:
    game = sokoban("##########\n" + "#........#\n" * 6 + "#P......*#\n#########O\n##########")
    problem = NativeProblem(code, SearchableGame(game), game.maps[0])
    everywhere = NativeSearch(problem, LimitWatch("bfs", SearchLimits(None))).run()
    found = by_walks(problem)
    assert found.solved is everywhere.solved is False
    assert everywhere.reached > 30 * found.reached


MANY = "##########\n#P.......#\n#.*.*.*..#\n#........#\n#...*....#\n#OOOO....#\n##########"


def test_every_list_has_every_state_that_waits(code: NativeCode) -> None:
    game = sokoban(MANY)
    problem = NativeProblem(code, SearchableGame(game), game.maps[0])
    search = WalkingSearch(problem, LimitWatch(WALKS, SearchLimits(None, 60)))
    assert search.run().stopped_by == "states"
    waiting = [waiting_in(search, number) for number in range(search_layout.ALL_LISTS)]
    assert len(waiting) == 5
    assert len(waiting[0]) > 10
    assert all(states == waiting[0] for states in waiting)


def waiting_in(search: WalkingSearch, number: int) -> set[int]:
    """The states in one of the lists that have not been expanded."""
    numbers, shift = search.memory.numbers, number * search_layout.NEXT_LIST
    count = numbers[search_layout.HEAP_COUNT + shift]
    entries = (ctypes.c_int64 * (2 * count)).from_address(numbers[search_layout.HEAP + shift])
    chunks = (ctypes.c_int64 * 1).from_address(numbers[search_layout.COSTS])
    marks = (ctypes.c_uint32 * search.memory.count).from_address(chunks[0])
    return {state for state in entries[1::2] if not marks[state] & search_layout.DONE}


RULES = [
    PUSH,
    PUSH + "\n[ > Player | Crate ] -> [ > Player | > Crate ]\n[ Player | Target ] -> [ Player | ]",
    PUSH + "\nlate [ Player Target ] -> [ Player ]",
    PUSH + "\nlate [ Player ] [ Target no Crate ] -> [ Player ] [ Crate Target ]",
    PUSH + "\nlate [ Crate | no Player ] -> [ Crate | ]",
    PUSH + "\nright [ Player | Wall ] -> [ Player | ]",
    PUSH + "\nup [ > Player ] -> cancel",
    PUSH + "\nlate [ Target no Player ] -> [ Target Crate ]",
    PUSH + "\n[ > Player | ... | Crate ] -> [ > Player | ... | < Crate ]",
    PUSH + "\n[ action Player | ] -> [ Player | Crate ]",
    PUSH + "\n[ stationary Player ] [ Crate ] -> [ Player ] [ ]",
    PUSH + "\n[ Target ] -> [ ]\nlate [ Wall | no Wall ] -> [ Wall | Target ]",
    "[ > Player | no Wall ] -> [ Crate | Player ]",
    "[ > Player | Crate ] -> [ > Player | > Crate ]\nlate [ Player | Crate | Crate ] -> restart",
    "[ right Player ] [ Crate ] -> [ right Player ] [ right Crate ]\n" + PUSH,
    PUSH + "\nlate [ Player | Target ] -> again\n[ Crate | Crate ] -> [ | ]",
    PUSH + "\nlate [ Player Target ] -> win",
]
WINS = [
    "All Target on Crate",
    "Some Crate on Target",
    "No Crate",
    "All Player on Target",
    "No Crate on Target",
]


@pytest.mark.seconds
@random_examples(200)
@given(crate_games(RULES, WINS, ".......P**O##", 5, 4))
def test_rules_of_all_kinds_are_decided_alike(code: NativeCode, made: CrateGame) -> None:
    game = made.game
    assert_decided_alike(code, game, game.maps[0], 5_000)


def decided_at_random(code: NativeCode, number: int) -> int:
    game = compile_source(random_source(Random(number))).game
    levels = game.maps if game is not None else []
    return sum(assert_decided_alike(code, game, level, 100) for level in levels if game is not None)


@pytest.mark.seconds
@pytest.mark.sampled
@pytest.mark.usefixtures("shortened")
def test_random_games_are_decided_alike(code: NativeCode) -> None:
    assert sum(decided_at_random(code, number) for number in some_of(range(60)))


@pytest.mark.slow
@pytest.mark.usefixtures("shortened")
@pytest.mark.parametrize("first", range(0, 2000, 200))
def test_many_random_games_are_decided_alike(code: NativeCode, first: int) -> None:
    for number in range(first, first + 200):
        decided_at_random(code, number)


def test_a_game_that_draws_numbers_is_searched_in_one_course_of_chance(code: NativeCode) -> None:
    rules = PUSH + "\nrandom [ Crate | no Wall no Crate no Player ] -> [ | Crate ]"
    game = sokoban("#######\n#P..*O#\n#.....#\n#######", rules=rules)
    problem = NativeProblem(code, SearchableGame(game), game.maps[0], "7")
    found = by_walks(problem)
    assert found.moves is not None
    assert is_solution(game, game.maps[0], found.moves, "7")


def test_limits_are_kept(code: NativeCode) -> None:
    game = sokoban(OPEN)
    problem = NativeProblem(code, SearchableGame(game), game.maps[0])
    assert by_walks(problem, 10).stopped_by == "states"
    watch = LimitWatch(WALKS, BatchLimits(), most=20, exact=True)
    assert WalkingSearch(problem, watch).run().stopped_by == "no better"
    assert WalkingSearch(problem, LimitWatch(WALKS, SearchLimits(0.0))).run().stopped_by == "time"


def test_the_solver_has_a_name() -> None:
    report = solve(sokoban(OPEN), 0, solvers=[WALKS])
    assert [one.solver for one in report.solvers] == [WALKS]
    assert report.moves is not None
    assert not report.shortest


def test_what_is_found_does_not_depend_on_when_there_is_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float | None] = []
    ready = native_code(wait=None)

    def slow(*, wait: float | None = 0.0) -> NativeCode | None:
        waited.append(wait)
        return ready

    monkeypatch.setattr("puzzlesynth.levels.search.solver.native_code", slow)
    solve(sokoban(OPEN), 0, solvers=[WALKS], limits=SearchLimits(7.0))
    assert waited == [7.0]
    solve(sokoban(OPEN), 0, solvers=["bfs"], limits=SearchLimits(7.0))
    assert waited == [7.0, 0.0]

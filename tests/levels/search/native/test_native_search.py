"""Searches in machine code find what searches in Python find, in the same order."""

from __future__ import annotations

from errno import ENOMEM
from random import Random

import pytest
from hypothesis import given

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.engine.native.compiler.machine_code import NativeCode
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import ALL_SOLVERS, SearchableGame, SearchLimits, solve, solver
from puzzlesynth.levels.search.limits import BatchLimits, LimitWatch
from puzzlesynth.levels.search.native.search import NativeFault, NativeProblem, NativeSearch
from puzzlesynth.levels.search.results import SolverReport
from puzzlesynth.levels.search.solver import SOLVER_FUNCTIONS
from puzzlesynth.levels.search.walking import WALKS
from tests.support.engine_games import tiny_game
from tests.support.paths import ROOT
from tests.support.random_games import random_source
from tests.support.samples import random_examples, some_of
from tests.support.search_games import OPEN, PUSH, SMALL, STUCK, CrateGame, crate_games, sokoban

ALIKE = [name for name in ALL_SOLVERS if name != WALKS]
"""The solvers that are the same in Python."""
ROOM = "#######\n#.....#\n#.C.O.#\n#..PC.#\n#..O..#\n#######"


def outcome(report: SolverReport) -> tuple[object, ...]:
    return (
        report.solved,
        report.moves,
        report.explored,
        report.reached,
        report.stopped_by,
        report.sure_of_shortest,
    )


def compare(
    code: NativeCode, search: SearchableGame, level: Level, limits: SearchLimits, seed: str | None
) -> int:
    steps = search.load(level, seed)
    problem = NativeProblem(code, search, level, seed)
    assert problem.starts_won == steps.starts_won
    if steps.starts_won:
        return 0
    explored = 0
    for name in ALIKE:
        in_python = SOLVER_FUNCTIONS[name](steps, LimitWatch(name, limits, exact=True))
        native = NativeSearch(problem, LimitWatch(name, limits, exact=True)).run()
        assert outcome(native) == outcome(in_python), name
        explored += native.explored
    assert problem.again.cut_short == steps.again.cut_short
    return explored


def assert_alike(code: NativeCode, game: PuzzleScriptGame) -> None:
    compare(code, SearchableGame(game), game.maps[0], SearchLimits(states=3000), None)


def compare_random(code: NativeCode, number: int) -> int:
    game = compile_source(random_source(Random(number))).game
    if game is None or not game.maps:
        return 0
    search = SearchableGame(game)
    if search.refusals:
        return 0
    # Every number drawn makes another state, and Python takes its time to draw them.
    limits, seed = (SearchLimits(None, 5), "9") if search.is_random else (SearchLimits(None, 100), None)
    return compare(code, search, game.maps[0], limits, seed)


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["sokoban", "gem", "lava", "blockfaker", "destroy"])
def test_example_levels_are_searched_alike(code: NativeCode, name: str) -> None:
    game = compile_source((ROOT / "examples" / "levels" / f"{name}.txt").read_text("utf-8")).game
    assert game is not None
    search = SearchableGame(game)
    for level in game.maps[:5]:
        assert compare(code, search, level, SearchLimits(None, 3000), None)


@pytest.mark.seconds
@pytest.mark.sampled
@pytest.mark.usefixtures("shortened")
@pytest.mark.parametrize("first", range(2, 62, 20))
def test_random_games_are_searched_alike(code: NativeCode, first: int) -> None:
    assert sum(compare_random(code, number) for number in some_of(range(first, first + 20)))


@pytest.mark.slow
@pytest.mark.usefixtures("shortened")
@pytest.mark.parametrize("first", range(0, 2000, 200))
def test_many_random_games_are_searched_alike(code: NativeCode, first: int) -> None:
    for number in range(first, first + 200):
        compare_random(code, number)


TALL = "\n".join(["P", "*", *"." * 90, "O"])
"""More cells than a word has bits."""


@pytest.mark.parametrize("level", [SMALL, OPEN, STUCK, TALL])
def test_solution_and_counts_are_the_same(code: NativeCode, level: str) -> None:
    assert_alike(code, sokoban(level))


RULES = [
    PUSH,
    PUSH + "\n[ > Crate | Crate ] -> [ > Crate | > Crate ]",
    PUSH + "\n[ < Player | Crate ] -> [ < Player | < Crate ]",
    PUSH + "\nlate [ Crate | Crate | Crate ] -> [ | | ]",
    PUSH + "\n[ > Player | Wall ] -> cancel",
    PUSH
    + "\nstartloop\nright [ Crate | Crate | no Crate no Wall no Player ] -> [ Crate | | Crate ]\nendloop",
    "[ > Player | Crate ] -> [ < Player | > Crate ]",
    "[ moving Player ] -> [ moving Player ]\n[ > Player | ] -> [ > Player | ]\n" + PUSH,
    "[ action Player | Crate ] -> [ Player | ]\n" + PUSH,
    "right [ Crate ] -> [ right Crate ]\n[ up Player | Crate ] -> [ up Player | left Crate ]",
    PUSH + "\nlate [ Player | Wall ] -> win",
    PUSH + "\nlate right [ Crate | Crate ] -> [ | Crate ]",
    PUSH + "\nright [ Crate | no Crate ] [ Target ] -> [ | Crate ] [ Target ]",
    PUSH + "\nlate [ Crate | Crate ] [ Player ] -> [ Crate | Target ] [ Player ]",
    PUSH + "\nlate down [ Crate | no Target ] -> [ Crate Target | Target ]",
    PUSH + "\nlate [ Target ] [ Player ] -> [ Crate ] [ Player ]",
    PUSH + "\n[ stationary Crate | Target ] -> [ | Crate Target ]",
]
WINS = [
    "All Target on Crate",
    "Some Crate on Target",
    "No Crate",
    "No Crate on Target\nSome Player on Target",
]


@pytest.mark.seconds
@random_examples(120)
@given(crate_games(RULES, WINS, "......P***OO#", 4, 3))
def test_rules_of_all_kinds_give_the_same_search(code: NativeCode, made: CrateGame) -> None:
    assert_alike(code, made.game)


def test_limits_hold_at_the_same_state(code: NativeCode) -> None:
    search = SearchableGame(tiny_game(PUSH, ROOM, win="All Crate on Goal"))
    level = search.game.maps[0]
    for states in (1, 10, 100):
        compare(code, search, level, SearchLimits(None, states), None)
    report = NativeSearch(
        NativeProblem(code, search, level), LimitWatch("bfs", BatchLimits(), most=20, exact=True)
    ).run()
    assert (report.explored, report.stopped_by) == (20, "no better")


@pytest.mark.parametrize("budget", [64, 1 << 16])
@pytest.mark.parametrize("name", ALIKE)
def test_the_clock_stops_a_search_that_counts_every_state(
    code: NativeCode, name: str, budget: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the kernel comes back because a slice of time is over or because it needs memory."""
    monkeypatch.setattr("puzzlesynth.levels.search.native.search._FIRST_BUDGET", budget)
    search = SearchableGame(
        sokoban("P" + "." * 9 + "\n" + "..*.*.*.*.\n" * 4 + "." * 9 + "O", win="No Crate")
    )
    watch = LimitWatch(name, SearchLimits(0.05), exact=True)
    assert NativeSearch(NativeProblem(code, search, search.game.maps[0]), watch).run().stopped_by == "time"


WIDE = "PC......\n........\nC.......\n.....C.#\nO......#"
"""It has more states than a chunk, and than the first hash table."""


def test_a_search_ends_where_the_machine_has_no_more_memory(
    code: NativeCode, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = SearchableGame(tiny_game(PUSH, WIDE, win="All Crate on Goal"))
    watch = LimitWatch("bfs", SearchLimits(None), exact=True)
    hunt = NativeSearch(NativeProblem(code, search, search.game.maps[0]), watch)

    def full(*_: object) -> None:
        raise OSError(ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr("puzzlesynth.levels.search.native.memory.mmap.mmap", full)
    report = hunt.run()
    assert report.stopped_by == "memory"
    assert report.solved is None


def test_memory_grows_with_the_states(code: NativeCode) -> None:
    search = SearchableGame(tiny_game(PUSH, WIDE, win="All Crate on Goal"))
    for name in ("bfs", "gbfs"):
        watch = LimitWatch(name, SearchLimits(None, 40_000), exact=True)
        report = NativeSearch(NativeProblem(code, search, search.game.maps[0]), watch).run()
        assert report.stopped_by == "states"
        assert report.reached > 40_000


def test_python_takes_over_where_a_turn_has_too_many_matches(
    code: NativeCode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzlesynth.levels.engine.native.context.MOST_PLACES", 2)
    game = tiny_game(
        "[ > Player | ... | Crate ] -> [ > Player | ... | Gem ]", "PCCC\n...O", win="Some Player on Goal"
    )
    with pytest.raises(NativeFault):
        NativeSearch(
            NativeProblem(code, SearchableGame(game), game.maps[0]), LimitWatch("bfs", SearchLimits())
        ).run()
    report = solve(game, 0)
    assert report.moves is not None
    assert "matches" in report.slow_reasons[0]


def test_a_search_in_python_ends_when_machine_code_is_ready(
    code: NativeCode, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([None, None])

    def answer() -> NativeCode | None:
        return next(answers, code)

    monkeypatch.setattr(solver, "native_code", answer)
    monkeypatch.setattr(solver, "is_native_ready", lambda: answer() is not None)
    game = tiny_game(PUSH, ROOM, win="All Crate on Goal")
    report = solve(game, 0, solvers=["bfs"])
    assert report.solvers[0].engine == "machine code"
    assert report.slow_reasons == ()


def test_without_machine_code_everything_is_found_and_the_reason_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = tiny_game(PUSH, ROOM, win="All Crate on Goal")
    expected = solve(game, 0)
    monkeypatch.setattr(solver, "native_code", lambda **_: None)
    monkeypatch.setattr(solver, "native_obstacle", lambda: "llvmlite is not installed")
    report = solve(game, 0)
    assert report.slow_reasons == ("llvmlite is not installed",)
    assert [outcome(one) for one in report.solvers] == [outcome(one) for one in expected.solvers]


def test_solvers_side_by_side_and_threads_find_the_same(
    code: NativeCode, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = "puzzlesynth.levels.search.native.search"
    monkeypatch.setattr(f"{module}._LARGE", 0)
    monkeypatch.setattr(f"{module}._TOGETHER", 7)
    game = tiny_game(PUSH, ROOM, win="All Crate on Goal")
    alone = solve(game, 0, solvers=ALL_SOLVERS)
    for solvers in (ALL_SOLVERS, ["bfs"]):
        together = solve(game, 0, solvers=solvers, jobs=3)
        assert [outcome(one)[:3] for one in together.solvers] == [outcome(one)[:3] for one in alone.solvers][
            : len(solvers)
        ]
    stopped = solve(game, 0, solvers=["bfs"], limits=SearchLimits(states=50), jobs=2).solvers[0]
    assert stopped.stopped_by == "states"
    unsolvable = tiny_game(PUSH, ROOM.replace("O..#", "...#"), win="All Crate on Goal")
    assert solve(unsolvable, 0, jobs=2).verdict == "unsolvable"


def test_a_solver_that_waits_for_a_thread_has_all_of_its_time(code: NativeCode) -> None:
    game = sokoban("P" + "." * 9 + "\n" + "..*.*.*.*.\n" * 4 + "." * 9 + "O", win="No Crate")
    report = solve(game, 0, limits=SearchLimits(0.3), jobs=2)
    assert [one.stopped_by for one in report.solvers] == ["time"] * 3
    assert all(one.explored for one in report.solvers)


@pytest.mark.usefixtures("shortened")
def test_only_what_is_taken_up_is_counted(code: NativeCode) -> None:
    """Moves are made of some states at once; a limit, or a solution, may come before all of them."""
    slide = "[ > Player | Crate ] -> [ > Player | > Crate ]\n[ Gem ] -> [ right Gem ] again"
    game = tiny_game(slide, "G" + 40 * "." + "\nP.C" + 38 * "." + "\n" + 41 * ".", win="Some Crate on Goal")
    for states in range(2, 40):
        assert compare(code, SearchableGame(game), game.maps[0], SearchLimits(None, states), None)

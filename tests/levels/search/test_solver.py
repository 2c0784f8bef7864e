"""What the solvers promise: shortest solutions, proofs, limits, refusals."""

from __future__ import annotations

import pytest

from puzzlesynth.levels.engine import LevelSession
from puzzlesynth.levels.engine.turn import NO_INPUT
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import ALL_SOLVERS, SOLVERS, SearchableGame, SearchLimits, solve
from puzzlesynth.levels.search.limits import SearchProgress
from puzzlesynth.levels.search.results import LevelVerdict
from tests.support.search_games import OPEN, PUSH, SMALL, STUCK, sokoban

UP, LEFT, DOWN, RIGHT, ACTION = range(5)


def wins(level: str, moves: tuple[int, ...], **more: str) -> bool:
    session = LevelSession(sokoban(level, **more))
    for key in moves:
        session.press(key)
    return session.levels_won == 1


def test_breadth_first_finds_a_shortest_solution() -> None:
    report = solve(sokoban(SMALL), 0, solvers=["bfs"])
    assert report.verdict is LevelVerdict.SOLVED
    assert report.shortest
    assert report.moves is not None
    assert len(report.moves) == 33
    assert wins(SMALL, report.moves)


@pytest.mark.parametrize("solver", ALL_SOLVERS)
def test_every_solver_finds_a_solution_that_wins(solver: str) -> None:
    report = solve(sokoban(OPEN), 0, solvers=[solver])
    assert report.verdict is LevelVerdict.SOLVED
    assert report.moves is not None
    assert wins(OPEN, report.moves)


@pytest.mark.parametrize("solver", ALL_SOLVERS)
def test_every_solver_proves_that_there_is_no_solution(solver: str) -> None:
    report = solve(sokoban(STUCK), 0, solvers=[solver])
    assert report.verdict is LevelVerdict.UNSOLVABLE
    assert report.moves is None


def test_the_difficulty_is_the_least_number_of_states_explored() -> None:
    report = solve(sokoban(OPEN), 0)
    assert [solver.solver for solver in report.solvers] == list(SOLVERS)
    assert report.difficulty == min(solver.explored for solver in report.solvers)


def test_a_limit_of_states_leaves_the_level_undecided() -> None:
    report = solve(sokoban(OPEN), 0, solvers=["bfs"], limits=SearchLimits(states=5))
    # The limit is looked at now and then; a level this small may be decided before.
    assert report.verdict is not LevelVerdict.UNSOLVABLE
    wide = "\n".join(["." * 12, "." * 12, "..*.*.*.*...", "..P.......O."] + ["." * 12] * 8)
    report = solve(sokoban(wide, win="No Crate"), 0, limits=SearchLimits(states=3000))
    assert report.verdict is LevelVerdict.UNDECIDED
    assert {solver.stopped_by for solver in report.solvers} == {"states"}
    assert all(solver.reached < 30_000 for solver in report.solvers)


def test_a_limit_of_time_leaves_the_level_undecided() -> None:
    wide = "\n".join(["." * 12, "..*.*.*.*...", "..P.......O."] + ["." * 12] * 8)
    report = solve(sokoban(wide, win="No Crate"), 0, limits=SearchLimits(seconds=0.2))
    assert report.verdict is LevelVerdict.UNDECIDED
    assert {solver.stopped_by for solver in report.solvers} == {"time"}
    assert report.difficulty is None


def test_progress_is_reported_and_can_stop_a_search() -> None:
    wide = "\n".join(["." * 12, "..*.*.*.*...", "..P.......O."] + ["." * 12] * 8)
    seen: list[SearchProgress] = []

    def stop(progress: SearchProgress) -> bool:
        seen.append(progress)
        return len(seen) < 2

    report = solve(sokoban(wide, win="No Crate"), 0, solvers=["bfs"], progress=stop)
    assert report.verdict is LevelVerdict.UNDECIDED
    assert report.solvers[0].stopped_by == "interrupted"
    assert seen[-1].frontier > 0


def test_a_level_that_is_won_as_it_stands_needs_one_move() -> None:
    report = solve(sokoban("P@."), 0)
    assert report.moves is not None
    assert len(report.moves) == 1


FALLING = f"{PUSH}\n[ stationary Player ] [ Crate ] -> [ Player ] [ down Crate ]"


@pytest.mark.parametrize("native", [True, False])
def test_in_real_time_waiting_is_a_move(native: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Crates fall as long as the player stands still, so the level is won by waiting twice."""
    if not native:
        monkeypatch.setattr("puzzlesynth.levels.search.solver.native_code", lambda wait=None: None)
        monkeypatch.setattr("puzzlesynth.levels.search.solver.is_native_ready", lambda: False)
    level = "P*\n..\n.O"
    report = solve(sokoban(level, rules=FALLING, prelude="realtime_interval 0.5"), 0)
    assert report.moves == (NO_INPUT, NO_INPUT)
    assert solve(sokoban(level, rules=FALLING), 0).moves != report.moves


def test_where_no_rule_takes_notice_of_a_tick_nobody_waits() -> None:
    assert NO_INPUT not in SearchableGame(sokoban(OPEN, prelude="realtime_interval 0.5")).inputs
    assert NO_INPUT not in SearchableGame(sokoban(OPEN, rules=FALLING)).inputs


def test_games_that_cannot_be_won_are_refused_with_the_reason() -> None:
    assert "no win conditions" in solve(sokoban(OPEN, win=""), 0).refusals[0]


def test_random_games_need_a_seed_and_solutions_hold_for_it() -> None:
    rules = PUSH + "\nlate random [ Crate | no Wall no Crate no Player ] -> [ | Crate ]"
    game = sokoban("P.*..O.", rules=rules)
    assert "random" in solve(game, 0).refusals[0]
    report = solve(game, 0, seed="7", limits=SearchLimits(states=50_000))
    assert report.verdict is LevelVerdict.SOLVED
    session = LevelSession(game, seed="7")
    for key in report.moves or ():
        session.press(key)
    assert session.levels_won == 1


def test_the_action_is_tried_only_where_a_rule_takes_notice_of_it() -> None:
    assert SearchableGame(sokoban(OPEN)).inputs == (UP, LEFT, DOWN, RIGHT)
    rules = "[ action Player | Crate ] -> [ Player | ]"
    assert SearchableGame(sokoban(OPEN, rules=rules)).inputs == (UP, LEFT, DOWN, RIGHT, ACTION)
    assert SearchableGame(sokoban(OPEN, rules=rules, prelude="noaction")).inputs == (UP, LEFT, DOWN, RIGHT)


def test_winning_by_a_command_counts() -> None:
    report = solve(sokoban("P..#", rules="late [ Player | Wall ] -> win", win=""), 0)
    assert report.moves == (RIGHT, RIGHT)


def test_again_turns_belong_to_the_move() -> None:
    rules = PUSH + "\nright [ Crate | no Wall no Crate no Player ] -> [ | Crate ] again"
    report = solve(sokoban("P*...O", rules=rules), 0)
    assert report.moves is not None
    assert len(report.moves) == 1


def test_rigid_games_are_solved() -> None:
    report = solve(sokoban("P.*.O.", rules="rigid " + PUSH), 0)
    assert report.moves == (RIGHT, RIGHT, RIGHT)


def test_a_rigid_group_that_cannot_move_as_one_does_not_move() -> None:
    rules = PUSH + "\nrigid [ moving Crate | Crate ] -> [ moving Crate | moving Crate ]"
    stuck = "#.....\nP**.OO\n..*#.."
    free = "#.....\nP**.OO\n......"
    assert solve(sokoban(stuck, rules=rules), 0).verdict is LevelVerdict.UNSOLVABLE
    assert solve(sokoban(free, rules=rules), 0).moves == (RIGHT, RIGHT, RIGHT)


BLINK = """[ Wall no Target ] -> [ action Wall Target ]
[ stationary Wall Target ] -> [ Wall ]
late [ Wall ] -> again"""


@pytest.mark.seconds
def test_a_move_whose_again_never_ends_leads_nowhere() -> None:
    """The wall goes on and off for ever; the player cannot make a second move."""
    report = solve(sokoban("P.O.#", rules=BLINK, win="Some Player on Target"), 0)
    assert report.verdict is LevelVerdict.UNSOLVABLE
    assert report.endless_moves > 0
    assert solve(sokoban("PO.#", rules=BLINK, win="Some Player on Target"), 0).moves == (RIGHT,)


def test_an_again_that_is_given_up_leaves_the_level_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = PUSH + "\n[ stationary Crate ] -> [ right Crate ] again"
    level = "P*........#O"
    assert solve(sokoban(level, rules=rules), 0).verdict is LevelVerdict.UNSOLVABLE
    monkeypatch.setattr("puzzlesynth.levels.search.transitions.MAX_AGAIN", 3)
    report = solve(sokoban(level, rules=rules), 0)
    assert report.verdict is LevelVerdict.UNDECIDED
    assert all("again" in (solver.stopped_by or "") for solver in report.solvers)


def test_the_time_limit_covers_the_generation_of_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzlesynth.levels.search.solver.native_code", lambda: None)
    rules = "\n".join(f"[ > Player | Crate ] -> [ > Player | > Crate ] sfx{n % 10}" for n in range(60))
    report = solve(sokoban("P*O" + "." * 20, rules=rules), 0, limits=SearchLimits(seconds=0.0))
    assert report.verdict is LevelVerdict.UNDECIDED
    assert [solver.stopped_by for solver in report.solvers] == ["time"] * 3
    assert report.solvers[0].engine == "generating code"


def test_any_map_can_be_searched_with_a_game_compiled_once() -> None:
    game = sokoban(OPEN)
    search = SearchableGame(game)
    glyphs = game.legend.glyphs
    background = 1 << game.background_id
    for length in range(3, 9):
        row = "P*" + "." * length + "O"
        level = Level(len(row), 1, tuple(glyphs[glyph.lower()] | background for glyph in row), 0)
        assert solve(search, level).moves == (RIGHT,) * (length + 1)


def test_an_entry_that_is_no_level_is_an_error() -> None:
    with pytest.raises(ValueError, match="no level 7"):
        solve(sokoban(OPEN), 7)
    with pytest.raises(ValueError, match="no such solver"):
        solve(sokoban(OPEN), 0, solvers=["dfs"])


@pytest.mark.parametrize("solver", ALL_SOLVERS)
def test_a_level_that_is_won_as_it_stands_is_won_by_a_move_that_leaves_it_so(solver: str) -> None:
    """Winning is checked after moves only, and the first move that comes to mind spoils it."""
    level = "###\n#O#\n#*#\n#P#\n###"
    report = solve(sokoban(level, win="No Crate on Target"), 0, solvers=[solver])
    assert report.verdict is LevelVerdict.SOLVED
    assert report.moves == (LEFT,)
    assert wins(level, report.moves, win="No Crate on Target")
    assert not wins(level, (UP,), win="No Crate on Target")


@pytest.mark.parametrize("solver", ALL_SOLVERS)
def test_a_turn_that_is_taken_back_does_not_win_a_level_that_is_won_as_it_stands(solver: str) -> None:
    """Whether a rule cancels it, or the player has to move and cannot; a move that counts wins."""
    cancelling = {"rules": f"[ up Player ] -> cancel\n{PUSH}", "win": "No Crate"}
    report = solve(sokoban("####\n#P.#\n####", **cancelling), 0, solvers=[solver])
    assert report.moves is not None
    assert report.moves[0] != UP
    moving = {"prelude": "require_player_movement", "win": "No Crate"}
    report = solve(sokoban("####\n#P.#\n####", **moving), 0, solvers=[solver])
    assert report.moves == (RIGHT,)
    report = solve(sokoban("###\n#P#\n###", **moving), 0, solvers=[solver])
    assert report.verdict is LevelVerdict.UNSOLVABLE

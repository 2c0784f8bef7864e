"""Judged briefly, levels of games that are nothing but pushing get the verdicts and difficulties of the solvers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SOLVERS, SearchableGame
from puzzlesynth.levels.search.batch.evaluator import BatchEvaluator
from puzzlesynth.levels.search.limits import BatchLimits, LimitWatch, SearchLimits
from puzzlesynth.levels.search.solver import run_solver
from puzzlesynth.levels.search.transitions import is_solution
from puzzlesynth.levels.sokoban.deadlocks import BY_PUSHES
from puzzlesynth.levels.sokoban.game import sokoban_game
from puzzlesynth.levels.sokoban.level import SokobanLevel
from puzzlesynth.levels.sokoban.solver import solve_sokoban
from tests.support.batch_games import crates, level
from tests.support.samples import random_examples
from tests.support.search_games import PUSH

WINS = ["All Target on Crate", "All Crate on Target"]
CELLS = "......**OO@+#"
wins = st.sampled_from(WINS)
boards = st.lists(
    st.tuples(st.lists(st.sampled_from(CELLS), min_size=16, max_size=16), st.integers(0, 15)),
    min_size=1,
    max_size=8,
)
Boards = list[tuple[list[str], int]]


def levels_of(game: PuzzleScriptGame, drawn: Boards) -> list[Level]:
    """Four by four, with the player somewhere."""
    found = []
    for letters, player in drawn:
        cells = [letter if letter != "+" else "O" for letter in letters]
        cells[player] = "P"
        found.append(level(game, "\n".join("".join(cells[row * 4 : row * 4 + 4]) for row in range(4))))
    return found


@pytest.mark.seconds
@random_examples(60)
@given(wins, boards)
def test_brief_verdicts_and_difficulties_are_those_of_the_solvers(win: str, drawn: Boards) -> None:
    game = crates(win=win)
    levels = levels_of(game, drawn)
    whole = BatchEvaluator(game).judge(levels)
    brief = BatchEvaluator(game, brief=True).judge(levels)
    assert [one.solved for one in brief] == [one.solved for one in whole]
    for candidate, one, other in zip(levels, brief, whole, strict=True):
        if other.solved:
            assert one.difficulty == other.difficulty
            assert one.moves is not None
            assert len(one.moves) == 1 or is_solution(game, candidate, one.moves)


@pytest.mark.seconds
@random_examples(40)
@given(wins, boards)
def test_breadth_first_alone_gives_shortest_solutions_briefly(win: str, drawn: Boards) -> None:
    game = crates(win=win)
    levels = levels_of(game, drawn)
    whole = BatchEvaluator(game, solvers=["bfs"]).judge(levels)
    brief = BatchEvaluator(game, solvers=["bfs"], brief=True).judge(levels)
    assert [(one.moves, one.shortest) for one in brief] == [(one.moves, one.shortest) for one in whole]


@pytest.mark.seconds
@random_examples(40)
@given(wins, boards)
def test_each_solver_counts_as_it_does_in_any_game(win: str, drawn: Boards) -> None:
    game = crates(win=win)
    search, rules = SearchableGame(game), sokoban_game(game)
    assert rules is not None
    for one in levels_of(game, drawn):
        steps = search.load(one)
        if steps.starts_won:
            continue
        pushed = SokobanLevel.of(rules, one)
        assert pushed is not None
        for solver in SOLVERS:
            usual = run_solver(steps, LimitWatch(solver, SearchLimits(seconds=None)))
            found = solve_sokoban(pushed, solver, BatchLimits())
            assert (found.explored, found.moves) == (usual.explored, usual.moves)
            assert solve_sokoban(pushed, BY_PUSHES, BatchLimits()).solved == (usual.moves is not None)


@pytest.mark.seconds
@random_examples(30)
@given(wins, boards, st.integers(1, 60))
def test_a_limit_of_states_leaves_open_but_never_lies(win: str, drawn: Boards, limit: int) -> None:
    game = crates(win=win)
    levels = levels_of(game, drawn)
    whole = BatchEvaluator(game).judge(levels)
    within = BatchEvaluator(game).judge(levels, states=limit)
    for one, usual, truth in zip(
        BatchEvaluator(game, brief=True).judge(levels, states=limit), within, whole, strict=True
    ):
        assert one.solved in (None, truth.solved)
        if usual.solved:
            assert (one.solved, one.difficulty) == (True, usual.difficulty)


@pytest.mark.seconds
@random_examples(30)
@given(boards, st.integers(1, 40))
def test_what_is_uninteresting_is_only_said_to_be_so(drawn: Boards, dull: int) -> None:
    game = crates()
    levels = levels_of(game, drawn)
    for brief in (False, True):
        whole = BatchEvaluator(game).judge(levels)
        for one, other in zip(
            BatchEvaluator(game, brief=brief).judge(levels, uninteresting=dull), whole, strict=True
        ):
            assert one.solved == other.solved
            if other.solved and other.difficulty is not None and one.difficulty is not None:
                if other.difficulty > dull:
                    assert one.difficulty == other.difficulty
                else:
                    assert other.difficulty <= one.difficulty <= dull


@pytest.mark.parametrize("picture", ["P*.O\nP...", "..*O\n....", "P.@."])
def test_what_the_pushes_do_not_cover_is_judged_as_usual(picture: str) -> None:
    game = crates()
    candidate = level(game, picture)
    assert BatchEvaluator(game, brief=True).judge([candidate])[0].difficulty == (
        BatchEvaluator(game).judge([candidate])[0].difficulty
    )


def test_games_that_do_more_than_push_are_judged_as_usual() -> None:
    game = crates(PUSH + "\n[ > Crate | Crate ] -> [ > Crate | > Crate ]")
    candidate = level(game, "P**.O")
    (found,) = BatchEvaluator(game, brief=True).judge([candidate])
    assert found.solved
    assert found.moves == (3, 3)


def test_a_time_limit_holds_briefly_too() -> None:
    game = crates()
    vast = "\n".join(
        ["P.......", "..*..*..", "..*..*..", "..*.....", "OO.....O", "........", "O......O", "." * 8]
    )
    (found,) = BatchEvaluator(game, solvers=["bfs"], brief=True).judge([level(game, vast)], seconds=0.05)
    assert found.solved is None
    assert found.stopped_by == "time"


def test_little_room_leaves_the_verdicts_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    game = crates()
    stuck = level(game, "P.*.\n....\n.O..\n....")
    far = level(game, "P...\n.*..\n....\n...O")
    monkeypatch.setattr(BatchLimits.__init__, "__defaults__", (None, None, 4000, 3, False, 0))
    assert [one.solved for one in BatchEvaluator(game, brief=True).judge([stuck, far])] == [False, True]


def test_boards_of_more_than_64_cells_are_judged_briefly_too() -> None:
    game = crates()
    wide = ["." * 20, "." * 20, "..P*" + "." * 15 + "O", "." * 20]
    lost = ["*" + "." * 19, *wide[1:2], "..P." + "." * 15 + "O", "." * 20]
    candidates = [level(game, "\n".join(rows)) for rows in (wide, lost)]
    whole = BatchEvaluator(game).judge(candidates)
    brief = BatchEvaluator(game, brief=True).judge(candidates)
    assert [one.solved for one in brief] == [one.solved for one in whole] == [True, False]
    assert brief[0].difficulty == whole[0].difficulty
    assert dict(brief[1].explored) == {BY_PUSHES: 0}

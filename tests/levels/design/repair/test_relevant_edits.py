"""Edits that cannot make a difference are left out, and no other: what is left out is as unsolvable as before."""

from __future__ import annotations

import pytest

from puzzlesynth.levels import PuzzleScriptGame
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.design import repair
from puzzlesynth.levels.design.locks import LevelLocks
from puzzlesynth.levels.design.object_roles import roles
from puzzlesynth.levels.design.repair.level_edits import EditGenerator, LevelEdit
from puzzlesynth.levels.design.repair.relevant_edits import RelevantEdits
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import SearchableGame, SearchLimits, solve
from tests.support.level_generation_games import changed, example, level

PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"
PULL = f"{PUSH}\n[ < Player | Crate ] -> [ < Player | < Crate ]"
GAMES = [("lava", example("lava")), ("gem", example("gem")), ("pulling", changed(PUSH, PULL))]


def edits_of(game: PuzzleScriptGame, broken: Level) -> list[LevelEdit]:
    analysis = analyse(game)
    return list(EditGenerator(game, analysis, roles(game, analysis, broken), LevelLocks()).changes(broken))


BROKEN = {
    "lava": ("#########", "#P..#..E#", "#...#...#", "#########"),
    "gem": ("#########", "#P..#...#", "#...#..O#", "#########"),
    "pulling": ("#########", "#P*.#...#", "#...#..O#", "#########"),
}


@pytest.mark.seconds
@pytest.mark.parametrize(("name", "game"), GAMES)
def test_what_is_left_out_is_unsolvable(name: str, game: PuzzleScriptGame) -> None:
    broken = level(game, *BROKEN[name])
    search = SearchableGame(game)
    relevant = RelevantEdits(search, analyse(game)).test(broken)
    assert relevant is not None
    edits = edits_of(game, broken)
    left_out = [edit for edit in edits if not relevant(edit)]
    assert left_out
    for edit in left_out:
        found = solve(search, edit.applied(broken), solvers=("bfs",), limits=SearchLimits(None, 20_000))
        assert found.verdict.value == "unsolvable", edit.words(game, broken)


def test_where_rules_look_far_every_edit_counts() -> None:
    far = changed(PUSH, f"{PUSH}\n[ Player | ... | Target ] -> [ Player | ... | Target ] sfx1")
    assert not RelevantEdits(SearchableGame(far), analyse(far)).knows
    winning = changed(PUSH, f"{PUSH}\nlate [ Crate Target ] -> win")
    assert not RelevantEdits(SearchableGame(winning), analyse(winning)).knows


def test_what_acts_by_itself_always_counts() -> None:
    """Crates that melt beside a wall do so wherever they are put."""
    game = changed(PUSH, f"{PUSH}\nlate [ Crate | Wall ] -> [ | Wall ]")
    broken = level(game, "#########", "#P..#...#", "#...#..O#", "#########")
    relevant = RelevantEdits(SearchableGame(game), analyse(game)).test(broken)
    far = [edit for edit in edits_of(game, broken) if edit.kind == "add" and edit.index // broken.height == 7]
    assert far
    assert relevant is None or all(relevant(edit) for edit in far)


def test_the_wall_behind_a_row_of_crates_is_noticed() -> None:
    """The crates push each other, and not one of them moves."""
    game = changed(PUSH, f"{PUSH}\n[ > Crate | Crate ] -> [ > Crate | > Crate ]")
    report = repair(game, level(game, "##########", "#P**#*O..#", "##########"), most_changes=2)
    assert report.proven
    assert report.smallest == 1


def test_what_moves_by_itself_may_notice_anything() -> None:
    game = changed(PUSH, f"{PUSH}\nright [ stationary Crate ] -> [ > Crate ]")
    assert not RelevantEdits(SearchableGame(game), analyse(game)).knows


@pytest.mark.seconds
def test_repairs_are_those_of_trying_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    game = changed(PUSH, PULL)
    broken = level(game, *BROKEN["pulling"])
    quick = repair(game, broken, most_changes=1, keep=50)
    monkeypatch.setattr(RelevantEdits, "test", lambda self, level: None)
    whole = repair(game, broken, most_changes=1, keep=50)
    assert {item.level.cells for item in quick.repairs} == {item.level.cells for item in whole.repairs}
    assert quick.rounds[0].tried < whole.rounds[0].tried
    assert quick.proven
    assert whole.proven
    assert not quick.rounds[0].everything
    assert whole.rounds[0].everything


@pytest.mark.seconds
def test_a_level_that_cannot_be_decided_is_worked_on_all_the_same() -> None:
    game = example("sokoban")
    large = level(
        game, "#########", "#P......#", "#.*.*.*.#", "#.......#", "#.O.O.O.#", "########O", "#########"
    )
    report = repair(game, large, most_changes=1, keep=2, states=300)
    assert report.given == "undecided"
    assert not report.proven
    assert all(solve(game, item.level).moves for item in report.repairs)

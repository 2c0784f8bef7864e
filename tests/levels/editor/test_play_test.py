"""A designer tries a level out."""

from __future__ import annotations

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.editor.play_test import PlayTest, may_restart, solvable_from
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search.results import LevelVerdict
from tests.support.level_design_games import example, level
from tests.support.level_picture_games import TINY

GAME = example()
UP, LEFT, DOWN, RIGHT = range(4)


def play_of(source: str) -> PlayTest:
    game = compile_source(source).game
    assert game is not None
    entry = game.levels[0]
    assert isinstance(entry, Level)
    return PlayTest(game, entry)


def test_moves_count_if_they_change_something() -> None:
    play = PlayTest(GAME, level("#####\n#P*O#\n#####"))
    assert not play.press(UP).changed
    turn = play.press(RIGHT)
    assert turn.changed
    assert turn.won
    assert turn.moves == (RIGHT,)


def test_the_winning_move_can_be_taken_back() -> None:
    play = PlayTest(GAME, level("#####\n#P*O#\n#####"))
    start = play.position.cells
    play.press(RIGHT)
    assert not play.press(RIGHT).changed
    back = play.press("undo")
    assert not back.won
    assert back.frames[-1].cells == start
    assert not play.can_undo
    assert play.press(RIGHT).won


def test_a_restart_can_be_taken_back() -> None:
    play = PlayTest(GAME, level("######\n#P..*#\n#...O#\n######"))
    play.press(RIGHT)
    there = play.position.cells
    assert play.press("restart").moves == ()
    back = play.press("undo")
    assert back.moves == (RIGHT,)
    assert back.frames[-1].cells == there


def test_designers_undo_where_players_may_not() -> None:
    play = play_of(TINY.replace("{prelude}", "noundo").replace("{levels}", "P..*O"))
    play.press(RIGHT)
    assert play.press("undo").moves == ()


def test_what_happens_by_itself_is_shown_step_by_step() -> None:
    source = TINY.replace("{prelude}", "").replace("{levels}", "P*..O")
    play = play_of(source.replace("RULES\n", "RULES\n\n[ Crate no Spot ] -> [ right Crate ] again\n"))
    turn = play.press(RIGHT)
    assert len(turn.frames) > 1
    assert len({frame.cells for frame in turn.frames}) > 1


def test_a_message_is_told_once() -> None:
    source = TINY.replace("{prelude}", "").replace("{levels}", "P.*.O")
    play = play_of(source.replace("RULES\n", "RULES\n\n[ > Player | Crate ] -> message Push!\n"))
    assert play.press(RIGHT).message == ""
    assert play.press(RIGHT).message == "Push!"
    assert play.press(LEFT).message == ""


def test_solvable_from_here() -> None:
    start = level("#######\n#.....#\n#P.*.O#\n#.....#\n#######")
    play = PlayTest(GAME, start)
    found = solvable_from(GAME, play.position)
    assert found.verdict is LevelVerdict.SOLVED
    assert found.moves == (RIGHT, RIGHT, RIGHT)
    for key in (UP, RIGHT, RIGHT, DOWN):
        play.press(key)
    assert solvable_from(GAME, play.position).verdict is LevelVerdict.UNSOLVABLE


def test_what_runs_at_the_start_does_not_run_again() -> None:
    source = TINY.replace("{prelude}", "run_rules_on_level_start").replace("{levels}", "P.*.O")
    source = source.replace("RULES\n", "RULES\n\nright [ stationary Player | no Crate ] -> [ | Player ]\n")
    game = compile_source(source).game
    assert game is not None
    entry = game.levels[0]
    assert isinstance(entry, Level)
    play = PlayTest(game, entry)
    found = solvable_from(game, play.position)
    assert found.moves is not None
    assert len(found.moves) == 2
    assert not may_restart(game)

"""The example games do what their descriptions say."""

from __future__ import annotations

import pytest

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.engine import LevelSession
from puzzlesynth.levels.show import Glyphs, level_text, read_moves
from puzzlesynth.levels.show.images import session_view
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples" / "levels"


def play(name: str, level: str, moves: str) -> tuple[list[str], bool]:
    """The rows after some moves on a level of one's own, and whether it is won."""
    source = (EXAMPLES / f"{name}.txt").read_text("utf-8")
    rules, _, _ = source.partition("\nLEVELS\n")
    rows = level.split()
    compilation = compile_source("\n".join([rules, "LEVELS", "=======", "", *rows, ""]))
    assert compilation.game is not None
    session = LevelSession(compilation.game, 0)
    for move in read_moves(moves):
        session.press(move)
    return level_text(session_view(session), Glyphs(compilation.game)).split("\n"), bool(session.levels_won)


@pytest.mark.parametrize("name", ["sokoban", "lava", "blockfaker", "gem", "destroy"])
@pytest.mark.parametrize(
    ("before", "after"),
    [("#p*..#", "#.p*.#"), ("#.p*#.", "#.p*#."), ("#p**.#", "#p**.#")],
    ids=["pushed", "stopped by a wall", "stopped by another"],
)
def test_one_crate_is_pushed_at_a_time(name: str, before: str, after: str) -> None:
    win = {"sokoban": "o", "gem": "o", "destroy": "$"}.get(name, "e")
    padding = "#" * 5
    rows, won = play(name, f"{before} {padding}{win}", "r")
    assert rows[0] == after
    assert not won


def test_a_crate_on_lava_is_gone_and_so_is_the_lava() -> None:
    assert play("lava", "p*~.e", "r") == ([".p..e"], False)


def test_nobody_walks_on_lava() -> None:
    assert play("lava", "p~..e", "rr") == (["p~..e"], False)


def test_reaching_the_exit_wins() -> None:
    assert play("lava", "p*~e", "rrr") == (["...+"], True)
    assert play("blockfaker", "pe", "r") == ([".+"], True)


def test_three_crates_in_a_line_vanish() -> None:
    assert play("blockfaker", "p*.**e", "r")[0] == [".p...e"]
    assert play("blockfaker", "#.* p*. #.* ##e", "r")[0] == ["#..", ".p.", "#..", "##e"]


def test_two_crates_stay() -> None:
    assert play("blockfaker", "p*.*.e", "r")[0] == [".p**.e"]


def test_lines_that_cross_vanish_together() -> None:
    before = "###*### ###*### p*....# ###.**# ###*### ######e"
    # The pushed crate completes a column of three; the row below it is two crates and stays.
    rows, _ = play("blockfaker", before, "rr")
    assert rows == ["###.###", "###.###", "..p...#", "###.**#", "###*###", "######e"]
    cross = "##*#### ##*#### p*.**## ######e"
    assert play("blockfaker", cross, "r")[0] == ["##.####", "##.####", ".p...##", "######e"]


def test_three_crates_become_a_gem_in_the_middle() -> None:
    assert play("gem", "p*.**.o", "r") == ([".p.$..o"], False)
    assert play("gem", "#.* p*. #.* ##o", "r")[0] == ["#..", ".p$", "#..", "##o"]


def test_a_gem_is_pushed_and_wins_on_a_pedestal() -> None:
    assert play("gem", "p$o", "r") == ([".p&"], True)
    assert play("gem", "p*o", "r") == ([".p@"], False)


@pytest.mark.parametrize(
    ("before", "after"),
    [("p*.*$", ".p**."), ("p*.$*", ".p*.*"), ("#$# #*# #.* #.. ##p", None)],
    ids=["beside the magnets", "between them", "around a corner"],
)
def test_a_gem_in_line_with_two_magnets_shatters(before: str, after: str | None) -> None:
    rows, won = play("destroy", before, "r")
    assert won == (after is not None)
    if after is not None:
        assert rows == [after]


def test_gems_cannot_be_pushed_in_the_destroy_game() -> None:
    assert play("destroy", "p$..", "r") == (["p$.."], False)


def test_all_gems_must_go() -> None:
    assert play("destroy", "p*.*$ ####$", "r") == ([".p**.", "####$"], False)

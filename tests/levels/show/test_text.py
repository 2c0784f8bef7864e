"""Levels as text, in terminals, and the notation of moves."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.show import (
    Glyphs,
    Viewport,
    arrows,
    letters,
    level_text,
    read_moves,
    screen_of,
    view_of,
)
from puzzlesynth.levels.show.game_summary import about
from puzzlesynth.levels.show.move_notation import BadMoves
from puzzlesynth.levels.show.terminal import TerminalArtist
from tests.support.level_picture_games import TINY, tiny


def first_view(game: PuzzleScriptGame) -> Viewport:
    level = game.levels[0]
    assert isinstance(level, Level)
    return view_of(level)


def test_a_level_is_printed_as_it_was_written() -> None:
    game = tiny("p*o#\n.##.")
    glyphs = Glyphs(game)
    assert level_text(first_view(game), glyphs) == "p*o#\n.##."
    assert glyphs.key() == []


def test_what_the_legend_has_no_character_for_is_explained() -> None:
    game = tiny()
    names = {thing.name: thing.mask for thing in game.objects}
    cell = names["background"] | names["spot"] | names["crate"]
    glyphs = Glyphs(game)
    assert level_text(Viewport(2, 1, (cell, names["background"])), glyphs) == "A."
    assert glyphs.key() == ["A = Spot and Crate"]


def test_a_player_sees_the_topmost_object_instead() -> None:
    game = tiny()
    names = {thing.name: thing.mask for thing in game.objects}
    glyphs = Glyphs(game, loose=True)
    assert glyphs.of(names["background"] | names["spot"] | names["player"]) == "p"
    assert glyphs.key() == []


@pytest.mark.parametrize(
    ("setting", "shown"),
    [
        ("flickscreen 3x2", "p.\n.."),
        ("zoomscreen 3x2", "#..\n#p."),
        ("noaction", "....*\n..#..\n.##p.\n....."),
    ],
)
def test_the_screen_shows_what_the_player_sees(setting: str, shown: str) -> None:
    game = tiny("....*\n..#..\n.##p.\n.....", setting)
    assert level_text(screen_of(game, first_view(game)), Glyphs(game)) == shown


def test_a_terminal_gets_sprites_where_they_fit() -> None:
    game = tiny("p*o#\n....")
    lines = TerminalArtist(game, colors=True).lines(first_view(game), 80, 21)
    assert len(lines) == 5
    assert all(line.count("▀") == 20 for line in lines)
    assert "\033[48;2;190;38;51m" in lines[0]


def test_a_large_level_is_cut_to_the_terminal_around_the_player() -> None:
    game = tiny("." * 60 + "p" + "." * 60)
    plain = TerminalArtist(game, colors=False).lines(first_view(game), 80, 21)
    assert [len(line) for line in plain] == [80]
    assert "p" in plain[0]
    colored = TerminalArtist(game, colors=True).lines(first_view(game), 80, 21)
    bare = re.sub(r"\033\[[0-9;]*m", "", colored[0])
    assert len(bare) == 80
    assert "p" in bare


def test_without_colours_there_are_no_escape_sequences() -> None:
    game = tiny()
    assert TerminalArtist(game, colors=False).lines(first_view(game), 80, 21) == ["p*o#"]


def test_moves_are_written_as_arrows_and_letters() -> None:
    assert arrows((0, 1, 2, 3, 4)) == "↑ ← ↓ → x"
    assert letters((0, 1, 2, 3, 4)) == "uldrx"


@given(st.lists(st.integers(0, 4)))
def test_what_is_written_can_be_read(moves: list[int]) -> None:
    assert read_moves(arrows(moves)) == read_moves(letters(moves)) == tuple(moves)


def test_moves_may_be_words() -> None:
    assert read_moves("Up left,DOWN right action undo restart tick z .") == (
        *range(5),
        "undo",
        "restart",
        "tick",
        "undo",
        "tick",
    )


def test_an_unknown_move_is_pointed_out() -> None:
    with pytest.raises(BadMoves, match="move 3: `q` in `luq`"):
        read_moves("luq")


def test_about_a_game() -> None:
    text = "\n".join(about(tiny("message hello\n\np*o#")))
    for line in (
        "Objects: 5 in 3 collision layers, from the bottom up",
        "    3  Player (p), Wall (#), Crate (*)",
        "Rules: 1 line of the source, 4 after expansion (0 late), 1 group, 0 loops",
        "Won when: all spot on crate",
        "Levels: 1, and 1 message",
        "Search: in machine code (fast)",
    ):
        assert line in text.split("\n")


def test_about_says_what_makes_a_search_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    module = "puzzlesynth.levels.show.game_summary"
    monkeypatch.setattr(f"{module}.native_obstacle", lambda: "llvmlite is not installed")
    game = compile_source(TINY.format(prelude="", levels="p*o")).game
    assert game is not None
    said = list(about(game))
    assert "Search: in Python (slower)" in said
    assert "  - llvmlite is not installed" in said

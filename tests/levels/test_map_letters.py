"""Letters of maps keep the case in which the designer writes them, wherever levels are shown or written."""

from __future__ import annotations

import pytest

from puzzlesynth.levels import PuzzleScriptGame, compile_source
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.show import Glyphs, level_text, view_of
from puzzlesynth.levels.show.game_summary import about
from puzzlesynth.levels.show.tables import level_json
from puzzlesynth.levels.source_editor import MapLetters, with_level
from tests.support.level_picture_games import TINY


def game_of(source: str) -> PuzzleScriptGame:
    game = compile_source(source).game
    assert game is not None
    return game


def written(level: str, **letters: str) -> str:
    source = TINY.replace("{prelude}", "").replace("{levels}", level)
    for old, new in letters.items():
        source = source.replace(f"\n{old} = ", f"\n{new} = ")
    return source


MAPS = ["#P*O\n..*.", "#p*o\n..*.", "#p*O\n..*."]


@pytest.mark.parametrize("rows", MAPS)
@pytest.mark.parametrize("legend", ["P", "p"])
def test_a_map_is_shown_as_it_was_written(rows: str, legend: str) -> None:
    game = game_of(written(rows, P=legend))
    level = game.levels[0]
    assert isinstance(level, Level)
    assert MapLetters(game).rows(level) == rows.split("\n")
    assert level_text(view_of(level), Glyphs(game)) == rows
    assert level_json(game, level)["rows"] == rows.split("\n")


@pytest.mark.parametrize("rows", MAPS)
def test_a_level_goes_into_the_source_and_comes_out_as_it_was(rows: str) -> None:
    source = written(rows)
    game = game_of(source)
    level = game.levels[0]
    assert isinstance(level, Level)
    assert with_level(source, game, 0, level) == source


@pytest.mark.parametrize("legend", ["P", "p"])
def test_letters_that_no_map_has_are_those_of_the_legend(legend: str) -> None:
    game = game_of(written("#*O.", P=legend))
    player = game.player_mask | 1 << game.background_id
    assert MapLetters(game).rows(Level(1, 1, (player,), 0)) == [legend]
    assert f"Player ({legend})" in "\n".join(about(game))


def test_of_two_spellings_the_more_frequent_counts_and_else_that_of_the_legend() -> None:
    def shown(rows: str) -> list[str]:
        game = game_of(written(rows))
        level = game.levels[0]
        assert isinstance(level, Level)
        return MapLetters(game).rows(level)

    assert shown("POOo") == ["POOO"]
    assert shown("Pooo") == ["Pooo"]
    assert shown("PoO.") == ["POO."]


def test_new_letters_differ_from_the_legends_in_more_than_case() -> None:
    game = game_of(written("#P*a", O="a"))
    names = {thing.name: thing.mask for thing in game.objects}
    both = Level(1, 1, (names["background"] | names["spot"] | names["crate"],), 0)
    letters, glyphs = MapLetters(game), Glyphs(game)
    assert letters.rows(both) == ["B"] == list(letters.added)
    assert level_text(view_of(both), glyphs) == "B"

"""Two levels become one."""

from __future__ import annotations

import pytest

from puzzlesynth.levels.design.combination import combine, ways
from puzzlesynth.levels.generate import CannotGenerate
from puzzlesynth.levels.search.transitions import is_solution
from puzzlesynth.levels.source_editor import MapLetters
from tests.support.level_design_games import compiled, count, example, level, source_of

ONE = "#####\n#P*O#\n#####"
OTHER = "#####\n#O..#\n#.*P#\n#####"


def made() -> dict[str, list[str]]:
    game = example()
    return {way: MapLetters(game).rows(item) for item, way in ways(game, level(ONE), level(OTHER))}


def test_side_by_side_they_share_a_wall_with_a_door() -> None:
    assert made()["the first on the left, the second on the right, a door in row 2, the player at 2,2"] == [
        "#########",
        "#P*O.O..#",
        "#####.*.#",
        "#########",
    ]


def test_above_each_other_the_door_is_in_the_column_that_is_said() -> None:
    assert made()["the first above, the second below, a door in column 4, the player at 2,2"] == [
        "#####",
        "#P*O#",
        "###.#",
        "#O..#",
        "#.*.#",
        "#####",
    ]


def test_halves_and_mixtures() -> None:
    found = made()
    assert found["above row 3 the first, from there the second, the player at 2,2"][1:3] == ["#P*O#", "#.*.#"]
    assert any(way.startswith("walls") for way in found)


def test_each_has_one_player_and_none_comes_twice() -> None:
    game = example()
    found = [item for item, _ in ways(game, level(ONE), level(OTHER))]
    assert len({(item.width, item.cells) for item in found}) == len(found)
    assert {count(item, "player") for item in found} == {1}


def test_what_is_given_out_can_be_won_and_is_hardest_first() -> None:
    game = example()
    report = combine(game, level(ONE), level(OTHER), keep=3)
    assert 1 <= len(report.levels) <= 3
    assert report.tried >= report.solvable >= len(report.levels)
    assert [item.difficulty for item in report.levels] == sorted(
        (item.difficulty for item in report.levels), reverse=True
    )
    assert all(is_solution(game, item.level, item.moves) for item in report.levels)
    assert [item.way for item in combine(game, level(ONE), level(OTHER), keep=3).levels] == [
        item.way for item in report.levels
    ]


def test_a_game_that_cannot_be_judged_is_refused() -> None:
    source = source_of("sokoban").replace("All Target on Crate", "")
    with pytest.raises(CannotGenerate):
        combine(compiled(source), level(ONE), level(OTHER))

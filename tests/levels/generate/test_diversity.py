"""Levels of one run are different: no mirror images, no shifted copies, no twins that differ in a thing or two."""

from __future__ import annotations

from itertools import combinations

import pytest

from puzzlesynth.levels import PuzzleScriptGame
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.generate import METHODS, GenerateOrder, generate_levels, room
from puzzlesynth.levels.generate.diversity import IDENTITY, TURNS, LevelDiversity, LevelPattern, symmetries
from puzzlesynth.levels.generate.generation import TOO_ALIKE
from puzzlesynth.levels.generate.placement.layout import LevelLayout
from tests.support.level_generation_games import changed, demands_of, drawn, example, level

PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"
GAME = example("sokoban")
BARE = ("#######", "#.....#", "#.....#", "#.....#", "#.....#", "#.....#", "#######")
ONE = ("#######", "#P....#", "#.*O..#", "#..#..#", "#.....#", "#.*O..#", "#######")


def differ(rows: tuple[str, ...], *, game: PuzzleScriptGame = GAME, least: int = 3) -> bool:
    difference = LevelDiversity(game, drawn(game, *BARE), least)
    one, other = difference.pattern(level(game, *ONE)), difference.pattern(level(game, *rows))
    assert difference.differ(one, other) == difference.differ(other, one)
    return difference.differ(one, other)


MIRRORED = tuple(row[::-1] for row in ONE)
TURNED = tuple("".join(column) for column in zip(*ONE, strict=True))
SHIFTED = ("#######", "#.....#", "#.P...#", "#..*O.#", "#...#.#", "#.....#", "#######")
HIGHER = ("#######", "#.....#", "#.....#", "#P....#", "#.*O..#", "#..#..#", "#######")


@pytest.mark.parametrize("rows", [ONE, MIRRORED, ONE[::-1], TURNED])
@pytest.mark.parametrize("least", [1, 3])
def test_images_of_a_level_are_the_same_level(rows: tuple[str, ...], least: int) -> None:
    assert not differ(rows, least=least)


@pytest.mark.parametrize(
    ("rule", "turns"),
    [
        (PUSH, 8),
        (f"{PUSH}\nlate [ Crate Target ] -> [ Crate Target ] sfx0", 8),
        (f"{PUSH}\ndown [ Crate | no Crate ] -> [ > Crate | ]", 2),
        (f"{PUSH}\nhorizontal [ > Player | Target ] -> [ Player | Target ]", 4),
        (f"{PUSH}\n[ up Player ] -> [ Player ]", 2),
        (f"{PUSH}\nright [ Player | Target ] -> [ Player | ]", 2),
        (f"{PUSH}\n[ Player | ... | Target ] -> [ Player | ... | Target ] sfx1", 8),
    ],
)
def test_the_turns_that_rules_do_not_mind(rule: str, turns: int) -> None:
    found = symmetries(changed(PUSH, rule))
    assert len(found) == turns
    assert IDENTITY in found


def test_where_things_fall_a_level_upside_down_is_another_one() -> None:
    game = changed(PUSH, f"{PUSH}\ndown [ Crate | no Crate ] -> [ > Crate | ]")
    assert not differ(MIRRORED, game=game)
    assert differ(ONE[::-1], game=game)
    assert symmetries(GAME) == TURNS


@pytest.mark.parametrize("least", [1, 3])
def test_a_shifted_level_is_the_same_level(least: int) -> None:
    difference = LevelDiversity(GAME, drawn(GAME, *BARE), least)
    small = ("#######", "#P....#", "#.*O..#", "#..#..#", "#.....#", "#.....#", "#######")
    patterns_ = [difference.pattern(level(GAME, *rows)) for rows in (small, SHIFTED, HIGHER)]
    assert not any(difference.differ(one, other) for one, other in combinations(patterns_, 2))


def test_twins_are_told_apart_only_if_that_is_asked_for() -> None:
    moved = ("#######", "#.P...#", *ONE[2:])
    assert not differ(moved)
    assert differ(moved, least=1)
    three = ("#######", "#.P..O#", "#.*...#", "#..#..#", "#.....#", "#..O*.#", "#######")
    assert differ(three)


def test_the_fuller_levels_are_the_more_they_have_to_differ() -> None:
    difference = LevelDiversity(GAME, drawn(GAME, *BARE))
    sparse = difference.pattern(level(GAME, *ONE))
    full = difference.pattern(
        level(GAME, "#######", "#P.##.#", "#.*O#.#", "##.#..#", "#..#.##", "#.*O#.#", "#######")
    )
    assert (len(sparse.things), len(full.things)) == (6, 13)
    assert difference.least(sparse, sparse) == 3
    assert difference.least(sparse, full) == difference.least(full, full) == 5
    assert LevelDiversity(GAME, drawn(GAME, *BARE), 2).least(full, full) == 2


def test_levels_that_the_same_moves_win_are_alike() -> None:
    difference = LevelDiversity(GAME, drawn(GAME, *BARE))
    other = ("#######", "#.#.#.#", "#P....#", "#.#.#*#", "#O#.#.#", "#.*..O#", "#######")
    up, left, right = (0, 0, 4), (1, 1, 4), (3, 4, 4)

    def play(one: tuple[int, ...], another: tuple[int, ...]) -> bool:
        patterns = (
            difference.pattern(level(GAME, *ONE), one),
            difference.pattern(level(GAME, *other), another),
        )
        return difference.differ(*patterns)

    assert play(up, right)
    assert not play(up, up)
    assert not play(up, left), "the same way, turned"


def chosen(
    game: PuzzleScriptGame, layout: LevelLayout, **wishes: object
) -> tuple[list[LevelPattern], LevelDiversity, object]:
    order = GenerateOrder(game, layout, **wishes)  # type: ignore[arg-type]
    made, tally = generate_levels(order)
    difference = LevelDiversity(game, layout, order.differ)
    return [difference.pattern(item.level) for item in made], difference, tally


@pytest.mark.thorough
@pytest.mark.parametrize("method", METHODS)
def test_levels_of_every_method_are_different(method: str) -> None:
    found, difference, _ = chosen(
        GAME,
        room(GAME, analyse(GAME), 7, 6),
        demands=demands_of(GAME, method),
        method=method,
        count=5,
        seed=3,
        effort=4,
        most_tries=1500,
    )
    assert len(found) == 5
    assert all(difference.differ(one, other) for one, other in combinations(found, 2))


@pytest.mark.thorough
def test_where_there_are_too_few_there_are_fewer() -> None:
    """A corridor has hardly any room: what is left out is counted, and nothing alike takes its place."""
    layout = drawn(GAME, "########", "#......#", "########")
    found, difference, tally = chosen(GAME, layout, count=20, seed=1, effort=1, most_tries=400)
    assert 1 <= len(found) < 20
    assert all(difference.differ(one, other) for one, other in combinations(found, 2))
    assert tally.stopped in ("tries", "exhausted")  # type: ignore[attr-defined]
    assert tally.reasons[TOO_ALIKE] > 0  # type: ignore[attr-defined]

"""Orders that a designer makes, and what they break."""

from __future__ import annotations

from itertools import permutations

import pytest

from puzzlesynth.levels.design.progression import ExcludedLevel, LevelProfile, arrange
from puzzlesynth.levels.design.progression_board import ProgressionWishes, arrange_within, broken_wishes
from tests.support.level_design_games import level

MAP = level("#P*O#")


def profile(name: str, difficulty: int, *rules: int) -> LevelProfile:
    return LevelProfile(name, MAP, (0,), difficulty, frozenset(rules))


EASY, MIDDLE, HARD = profile("1", 5, 10), profile("2", 50, 10, 11), profile("3", 500, 10, 11, 12)


def kinds(order: list[LevelProfile | ExcludedLevel], wishes: ProgressionWishes) -> list[tuple[str, str]]:
    return [(item.kind, item.level) for item in broken_wishes(order, wishes)]


def test_a_good_order_breaks_nothing() -> None:
    assert not broken_wishes([EASY, MIDDLE, HARD], ProgressionWishes())


def test_what_a_bad_order_breaks_is_said_of_the_level_that_shows_it() -> None:
    assert kinds([HARD, EASY, MIDDLE], ProgressionWishes()) == [("new rules", "3"), ("easier", "1")]
    words = [item.words for item in broken_wishes([HARD, EASY], ProgressionWishes())]
    assert words == ["brings 3 new rules at once", "is easier (5) than the level before it (500)"]


def test_wishes_can_be_switched_off_or_loosened() -> None:
    assert not kinds([HARD, EASY], ProgressionWishes(most_new_rules=None, may_fall=None))
    assert not kinds([EASY, profile("4", 4, 10)], ProgressionWishes(may_fall=0.2))
    assert kinds([EASY, profile("4", 3, 10)], ProgressionWishes(may_fall=0.2)) == [("easier", "4")]


def test_fixed_places_and_pairs() -> None:
    wishes = ProgressionWishes(before=(("2", "1"),), places={"3": 0})
    assert kinds([EASY, MIDDLE, HARD], wishes) == [("order", "1"), ("place", "3")]


def test_a_level_without_a_solution_is_shown_where_it_stands() -> None:
    bad = ExcludedLevel("9", MAP, "unsolvable")
    assert kinds([EASY, bad, MIDDLE], ProgressionWishes()) == [("unsolvable", "9")]


def test_the_best_order_keeps_what_is_fixed() -> None:
    levels = [EASY, MIDDLE, HARD, profile("4", 7, 10)]
    for order in permutations(range(4)):
        wishes = ProgressionWishes(places={levels[number].name: place for place, number in enumerate(order)})
        found = [item.studied.name for item in arrange_within(levels, wishes).levels]
        assert found == [levels[number].name for number in order]
    free = arrange_within(levels, ProgressionWishes())
    assert free == arrange(levels)
    one = arrange_within(levels, ProgressionWishes(before=(("3", "4"),)))
    assert [item.studied.name for item in one.levels] == ["1", "2", "3", "4"]


def test_many_levels_keep_what_is_fixed_too() -> None:
    levels = [profile(str(number), number, 10) for number in range(20)]
    found = arrange_within(levels, ProgressionWishes(before=(("7", "2"),), places={"19": 0}))
    names = [item.studied.name for item in found.levels]
    assert names[0] == "19"
    assert names.index("7") < names.index("2")
    assert not found.exact


@pytest.mark.parametrize("count", [2, 20])
def test_wishes_that_contradict_each_other_are_refused(count: int) -> None:
    levels = [profile(str(number), number, 10) for number in range(count)]
    with pytest.raises(ValueError, match="no order"):
        arrange_within(levels, ProgressionWishes(before=(("0", "1"), ("1", "0"))))

"""Levels under other rules, and levels in order."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.levels.design import arrange, study, swap, swapped_source
from puzzlesynth.levels.design.progression import LevelProfile, _best_order, _greedy_order
from puzzlesynth.levels.design.rule_swap import BadRuleSwap
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.search import solve
from puzzlesynth.levels.search.transitions import is_solution
from tests.support.level_design_games import compiled, example, level, own_level, source_of
from tests.support.samples import random_examples

PULL = "(pull)\n[ < Player | Crate ] -> [ < Player | < Crate ]\n"


def few_levels(source: str, *maps: str) -> str:
    """The source with these maps as its levels."""
    begin = source.index("LEVELS\n")
    return source[:begin] + "LEVELS\n=======\n\n" + "\n\n".join(text.strip() for text in maps) + "\n"


def test_other_rules_take_the_place_of_the_games_own() -> None:
    source, game, _ = swapped_source(source_of("sokoban"), PULL)
    assert "[ < Player | Crate ]" in source
    assert "[ > Player | Crate ]" not in source
    assert [entry.cells for entry in game.levels if isinstance(entry, Level)] == [
        entry.cells for entry in example().levels if isinstance(entry, Level)
    ]


def test_rules_and_win_conditions_come_from_a_whole_game() -> None:
    other = source_of("sokoban").replace(
        "[ > Player | Crate ] -> [ > Player | > Crate ]", PULL.split("\n")[1]
    )
    other = other.replace("All Target on Crate", "Some Target on Crate")
    _, game, _ = swapped_source(source_of("sokoban"), other)
    assert [item.quantifier for item in game.win_conditions] == ["some"]


def test_the_same_rules_change_nothing() -> None:
    source = source_of("lava")
    text, _, _ = swapped_source(source, source)
    assert text.split() == source.split()


@pytest.mark.parametrize(
    ("rules", "place", "words"),
    [
        ("(one)\n[ > Player | Crat ] -> [ > Player | > Crat ]", "rules:2: ", "did you mean `crate`"),
        ("[ > Player | Crate ] -> [ > Player ]", "rules:1: ", "equal length"),
        ("OBJECTS\n\nLEVELS\n", "rules: ", "RULES"),
    ],
)
def test_rules_that_do_not_fit_are_refused_with_their_place(rules: str, place: str, words: str) -> None:
    with pytest.raises(BadRuleSwap) as error:
        swapped_source(source_of("sokoban"), rules)
    assert str(error.value).startswith(place)
    assert words in str(error.value)


def test_every_level_is_played_under_both_rules() -> None:
    source = few_levels(
        source_of("sokoban"),
        "######\n#P*.O#\n######",
        "#######\n#O.*P.#\n#######",
        "#######\n#O*.P.#\n#.....#\n#######",
        "####\n#*O#\n#P.#\n####",
    )
    game = compiled(source)
    _, other, _ = swapped_source(source, PULL)
    rows = swap(game, other)
    assert rows[0].news == "no longer solvable"
    for row in rows:
        assert row.before is not None
        for played, rules in ((row.before, game), (row.after, other)):
            assert (played.moves is not None) == (solve(rules, row.level).moves is not None)
            if played.moves is not None:
                assert is_solution(rules, row.level, played.moves)


def test_a_level_can_become_solvable() -> None:
    source = few_levels(source_of("sokoban"), "#######\n#*...O#\n#.P...#\n#######")
    _, other, _ = swapped_source(source, PULL + "+ [ > Player | Crate ] -> [ > Player | > Crate ]\n")
    (row,) = swap(compiled(source), other)
    assert row.news == "now solvable"


def test_a_game_that_cannot_be_won_is_refused() -> None:
    source = source_of("sokoban").replace("All Target on Crate", "")
    _, other, _ = swapped_source(source, PULL)
    with pytest.raises(BadRuleSwap, match="no win conditions"):
        swap(example(), other)


def test_warnings_about_the_rules_are_passed_on() -> None:
    *_, warnings = swapped_source(
        source_of("sokoban"), PULL + "[ Wall ] -> [ Wall ] sfx3\n", "game", "other.txt"
    )
    assert [warning.split(" ")[0] for warning in warnings] == ["other.txt:3:"]


# progression


def studied(name: str, difficulty: int, *rules: int) -> LevelProfile:
    return LevelProfile(name, own_level("sokoban", 1), (0,), difficulty, frozenset(rules))


def test_difficulty_rises() -> None:
    order = arrange([studied("c", 30, 1), studied("a", 10, 1), studied("b", 20, 1)])
    assert [item.studied.name for item in order.levels] == ["a", "b", "c"]
    assert order.exact
    assert (order.surplus, sum(entry.falls for entry in order.levels)) == (0, 0)


def test_new_rules_appear_one_at_a_time() -> None:
    order = arrange([studied("both", 5, 1, 2), studied("one", 10, 1), studied("two", 8, 2)])
    assert order.surplus == 0
    assert [item.new_rules for item in order.levels] in ([(1,), (2,), ()], [(2,), (1,), ()])


def test_what_cannot_be_helped_is_told() -> None:
    order = arrange([studied("all", 5, 1, 2, 3)])
    assert order.surplus == 2


@random_examples(60)
@given(st.lists(st.tuples(st.integers(1, 9), st.frozensets(st.integers(1, 3))), min_size=1, max_size=5))
def test_no_order_is_better(items: list[tuple[int, frozenset[int]]]) -> None:
    levels = [
        LevelProfile(str(number), own_level("sokoban", 1), (0,), difficulty, rules)
        for number, (difficulty, rules) in enumerate(items)
    ]

    def worth(order: tuple[int, ...] | list[int]) -> tuple[int, int]:
        known: set[int] = set()
        surplus = falling = 0
        for place, number in enumerate(order):
            surplus += max(0, len(levels[number].rules - known) - 1)
            known |= levels[number].rules
            if place:
                falling += max(0, levels[order[place - 1]].difficulty - levels[number].difficulty)
        return surplus, falling

    best = min(worth(order) for order in itertools.permutations(range(len(levels))))
    assert worth(_best_order(levels)) == best
    assert sorted(_greedy_order(levels)) == list(range(len(levels)))


def test_a_rule_is_used_if_the_solution_needs_it() -> None:
    game = example("lava")
    walk = level("#######\n#P...E#\n#######\n", game)
    push = level("#######\n#P*...#\n###..E#\n#######\n", game)
    lava = level("#######\n#P*~.E#\n#######\n", game)
    stuck = level("#######\n#P.~.E#\n#######\n", game)
    good, bad = study(game, [("walk", walk), ("push", push), ("lava", lava), ("stuck", stuck)])
    assert [len(item.rules) for item in good] == [0, 1, 2]
    assert good[1].rules < good[2].rules
    assert [(item.name, item.reason) for item in bad] == [("stuck", "unsolvable")]

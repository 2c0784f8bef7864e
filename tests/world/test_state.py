"""What a puzzle decides where the pack's rules leave it open."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzlesynth.world.state import puzzle_instance
from tests.support.tiny_packs import pack, puzzle

BAKERY = pack(
    {
        "Dough": {"carryable": True},
        "Bread": {"isa": ["Baked"], "notSpawnable": True},
        "Cake": {"isa": ["Baked"], "notSpawnable": True},
    },
    ["Baked ::= Bake Dough"],
    {"Here": {"start": True, "goals": ["Baked"]}},
)
BAKED = puzzle(BAKERY, ["dough Dough Here"], ["s1 Here 1: dough -> cake"], {"cake": "Cake"})


def choices_of(rule: int) -> list[list[str]]:
    """What rule 1 makes if the puzzle's only step says that it is done by this rule."""
    step = replace(BAKED.steps[0], rule=rule)
    instance = puzzle_instance(BAKERY, replace(BAKED, steps=(step,)))
    return [[item.name for item in made] for made in instance.choices[0]]


def test_a_rule_that_makes_any_of_several_items_makes_what_the_step_does() -> None:
    assert choices_of(1) == [["Cake"]]


@pytest.mark.parametrize("rule", [0, 2, -1])
def test_a_step_by_a_rule_that_does_not_exist_decides_nothing(rule: int) -> None:
    assert choices_of(rule) == []

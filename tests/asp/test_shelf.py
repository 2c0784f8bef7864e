"""Every program of the shelf lets puzzles pass that meet it and keeps those out that do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.synth.constraints.shelf import header, shelf_names, shelf_text
from tests.support.constraint_packs import pack_of, puzzles

ACCEPTED = [
    ("at_least_steps(5)", "heist"),
    ("at_least_wide(2)", "heist"),
    ("at_most_steps(5)", "heist"),
    ("at_most_wide(2)", "heist"),
    ("builds_on_earlier", "story"),
    ("different_leaves", "heist"),
    ("each_rule_once", "heist"),
    ("everything_used", "heist"),
    ("exactly_herrings(0)", "heist"),
    ("found_elsewhere(Stick)", "story"),
    ("independent_branches(1)", "heist"),
    ("met_in_order(Cook Guard)", "story"),
    ("must_not_use_item(Gold)", "heist"),
    ("must_not_use_kind(magic)", "story"),
    ("must_not_use_rule(dig)", "story"),
    ("must_use_item(Badge)", "heist"),
    ("must_use_kind(loud)", "story"),
    ('must_use_rule("steal the badge")', "heist"),
    ("no_backtracking", "story"),
    ("not_placed_in(Stick House)", "story"),
    ("one_goal_each('Lamp[lit: True]' 'Door[open: True]')".replace("'", '"'), "goals"),
    ("one_leaf_of(Npc)", "heist"),
    ("rising_difficulty", "story:carve"),
    ("self_contained_areas", "story"),
    ("steps_per_area(1 2)", "story"),
]

REJECTED = [
    ("at_least_steps(6)", "heist"),
    ("at_least_wide(3)", "heist"),
    ("at_most_steps(4)", "heist"),
    ("at_most_wide(1)", "heist"),
    ("builds_on_earlier", "story:carve"),
    ("different_leaves", "raft"),
    ("each_rule_once", "raft"),
    ("everything_used", "herrings"),
    ("exactly_herrings(1)", "heist"),
    ("found_elsewhere(Stick)", "story:only Garden"),
    ("independent_branches(2)", "heist"),
    ("met_in_order(Guard Cook)", "story"),
    ("must_not_use_item(Badge)", "heist"),
    ("must_not_use_kind(loud)", "story"),
    ('must_not_use_rule("steal the badge")', "heist"),
    ("must_use_item(Gold)", "heist"),
    ("must_use_kind(magic)", "story"),
    ("must_use_rule(dig)", "story"),
    ("no_backtracking", "story:House"),
    ("not_placed_in(Stick House)", "story:House"),
    ("one_goal_each(Gold Gold)", "heist"),
    ("one_leaf_of(Tree)", "raft"),
    ("rising_difficulty", "story:lying"),
    ("self_contained_areas", "story:House"),
    ("steps_per_area(3 9)", "story"),
]


def _named(cases: list[tuple[str, str]]) -> set[str]:
    return {case.partition("(")[0] for case, _ in cases}


def test_every_program_has_both_tests() -> None:
    assert _named(ACCEPTED) == _named(REJECTED) == set(shelf_names())


@pytest.mark.seconds
@pytest.mark.parametrize(("constraint", "pack"), ACCEPTED)
def test_accepts(constraint: str, pack: str, tmp_path: Path) -> None:
    loaded = pack_of(pack, tmp_path)
    found = puzzles(loaded, f"asp:{constraint}")
    assert found
    assert {one.name for one in found[0].constraints}


@pytest.mark.seconds
@pytest.mark.parametrize(("constraint", "pack"), REJECTED)
def test_rejects(constraint: str, pack: str, tmp_path: Path) -> None:
    loaded = pack_of(pack, tmp_path)
    assert puzzles(loaded), "without the constraint there are puzzles"
    assert not puzzles(loaded, f"asp:{constraint}")


@pytest.mark.parametrize("name", shelf_names())
def test_header_says_what_it_does(name: str) -> None:
    head, meaning = header(shelf_text(name))
    assert head.partition("(")[0] == name
    assert meaning.endswith(".")

"""A puzzle that is there already meets exactly the constraints under which the synthesizer would make it."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from puzzlesynth.pack import load_pack
from puzzlesynth.pack.model import Constraint, Pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.synth.constraints.satisfaction import _atoms, constraints_met
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"


def under(pack: Pack, *names: str) -> Pack:
    return replace(pack, constraints=tuple(Constraint(name, None) for name in names))


def meets(pack: Pack, puzzle: Puzzle) -> bool:
    return all(ok for _, ok in constraints_met(pack, puzzle))


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name",
    [
        "asp:at_most_steps(8)",
        "asp:at_least_steps(7)",
        "asp:each_rule_once",
        "asp:different_leaves",
        "asp:everything_used",
        "asp:independent_branches(2)",
        "asp:rising_difficulty",
        "asp:at_least_wide(2)",
        "asp:at_most_wide(2)",
        "asp:must_use_item(Axe)",
        "asp:must_not_use_item(Axe)",
    ],
)
def test_of_all_puzzles_those_that_meet_it_are_those_that_are_made_under_it(name: str) -> None:
    """Constraints that ask for no places: a tree meets them wherever its things lie."""
    pack = load_pack(EXAMPLES / "meadow")
    every = {puzzle.tree: puzzle for puzzle in make_puzzles(pack, seed=1)}
    strict = under(pack, name)
    made = {puzzle.tree for puzzle in make_puzzles(strict, seed=1)}
    assert {tree for tree, puzzle in every.items() if meets(strict, puzzle)} == made


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name",
    ["asp:no_backtracking", "asp:self_contained_areas", "asp:builds_on_earlier", "asp:different_leaves"],
)
def test_what_is_made_under_a_constraint_on_places_meets_it_and_not_everything_else_does(name: str) -> None:
    pack = load_pack(EXAMPLES / "lighthouse")
    strict = under(pack, name)
    assert all(meets(strict, puzzle) for puzzle in islice(make_puzzles(strict, seed=2), 4))
    assert not all(meets(strict, puzzle) for puzzle in islice(make_puzzles(pack, seed=2), 12))


def test_each_constraint_is_told_by_itself() -> None:
    pack = load_pack(EXAMPLES / "heist")
    puzzle = next(iter(make_puzzles(pack, seed=1)))
    strict = under(pack, "asp:at_most_steps(2)", "asp:at_least_steps(2)")
    assert [ok for _, ok in constraints_met(strict, puzzle)] == [False, True]
    assert constraints_met(pack, puzzle) == ()


def test_what_a_step_merely_keeps_it_does_not_make() -> None:
    """`Gold Safe ::= Open Safe[locked: False]` makes gold, and the safe is as it was."""
    pack = load_pack(ROOT / "examples" / "heist")
    puzzle = next(make_puzzles(pack, seed=1))
    made = {str(atom.arguments[2].arguments[0]) for atom in _atoms(pack, puzzle) if atom.match("makes", 3)}
    assert made == {'"Gold"', '"Safe"', '"Badge"', '"Security"', '"Disguise"'}
    opening = next(step for step in puzzle.steps if step.action == "Open")
    of_it = [a for a in _atoms(pack, puzzle) if a.match("makes", 3) and a.arguments[0].string == opening.id]
    assert [str(atom.arguments[1]) for atom in of_it] == ["0"]

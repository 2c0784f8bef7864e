"""`solve` finds every way to win, as sets of steps of which none can be left out, and counts their orders exactly."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, permutations
from pathlib import Path

import pytest

from puzzlesynth.api import parse_pack
from puzzlesynth.pack import load_pack
from puzzlesynth.pack.model import Pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.state_limits import STATE_LIMIT
from puzzlesynth.world.ground_task import GroundTask, ground_task
from puzzlesynth.world.search.linear_extensions import LinearExtensions, linear_extensions_of
from puzzlesynth.world.search.solutions import Solutions, solve
from puzzlesynth.world.verification.rehearsal import solution_actions
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"

TWO_WAYS = """
pack: two_ways
items:
  Door: {locked: true}
  Key: {carryable: true, notSpawnable: true}
  Box: {}
  Mat: {}
rules: |
  Door[locked: False] Key ::= Unlock Door[locked: True] Key
  Key Box ::= Open Box
  Key Mat ::= LookUnder Mat
areas:
  Porch: {start: true, goals: ["Door[locked: False]"], contains: [Door, Box, Mat]}
guarantees: {shortcuts: allow}
"""


def solved_puzzle(pack: Pack, puzzle: Puzzle, limit: int = STATE_LIMIT) -> Solutions:
    solved = solve(pack, puzzle, limit)
    assert isinstance(solved, Solutions)
    return solved


@pytest.fixture
def two_ways(tmp_path: Path) -> Pack:
    path = tmp_path / "two_ways.yaml"
    path.write_text(TWO_WAYS)
    return load_pack(path)


def test_a_puzzle_without_shortcuts_has_one_solution_and_it_is_the_intended_one() -> None:
    pack = load_pack(EXAMPLES / "heist")
    solved = solved_puzzle(pack, next(make_puzzles(pack, seed=1)))
    assert solved.complete
    assert [solution.intended for solution in solved.found] == [True]
    assert solved.found[0].orders == 2


def test_an_unintended_solution_says_which_step_it_skips(two_ways: Pack) -> None:
    for puzzle in make_puzzles(two_ways, seed=1):
        solved = solved_puzzle(two_ways, puzzle)
        assert solved.complete
        assert [solution.intended for solution in solved.found] == [True, False]
        assert len(solved.found[1].skips) == 1
        assert {applied.action for applied in solved.found[0].trace} != {
            applied.action for applied in solved.found[1].trace
        }


def test_the_links_of_a_solution_are_the_order_without_what_follows() -> None:
    pack = load_pack(EXAMPLES / "heist")
    solution = solved_puzzle(pack, next(make_puzzles(pack, seed=1))).found[0]
    actions = [applied.action for applied in solution.trace]
    named = {(actions[one], actions[other]) for one, other in solution.links}
    assert named == {
        ("CreateDisguise", "Steal"),
        ("Trigger", "Steal"),
        ("Steal", "Unlock"),
        ("Unlock", "Open"),
    }


@pytest.mark.seconds
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_orders_are_counted_as_trying_all_of_them_would(seed: int) -> None:
    pack = load_pack(EXAMPLES / "meadow")
    puzzles = make_puzzles(pack, seed=seed)
    puzzle = next(p for p in puzzles if 4 <= len(p.steps) <= 7)
    world = ground_task(pack, puzzle)
    actions = solution_actions(world)
    assert actions is not None
    counted = linear_extensions_of(world, actions)
    assert isinstance(counted, LinearExtensions)
    good = {order for order in permutations(actions) if _wins_at_the_end(world, order)}
    assert counted.count == len(good)


def _wins_at_the_end(world: GroundTask, order: Sequence[int]) -> bool:
    state = world.start
    for action in order:
        if not world.holds(state, action):
            return False
        state, _, _ = world.settle(state + world.deltas[action])
    return state & world.won == world.won


@pytest.mark.seconds
def test_the_intended_solution_is_among_the_solutions_of_every_example() -> None:
    for name in ("meadow", "lighthouse"):
        pack = load_pack(EXAMPLES / name)
        for puzzle in islice(make_puzzles(pack, seed=4), 2):
            solved = solved_puzzle(pack, puzzle, limit=20_000)
            assert solved.intended is not None or not solved.complete


WET_AXE = """
pack: wet_axe
items:
  Axe: {wet: true}
rules: |
  Axe[lit: True] ::= Rub Axe[wet: True]
  Axe[wet: False] ::= Dry Axe
areas:
  Shed: {start: true, goals: ["Axe[wet: False]"], contains: [Axe]}
"""


def test_a_detour_that_only_changes_what_something_is_like_is_no_solution_of_its_own() -> None:
    pack = parse_pack(WET_AXE)
    (only,) = solved_puzzle(pack, next(make_puzzles(pack, seed=1))).found
    assert only.intended
    assert [step.action for step in only.trace] == ["Dry"]


LEANING = """
pack: leaning
items:
  Door: {locked: true}
  Key: {carryable: true}
  Rod: {carryable: true}
  Fish: {carryable: true, notSpawnable: true}
rules: |
  Door[locked: False] ::= Unlock Door[locked: True] Key
  Rod[bent: True] Door ::= Bend Rod[bent: False] Door
areas:
  Quay: {start: true, goals: ["Door[locked: False]"], contains: [Door]}
  Pier: {start: true, goals: ["Rod[bent: True]"]}
"""


def test_the_same_steps_in_another_order_are_the_same_solution() -> None:
    """A rod is bent at a door that is locked or not, which are two actions and one step."""
    pack = parse_pack(LEANING)
    puzzle = next(make_puzzles(pack, seed=1))
    (only,) = solved_puzzle(pack, puzzle).found
    assert only.intended
    assert sorted(step.action for step in only.trace) == ["Bend", "Unlock"]
    assert only.orders == 2
    assert only.links == ()


TWO_LOGS = """
pack: two_logs
items:
  Log: {carryable: true, copies: 2}
rules: |
  Log#a[split: True] Log#b ::= Split Log#a[split: False] Log#b
  Log[level: 0] ::= Shave Log
areas:
  Yard: {start: true, goals: ["Log[split: True]"], contains: [Log, Log]}
"""


def test_copies_may_change_their_roles() -> None:
    pack = parse_pack(TWO_LOGS)
    (only,) = solved_puzzle(pack, next(make_puzzles(pack, seed=1))).found
    assert [step.action for step in only.trace] == ["Split"]


TRADED = """
pack: traded
items:
  Stone: {isa: Rock, copies: 2}
  Dust: {notSpawnable: true}
rules: |
  Stone[marked: True] Stone[marked: False] ::= Trade Stone Rock
  Stone[warm: True] ::= Warm Stone[warm: False] Stone
  Dust ::= Grind Stone[marked: False]
areas:
  Pit: {start: true, goals: [Dust], contains: [Stone, Stone]}
guarantees: {shortcuts: allow}
"""


def test_no_step_can_be_left_out_even_if_what_is_made_looks_like_what_was_there() -> None:
    """Once a stone is traded for a new one, that can be ground at once: to warm it first is no other solution."""
    pack = parse_pack(TRADED)
    for puzzle in islice(make_puzzles(pack, seed=1), 3):
        told = {tuple(step.action for step in one.trace) for one in solved_puzzle(pack, puzzle).found}
        assert told == {("Grind",)}

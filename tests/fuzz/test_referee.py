"""The referee lets good puzzles pass, and whatever is broken about one is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import pytest

from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import Puzzle
from puzzlesynth.puzzle.model import Object, Step
from tests.fuzz.counted_packs import pack_of
from tests.fuzz.referee import refute

CASTLE = """
pack: castle
items:
  Door: {area: [Yard]}
  Iron: {carryable: true, area: [Yard]}
  Key: {carryable: true, notSpawnable: true}
  Gem: {notSpawnable: true}
  Chest: {contains: Jewel, area: [Hall]}
  Jewel: {carryable: true, notSpawnable: true}
  Saw: {carryable: true, area: [Yard]}
rules: |
  Key ::= Forge Iron
  Door[open: True] Key ::= Unlock Door[open: False] Key
  Jewel Chest Saw ::= Open Chest[contains: Jewel] Saw
  Gem ::= Set Jewel Key
areas:
  Yard: {start: true, goals: ["Door[open: True]"], connects: [Hall], depth: {min: 2}}
  Hall: {goals: [Gem], depth: {min: 2}}
"""


@pytest.fixture(scope="module")
def castle() -> tuple[Pack, Puzzle]:
    pack = pack_of(CASTLE)
    (puzzle,) = make_puzzles(pack)
    return pack, puzzle


def test_a_good_puzzle_passes(castle: tuple[Pack, Puzzle]) -> None:
    assert refute(*castle) == []


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["tiny.yaml", "heist", "meadow"])
def test_the_puzzles_of_the_examples_pass(name: str) -> None:
    pack = load_pack(f"examples/{name}")
    for puzzle in islice(make_puzzles(pack, seed=1), 10):
        assert refute(pack, puzzle) == []


def step(puzzle: Puzzle, action: str) -> Step:
    return next(step for step in puzzle.steps if step.action == action)


def with_step(puzzle: Puzzle, new: Step) -> Puzzle:
    return replace(puzzle, steps=tuple(new if step.id == new.id else step for step in puzzle.steps))


def with_object(puzzle: Puzzle, new: Object) -> Puzzle:
    return replace(puzzle, objects=tuple(new if thing.id == new.id else thing for thing in puzzle.objects))


def thing(puzzle: Puzzle, item: str) -> Object:
    return next(thing for thing in puzzle.objects if thing.item == item)


def without_access_edges(puzzle: Puzzle) -> Puzzle:
    return with_step(puzzle, replace(step(puzzle, "Open"), after=()))


def without_threat_edges(puzzle: Puzzle) -> Puzzle:
    """`Set` uses the key up, so it must come after `Unlock`."""
    unlock = step(puzzle, "Unlock").id
    loose = [replace(one, after=tuple(name for name in one.after if name != unlock)) for one in puzzle.steps]
    return replace(puzzle, steps=tuple(loose))


def behind_its_own_lock(puzzle: Puzzle) -> Puzzle:
    return with_object(puzzle, replace(thing(puzzle, "Iron"), area="Hall", placed=False))


def without_a_needed_thing(puzzle: Puzzle) -> Puzzle:
    return replace(puzzle, objects=tuple(one for one in puzzle.objects if one.item != "Saw"))


def backwards(puzzle: Puzzle) -> Puzzle:
    return replace(puzzle, solution=tuple(reversed(puzzle.solution)))


def with_a_thing_too_many(puzzle: Puzzle) -> Puzzle:
    return replace(puzzle, objects=(*puzzle.objects, Object("saw_2", "Saw", "Yard", None, True)))


def with_an_open_door(puzzle: Puzzle) -> Puzzle:
    return with_object(puzzle, replace(thing(puzzle, "Door"), properties={"open": True}))


def with_another_tool(puzzle: Puzzle) -> Puzzle:
    opening = step(puzzle, "Open")
    return with_step(puzzle, replace(opening, inputs=(opening.inputs[0], "nothing")))


def solved_by_another_step(puzzle: Puzzle) -> Puzzle:
    forge = step(puzzle, "Forge").id
    areas = [replace(goal, solved_by=forge) if goal.name == "Yard" else goal for goal in puzzle.areas]
    return replace(puzzle, areas=tuple(areas))


def with_a_step_left_out(puzzle: Puzzle) -> Puzzle:
    gone = step(puzzle, "Forge").id
    steps = tuple(one for one in puzzle.steps if one.id != gone)
    return replace(puzzle, steps=steps, solution=tuple(name for name in puzzle.solution if name != gone))


def with_the_key_from_a_step_that_only_keeps_it(puzzle: Puzzle) -> Puzzle:
    last = step(puzzle, "Set")
    return with_step(puzzle, replace(last, sources=(last.sources[0], step(puzzle, "Unlock").id)))


BREAKING: list[Callable[[Puzzle], Puzzle]] = [
    without_access_edges,
    without_threat_edges,
    behind_its_own_lock,
    without_a_needed_thing,
    backwards,
    with_a_thing_too_many,
    with_an_open_door,
    with_another_tool,
    solved_by_another_step,
    with_a_step_left_out,
    with_the_key_from_a_step_that_only_keeps_it,
]


@pytest.mark.parametrize("breaking", BREAKING, ids=lambda one: one.__name__)
def test_a_broken_puzzle_is_refuted(
    castle: tuple[Pack, Puzzle], breaking: Callable[[Puzzle], Puzzle]
) -> None:
    pack, puzzle = castle
    assert refute(pack, breaking(puzzle))


def guarantees_broken(pack: Pack, puzzle: Puzzle) -> set[str]:
    return {one.guarantee for one in refute(pack, puzzle)}


def moved_to(text: str, puzzle: Puzzle, **changes: object) -> tuple[Pack, Puzzle]:
    """A puzzle that was made for a milder pack, as if it belonged to this one."""
    pack = pack_of(text)
    return pack, replace(puzzle, pack_sha256=pack.sha256, **changes)  # type: ignore[arg-type]


def test_a_shortcut_is_found() -> None:
    text = CASTLE.replace("  Gem ::= Set", "  Gem ::= Grind Chest\n  Gem ::= Set").replace(
        "goals: [Gem]", "goals: [Gem], shortcuts: allow"
    )
    mild = pack_of(text)
    puzzle = next(p for p in make_puzzles(mild) if any(s.action == "Set" for s in p.steps))
    assert guarantees_broken(*moved_to(text.replace(", shortcuts: allow", ""), puzzle)) == {"no shortcut"}
    assert guarantees_broken(mild, puzzle) == set()


def test_a_sequence_break_is_found() -> None:
    text = CASTLE.replace("  Gem ::= Set", "  Gem ::= Grind Iron Saw\n  Gem ::= Set")
    (puzzle,) = make_puzzles(pack_of(CASTLE))
    rules = {"Set": 5}
    steps = tuple(replace(one, rule=rules.get(one.action, one.rule)) for one in puzzle.steps)
    assert guarantees_broken(*moved_to(text, puzzle, steps=steps)) >= {"no sequence break", "no shortcut"}


def test_a_dead_end_is_found_and_a_wrong_claim_about_it() -> None:
    text = CASTLE.replace("  Gem ::= Set", "  Dust ::= Break Saw\n  Gem ::= Set")
    text = text.replace("items:\n", "items:\n  Dust: {notSpawnable: true}\n")
    pack = pack_of(text)
    (puzzle,) = make_puzzles(pack)
    assert puzzle.guarantees["dead_ends"] == "found"
    assert refute(pack, puzzle) == []
    lie = replace(puzzle, guarantees={**puzzle.guarantees, "dead_ends": "none"})
    assert guarantees_broken(pack, lie) == {"claims"}
    strict = f"{text}guarantees: {{dead_ends: forbid}}\n"
    assert guarantees_broken(*moved_to(strict, puzzle)) == {"no dead end"}


@pytest.mark.parametrize(("depth", "fits"), [("{min: 2}", True), ("{min: 3}", False), ("{max: 1}", False)])
def test_the_depth_is_counted_within_the_area(depth: str, fits: bool) -> None:
    (puzzle,) = make_puzzles(pack_of(CASTLE))
    text = CASTLE.replace("goals: [Gem], depth: {min: 2}", f"goals: [Gem], depth: {depth}")
    assert guarantees_broken(*moved_to(text, puzzle)) == (set() if fits else {"depth"})


def test_it_does_not_matter_which_of_several_hidden_things_is_which() -> None:
    """A puzzle does not say which step makes what appears inside something: here only the last axe is ever seen."""
    made = pack_of(
        """
pack: bags
items: {Axe: {}, Bag: {isa: [Food]}}
rules: ["Bag[contains: Axe] ::= Fill Food", "Axe ::= Empty Food[contains: Axe]"]
areas: {Shed: {start: true, goals: [Axe]}}
"""
    )
    puzzles = list(make_puzzles(made, seed=1))
    assert max(len(puzzle.steps) for puzzle in puzzles) == 6
    assert [refute(made, puzzle) for puzzle in puzzles] == [[]] * len(puzzles)

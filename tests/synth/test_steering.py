"""What is kept and what is never used: exactly the puzzles that the choices leave, compared with a plain search through
all puzzles of a pack."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from puzzlesynth import load_pack, parse_pack
from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import Puzzle, Step
from puzzlesynth.puzzle.diversity import step_kinds
from puzzlesynth.synth.steering import (
    Steering,
    SteeringError,
    keeping_all_but,
    keeping_area,
    known_puzzle,
    read_steering,
)
from tests.support.paths import ROOT
from tests.support.samples import some_of

ORCHARD = """
pack: orchard
items:
  Gate:   {locked: true}
  Key:    {carryable: true}
  Rope:   {carryable: true}
  Hook:   {carryable: true}
  Well:   {}
  Apple:  {carryable: true, copies: 2}
  Pig:    {}
  Cider:  {carryable: true, notSpawnable: true}
  Farmer: {}
rules: |
  Gate[locked: False] Key ::= Unlock Gate[locked: True] Key
  Key Well                ::= Fish Well[emptied: False] Rope Hook
  Key Pig[fed: True]      ::= Feed Pig[fed: False] Apple
  Key Farmer[merry: True] ::= Treat Farmer[merry: False] Cider
  Cider                   ::= Press Apple Apple
areas:
  Orchard: {start: true, goals: ["Gate[locked: False]"], depth: {min: 2}}
"""

GATES = """
pack: gates
items:
  GateA: {open: false}
  GateB: {open: false}
  Bell:  {rung: false}
  Key:   {carryable: true, copies: 2, notSpawnable: true}
  Rope:  {carryable: true}
  Apple: {carryable: true}
  Well:  {emptied: false}
  Pig:   {fed: false}
rules: |
  GateA[open: True]       ::= OpenA GateA[open: False] Key
  GateB[open: True]       ::= OpenB GateB[open: False] Key
  Key Well[emptied: True] ::= Fish Well[emptied: False] Rope
  Key Pig[fed: True]      ::= Feed Pig[fed: False] Apple
  Bell[rung: True] GateA GateB ::= Ring Bell[rung: False] GateA[open: True] GateB[open: True]
areas:
  Garden: {start: true, goals: ["Bell[rung: True]"]}
"""


@cache
def gates() -> Pack:
    return parse_pack(GATES)


@cache
def orchard() -> Pack:
    return parse_pack(ORCHARD)


@cache
def meadow() -> Pack:
    return load_pack(ROOT / "examples" / "meadow")


@cache
def every_puzzle(pack_of: str) -> tuple[Puzzle, ...]:
    return tuple(make_puzzles(PACKS[pack_of](), seed=1))


PACKS = {"orchard": orchard, "gates": gates, "meadow": meadow}


def steered(pack_of: str, steering: Steering) -> set[str]:
    return {puzzle.tree for puzzle in make_puzzles(PACKS[pack_of](), seed=2, steering=steering)}


def left_by(pack_of: str, steering: Steering) -> set[str]:
    return {puzzle.tree for puzzle in every_puzzle(pack_of) if keeps(puzzle, steering)}


# --- the plain search -----------------------------------------------------------------------------------


def keeps(puzzle: Puzzle, steering: Steering) -> bool:
    items = items_of(puzzle)
    if any(step.rule in steering.never_rules for step in puzzle.steps):
        return False
    involved = {items[name] for step in puzzle.steps for name in (*step.inputs, *step.outputs)}
    placed = {thing.item for thing in puzzle.objects if thing.placed}
    if (involved | placed) & steering.never_items:
        return False
    kinds = step_kinds(puzzle)
    if any(len(kinds & set(known.steps)) > known.may_return(steering.returning) for known in steering.unlike):
        return False
    if steering.puzzle is None:
        return True
    goals = {area.name: area.goal for area in puzzle.areas}
    wanted = {area.name: area.goal for area in steering.puzzle.areas if area.name in steering.goals}
    if not wanted.items() <= goals.items():
        return False
    kept = [step for step in steering.puzzle.steps if step.id in steering.steps]
    return next(matches(puzzle, steering.puzzle, kept, {}), None) is not None


def matches(
    puzzle: Puzzle, model: Puzzle, kept: list[Step], found: dict[str, str]
) -> Iterator[dict[str, str]]:
    """Every way to find the kept steps in a puzzle."""
    if not kept:
        yield found
        return
    first, *rest = kept
    for step in puzzle.steps:
        if step.id in found.values() or signature(step, puzzle) != signature(first, model):
            continue
        links = [
            (found[source], mine)
            for source, mine in zip(first.sources, step.sources, strict=True)
            if source in found
        ]
        if all(wanted == mine for wanted, mine in links):
            yield from matches(puzzle, model, rest, {**found, first.id: step.id})


def signature(step: Step, puzzle: Puzzle) -> tuple[object, ...]:
    items = items_of(puzzle)
    new = [items[name] for name in step.outputs if name not in step.inputs]
    return step.rule, step.area, [items[name] for name in step.inputs], new


def items_of(puzzle: Puzzle) -> dict[str, str]:
    return {thing.id: thing.item for thing in (*puzzle.objects, *puzzle.creates)}  # type: ignore[attr-defined]


# --- both the same --------------------------------------------------------------------------------------


@pytest.mark.seconds
@pytest.mark.parametrize("pack_of", ["orchard", "gates", pytest.param("meadow", marks=pytest.mark.thorough)])
def test_every_single_step_of_some_puzzles_can_be_kept(pack_of: str) -> None:
    for model in every_puzzle(pack_of)[:2]:
        for step in model.steps:
            steering = Steering(model, frozenset({step.id}))
            assert steered(pack_of, steering) == left_by(pack_of, steering), step


@pytest.mark.seconds
@pytest.mark.sampled
@pytest.mark.parametrize("seed", some_of(range(5)))
def test_random_choices_leave_exactly_the_puzzles_that_agree(seed: int) -> None:
    random = Random(seed)
    model = random.choice(every_puzzle("meadow"))
    steps = random.sample([step.id for step in model.steps], random.randint(0, 5))
    rules = random.sample(range(1, len(meadow().rules) + 1), random.randint(0, 2))
    items = random.sample(sorted(meadow().items), random.randint(0, 1))
    steering = Steering(model, frozenset(steps), never_rules=frozenset(rules), never_items=frozenset(items))
    assert steered("meadow", steering) == left_by("meadow", steering)


@pytest.mark.seconds
def test_a_link_between_two_kept_steps_is_kept() -> None:
    """Either key fits either gate."""
    assert len(every_puzzle("gates")) == 2
    for model in every_puzzle("gates"):
        linked = [
            frozenset({step.id, source})
            for step in model.steps
            for source in step.sources
            if source is not None
        ]
        for pair in linked:
            steering = Steering(model, pair)
            assert steered("gates", steering) == left_by("gates", steering)
        assert steered("gates", Steering(model, linked[0])) == {model.tree}


@pytest.mark.seconds
@pytest.mark.parametrize("pack_of", PACKS)
def test_a_whole_area_keeps_its_shape(pack_of: str) -> None:
    model = every_puzzle(pack_of)[-1]
    steering = keeping_area(model, model.areas[0].name)
    found = steered(pack_of, steering)
    assert model.tree in found
    assert found == left_by(pack_of, steering)


@pytest.mark.seconds
def test_all_but_one_step_leaves_the_other_ways_to_the_same_thing() -> None:
    model = next(one for one in every_puzzle("orchard") if "Feed" in [step.action for step in one.steps])
    feed = next(step.id for step in model.steps if step.action == "Feed")
    found = [
        puzzle
        for puzzle in every_puzzle("orchard")
        if puzzle.tree in steered("orchard", keeping_all_but(model, feed))
    ]
    actions = {frozenset(step.action for step in puzzle.steps) for puzzle in found}
    assert actions == {
        frozenset({"Unlock", "Feed"}),
        frozenset({"Unlock", "Fish"}),
        frozenset({"Unlock", "Press", "Treat"}),
    }


def test_what_solves_another_area_stays_though_only_this_step_takes_what_it_makes() -> None:
    pack = parse_pack(
        """
pack: mill
items:
  Wheat: {isa: Corn, carryable: true}
  Rye:   {isa: Corn, carryable: true}
  Bread: {carryable: true, notSpawnable: true}
rules: |
  Corn[ground: True] ::= Grind Corn[ground: False]
  Bread              ::= Bake Corn[ground: True]
areas:
  Mill:   {start: true, goals: ["Corn[ground: True]"]}
  Bakery: {start: true, goals: [Bread], shortcuts: allow}
"""
    )
    model = next(one for one in make_puzzles(pack) if len(one.steps) == 2)
    bake = model.steps[-1]
    assert bake.sources == (model.steps[0].id,)
    kept = keeping_all_but(model, bake.id)
    assert kept.steps == {model.steps[0].id}
    assert kept.goals == {"Mill", "Bakery"}


def test_what_is_never_used_is_not_even_placed() -> None:
    steering = Steering(never_items=frozenset({"Apple"}))
    for puzzle in make_puzzles(orchard(), seed=1, steering=steering):
        assert "Apple" not in items_of(puzzle).values()


@pytest.mark.seconds
def test_an_object_stays_where_it_is() -> None:
    model = every_puzzle("meadow")[0]
    thing = next(each for each in model.objects if each.placed and each.area)
    steering = Steering(model, objects=frozenset({thing.id}))
    puzzles = list(make_puzzles(meadow(), seed=1, steering=steering))
    assert puzzles
    for puzzle in puzzles:
        assert (thing.item, thing.area) in [(each.item, each.area) for each in puzzle.objects]


# --- names ----------------------------------------------------------------------------------------------


def test_choices_are_named_as_users_see_them() -> None:
    model = every_puzzle("orchard")[0]
    placed = next(thing.id for thing in model.objects if thing.placed)
    found = read_steering(orchard(), model, ["s1", placed, "Orchard"], ["Pig", "Press", "2"])
    assert found.steps == {step.id for step in model.steps}
    assert found.objects == {placed}
    assert found.goals == {"Orchard"}
    assert found.never_items == {"Pig"}
    assert found.never_rules == {5, 2}
    assert next(one.steps for one in found.choices()) == {"s1"}


@pytest.mark.parametrize(
    ("keep", "never", "said"),
    [
        (["s99"], [], "no such step, object or area"),
        (["Orchad"], [], "did you mean `Orchard`"),
        ([], ["Appel"], "did you mean `Apple`"),
        ([], ["Presss"], "did you mean `Press`"),
    ],
)
def test_a_wrong_name_is_an_error_that_helps(keep: list[str], never: list[str], said: str) -> None:
    with pytest.raises(SteeringError, match=said):
        read_steering(orchard(), every_puzzle("orchard")[0], keep, never)


def test_there_are_no_other_ways_to_a_step_that_there_is_not() -> None:
    with pytest.raises(SteeringError, match="s99: the puzzle has no such step"):
        keeping_all_but(every_puzzle("orchard")[0], "s99")


def test_nothing_can_be_kept_of_no_puzzle() -> None:
    with pytest.raises(SteeringError, match="which puzzle it belongs to"):
        read_steering(orchard(), None, ["s1"], [])


def test_parts_of_two_puzzles_are_not_mixed() -> None:
    first, second = every_puzzle("orchard")[:2]
    one = Steering(first, frozenset({"s1"}))
    assert one | Steering(never_items=frozenset({"Pig"})) | one
    with pytest.raises(SteeringError, match="two puzzles"):
        one | Steering(second, frozenset({"s1"}))


@pytest.mark.seconds
@pytest.mark.sampled
@pytest.mark.parametrize("pack_of", sorted(PACKS))
def test_novelty_leaves_exactly_the_puzzles_that_differ(pack_of: str) -> None:
    puzzles, random = every_puzzle(pack_of), Random(8)
    for returning in some_of((30, 50, 99, 0)):
        known = frozenset(map(known_puzzle, random.sample(puzzles, min(2, len(puzzles)))))
        steering = Steering(unlike=known, returning=returning)
        assert steered(pack_of, steering) == left_by(pack_of, steering)


@pytest.mark.seconds
def test_novelty_goes_with_other_choices() -> None:
    one, *_ = every_puzzle("meadow")
    both = Steering(unlike=frozenset({known_puzzle(one, "mine")}), returning=20) | Steering(
        never_rules=frozenset({one.steps[0].rule})
    )
    assert both.returning == 20
    assert [choice.told(meadow()) for choice in both.choices()][-1] == "differ from mine"
    assert steered("meadow", both) == left_by("meadow", both)

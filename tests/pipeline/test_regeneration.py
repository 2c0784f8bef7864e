"""Freeze and regenerate."""

from __future__ import annotations

from functools import cache

import pytest

from puzzlesynth import load_pack
from puzzlesynth.deadline import OutOfTime
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.pipeline.regeneration import Regenerator
from puzzlesynth.puzzle import Puzzle
from puzzlesynth.synth.exhaustion import Exhaustion
from puzzlesynth.synth.steering import Steering, keeping_all_but
from puzzlesynth.world import verify
from tests.support.paths import ROOT

MEADOW = load_pack(ROOT / "examples" / "meadow")


@cache
def regenerator() -> Regenerator:
    return Regenerator(MEADOW)


@cache
def model() -> Puzzle:
    return next(make_puzzles(MEADOW, seed=3))


def test_the_rest_is_made_anew_and_proven() -> None:
    kept = Steering(model(), frozenset({"s5", "s6"}))
    seen = {model().tree}
    for seed in range(5):
        puzzle = regenerator().regenerate(kept, seed=seed, avoid=seen)
        assert puzzle is not None
        assert puzzle.tree not in seen
        assert verify(MEADOW, puzzle).ok
        wanted = {model().step(name).rule for name in kept.steps}
        assert wanted <= {step.rule for step in puzzle.steps}
        seen.add(puzzle.tree)


def test_choices_can_be_taken_back() -> None:
    """Nothing that was given out before is lost."""
    everything = Steering(model(), frozenset(step.id for step in model().steps))
    first = regenerator().regenerate(everything, seed=1)
    regenerator().regenerate(Steering(never_rules=frozenset({model().steps[0].rule})))
    again = regenerator().regenerate(everything, seed=1)
    assert first is not None
    assert again is not None
    assert first.tree == again.tree


def test_where_nothing_is_left_that_is_certain() -> None:
    step = model().steps[0]
    impossible = Steering(model(), frozenset({step.id}), never_rules=frozenset({step.rule}))
    assert regenerator().regenerate(impossible) is None


@pytest.mark.seconds
def test_the_conflict_is_as_small_as_possible() -> None:
    first, second = model().steps[:2]
    in_play = {thing.item for thing in (*model().objects, *model().creates)}  # type: ignore[attr-defined]
    elsewhere = next(name for name in MEADOW.items if name not in in_play)
    choices = Steering(
        model(),
        frozenset({first.id, second.id}),
        never_rules=frozenset({first.rule}),
        never_items=frozenset({elsewhere}),
    )
    found = regenerator().conflict(choices)
    assert [one.told(MEADOW) for one in found] == [
        f"keep {first.id}",
        f"never {MEADOW.rule(first.rule).name}",
    ]


def test_what_leaves_only_known_puzzles_conflicts_as_well() -> None:
    """The heist has one puzzle: whatever is kept of it is not what keeps others out."""
    heist = load_pack(ROOT / "examples" / "heist")
    puzzle = next(make_puzzles(heist))
    kept = Steering(puzzle, frozenset({puzzle.steps[0].id}))
    maker = Regenerator(heist)
    assert maker.regenerate(kept, avoid={puzzle.tree}) is None
    assert maker.conflict(kept, {puzzle.tree}) == []


@pytest.mark.seconds
def test_what_is_nothing_is_nothing_within_limits() -> None:
    step = model().steps[0]
    impossible = Steering(model(), frozenset({step.id}), never_rules=frozenset({step.rule}))
    exhaustion = Exhaustion()
    refused: list[tuple[Steering, Exhaustion | None]] = []
    assert regenerator().regenerate(impossible, exhaustion=exhaustion) is None
    assert "limits.copies" in " ".join(exhaustion.caveats())
    choice = Steering(never_rules=impossible.never_rules)
    kept = Steering(model(), frozenset({step.id}))
    offered = list(regenerator().possible(kept, [choice], lambda one, said: refused.append((one, said))))
    assert offered == []
    assert [(one, said and list(said.caveats())) for one, said in refused] == [
        (choice, list(exhaustion.caveats()))
    ]
    refused.clear()
    in_no_time = regenerator().possible(kept, [choice], lambda *said: refused.append(said), seconds=0)
    assert (list(in_no_time), refused) == ([], [(choice, None)])


def test_all_alternatives_are_found_and_the_end_says_so() -> None:
    heist = load_pack(ROOT / "examples" / "heist")
    puzzle = next(make_puzzles(heist))
    exhaustion = Exhaustion()
    ways = Regenerator(heist).alternatives(puzzle, "s1", exhaustive=True, exhaustion=exhaustion)
    assert list(ways) == []
    assert exhaustion.proven
    with pytest.raises(OutOfTime):
        list(regenerator().alternatives(model(), model().steps[0].id, exhaustive=True, seconds=0))


def test_alternatives_leave_everything_else_as_it_is() -> None:
    name = model().areas[0].solved_by
    found = list(regenerator().alternatives(model(), name))
    assert found
    kept = keeping_all_but(model(), name)
    rules = {model().step(step).rule for step in kept.steps}
    for puzzle in found:
        assert puzzle.tree != model().tree
        assert rules <= {step.rule for step in puzzle.steps}


@pytest.mark.seconds
def test_only_what_still_has_a_puzzle_is_offered() -> None:
    rules = {step.rule for step in model().steps}
    choices = [Steering(never_rules=frozenset({rule})) for rule in sorted(rules)]
    kept = Steering(model(), frozenset({model().steps[0].id}))
    offered = [choice for choice, _ in regenerator().possible(kept, choices)]
    assert Steering(never_rules=frozenset({model().steps[0].rule})) not in offered
    assert 0 < len(offered) < len(choices)


@pytest.mark.seconds
def test_what_needs_the_whole_search_keeps_nothing_else_waiting() -> None:
    """The rule of a step that is kept cannot be left out, which takes the whole search to know."""
    first = model().steps[0]
    others = [
        Steering(never_rules=frozenset({step.rule})) for step in model().steps if step.rule != first.rule
    ]
    hopeless = Steering(never_rules=frozenset({first.rule}))
    said: list[Steering] = []
    kept = Steering(model(), frozenset({first.id}))
    for choice, _ in regenerator().possible(kept, [hopeless, *others], lambda one, _: said.append(one)):
        assert said == []
        assert choice in others
    assert hopeless in said

"""Puzzles with something broken: `verify` and the referee must agree on which of them are still puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from random import Random

from puzzlesynth.pack import Pack
from puzzlesynth.puzzle import Created, Object, Puzzle, Step
from puzzlesynth.world import Outcome, verify
from puzzlesynth.world.rule_semantics import semantics_of
from tests.fuzz.referee import STATES, Case, Refutation
from tests.fuzz.state_graph import Graph

MOST = 6


def mutants(pack: Pack, puzzle: Puzzle, random: Random) -> Iterator[tuple[str, Puzzle]]:
    """Each with what was done to it. Most are broken; some are as good as before."""
    found = [
        *_looser(puzzle),
        *_moved(pack, puzzle),
        *_reordered(puzzle),
        *_richer(pack, puzzle),
        *_poorer(puzzle),
        *_padded(pack, puzzle),
        *_misdeclared(pack, puzzle),
    ]
    yield from random.sample(found, min(MOST, len(found)))


def _looser(puzzle: Puzzle) -> Iterator[tuple[str, Puzzle]]:
    """A step no longer waits for another one."""
    for step in puzzle.steps:
        for name in step.after:
            rest = replace(step, after=tuple(other for other in step.after if other != name))
            steps = tuple(rest if one.id == step.id else one for one in puzzle.steps)
            yield f"{step.id} does not wait for {name}", replace(puzzle, steps=steps)


def _moved(pack: Pack, puzzle: Puzzle) -> Iterator[tuple[str, Puzzle]]:
    for thing in puzzle.objects:
        allowed = pack.items[thing.item].areas
        for area in pack.areas.values():
            fits = area.is_place and (allowed is None or area.name in allowed)
            if thing.placed and thing.inside is None and area.name != thing.area and fits:
                moved = replace(thing, area=area.name)
                objects = tuple(moved if one.id == thing.id else one for one in puzzle.objects)
                # What takes something that cannot be carried happens where that is.
                fixed = None if pack.items[thing.item].carryable else thing.id
                steps = tuple(replace(s, place=None) if fixed in s.inputs else s for s in puzzle.steps)
                yield f"{thing.id} lies in {area.name}", replace(puzzle, objects=objects, steps=steps)


def _reordered(puzzle: Puzzle) -> Iterator[tuple[str, Puzzle]]:
    for one, other in pairwise(puzzle.solution):
        swapped = {one: other, other: one}
        solution = tuple(swapped.get(name, name) for name in puzzle.solution)
        yield f"{other} before {one}", replace(puzzle, solution=solution)


def _richer(pack: Pack, puzzle: Puzzle) -> Iterator[tuple[str, Puzzle]]:
    """Something more lies around: a way around a step, or a way to ruin everything."""
    for item in pack.items.values():
        if item.spawnable and item.contains is None:
            for area in pack.areas.values():
                if area.is_place and (item.areas is None or area.name in item.areas):
                    more = Object("more", item.name, area.name, None, True, dict(item.properties))
                    yield (
                        f"another {item.name} in {area.name}",
                        replace(puzzle, objects=(*puzzle.objects, more)),
                    )


def _poorer(puzzle: Puzzle) -> Iterator[tuple[str, Puzzle]]:
    holders = {thing.inside for thing in puzzle.objects}
    for thing in puzzle.objects:
        if thing.placed and thing.inside is None and thing.id not in holders:
            objects = tuple(one for one in puzzle.objects if one.id != thing.id)
            yield f"{thing.id} is not there", replace(puzzle, objects=objects)


def _padded(pack: Pack, puzzle: Puzzle) -> Iterator[tuple[str, Puzzle]]:
    """A step more, done first, that nothing needs."""
    goal = puzzle.areas[0].name
    for rule in pack.rules:
        meaning = semantics_of(rule)
        plain = all(
            made is not None or kept is not None
            for made, kept in zip(meaning.made, meaning.bound, strict=True)
        )
        if (
            rule.fail
            or not plain
            or any(slot.inside or slot.type not in pack.items for slot in meaning.slots)
        ):
            continue
        fitting = [
            [o.id for o in puzzle.objects if term.type in pack.items[o.item].types] for term in rule.inputs
        ]
        inputs = next((names for names in product(*fitting) if len(set(names)) == len(names)), None)
        if inputs is not None:
            new = {slot.output: Created(f"padding{slot.output}", slot.type) for slot in meaning.slots}
            outputs = tuple(
                new[j].id if kept is None else inputs[kept] for j, kept in enumerate(meaning.bound)
            )
            step = Step("padding", goal, rule.number, rule.action, inputs, (None,) * len(inputs), outputs, ())
            yield (
                f"{rule} is done first",
                replace(
                    puzzle,
                    steps=(step, *puzzle.steps),
                    solution=("padding", *puzzle.solution),
                    creates=(*puzzle.creates, *new.values()),
                ),
            )


def _misdeclared(pack: Pack, puzzle: Puzzle) -> Iterator[tuple[str, Puzzle]]:
    """Who placed something, or what steps make, is not as the puzzle says."""
    for thing in puzzle.objects:
        other = replace(thing, placed=not thing.placed)
        objects = tuple(other if one.id == thing.id else one for one in puzzle.objects)
        yield f"{thing.id} is said to be placed: {other.placed}", replace(puzzle, objects=objects)
    for item in list(pack.items)[:2]:
        yield f"{item} is said to be made", replace(puzzle, creates=(*puzzle.creates, Created("more", item)))


def disagreement(pack: Pack, puzzle: Puzzle) -> tuple[str, str] | None:
    """Where `verify` and the referee do not agree about a puzzle: the kind of it, and what they say."""
    # What it claimed about itself before it was broken is not on trial.
    report = verify(pack, replace(puzzle, id="", tree="", metrics={}, guarantees={}))
    broken = {v.guarantee: v.message for v in report.verdicts if v.outcome is Outcome.VIOLATED}
    if not broken and not report.ok:
        return None  # it could not decide
    refuted = {one.guarantee: one.message for one in _refuted(pack, puzzle)}
    if any(guarantee.startswith("order") for guarantee in refuted):
        # Section 4 is about the solution that is listed. That every other order works as well is for the synthesizer.
        return None
    if refuted and not broken:
        return f"verify accepts: {min(refuted)}", str(refuted)
    if broken and not refuted:
        return f"verify refuses for nothing: {min(broken)}", str(broken)
    return None


def _refuted(pack: Pack, puzzle: Puzzle) -> list[Refutation]:
    """Without what only the synthesizer promises: that everything is of use, and that claims are true."""
    case = Case(pack, puzzle)
    found = [Refutation("consistent", text) for text in case.wrong_steps()]
    found = found or [
        Refutation("consistent", text) for text in case.wrong_objects() if not text.startswith("nothing uses")
    ]
    found = found or [*case.misplayed(), *(Refutation("depth", text) for text in case.wrong_depths())]
    if not found:
        promises = case.broken_promises(Graph(case.world, case.start, STATES))
        found = [one for one in promises if one.guarantee != "claims"]
    return found

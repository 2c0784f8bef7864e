"""Whether a red herring could be part of a solution after all.

In the relaxed world nothing is ever used up, so whatever can happen in the real game can happen there. If no way leads
from an object to a goal there, the object is part of no solution in the real game either.
"""

from __future__ import annotations

from collections.abc import Iterable

from puzzlesynth.synth.answers.answer_set import ObjectKey

from .relaxed_task import Fact, RelaxedTask

Useful = tuple[ObjectKey, frozenset[Fact]]
"""An object, and what else in the world makes it useful."""

ALWAYS = ("start", "open", "solved")
"""Facts that are no part of an answer set."""


def useful_herring(world: RelaxedTask, start: list[int], baits: Iterable[ObjectKey]) -> Useful | None:
    """An object that could help to solve an area; None: none of them could."""
    names = world.operators.names
    goals = [number for number, fact in enumerate(names) if fact[0] == "solved"]
    for thing in baits:
        for fact in start:
            if names[fact][0] == "lies" and names[fact][1:3] == thing:
                used = _least(world, start, goals, fact)
                if used is not None:
                    return thing, frozenset(names[one] for one in used if names[one][0] not in ALWAYS)
    return None


def _least(world: RelaxedTask, start: list[int], goals: list[int], thing: int) -> frozenset[int] | None:
    """A minimal part of the start that makes an object useful, including the object; None: it is of no use.

    The smaller the part, the more puzzles the nogood rules out."""
    used = world.usefulness(start, goals, thing)
    if used is None:
        return None
    used |= {thing}
    for fact in sorted(used - {thing}):
        if fact in used:
            less = world.usefulness([*sorted(used - {fact})], goals, thing)
            used = used if less is None else less | {thing}
    return used

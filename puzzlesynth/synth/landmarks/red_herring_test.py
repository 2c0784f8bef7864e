"""Whether a red herring could be part of a solution after all.

In the relaxed world nothing is ever used up, so whatever can happen in the real game can happen there. A thing from
which no way leads to any goal there is part of no solution in the real game either.
"""

from __future__ import annotations

from collections.abc import Iterable

from puzzlesynth.synth.answers.answer_set import ObjectKey

from .relaxed_task import Fact, RelaxedTask

Useful = tuple[ObjectKey, frozenset[Fact]]
"""A thing and what in the world, beside it, makes it useful."""

ALWAYS = ("start", "open", "solved")
"""Facts that are no part of an answer set."""


def useful_herring(world: RelaxedTask, start: list[int], baits: Iterable[ObjectKey]) -> Useful | None:
    """One of the things that could help to solve an area; None: none of them could."""
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
    """As little of what is there at the start as makes a thing useful, the thing among it; None: it is of no use.

    The less it is, the more other puzzles are ruled out along with this one."""
    used = world.usefulness(start, goals, thing)
    if used is None:
        return None
    used |= {thing}
    for fact in sorted(used - {thing}):
        if fact in used:
            less = world.usefulness([*sorted(used - {fact})], goals, thing)
            used = used if less is None else less | {thing}
    return used

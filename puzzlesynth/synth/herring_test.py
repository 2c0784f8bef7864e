"""Whether a red herring could be part of a solution after all.

In the relaxed world nothing is ever used up. A thing from which no way leads to any goal there is part of no solution
in the real game either.
"""

from __future__ import annotations

from collections.abc import Iterable

from .answer import Thing
from .relaxed import Fact, RelaxedWorld

Useful = tuple[Thing, frozenset[Fact]]
"""A thing and what in the world, beside it, makes it useful."""


def useful_herring(world: RelaxedWorld, start: list[int], baits: Iterable[Thing]) -> Useful | None:
    """One of the things that could help to solve an area; None: none of them could."""
    names, numbers = world.deeds.names, world.deeds.numbers
    done = world.done(start)
    for thing in baits:
        for fact in start:
            if names[fact][0] == "lies" and names[fact][1:3] == thing:
                chain = _chain(world, done, fact)
                if chain is not None:
                    needs = sorted({need for deed in chain for need in world.deeds.needs[deed]})
                    return thing, _evidence(world, start, needs) | {names[fact]}
    assert ("start",) in numbers
    return None


def _chain(world: RelaxedWorld, done: list[int], fact: int) -> list[int] | None:
    """Deeds that lead from a fact to a solved area, each needing what the one before gives; None: there are none."""
    using: dict[int, list[int]] = {}
    for deed in done:
        for need in world.deeds.needs[deed]:
            using.setdefault(need, []).append(deed)
    came: dict[int, tuple[int, int] | None] = {fact: None}
    queue = [fact]
    for now in queue:
        if world.deeds.names[now][0] == "solved":
            chain = []
            link = came[now]
            while link is not None:
                before, deed = link
                chain.append(deed)
                link = came[before]
            return chain
        for deed in using.get(now, ()):
            for given in world.deeds.gives[deed]:
                if given not in came:
                    came[given] = (now, deed)
                    queue.append(given)
    return None


def _evidence(world: RelaxedWorld, start: list[int], goals: list[int]) -> frozenset[Fact]:
    """A smallest part of what is given that leads to all the goals."""
    names = world.deeds.names
    evidence = world.evidence(start, goals, 0)
    assert evidence is not None
    for fact in sorted(evidence):
        if world.reaches([*(evidence - {fact})], goals, 0):
            evidence -= {fact}
    return frozenset(names[fact] for fact in evidence if names[fact][0] not in ("start", "open", "solved"))

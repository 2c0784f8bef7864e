"""Solutions compared step by step: whether one is another with more steps, or the same steps in other orders.

Copies that begin alike can exchange their roles, so steps are compared up to the names of copies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence

from puzzlesynth.deadline import check_time
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world.trace import Trace, TraceStep

Kinds = Mapping[str, Hashable]
"""For each object of the start, what distinguishes it; indistinguishable objects can exchange their roles."""


def kinds_of(puzzle: Puzzle) -> Kinds:
    holders = {thing.inside for thing in puzzle.objects}
    found: dict[str, Hashable] = {}
    for thing in puzzle.objects:
        alone = thing.inside is None and thing.id not in holders
        properties = tuple(sorted(thing.properties.items(), key=lambda pair: pair[0]))
        found[thing.id] = (thing.item, thing.area, repr(properties)) if alone else thing.id
    return found


def deeds_of(trace: Trace) -> Counter[Hashable]:
    """What is done how often, on things of which items, whichever these are."""
    return Counter(map(_deed, trace))


def counterparts(fewer: Trace, more: Trace, kinds: Kinds) -> list[int] | None:
    """For each step of one solution, the position of the same step in another that has all of its deeds; None: some step
    has none."""
    found: list[int] = []
    return found if _matched(fewer, more, kinds, {}, found) else None


def _deed(step: TraceStep) -> tuple[object, ...]:
    return step.rule, step.items


def _matched(fewer: Trace, more: Trace, kinds: Kinds, roles: dict[str, str], found: list[int]) -> bool:
    if len(found) == len(fewer):
        return True
    check_time()
    step = fewer[len(found)]
    for position, other in enumerate(more):
        if position in found or _deed(step) != _deed(other):
            continue
        given = _with_roles(roles, (*step.inputs, *step.outputs), (*other.inputs, *other.outputs), kinds)
        if given is not None:
            found.append(position)
            if _matched(fewer, more, kinds, given, found):
                return True
            found.pop()
    return False


def _with_roles(
    roles: dict[str, str], names: Sequence[str], others: Sequence[str], kinds: Kinds
) -> dict[str, str] | None:
    """The matching of objects, extended by some names; None: they contradict it."""
    if len(names) != len(others):
        return None
    given, taken = dict(roles), set(roles.values())
    for name, other in zip(names, others, strict=True):
        if name in given:
            if given[name] != other:
                return None
        elif other in taken or kinds.get(name) != kinds.get(other):
            return None
        else:
            given[name] = other
            taken.add(other)
    return given

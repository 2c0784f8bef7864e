"""Trees for the last areas of a chain, and whether there is room for the steps of the next one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from puzzlesynth.synth.recipes.goal_trees import Candidate
from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph, Way


class Forest(NamedTuple):
    """Trees for the last areas of a chain."""

    placed: tuple[int, ...]
    """What lies in each area, as multisets."""
    trees: tuple[Candidate, ...] = ()
    leaves: int = 0
    items: int = 0
    """All that is there at some time, as a multiset."""
    expected: frozenset[int] = frozenset()
    """What earlier trees have to make for their goals, since these trees take it."""
    proven: bool = True
    """Whether none of these areas has a shortcut, and no other area can be solved too soon, for certain."""


class Room(Enum):
    """Whether there is room for the steps of a tree beside what lies behind its area."""

    ENOUGH = "always"
    NONE = "never, in no puzzle"
    UNCLEAR = "perhaps, if something lies elsewhere and is used up before"


def is_certainly_too_much(
    graph: RecipeGraph, way: Way, room: int, steps: Sequence[Way], elsewhere: int
) -> bool:
    """Whether a step is also impossible if some of what lies behind lies in reach and is used up before.

    Then those things can be taken instead of what the tree makes. If they are enough for all that one kind of step
    makes, that is a way around it, unless it is done for an earlier area in any case. `elsewhere`: kinds of steps of
    which that may be so.
    """
    places = dict(graph.members(room))
    for item, number in graph.members(graph.needs_room[way.number]):
        used_before = number - places.get(item, 0)
        made = Counter(step.kind for step in steps if step.result == item and not elsewhere >> step.kind & 1)
        if used_before > 0 and made and used_before >= min(made.values()):
            return True
    return False

"""Trees for the last areas of a chain, and whether there is room for the steps of the next one."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from puzzlesynth.synth.recipes.goal_trees import Candidate


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

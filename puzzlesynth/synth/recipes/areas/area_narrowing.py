"""For each area of a chain a recipe book with nothing but what may be part of its tree.

What an area's tree may have depends on the others: its steps may be done for an earlier area in any case, and what is
placed behind it may take up the room that a way around would need. So each narrowing of one book may narrow the others.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.quick_dataclasses import replace
from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph
from puzzlesynth.synth.recipes.shortcuts.narrowing import Wanted, narrowed

from .area_chain import ChosenGoals, Places

ROUNDS = 3
"""As every round leaves out only what is certain, any number will do."""

WORTH_IT = 0.8
"""A book is narrowed again if no more than this part is left of what stood in the way before."""


def narrowed_areas(
    graphs: Sequence[RecipeGraph], goals: ChosenGoals, depths: Sequence[range], places: Places, shareable: int
) -> list[RecipeGraph]:
    """If there is certainly no tree for some area, its book has no ways, and the others are not looked at further.

    `shareable`: kinds of steps of which there may be one in each of two trees.
    """
    found = list(graphs)
    before = [(2 * len(graph.names), len(graph.kinds)) for graph in found]
    for _ in range(ROUNDS):
        for stage in range(len(found)):
            accepted, barred = frozenset(goals.solving(stage)), goals.too_soon(stage)
            elsewhere = kinds_of(found[:stage]) & kinds_of([found[stage]]) & shareable
            wanted = Wanted(accepted, barred, depths[stage], elsewhere)
            known = replace(found[stage], behind=_behind(found, stage, places))
            in_the_way = len(known.behind), elsewhere.bit_count()
            if all(new >= WORTH_IT * old for new, old in zip(in_the_way, before[stage], strict=True)):
                found[stage] = known
                continue
            found[stage], before[stage] = narrowed(known, wanted), in_the_way
            if not found[stage].ways:
                return found
    return found


def kinds_of(graphs: Sequence[RecipeGraph]) -> int:
    """The kinds of steps that trees of these books may have, as bits."""
    found = 0
    for graph in graphs:
        for way in graph.ways:
            found |= 1 << way.kind
    return found


def placed_for(graph: RecipeGraph) -> frozenset[int]:
    """What may be placed for a tree of this book."""
    taken = frozenset(item for way in graph.ways for item in way.takes)
    return taken & graph.placeable - graph.left_over


def _behind(graphs: Sequence[RecipeGraph], stage: int, places: Places) -> frozenset[int]:
    """What may be placed for later areas where it is out of reach until this one is solved."""
    return frozenset(
        item
        for later in range(stage + 1, len(graphs))
        for item in placed_for(graphs[later])
        if places.up_to(later, item)[-1] > stage
    )

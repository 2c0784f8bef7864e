"""A recipe book with nothing but what may be part of a puzzle for one goal."""

from __future__ import annotations

from typing import NamedTuple

from puzzlesynth.quick_dataclasses import replace
from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph, Way, affordable

from .branches import BranchSearch, TooManyBranches
from .needless_steps import NeedlessSteps

MANY_WAYS = 1_500
"""In a larger book, to look for what can be left out takes longer than to do without."""


class Wanted(NamedTuple):
    """What the trees of one area are to be."""

    goals: frozenset[int]
    """What they make."""
    barred: frozenset[int]
    """What no part of them may be; the goals are among them."""
    depths: range
    elsewhere: int = 0
    """Kinds of steps that the trees of earlier areas may have, which a player does in any case."""


def narrowed(graph: RecipeGraph, wanted: Wanted) -> RecipeGraph:
    """Without ways that are certainly part of no puzzle; without any if there is certainly none."""
    world, needless = graph.for_players, NeedlessSteps()
    graph = replace(graph, world=world)
    if len(world.ways) > MANY_WAYS:
        return graph
    deepest = wanted.depths.stop - 1
    while graph.ways:
        before = len(graph.ways)
        while kinds := needless.kinds(graph, wanted.barred, wanted.elsewhere):
            graph = _without(graph, wanted, [way for way in graph.ways if not kinds >> way.kind & 1])
        try:
            search = BranchSearch(graph, wanted.barred, wanted.elsewhere, deepest)
            found = search.branches(sorted(wanted.goals))
        except TooManyBranches:
            return graph
        if found.depth < wanted.depths.start:
            return replace(graph, ways=())
        if found.ways.bit_count() == before:
            return graph
        graph = _without(graph, wanted, [way for way in graph.ways if found.ways >> way.number & 1])
    return graph


def _without(graph: RecipeGraph, wanted: Wanted, left: list[Way]) -> RecipeGraph:
    graph = affordable(replace(graph, ways=tuple(left)))
    below = graph.below(wanted.goals)
    return replace(graph, ways=tuple(way for way in graph.ways if way.result in below))

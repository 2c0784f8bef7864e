"""Everything that things can be made into."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph, Way
from puzzlesynth.synth.recipes.shortcuts.label_search import LabelSearch, ways_from
from tests.support.recipe_books import graph_of, random_book

State = tuple[int, ...]


def states(graph: RecipeGraph, copies: State, start: State, steps: int) -> Iterator[State]:
    """All that can come of what is there, with steps of these kinds, as long as there is room at every moment."""
    found = {start}
    queue = [start]
    for state in queue:
        yield state
        for way in graph.ways:
            after = _after(way, state) if steps >> way.kind & 1 else None
            if after is not None and state[way.result] < copies[way.result] and after not in found:
                found.add(after)
                queue.append(after)


def _after(way: Way, state: State) -> State | None:
    there = list(state)
    for item in way.takes:
        there[item] -= 1
        if there[item] < 0:
            return None
    there[way.result] += 1
    return tuple(there)


@pytest.mark.parametrize("seed", range(60))
def test_there_is_always_room_to_go_a_way(seed: int) -> None:
    """Whatever else is there, and though of some items there can be only one."""
    random = Random(seed)
    made = random_book(seed)
    graph = graph_of(made)
    copies = tuple(made.items[name].copies for name in graph.names)
    if not graph.ways:
        return
    for _ in range(12):
        goal = random.choice(graph.ways).result
        start = tuple(
            random.randint(0, most) if n in graph.placeable and n != goal else 0
            for n, most in enumerate(graph.copies)
        )
        placed = graph.vector(dict(enumerate(start)))
        search = LabelSearch(graph, (goal,), placed, -1)
        labels = list(search.labels(ways_from(graph, (goal,), (goal,), placed)))
        reached = any(state[goal] for state in states(graph, copies, start, -1))
        assert bool(labels) or not reached
        for label in labels:
            assert label.since == 0
            assert any(state[goal] for state in states(graph, copies, start, label.steps))

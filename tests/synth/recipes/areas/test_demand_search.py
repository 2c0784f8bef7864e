"""Whether a goal can be met, compared with all that players can do, state by state."""

from __future__ import annotations

from random import Random

import pytest

from puzzlesynth.synth.recipes.areas.demand_search import DemandSearch, Phase, TooManyDemands
from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph
from tests.support.recipe_books import book, graph_of, random_book

State = tuple[tuple[int, ...], int]


def reached(
    graph: RecipeGraph, lying: list[list[int]], goals: list[int], banned: int, copies: tuple[int, ...]
) -> bool:
    """Whether the last goal can be met, with the areas opening as those before it are. Nothing is made of a goal."""
    start: State = (tuple(lying[0]), 0)
    found, queue = {start}, [start]
    for there, area in queue:
        behind = [sum(counts) for counts in zip(*lying[area + 1 :], strict=True)] or [0] * len(there)
        for way in graph.ways:
            after = list(there)
            for item in way.takes:
                after[item] -= 1
            if way.kind == banned or min(after) < 0 or any(item in goals[area:] for item in way.takes):
                continue
            after[way.result] += 1
            if after[way.result] + behind[way.result] > copies[way.result]:
                continue
            if way.result in goals[area + 1 :]:
                continue
            now = area
            if way.result == goals[area]:
                if area == len(goals) - 1:
                    return True
                now += 1
                after = [one + other for one, other in zip(after, lying[now], strict=True)]
            if (tuple(after), now) not in found:
                found.add((tuple(after), now))
                queue.append((tuple(after), now))
    return False


@pytest.mark.parametrize("seed", range(80))
def test_it_is_what_players_can_do(seed: int) -> None:
    random = Random(seed)
    graph = graph_of(random_book(seed))
    made = sorted({way.result for way in graph.ways})
    if len(made) < 2:
        return
    for _ in range(10):
        goals = random.sample(made, random.choice((1, 2)))
        lying = [[0] * len(graph.names) for _ in goals]
        for item, copies in enumerate(graph.in_world):
            for _ in range(random.randint(0, copies) if item not in goals else 0):
                random.choice(lying)[item] += 1
        phases = []
        for n, goal in enumerate(goals):
            there = [sum(counts) for counts in zip(*lying[: n + 1], strict=True)]
            behind = [sum(counts) - one for counts, one in zip(zip(*lying, strict=True), there, strict=True)]
            room = graph.world_vector - graph.vector(dict(enumerate(behind)))
            phases.append(Phase(graph.vector(dict(enumerate(there))), room, frozenset([goal])))
        search = DemandSearch(graph, phases, frozenset([goals[-1]]))
        for banned in (-1, random.choice(graph.ways).kind):
            assert search.is_solvable(goals[-1], banned) == reached(
                graph, lying, goals, banned, graph.in_world
            )
        landmarks = search.landmarks(goals[-1])
        if landmarks is None:
            assert not search.is_solvable(goals[-1])
        else:
            kinds = [kind for kind in range(landmarks.bit_length()) if landmarks >> kind & 1]
            assert not any(search.is_solvable(goals[-1], kind) for kind in kinds)


def test_what_lies_behind_takes_up_the_room() -> None:
    graph = graph_of(book("Pole: Log\nFlag: Pole", "Flag"))
    there, flag = graph.units[graph.numbers["Log"]], graph.numbers["Flag"]

    def is_solvable(behind: int) -> bool:
        phase = Phase(there, graph.world_vector - behind, frozenset([flag]))
        return DemandSearch(graph, [phase], frozenset([flag])).is_solvable(flag)

    assert is_solvable(0)
    assert not is_solvable(graph.units[graph.numbers["Pole"]])


def test_a_question_may_stay_open() -> None:
    graph = graph_of(book("Pole: Log\nFlag: Pole", "Flag"))
    flag = graph.numbers["Flag"]
    phase = Phase(graph.units[graph.numbers["Log"]], graph.world_vector, frozenset([flag]))
    with pytest.raises(TooManyDemands):
        DemandSearch(graph, [phase], frozenset([flag]), most=1).is_solvable(flag)

"""Areas that open one after another."""

from __future__ import annotations

from puzzlesynth.pack import Pack
from puzzlesynth.quick_dataclasses import replace
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.recipes.areas.area_chain import Places, area_chain, goal_choices
from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph, recipe_graph
from puzzlesynth.synth.relevance import PackAnalysis
from tests.support.recipe_books import chain

RULES = "Fire: Coal\nLamp: Fire Oil\nTower: Lamp Stone"


def changed(made: Pack, name: str, **values: object) -> Pack:
    return replace(made, areas={**made.areas, name: replace(made.areas[name], **values)})  # type: ignore[arg-type]


def names(made: Pack) -> list[str] | None:
    found = area_chain(fresh_start(made))
    return None if found is None else [area.name for area in found]


def analysed(made: Pack) -> tuple[PackAnalysis, RecipeGraph]:
    possible = PackAnalysis(made, fresh_start(made))
    graph = recipe_graph(possible, possible.start.reachable)
    assert graph is not None
    return possible, graph


def test_a_chain_goes_on_in_one_way() -> None:
    made = chain(RULES, "Fire Lamp Tower")
    assert names(made) == ["A0", "A1", "A2"]
    assert names(changed(made, "A2", connects=("A0",))) == ["A0", "A1", "A2"]
    assert names(changed(made, "A0", connects=("A1", "A2"))) is None
    assert names(changed(made, "A1", start=True)) is None
    assert names(changed(made, "A1", connects=())) is None


def test_what_meets_a_later_goal_does_not_solve_an_area() -> None:
    made = chain(RULES, "Fire Lamp Tower")
    possible, graph = analysed(made)
    choices = goal_choices(possible, possible.start.areas, graph)
    assert choices is not None
    (chosen,) = choices
    assert [[graph.names[item] for item in chosen.solving(stage)] for stage in range(3)] == [
        ["Fire"],
        ["Lamp"],
        ["Tower"],
    ]
    assert {graph.names[item] for item in chosen.too_soon(1)} == {"Lamp", "Tower"}
    assert chosen.too_soon(3) == frozenset()


def test_things_lie_where_they_may_and_can_be_reached() -> None:
    made = chain(RULES, "Fire Lamp Tower")
    items = {**made.items, "Oil": replace(made.items["Oil"], areas=("A1", "A2"))}
    possible, graph = analysed(replace(made, items=items))
    places = Places(possible, possible.start.areas, graph)
    oil = graph.numbers["Oil"]
    assert places.up_to(0, oil) == []
    assert places.up_to(2, oil) == [1, 2]
    assert {graph.names[item] for item in places.placeable(0)} == {"Coal", "Stone"}

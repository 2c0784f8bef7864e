"""The world of a map: a pack whose areas, doors and goal are those of the map."""

from __future__ import annotations

from dataclasses import replace

from puzzlesynth.pack import load_pack
from puzzlesynth.pack.transform.map_world import TAKEN, map_world
from tests.support.paths import ROOT

BAKERY = load_pack(ROOT / "examples" / "bakery")


def test_the_goal_is_what_the_output_asks_for() -> None:
    world = map_world(BAKERY, BAKERY.maps["mix"])
    assert world.output_gate == "output"
    assert [str(goal) for goal in world.pack.areas["output"].goals] == ["Dough"]
    assert not world.takes_output, "it is made by the last step"


def test_an_output_that_asks_for_nothing_in_particular_takes_whatever_can_be_there() -> None:
    world = map_world(BAKERY, BAKERY.maps["deliver"])
    asked = {goal.type for goal in world.pack.areas[world.output_gate].goals}
    assert {"Bread", "Yeast", "Soup"} <= asked
    assert not asked & {"Food", "Person"}, "nothing is ever only that"


def test_what_lies_somewhere_has_to_be_taken() -> None:
    made = BAKERY.maps["mix"]
    output = replace(made.blocks["output"], inputs={"input": "first"})
    world = map_world(BAKERY, replace(made, blocks={**made.blocks, "output": output}))
    assert world.takes_output
    assert [goal.properties for goal in world.pack.areas["output"].goals] == [((TAKEN, True),)]


def test_a_door_has_a_key_of_its_own() -> None:
    world = map_world(BAKERY, BAKERY.maps["cellar"])
    assert world.gates == {"hatch": "hatch"}
    assert world.keys["hatch"] in world.pack.items
    assert world.keys["hatch"] not in BAKERY.items


def test_the_output_gets_another_name_where_its_own_is_taken() -> None:
    made = BAKERY.maps["mix"]
    named = replace(made, areas={**made.areas, "output": replace(made.areas["Yard"], name="output")})
    world = map_world(BAKERY, named)
    assert world.output_gate == "output_"

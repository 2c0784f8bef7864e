"""What happens when a rule is applied: each sentence of the meaning of rules, one test or more."""

from __future__ import annotations

from typing import Any

import pytest

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world import Drop, IllegalMove, State, Status, Take, Use, World
from puzzlesynth.world.apply import Applied
from puzzlesynth.world.events import (
    Lost,
    ObjectChanged,
    ObjectCreated,
    ObjectDestroyed,
    ObjectReleased,
    ObjectStored,
)
from tests.support.tiny_packs import pack, puzzle


def world(items: dict[str, Any], rules: str | list[str], *objects: str, **more: Any) -> tuple[World, State]:
    made = pack(items, rules, **more)
    ready = World(made, puzzle(made, objects))
    return ready, ready.start()


def use(ready: World, state: State, number: int, *inputs: str, items: tuple[str, ...] = ()) -> Applied:
    action = ready.instance.pack.rules[number - 1].action
    return ready.apply(state, Use(number, action, inputs, items))


def uses(ready: World, state: State) -> list[tuple[str, ...]]:
    return [(move.action, *move.inputs) for move in ready.uses(state)]


# --- matching -------------------------------------------------------------------------------------------


def test_an_object_matches_by_any_of_its_types() -> None:
    items = {"Dog": {"isa": ["Animal"]}, "Stone": None}
    ready, state = world(
        items,
        ["Animal[fed: True] ::= Feed Animal", "Item[seen: True] ::= See Item"],
        "dog Dog",
        "stone Stone",
    )
    assert uses(ready, state) == [("Feed", "dog"), ("See", "dog"), ("See", "stone")]


def test_a_boolean_that_is_not_given_is_false_and_other_properties_match_nothing() -> None:
    items = {"Box": None}
    rules = [
        "Box[x: True] ::= A Box[wet: False]",
        "Box[x: True] ::= B Box[size: 0]",
        "Box[x: True] ::= C Box[wet: True]",
    ]
    ready, state = world(items, rules, "box Box")
    assert uses(ready, state) == [("A", "box")]


def test_numbers_and_booleans_are_different_values() -> None:
    rules = ["Box[x: True] ::= A Box[size: 1]", "Box[x: True] ::= B Box[on: True]"]
    ready, state = world({"Box": {"size": True, "on": 1}}, rules, "box Box")
    assert uses(ready, state) == []


def test_an_object_may_have_more_properties_than_a_term_lists() -> None:
    ready, state = world(
        {"Box": {"wet": True, "red": True}}, ["Box[x: True] ::= A Box[wet: True]"], "box Box"
    )
    assert uses(ready, state) == [("A", "box")]


def test_carryable_can_be_asked_for() -> None:
    items = {"Coin": {"carryable": True}, "Statue": None}
    ready, state = world(items, ["Item[x: True] ::= A Item[carryable: True]"], "coin Coin", "statue Statue")
    assert uses(ready, state) == [("A", "coin")]


def test_inputs_are_distinct_objects() -> None:
    items = {"Stick": {"carryable": True, "copies": 2}, "Fire": {"notSpawnable": True}}
    rules = ["Fire ::= Rub Stick Stick"]
    one, state = world(items, rules, "a Stick")
    assert uses(one, state) == []
    two, state = world(items, rules, "a Stick", "b Stick")
    assert uses(two, state) == [("Rub", "a", "b"), ("Rub", "b", "a")]
    with pytest.raises(IllegalMove, match="twice"):
        use(two, state, 1, "a", "a")


def test_what_is_inside_another_object_cannot_be_used() -> None:
    items = {"Chest": {"contains": "Key"}, "Key": {"carryable": True}}
    ready, state = world(items, ["Key[x: True] ::= Polish Key"], "chest Chest", "key Key in chest")
    assert uses(ready, state) == []
    with pytest.raises(IllegalMove, match="out of reach"):
        use(ready, state, 1, "key")


def test_contains_in_an_input_asks_for_the_type_of_what_is_inside() -> None:
    items = {"Cup": {"contains": "Tea"}, "Tea": {"isa": ["Liquid"]}}
    rules = ["Cup[a: True] ::= A Cup[contains: Liquid]", "Cup[b: True] ::= B Cup[contains: Nothing]"]
    full, state = world(items, rules, "cup Cup", "tea Tea in cup")
    assert uses(full, state) == [("A", "cup")]
    empty, state = world({"Cup": None, "Tea": {"isa": ["Liquid"]}}, rules, "cup Cup")
    assert uses(empty, state) == [("B", "cup")]


# --- binding and change ---------------------------------------------------------------------------------


def test_an_output_is_the_first_unbound_input_of_the_same_type_name() -> None:
    items = {"Door": {"copies": 2}}
    ready, state = world(
        items, ["Door[first: True] Door[second: True] ::= Mark Door Door"], "a Door", "b Door"
    )
    after = use(ready, state, 1, "b", "a").state
    assert after.things["b"].properties == {"first": True}
    assert after.things["a"].properties == {"second": True}


def test_labels_say_which_object_is_which() -> None:
    items = {"Door": {"copies": 2}}
    rules = ["Door#b[first: True] Door#a[second: True] ::= Mark Door#a Door#b"]
    ready, state = world(items, rules, "x Door", "y Door")
    done = use(ready, state, 1, "x", "y")
    assert done.outputs == ("y", "x")
    assert done.state.things["y"].properties == {"first": True}


def test_a_label_is_not_taken_by_an_unlabelled_output() -> None:
    items = {"Door": {"copies": 2}}
    rules = ["Door[plain: True] Door#a[named: True] ::= Mark Door#a Door"]
    ready, state = world(items, rules, "x Door", "y Door")
    after = use(ready, state, 1, "x", "y").state
    assert after.things["x"].properties == {"named": True}
    assert after.things["y"].properties == {"plain": True}


def test_what_an_output_does_not_mention_stays_as_it_was() -> None:
    ready, state = world(
        {"Lamp": {"lit": False, "red": True}}, ["Lamp[lit: True] ::= Light Lamp"], "lamp Lamp"
    )
    done = use(ready, state, 1, "lamp")
    assert done.state.things["lamp"].properties == {"lit": True, "red": True}
    assert done.events == (ObjectChanged("lamp", {"lit": True, "red": True}),)
    assert state.things["lamp"].properties == {"red": True}, "the state before is not touched"


def test_a_bound_object_stays_where_it_is() -> None:
    items = {"Rope": {"carryable": True}, "Tree": None}
    ready, state = world(items, ["Rope[wet: True] Tree[x: True] ::= Tie Rope Tree"], "rope Rope", "tree Tree")
    carried = ready.apply(state, Take("rope")).state
    assert use(ready, carried, 1, "rope", "tree").state.things["rope"].carried
    assert use(ready, state, 1, "rope", "tree").state.things["rope"].area == "Here"


# --- storing --------------------------------------------------------------------------------------------

VESSEL = {"Jar": {"carryable": True}, "Bug": {"carryable": True, "small": True}, "Bee": {"carryable": True}}
CATCH = "Jar[contains: Bug] ::= Catch Jar Bug"


def test_an_unbound_input_goes_inside_the_output_that_names_it() -> None:
    ready, state = world(VESSEL, [CATCH], "jar Jar", "bug Bug")
    done = use(ready, state, 1, "jar", "bug")
    assert done.state.content("jar") == "bug"
    assert done.state.things["bug"].properties == {"small": True}, "it keeps its properties"
    assert done.events == (ObjectStored("bug", "jar"),)


def test_what_is_full_takes_nothing_more() -> None:
    rules = [CATCH, "Jar[contains: Bee] ::= CatchBee Jar Bee"]
    ready, state = world(VESSEL, rules, "jar Jar", "bug Bug", "bee Bee")
    after = use(ready, state, 1, "jar", "bug").state
    assert uses(ready, after) == []
    with pytest.raises(IllegalMove, match="full"):
        use(ready, after, 2, "jar", "bee")


def test_a_new_object_can_be_filled_at_once() -> None:
    items = {**VESSEL, "Glass": {"carryable": True}}
    ready, state = world(items, ["Jar[contains: Bug] ::= Blow Glass Bug"], "glass Glass", "bug Bug")
    done = use(ready, state, 1, "glass", "bug")
    assert done.state.content("jar") == "bug"
    assert "glass" not in done.state.things


def test_contains_without_an_input_to_store_makes_it_inside() -> None:
    items = {"Bucket": {"carryable": True}, "Water": None, "Well": None}
    rules = ["Bucket[contains: Water] Well ::= Fill Bucket[contains: Nothing] Well"]
    ready, state = world(items, rules, "bucket Bucket", "well Well")
    done = use(ready, state, 1, "bucket", "well")
    assert done.state.things["water"].inside == "bucket"
    assert uses(ready, done.state) == []


def test_what_is_kept_inside_stays() -> None:
    rules = [CATCH, "Jar[contains: Bug, shut: True] ::= Shut Jar[contains: Bug]"]
    ready, state = world(VESSEL, rules, "jar Jar", "bug Bug")
    state = use(ready, state, 1, "jar", "bug").state
    done = use(ready, state, 2, "jar")
    assert done.state.content("jar") == "bug"
    assert done.events == (ObjectChanged("jar", {"shut": True}),)


def test_objects_inside_objects_go_along() -> None:
    items = {**VESSEL, "Bag": {"carryable": True}}
    rules = [CATCH, "Bag[contains: Jar] ::= Pack Bag Jar"]
    ready, state = world(items, rules, "jar Jar", "bug Bug", "bag Bag")
    state = use(ready, state, 1, "jar", "bug").state
    state = use(ready, state, 2, "bag", "jar").state
    state = ready.apply(state, Take("bag")).state
    assert (state.things["bug"].inside, state.things["jar"].inside) == ("jar", "bag")
    assert [thing.id for thing in state.visible()] == ["bag"]


# --- destroying and releasing ---------------------------------------------------------------------------


def test_other_unbound_inputs_are_destroyed() -> None:
    items = {"Paper": {"carryable": True}, "Fire": None, "Ash": {"carryable": True}}
    ready, state = world(items, ["Ash Fire ::= Burn Paper Fire"], "paper Paper", "fire Fire")
    done = use(ready, state, 1, "paper", "fire")
    assert set(done.state.things) == {"fire", "ash"}
    assert done.events == (ObjectDestroyed("paper", "Paper"), ObjectCreated("ash", "Ash"))


def test_an_unbound_output_that_an_input_contains_is_released() -> None:
    items = {"Chest": {"contains": "Ring"}, "Ring": {"carryable": True, "old": True}}
    rules = ["Ring[found: True] Chest[open: True] ::= Open Chest[contains: Ring]"]
    ready, state = world(items, rules, "chest Chest", "ring Ring in chest")
    done = use(ready, state, 1, "chest")
    ring = done.state.things["ring"]
    assert (ring.area, ring.inside, dict(ring.properties)) == ("Here", None, {"found": True, "old": True})
    assert done.state.content("chest") is None
    assert ObjectReleased("ring", "chest") in done.events


def test_what_is_released_lies_where_it_happens_even_from_a_carried_object() -> None:
    items = {"Purse": {"carryable": True, "contains": "Coin"}, "Coin": {"carryable": True}}
    ready, state = world(
        items, ["Coin Purse ::= Shake Purse[contains: Coin]"], "purse Purse", "coin Coin in purse"
    )
    state = ready.apply(state, Take("purse")).state
    after = use(ready, state, 1, "purse").state
    assert after.things["coin"].area == "Here"
    assert after.things["purse"].carried


def test_a_released_object_takes_what_is_inside_it_along() -> None:
    items = {"Box": {"contains": "Bag"}, "Bag": {"contains": "Gem", "carryable": True}, "Gem": None}
    objects = ("box Box", "bag Bag in box", "gem Gem in bag")
    ready, state = world(items, ["Bag ::= Unpack Box[contains: Bag]"], *objects)
    after = use(ready, state, 1, "box").state
    assert "box" not in after.things
    assert after.content("bag") == "gem"


def test_what_is_inside_a_destroyed_object_is_destroyed_with_it() -> None:
    items = {"Box": {"contains": "Bag"}, "Bag": {"contains": "Gem"}, "Gem": None, "Ash": None}
    objects = ("box Box", "bag Bag in box", "gem Gem in bag")
    ready, state = world(items, ["Ash ::= Burn Box"], *objects)
    after = use(ready, state, 1, "box").state
    assert set(after.things) == {"ash"}


def test_contains_nothing_empties_and_destroys_what_was_inside() -> None:
    items = {"Cup": {"contains": "Tea"}, "Tea": None}
    ready, state = world(items, ["Cup[contains: Nothing] ::= Spill Cup"], "cup Cup", "tea Tea in cup")
    done = use(ready, state, 1, "cup")
    assert set(done.state.things) == {"cup"}
    assert done.events == (ObjectDestroyed("tea", "Tea"),)


def test_contains_nothing_spares_what_is_released() -> None:
    items = {"Cup": {"contains": "Pearl"}, "Pearl": {"carryable": True}}
    rules = ["Pearl Cup[contains: Nothing] ::= Tip Cup[contains: Pearl]"]
    ready, state = world(items, rules, "cup Cup", "pearl Pearl in cup")
    assert set(use(ready, state, 1, "cup").state.things) == {"cup", "pearl"}


def test_a_content_can_be_swapped_for_another() -> None:
    items = {"Jar": {"contains": "Bug"}, "Bug": {"carryable": True}, "Bee": {"carryable": True}}
    rules = ["Bug Jar[contains: Bee] ::= Swap Jar[contains: Bug] Bee"]
    ready, state = world(items, rules, "jar Jar", "bug Bug in jar", "bee Bee")
    after = use(ready, state, 1, "jar", "bee").state
    assert after.content("jar") == "bee"
    assert after.things["bug"].area == "Here"


def test_a_liquid_moves_only_in_a_container() -> None:
    items = {"Water": None, "Bucket": {"carryable": True}, "Trough": None}
    rules = [
        "Bucket[contains: Water] ::= Scoop Bucket[contains: Nothing] Water",
        "Trough[full: True] Bucket ::= Pour Trough Bucket[contains: Water]",
        "Water Bucket ::= Empty Bucket[contains: Water]",
    ]
    areas = {
        "Well": {"start": True, "goals": ["Goal"]},
        "Yard": {"start": True, "goals": ["Trough[full: True]"]},
    }
    ready, state = world(
        items, rules, "water Water Well", "bucket Bucket Well", "trough Trough Yard", areas=areas
    )
    assert Take("water") not in ready.moves(state)
    state = use(ready, state, 1, "bucket", "water").state
    state = ready.apply(state, Take("bucket")).state
    state = ready.apply(state, next(m for m in ready.moves(state) if str(m) == "walk to Yard")).state
    poured = use(ready, state, 3, "bucket").state
    assert poured.things["water"].area == "Yard"
    full = use(ready, state, 2, "trough", "bucket").state
    assert full.things["trough"].properties == {"full": True}
    assert full.content("bucket") == "water", "a rule that does not mention the content leaves it"


# --- creating -------------------------------------------------------------------------------------------

CRAFT = {"Log": {"carryable": True}, "Plank": {"carryable": True, "rough": True}, "Table": None}


def test_a_new_object_has_its_items_properties_and_then_the_outputs() -> None:
    ready, state = world(CRAFT, ["Plank[sawn: True] ::= Saw Log"], "log Log")
    after = use(ready, state, 1, "log").state
    assert after.things["plank"].properties == {"rough": True, "sawn": True}


@pytest.mark.parametrize("carried", [True, False])
@pytest.mark.parametrize(("rule", "made"), [("Plank ::= Saw Log", "plank"), ("Table ::= Build Log", "table")])
def test_it_appears_in_the_inventory_if_a_destroyed_input_was_carried_and_it_can_be(
    rule: str, made: str, carried: bool
) -> None:
    ready, state = world(CRAFT, [rule], "log Log")
    if carried:
        state = ready.apply(state, Take("log")).state
    thing = use(ready, state, 1, "log").state.things[made]
    assert thing.carried == (carried and made == "plank")
    assert thing.area == (None if thing.carried else "Here")


def test_a_kept_carried_input_does_not_put_new_things_in_the_inventory() -> None:
    ready, state = world(CRAFT, ["Plank Log ::= Peel Log"], "log Log")
    state = ready.apply(state, Take("log")).state
    assert use(ready, state, 1, "log").state.things["plank"].area == "Here"


def test_a_new_object_comes_without_its_items_content() -> None:
    items = {"Clay": {"carryable": True}, "Pot": {"contains": "Seed"}, "Seed": None}
    ready, state = world(items, ["Pot ::= Shape Clay"], "clay Clay")
    assert set(use(ready, state, 1, "clay").state.things) == {"pot"}


def test_a_rule_that_would_make_more_than_copies_allow_is_not_applicable() -> None:
    items = {"Tree": None, "Apple": {"carryable": True, "copies": 2}}
    ready, state = world(items, ["Apple Tree ::= Pick Tree"], "tree Tree")
    state = use(ready, state, 1, "tree").state
    state = use(ready, state, 1, "tree").state
    assert state.alive("Apple") == 2
    assert uses(ready, state) == []


def test_copies_count_what_is_inside_and_in_closed_areas() -> None:
    items = {"Tree": None, "Apple": {"carryable": True, "copies": 1}, "Sack": {"contains": "Apple"}}
    areas = {"A": {"start": True, "connects": ["B"]}, "B": {}}
    rules = ["Apple Tree ::= Pick Tree"]
    ready, state = world(items, rules, "tree Tree A", "sack Sack B", "apple Apple in sack", areas=areas)
    assert uses(ready, state) == []


def test_what_a_rule_destroys_makes_room_for_what_it_creates() -> None:
    ready, state = world(
        {"Dough": {"carryable": True}}, ["Dough#b[flat: True] ::= Roll Dough#a"], "dough Dough"
    )
    assert use(ready, state, 1, "dough").outputs == ("dough",), "same type: bound"
    items = {"Egg": {"carryable": True}, "Hen": {"isa": ["Bird"]}}
    ready, state = world(items, ["Hen ::= Swap Bird"], "hen Hen")
    after = use(ready, state, 1, "hen").state
    assert after.alive("Hen") == 1


def test_an_abstract_output_with_one_item_is_that_item() -> None:
    items = {"Cow": None, "Milk": {"isa": ["Drink"], "carryable": True}}
    ready, state = world(items, ["Drink Cow ::= Milk Cow"], "cow Cow")
    assert use(ready, state, 1, "cow").state.things["milk"].item == "Milk"


DRINKS = {"Bar": None, "Tea": {"isa": ["Drink"]}, "Wine": {"isa": ["Drink"]}, "Beer": {"isa": ["Drink"]}}


def _ordering(*drinks: str) -> tuple[Pack, Puzzle]:
    made = pack(DRINKS, ["Drink Bar ::= Order Bar"])
    steps = [f"s{n} Here 1: bar -> d{n} bar" for n, _ in enumerate(drinks)]
    return made, puzzle(made, ["bar Bar"], steps, {f"d{n}": drink for n, drink in enumerate(drinks)})


def test_the_puzzle_decides_what_an_abstract_output_is() -> None:
    ready = World(*_ordering("Tea", "Beer"))
    moves = list(ready.uses(ready.start()))
    assert [move.items for move in moves] == [("Tea",), ("Beer",)]
    assert "beer" in ready.apply(ready.start(), moves[1]).state.things
    with pytest.raises(IllegalMove):
        use(ready, ready.start(), 1, "bar", items=("Wine",))


def test_a_rule_that_nothing_decides_is_not_applicable() -> None:
    ready = World(*_ordering())
    assert list(ready.uses(ready.start())) == []
    with pytest.raises(IllegalMove):
        use(ready, ready.start(), 1, "bar")


# --- defeat ---------------------------------------------------------------------------------------------


def test_a_fail_rule_ends_the_game_in_defeat() -> None:
    ready, state = world({"Bomb": None}, ["!Goal ::= Touch Bomb"], "bomb Bomb")
    done = use(ready, state, 1, "bomb")
    assert done.state.status is Status.LOST
    assert Lost() in done.events
    assert done.state.solved == frozenset(), "a defeat solves nothing"
    assert ready.moves(done.state) == []
    with pytest.raises(IllegalMove, match="over"):
        ready.apply(done.state, Drop("bomb"))

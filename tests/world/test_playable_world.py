"""Walking, carrying, solving and opening, as a player meets them."""

from __future__ import annotations

import pytest

from puzzlesynth.world import Drop, IllegalMove, Move, Status, Take, Use, Walk, World, WorldError
from puzzlesynth.world.events import ObjectMoved, Opened, Solved, Walked, Won
from tests.support.tiny_packs import HEIST, HEIST_PUZZLE, Areas, pack, puzzle

AREAS: Areas = {
    "Attic": {"goals": ["Hat"], "connects": []},
    "Hall": {"start": True, "goals": ["Lamp[lit: True]"], "connects": ["Attic", "Cellar"]},
    "Cellar": {"goals": ["Wine"], "connects": ["Attic"]},
    "Porch": {"start": True, "goals": ["Mat[clean: True]"]},
}
HOUSE = pack(
    "Lamp Mat+ Hat+- Box+ Wine+- Grape+",
    [
        "Lamp[lit: True] ::= Light Lamp",
        "Mat[clean: True] ::= Beat Mat",
        "Hat ::= Open Box",
        "Wine ::= Press Grape",
    ],
    AREAS,
)
OBJECTS = ["lamp Lamp Hall", "mat Mat Porch", "box Box Attic", "grape Grape Cellar"]


def house() -> World:
    return World(HOUSE, puzzle(HOUSE, OBJECTS))


def test_at_the_start_only_the_start_areas_are_open_and_the_player_is_in_the_first() -> None:
    state = house().start()
    assert state.open == {"Hall", "Porch"}
    assert state.player == "Hall"
    assert state.solved == frozenset()


def test_start_areas_are_connected_and_closed_ones_cannot_be_entered() -> None:
    ready = house()
    assert ready.neighbours(ready.start()) == ["Porch"]
    with pytest.raises(IllegalMove, match="Attic"):
        ready.apply(ready.start(), Walk("Attic"))


def test_solving_an_area_opens_what_it_connects_to_and_both_last() -> None:
    ready = house()
    done = ready.apply(ready.start(), Use(1, "Light", ("lamp",)))
    assert done.events[1:] == (Solved("Hall", True), Opened("Attic"), Opened("Cellar"))
    assert done.state.open == {"Hall", "Porch", "Attic", "Cellar"}
    assert done.state.status is Status.PLAYING


def test_walking_goes_both_ways() -> None:
    ready = house()
    state = ready.apply(ready.start(), Use(1, "Light", ("lamp",))).state
    done = ready.apply(state, Walk("Cellar"))
    assert done.events == (Walked("Cellar"),)
    assert ready.neighbours(done.state) == ["Attic", "Hall"]


def test_only_carryable_things_in_the_current_area_can_be_picked_up() -> None:
    ready = house()
    state = ready.start()
    with pytest.raises(IllegalMove):
        ready.apply(state, Take("lamp"))
    with pytest.raises(IllegalMove):
        ready.apply(state, Take("mat"))
    state = ready.apply(state, Walk("Porch")).state
    done = ready.apply(state, Take("mat"))
    assert done.events == (ObjectMoved("mat", None),)
    assert done.state.things["mat"].carried


def test_what_is_carried_can_be_put_down_anywhere() -> None:
    ready = house()
    state = ready.start()
    for move in (Walk("Porch"), Take("mat"), Walk("Hall"), Drop("mat")):
        assert move in ready.moves(state)
        state = ready.apply(state, move).state
    assert state.things["mat"].area == "Hall"
    with pytest.raises(IllegalMove, match="not carried"):
        ready.apply(state, Drop("mat"))


def test_a_rule_needs_its_inputs_here_or_in_the_inventory() -> None:
    ready = house()
    state = ready.start()
    with pytest.raises(IllegalMove, match="out of reach"):
        ready.apply(state, Use(2, "Beat", ("mat",)))
    state = ready.apply(ready.apply(state, Walk("Porch")).state, Take("mat")).state
    state = ready.apply(state, Walk("Hall")).state
    assert Use(2, "Beat", ("mat",), ()) in ready.moves(state)


def test_the_game_is_won_when_all_areas_are_solved() -> None:
    ready = house()
    state = ready.start()
    moves: list[Move] = [
        Use(1, "Light", ("lamp",)),
        Walk("Cellar"),
        Use(4, "Press", ("grape",)),
        Walk("Attic"),
        Use(3, "Open", ("box",)),
        Walk("Hall"),
        Walk("Porch"),
    ]
    for move in moves:
        state = ready.apply(state, move).state
        assert state.status is Status.PLAYING
    done = ready.apply(state, Use(2, "Beat", ("mat",)))
    assert done.events[-1] == Won()
    assert done.state.status is Status.WON
    assert ready.moves(done.state) == []


def test_opening_an_area_can_solve_another_at_once() -> None:
    made = pack(
        {"Lever": None, "Gem": {"carryable": True}},
        ["Lever[down: True] ::= Pull Lever"],
        {
            "A": {"start": True, "goals": ["Lever[down: True]"], "connects": ["B"]},
            "B": {"goals": ["Gem"], "connects": ["C"]},
            "C": {"goals": ["Goal"]},
        },
    )
    ready = World(made, puzzle(made, ["lever Lever A", "gem Gem B"]))
    done = ready.apply(ready.start(), Use(1, "Pull", ("lever",)))
    assert done.events[1:] == (Solved("A"), Opened("B"), Solved("B"), Opened("C"))


def test_a_goal_in_a_closed_area_or_inside_something_solves_nothing() -> None:
    made = pack(
        {"Gem": {"carryable": True}, "Pot": {"contains": "Gem"}},
        [],
        {"A": {"start": True, "goals": ["Gem"], "connects": ["B"]}, "B": {}},
    )
    assert World(made, puzzle(made, ["gem Gem B"])).start().solved == frozenset()
    assert World(made, puzzle(made, ["pot Pot A", "gem Gem in pot"])).start().solved == frozenset()
    assert World(made, puzzle(made, ["gem Gem A"])).start().solved == {"A"}


def test_a_goal_can_ask_for_what_is_inside() -> None:
    made = pack(
        {"Cup": {"carryable": True}, "Tea": {"carryable": True}},
        ["Cup[contains: Tea] ::= Pour Cup Tea"],
        {"A": {"start": True, "goals": ["Cup[contains: Tea]"]}},
    )
    ready = World(made, puzzle(made, ["cup Cup", "tea Tea"]))
    assert ready.apply(ready.start(), Use(1, "Pour", ("cup", "tea"))).state.status is Status.WON


def test_moves_are_exactly_what_can_be_applied() -> None:
    ready = World(HEIST, HEIST_PUZZLE)
    state = ready.start()
    assert list(map(str, ready.moves(state))) == [
        "pick up glasses",
        "pick up fakemoustache",
        "Trigger caralarm security",
        "CreateDisguise glasses fakemoustache",
    ]
    for move in ready.moves(state):
        assert ready.apply(state, move).state != state


@pytest.mark.parametrize(
    ("objects", "message"),
    [(["x Lamp Hall", "x Lamp Hall"], "objects\\[1\\]"), (["x Lamp in y"], "does not exist")],
)
def test_a_puzzle_that_cannot_be_run_is_refused_with_the_place(objects: list[str], message: str) -> None:
    broken = World(HOUSE, puzzle(HOUSE, objects))
    with pytest.raises(WorldError, match=message):
        broken.start()

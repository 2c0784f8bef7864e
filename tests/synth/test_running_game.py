"""A puzzle for one area of a game that is already being played: what exists is used, nothing is made again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puzzlesynth.pack import Pack
from puzzlesynth.pack.model import Value
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import GameProgress, Object, Puzzle
from puzzlesynth.synth.initial_state import running_start
from tests.support.synth_packs import actions, assert_proven, pack, placed


def thing(
    name: str,
    item: str,
    area: str | None,
    properties: Mapping[str, Value] | None = None,
    inside: str | None = None,
) -> Object:
    return Object(name, item, area, inside, False, dict(properties or {}))


def running(
    made: Pack, area: str, objects: list[Object], opened: str = "Hall Yard", solved: str = "Hall", **more: Any
) -> list[Puzzle]:
    progress = GameProgress(tuple(opened.split()), tuple(solved.split()))
    found = list(make_puzzles(made, start=running_start(made, objects, progress, area), **more))
    for puzzle in found:
        assert_proven(made, puzzle)
        assert [goal.name for goal in puzzle.areas] == [area]
        assert puzzle.progress == progress
    return found


HOUSE = pack(
    "Door[locked: True]- Key+- Wax+ Axe+- Steel+ Stick+ Tree- Log-",
    [
        "Key ::= Mould Wax",
        "Door[locked: False] ::= Unlock Door[locked: True] Key",
        "Axe ::= Assemble Steel Stick",
        "Log Axe ::= Chop Tree Axe",
        "Log ::= Smash Tree Door[locked: True]",
    ],
    {
        "Hall": {"start": True, "goals": ["Door[locked: False]"], "connects": ["Yard"], "contains": ["Door"]},
        "Yard": {"goals": ["Log"], "contains": ["Tree"]},
    },
)
DOOR = thing("door", "Door", "Hall", {"locked": False})
TREE = thing("tree", "Tree", "Yard")


def test_what_the_player_carries_is_used_and_not_made_again() -> None:
    found = running(HOUSE, "Yard", [DOOR, TREE, thing("axe", "Axe", None)])
    assert [(actions(puzzle), placed(puzzle)) for puzzle in found] == [(["Chop"], [])]


def test_what_is_not_there_is_made() -> None:
    found = running(HOUSE, "Yard", [DOOR, TREE])
    assert [(actions(puzzle), placed(puzzle)) for puzzle in found] == [
        (["Assemble", "Chop"], ["Steel", "Stick"])
    ]


def test_half_of_what_is_needed_may_lie_about() -> None:
    found = running(HOUSE, "Yard", [DOOR, TREE, thing("rod", "Steel", "Hall")])
    assert [(actions(puzzle), placed(puzzle)) for puzzle in found] == [(["Assemble", "Chop"], ["Stick"])]


def test_a_property_counts_as_it_is_now_even_if_no_rule_can_set_it_any_more() -> None:
    """The door is open and there is no wax left, so nothing can be done with a locked door."""
    gone = pack(
        {"Door": {"locked": True, "notSpawnable": True}, "Key": {"carryable": True, "notSpawnable": True}}
        | {"Trap": {}, "Goal": {"notSpawnable": True}},
        [
            "Door[locked: False] ::= Unlock Door[locked: True] Key",
            "Goal Door ::= Break Door[locked: True] Trap",
        ],
        {
            "Hall": {"start": True, "goals": ["Door[locked: False]"], "connects": ["Yard"]}
            | {"contains": ["Door", "Key"]},
            "Yard": {"goals": ["Goal"]},
        },
    )
    assert running(gone, "Yard", [DOOR]) == []
    locked = thing("door", "Door", "Hall", {"locked": True})
    assert [actions(puzzle) for puzzle in running(gone, "Yard", [locked])] == [["Break"]]


def test_ids_of_a_running_game_stay_as_they_are() -> None:
    (puzzle,) = running(HOUSE, "Yard", [DOOR, thing("the old oak", "Tree", "Yard"), thing("k9", "Axe", None)])
    assert puzzle.steps[0].inputs == ("the old oak", "k9")
    assert {o.id: (o.area, o.placed) for o in puzzle.objects} == {
        "door": ("Hall", False),
        "the old oak": ("Yard", False),
        "k9": (None, False),
    }


def test_only_open_areas_get_new_things() -> None:
    for seed in range(6):
        for puzzle in running(HOUSE, "Yard", [DOOR, TREE], opened="Yard Hall", seed=seed):
            assert {o.area for o in puzzle.objects if o.placed} <= {"Yard", "Hall"}


def test_a_goal_that_holds_already_leaves_no_puzzle() -> None:
    assert running(HOUSE, "Yard", [DOOR, TREE, thing("log", "Log", "Yard")]) == []


def test_what_is_inside_something_must_be_taken_out_first() -> None:
    made = pack(
        {
            "Chest": {"contains": "Gem"},
            "Gem": {"carryable": True, "notSpawnable": True},
            "Goal": {"notSpawnable": True},
        },
        ["Gem Chest ::= Open Chest[contains: Gem]", "Goal ::= Win Gem"],
        {"Hall": {"start": True, "goals": ["Goal"], "contains": ["Chest"]}},
    )
    chest, gem = thing("chest", "Chest", "Hall"), thing("gem", "Gem", None, inside="chest")
    found = running(made, "Hall", [chest, gem], opened="Hall", solved="")
    assert [actions(puzzle) for puzzle in found] == [["Open", "Win"]]
    assert running(made, "Hall", [chest], opened="Hall", solved="") == []

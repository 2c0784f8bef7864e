"""Hints in ink: they are true where the player stands, and what they say is among the choices."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from tests.export.ink.test_source import played
from tests.support.distant_item_puzzle import ERRANDS, errands, scattered
from tests.support.export_puzzles import Maker, clashing, gated, heist, meadow
from tests.support.hostile_pack import hostile
from tests.support.tiny_packs import pack as world_pack
from tests.support.tiny_packs import puzzle

ASKED = [["hint"], ["hint"], ["hint"]]


def many_alike() -> tuple[Pack, Puzzle]:
    """A rule that takes more of a kind than anybody counts on the fingers of a hand."""
    stones = ["Ruby", "Opal", "Jade", "Onyx", "Topaz"]
    items: dict[str, Any] = {name: {"isa": ["Stone"], "carryable": True} for name in stones}
    wanted = " ".join(f"Stone#{letter}" for letter in "abcde")
    pack = world_pack(
        {**items, "Altar": {"full": False}},
        f"Altar[full: True] ::= Sacrifice Altar[full: False] {wanted}",
        {"Hall": {"start": True, "goals": ["Altar[full: True]"]}},
    )
    things = [f"{name.lower()} {name} Hall" for name in (*stones, "Altar")]
    return pack, puzzle(pack, things, ["s1 Hall 1: altar ruby opal jade onyx topaz -> altar"], {})


@pytest.mark.thorough
@pytest.mark.parametrize(
    "made",
    [heist, meadow, clashing, gated, hostile, errands, scattered, many_alike],
    ids=lambda made: made.__name__,
)
def test_whoever_does_what_hints_say_wins(made: Maker) -> None:
    (result,) = played(*made(), [*ASKED, ["follow"]] * 60)
    assert result["missing"] == [], "what a hint says is no choice"
    assert result["status"] == "won"


@pytest.mark.thorough
def test_things_that_are_alike_are_named_once_each() -> None:
    (result,) = played(*many_alike(), ASKED)
    assert "sacrifice the ruby, the opal, the jade, the onyx and the topaz to the altar" in result["said"]


BEGIN = [
    ["take match"],
    ["use 1 lamp match"],
    ["drop match"],
    ["take opal"],
    ["walk Stair"],
    ["use 2 gate opal ruby"],
]


def hints(*moves: list[str]) -> list[str]:
    plays = [[*BEGIN, *moves, *ASKED[:count]] for count in range(4)]
    told = [result["said"] for result in played(*errands(), *plays)]
    return [more.removeprefix(less) for less, more in pairwise(told)]


@pytest.mark.seconds
@pytest.mark.parametrize(("area", "action"), [("Cove", "the Stair."), ("Tower", "pick up the shears.")])
def test_what_lies_elsewhere_is_fetched_and_what_lies_here_is_taken_along(area: str, action: str) -> None:
    where, what, how = ERRANDS[area]
    told = hints([f"walk {area}"])
    assert all(wanted in hint for wanted, hint in zip((where, what, how + action), told, strict=True))


@pytest.mark.thorough
def test_who_has_everything_is_told_where_to_go() -> None:
    carried = [["walk Tower"], ["take match"], ["take shears"]]
    where, _, how = hints(*carried)
    assert "The Cove is where to look." in where
    assert "The place for it is the Cove. Try this: go to the Stair." in how
    where, _, how = hints(*carried, ["walk Stair"], ["walk Cove"])
    assert "Look around: there is something to do right here." in where
    assert "Try this: cut the kelp with the shears and the match." in how

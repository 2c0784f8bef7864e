"""`shortcuts` and `dead_ends`: forbid, report or allow, for a pack and for single areas."""

from __future__ import annotations

from typing import Any

import pytest

from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.generate import make_puzzles, synthesizer_for
from puzzlesynth.puzzle import Puzzle
from puzzlesynth.world import Outcome, find_dead_end, find_shortcut, verify
from tests.support.synth_packs import all_actions, assert_proven, pack, puzzles


def two_ways(area: dict[str, Any] | None = None, **guarantees: str) -> Pack:
    """Bread can be bought or baked, from what stands there."""
    return pack(
        "Coin+- Flour+- Bread+- Goal-",
        ["Bread ::= Buy Coin", "Bread ::= Bake Flour", "Goal ::= Eat Bread"],
        {"Here": {"start": True, "goals": ["Goal"], "contains": ["Coin", "Flour"], **(area or {})}},
        guarantees=guarantees,
    )


def found(made: Pack) -> list[Puzzle]:
    listed = list(make_puzzles(made))
    for puzzle in listed:
        assert_proven(made, puzzle)
    return listed


def test_forbidden_shortcuts_leave_no_puzzle() -> None:
    assert found(two_ways()) == []


@pytest.mark.parametrize(
    "made",
    [
        two_ways(shortcuts="report"),
        two_ways({"shortcuts": "report"}),
        two_ways({"shortcuts": "report"}, shortcuts="forbid"),
    ],
)
def test_reported_shortcuts_are_told(made: Pack) -> None:
    listed = found(made)
    assert all_actions(listed) == {("Buy", "Eat"), ("Bake", "Eat")}
    for puzzle in listed:
        assert puzzle.guarantees["shortcuts"] == "Here can be solved without s1"
        assert verify(made, puzzle).of("no_shortcut").outcome is Outcome.FOUND


def test_allowed_shortcuts_are_not_looked_for() -> None:
    listed = found(two_ways(shortcuts="allow"))
    assert {puzzle.guarantees["shortcuts"] for puzzle in listed} == {"not checked"}
    assert len(listed) == 2


def test_one_area_can_be_stricter_than_its_pack() -> None:
    assert found(two_ways({"shortcuts": "forbid"}, shortcuts="allow")) == []


def test_a_report_of_no_shortcuts() -> None:
    made = pack(
        "Flour+ Bread+-",
        "Bread ::= Bake Flour",
        {"Here": {"start": True, "goals": ["Bread"]}},
        guarantees={"shortcuts": "report"},
    )
    assert {puzzle.guarantees["shortcuts"] for puzzle in found(made)} == {"none"}


def trap(**more: Any) -> Pack:
    """The rope can be cut up for nothing, unless the knife is locked away; a net can be made of it or of vines."""
    return pack(
        "Rope+ Vine+ Knife+- Net+- Scrap+- Goal-",
        [
            "Net ::= KnotRope Rope",
            "Net ::= KnotVine Vine",
            "Scrap Knife ::= Cut Rope Knife",
            "Goal ::= Fish Net",
        ],
        {"Here": {"start": True, "goals": ["Goal"], "contains": ["Knife"], **more.pop("area", {})}},
        guarantees=more,
    )


@pytest.mark.parametrize("made", [trap(dead_ends="forbid"), trap(area={"dead_ends": "forbid"})])
def test_forbidden_dead_ends_never_come_out(made: Pack) -> None:
    listed = found(made)
    assert all_actions(listed) == {("Fish", "KnotVine")}
    for puzzle in listed:
        assert puzzle.guarantees["dead_ends"] == "none"
        assert find_dead_end(made, puzzle) is None


def test_reported_dead_ends_are_told() -> None:
    told = {
        tuple(sorted(step.action for step in puzzle.steps)): puzzle.guarantees["dead_ends"]
        for puzzle in found(trap(dead_ends="report"))
    }
    assert told == {("Fish", "KnotRope"): "found", ("Fish", "KnotVine"): "none"}


def test_allowed_dead_ends_are_not_looked_for() -> None:
    listed = found(trap(dead_ends="allow"))
    assert {puzzle.guarantees["dead_ends"] for puzzle in listed} == {"not checked"}
    assert len(listed) == 2


def test_nothing_without_dead_ends_is_no_puzzle() -> None:
    made = pack(
        "Rope+ Knife+- Net+- Scrap+- Goal-",
        ["Net ::= Knot Rope", "Scrap Knife ::= Cut Rope Knife", "Goal ::= Fish Net"],
        {"Here": {"start": True, "goals": ["Goal"], "contains": ["Knife"]}},
        guarantees={"dead_ends": "forbid"},
    )
    synthesizer = synthesizer_for(made)
    assert list(synthesizer.puzzles(0)) == []
    assert synthesizer.tally.rejected


def test_a_dead_end_can_be_a_matter_of_places() -> None:
    """The knife lies behind the net's area or before it; only where it comes too late is the rope safe."""
    made = pack(
        {name: {"carryable": True} for name in ("Rope", "Knife", "Bait")}
        | {name: {"carryable": True, "notSpawnable": True} for name in ("Net", "Scrap", "Lure", "Goal")},
        [
            "Net ::= Knot Rope",
            "Scrap Knife ::= Cut Rope Knife",
            "Lure Knife ::= Carve Bait Knife",
            "Goal ::= Fish Net Lure",
        ],
        {
            "Shore": {"start": True, "goals": ["Net"], "connects": ["Boat"]},
            "Boat": {"goals": ["Goal"]},
        },
        guarantees={"dead_ends": "forbid"},
    )
    for seed in range(6):
        (puzzle,) = puzzles(made, seed=seed)
        assert next(thing.area for thing in puzzle.objects if thing.item == "Knife") == "Boat"


def test_defeat_is_no_dead_end() -> None:
    made = pack(
        "Rope+ Net+- Goal-",
        ["Net ::= Knot Rope", "Goal ::= Fish Net", {"rule": "Goal ::= Drown Rope", "fail": True}],
        guarantees={"dead_ends": "forbid"},
    )
    (puzzle,) = found(made)
    report = verify(made, puzzle)
    assert puzzle.guarantees["dead_ends"] == "none"
    assert len(report.defeats) == 1


def test_a_goal_cannot_be_met_before_its_area_is_open() -> None:
    """Even where shortcuts are allowed."""
    made = pack(
        "Ore+ Coin+- Ring+-",
        ["Coin Ore ::= Mint Ore", "Ring ::= Cast Ore"],
        {
            "Mine": {"start": True, "goals": ["Coin"], "connects": ["Shop"]},
            "Shop": {"goals": ["Ring"]},
        },
        guarantees={"shortcuts": "allow"},
    )
    assert found(made) == []


def test_what_is_forbidden_is_really_not_there() -> None:
    made = pack(
        "Flour+ Water+ Dough+- Bread+- Coin+",
        ["Dough ::= Knead Flour Water", "Bread ::= Bake Dough", "Bread ::= Buy Coin", "Dough ::= Trade Coin"],
        {"Here": {"start": True, "goals": ["Bread"]}},
    )
    listed = puzzles(made)
    # Who has the coin can buy bread, or trade it for dough and bake that.
    assert all_actions(listed) == {("Bake", "Knead")}
    assert all(find_shortcut(made, puzzle) is None for puzzle in listed)

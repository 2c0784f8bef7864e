"""Why there is no puzzle: the smallest set, in the designer's words, with places; and changes that really help."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.explain import explanation_for
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.synth.explain.explanation import NoPuzzleExplanation, Reason
from puzzlesynth.synth.explain.mus import MusEnumerator
from puzzlesynth.synth.explain.oracle import SatisfiabilityOracle
from puzzlesynth.synth.explain.reason import NOT_ALL_NEEDED
from puzzlesynth.synth.explain.requirements import AssumptionResult, RequirementSet
from puzzlesynth.synth.options import read_targets
from tests.support.paths import ROOT
from tests.support.synth_packs import load
from tests.support.tiny_packs import Areas, Items

EXAMPLES = ROOT / "examples"

KEYS = "Door[locked: False] Key ::= Unlock Door[locked: True] Key"
YARD = {"start": True, "goals": ["Door[locked: False]"]}


def _ids(reason: Reason | None) -> set[tuple[str | int, ...]]:
    assert reason is not None
    return {requirement.id for requirement in reason.requirements}


def _asked(pack: Pack, *constraints: str, **targets: list[str]) -> tuple[NoPuzzleExplanation, Reason | None]:
    asked = explanation_for(pack, constraints, read_targets(pack, targets), 60)
    return asked, asked.reason()


def _ways(asked: NoPuzzleExplanation, reason: Reason | None) -> list[tuple[str, ...]]:
    assert reason is not None
    return [change.ways for change in asked.changes(reason)]


def _is_smallest(asked: NoPuzzleExplanation, reason: Reason | None) -> bool:
    """Contradictory, and not any more without any one of its members."""
    assert reason is not None
    whole = reason.requirements
    return asked.can_hold(whole) is False and all(
        asked.can_hold([r for r in whole if r != one]) for one in whole
    )


def test_nothing_in_the_way() -> None:
    asked, reason = _asked(load_pack(EXAMPLES / "heist"))
    assert reason is None
    assert asked.puzzle() is not None
    assert list(asked.reasons()) == []


def test_what_could_not_be_settled_is_asked_of_the_synthesizer_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is not taken for possible because nothing was found in the way."""
    monkeypatch.setattr(MusEnumerator, "holds", lambda self: None)
    pack = load_pack(EXAMPLES / "heist")
    assert _asked(pack)[1] is None
    assert _ids(_asked(pack, depth=["5.."])[1]) == {("goal", "Bank"), ("target", "depth", "Bank", "least")}


def test_copies_are_part_of_it_even_where_more_of_them_are_too_hard_to_decide(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That the goal alone cannot be met would be wrong: it can, with two logs."""
    finding = SatisfiabilityOracle.finding

    def shy(self: SatisfiabilityOracle, held: RequirementSet, hard: bool = True) -> AssumptionResult:
        found = finding(self, held, hard)
        more = any(r.kind == "copies" for r in self.all)
        return AssumptionResult() if more and found.core is not None else found

    made = load("Log+ Raft-", ["Raft ::= Tie Log Log"], {"Shore": {"start": True, "goals": ["Raft"]}})
    wanted = {("goal", "Shore"), ("copies", "Log")}
    assert _ids(_asked(made)[1]) == wanted
    monkeypatch.setattr(SatisfiabilityOracle, "finding", shy)
    reason = _asked(made)[1]
    assert _ids(reason) >= wanted
    assert reason is not None
    assert not reason.fewest


def test_depth_tells_the_longest_chain_and_the_nearest_bound() -> None:
    asked, reason = _asked(load_pack(EXAMPLES / "heist"), depth=["5.."])
    assert _ids(reason) == {("goal", "Bank"), ("target", "depth", "Bank", "least")}
    assert reason is not None
    assert reason.notes == ("the longest possible chain in Bank has 4 steps",)
    assert ("--depth Bank:4..",) in _ways(asked, reason)
    assert _is_smallest(asked, reason)


def test_depth_of_the_pack_with_its_place(tmp_path: Path) -> None:
    text = (EXAMPLES / "heist" / "pack.yaml").read_text(encoding="utf-8").replace("min: 4, max: 6", "min: 7")
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    asked, reason = _asked(load_pack(tmp_path))
    assert _ids(reason) == {("goal", "Bank"), ("min_depth", "Bank")}
    assert reason is not None
    line = next(n for n, row in enumerate(text.splitlines(), 1) if "depth: {min: 7}" in row)
    depth = next(r for r in reason.requirements if r.kind == "min_depth")
    assert depth.place is not None
    assert (Path(depth.place.file).name, depth.place.line) == ("pack.yaml", line)
    assert _ways(asked, reason)[0] == ("lower depth.min of Bank to 4",)


@pytest.mark.parametrize(
    ("items", "areas", "ids", "way"),
    [
        (
            {"Door": {"locked": True}, "Key": {"carryable": True, "notSpawnable": True}},
            {"Yard": YARD},
            {("goal", "Yard"), ("not_spawnable", "Key")},
            "let Key be placed",
        ),
        (
            {"Door": {"locked": True, "area": ["Yard"]}, "Key": {"carryable": True, "area": ["Cave"]}},
            {"Yard": {**YARD, "connects": ["Cave"]}, "Cave": {"goals": ["Door[locked: False]"]}},
            {("goal", "Yard"), ("area", "Key")},
            "let Key be placed in other areas",
        ),
    ],
)
def test_where_things_may_be(
    items: Mapping[str, Mapping[str, object]],
    areas: Mapping[str, Mapping[str, object]],
    ids: set[object],
    way: str,
) -> None:
    pack = load(items, KEYS, {"Yard": areas["Yard"]} if len(areas) == 1 else areas)
    asked, reason = _asked(pack)
    assert _is_smallest(asked, reason)
    if len(areas) == 1:
        assert _ids(reason) == ids
        assert (way,) in _ways(asked, reason)
    else:
        assert ids & _ids(reason)


def test_copies() -> None:
    pack = load(
        {"Raft": {"notSpawnable": True}, "Log": {"carryable": True}},
        "Raft ::= Lash Log#left Log#right",
        {"Bank": {"start": True, "goals": ["Raft"]}},
    )
    asked, reason = _asked(pack)
    assert _ids(reason) >= {("goal", "Bank"), ("copies", "Log")}
    assert ("raise copies of Log to 2",) in _ways(asked, reason)


def test_copies_of_what_is_there_already() -> None:
    """An axe could be made, were there not one from the start."""
    pack = load(
        {
            "Axe": {"carryable": True, "sharp": False}, "Head": {"carryable": True},
            "Stick": {"carryable": True}, "Tree": {}, "Log": {"notSpawnable": True},
        },
        [
            "Axe ::= Fit Head Stick", "Axe[sharp: True] ::= Hone Axe[sharp: False]",
            "Log Axe ::= Chop Tree Axe[sharp: True]",
        ],
        {"Wood": {"start": True, "goals": ["Log"], "contains": ["Axe"], "depth": {"min": 3}}},
    )  # fmt: skip
    asked, reason = _asked(pack)
    assert _ids(reason) == {("goal", "Wood"), ("min_depth", "Wood"), ("copies", "Axe")}
    assert _is_smallest(asked, reason)


@pytest.mark.seconds
def test_named_constraints_with_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text('\n% @forbid(no_badge) No badges.\n:- used("Badge").\n', encoding="utf-8")
    asked, reason = _asked(load_pack(EXAMPLES / "heist"), str(path))
    assert reason is not None
    named = next(r for r in reason.requirements if r.kind == "constraint")
    assert str(named) == f"{path}:2:1: No badges. (no_badge)"
    assert ("leave out no_badge (No badges)",) in _ways(asked, reason)
    assert _is_smallest(asked, reason)


@pytest.mark.seconds
def test_two_constraints_that_exclude_each_other() -> None:
    pack = load_pack(EXAMPLES / "meadow")
    asked, reason = _asked(pack, "asp:must_use_item(Saw)", "asp:must_not_use_item(Saw)")
    assert _ids(reason) == {("constraint", 0), ("constraint", 1)}
    assert _is_smallest(asked, reason)


def test_all_contradictions_and_a_change_that_hits_them_all() -> None:
    asked, reason = _asked(load_pack(EXAMPLES / "heist"), "asp:must_use_item(Gold)", depth=["5.."])
    found = [_ids(one) for one in asked.reasons()]
    assert {("constraint", 0)} in found
    assert {("goal", "Bank"), ("target", "depth", "Bank", "least")} in found
    assert len(found) == 2
    assert _ways(asked, reason) == [("leave out must_use_item (Gold is used)", "--depth Bank:4..")]


SPOILT = (
    {
        "Door": {"locked": True, "notSpawnable": True},
        "Key": {"carryable": True, "notSpawnable": True},
        "Cook": {"notSpawnable": True},
        "Axe": {"carryable": True, "notSpawnable": True},
    },
    [KEYS, "Key Cook ::= Ask Cook", "Door[locked: False] Axe ::= Smash Door[locked: True] Axe"],
    {"Yard": {**YARD, "contains": ["Door", "Cook", "Axe"], "depth": {"min": 2}}},
)


def test_guarantee_shows_the_shortcut_that_spoils_the_candidate() -> None:
    asked, reason = _asked(load(*SPOILT))
    assert ("shortcuts", "Yard") in _ids(reason)
    assert reason is not None
    assert reason.proven
    assert any("Smash door" in note and "can be solved without" in note for note in reason.notes)
    assert ("allow shortcuts in Yard",) in _ways(asked, reason)


def test_dead_ends_that_are_forbidden() -> None:
    items: Items = {
        "Door": {"locked": True, "notSpawnable": True},
        "Key": {"carryable": True, "notSpawnable": True},
        "Fire": {"notSpawnable": True},
    }
    rules = [KEYS, "Fire ::= Burn Fire Key"]
    area = {**YARD, "contains": ["Door", "Key", "Fire"], "dead_ends": "forbid"}
    pack = load(items, rules, {"Yard": area})
    assert not list(make_puzzles(pack))
    asked, reason = _asked(pack)
    assert ("dead_ends", "Yard") in _ids(reason)
    assert reason is not None
    assert any("Burn fire" in note for note in reason.notes)
    assert ("allow dead ends in Yard",) in _ways(asked, reason)


def test_dead_ends_of_the_area_that_forbids_them_count_and_not_the_nearest_one() -> None:
    """Burning the dough is nearer, and the bakery allows it."""
    goods = ("Cake", "Soup", "Slices")
    items: Items = {
        **{name: {"carryable": True, "notSpawnable": True} for name in goods},
        "Dough": {"carryable": True},
        "Leek": {"carryable": True},
        "Ash": {"notSpawnable": True, "copies": 3},
    }
    rules = [
        "Cake ::= Bake Dough",
        "Ash ::= Burn Dough",
        "Slices ::= Chop Leek",
        "Soup ::= Boil Slices",
        "Ash ::= Scorch Slices",
    ]
    kitchen = {"start": True, "goals": ["Soup"], "dead_ends": "forbid"}
    pack = load(items, rules, {"Bakery": {"start": True, "goals": ["Cake"]}, "Kitchen": kitchen})
    assert not list(make_puzzles(pack))
    asked, reason = _asked(pack)
    assert reason is not None
    assert ("dead_ends", "Kitchen") in _ids(reason)
    assert any("Scorch slices" in note for note in reason.notes)
    # Dead ends are only played in whole games, so the bakery's goal is named as well.
    assert NOT_ALL_NEEDED in reason.notes
    assert not reason.fewest
    assert ("allow dead ends in Kitchen",) in _ways(asked, reason)


def test_a_way_past_a_door_is_played_where_there_is_no_shortcut() -> None:
    """Every solution cools the can. But that can be done before the yard is open."""
    items: Items = {"Door": {"open": False}, "Can": {"carryable": True, "hot": True}}
    rules = ["Door[open: True] Can ::= Push Door[open: False] Can", "Can[hot: False] ::= Cool Can[hot: True]"]
    areas: Areas = {
        "Hall": {"start": True, "goals": ["Door[open: True]"], "connects": ["Yard"]},
        "Yard": {"goals": ["Can[hot: False]"]},
    }
    pack = load(items, rules, areas)
    assert list(make_puzzles(pack)) == []
    asked, reason = _asked(pack)
    assert ("sequence", "Yard") in _ids(reason)
    assert reason is not None
    assert reason.proven
    assert any("Yard can be solved before it is open: Cool can" in note for note in reason.notes)
    assert _ways(asked, reason) == [("make Yard a start area",)]


def _brickyard(dead_ends: str) -> Pack:
    """There is too little straw for the second way to a wall, which the landmark test does not see."""
    items: Items = {
        "Mud": {"carryable": True},
        "Straw": {"carryable": True},
        "Brick": {"carryable": True, "notSpawnable": True},
        "Wall": {"notSpawnable": True},
        "Heap": {"notSpawnable": True},
    }
    rules = [
        "Brick Mud ::= Bake Mud Straw",
        "Wall ::= Build Mud Brick",
        "Wall ::= Stuff Mud Straw Brick",
        "Heap ::= Waste Straw",
    ]
    areas: Areas = {"Yard": {"start": True, "goals": ["Wall"]}}
    return load(items, rules, areas, guarantees={"dead_ends": dead_ends})


def test_dead_ends_are_played_as_well_where_the_landmark_test_is_too_strict() -> None:
    assert list(make_puzzles(_brickyard("report")))
    assert _asked(_brickyard("report"))[1] is None
    assert list(make_puzzles(_brickyard("forbid"))) == []
    assert _asked(_brickyard("forbid"))[1] is not None


def test_what_could_not_be_played_to_the_end_is_not_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzlesynth.pipeline.explain.EXPLAINED_STATES", 1)
    _, reason = _asked(_brickyard("report"))
    assert reason is not None
    assert not reason.proven


def test_too_many_herrings() -> None:
    asked, reason = _asked(load_pack(EXAMPLES / "tiny.yaml"), herrings=["2"])
    assert ("herrings", "Porch") in _ids(reason)
    assert any(way[0].startswith("--herrings Porch:") for way in _ways(asked, reason))


@pytest.mark.seconds
def test_bounds_that_cross() -> None:
    asked, reason = _asked(load_pack(EXAMPLES / "meadow"), steps=["Meadow:..2"], depth=["Meadow:3.."])
    assert _ids(reason) == {
        ("goal", "Meadow"),
        ("target", "steps", "Meadow", "most"),
        ("target", "depth", "Meadow", "least"),
    }
    assert _is_smallest(asked, reason)
    assert {("--steps Meadow:..3",), ("--depth Meadow:2..",)} <= set(_ways(asked, reason))
    again = _asked(load_pack(EXAMPLES / "meadow"), steps=["Meadow:..2"], depth=["Meadow:3.."])[1]
    assert _ids(again) == _ids(reason), "the same question asked twice, in one process, has the same answer"


def test_changes_really_help() -> None:
    """What is said to help is tried out with the synthesizer itself."""
    pack = load_pack(EXAMPLES / "meadow")
    targets = read_targets(pack, {"steps": ["Meadow:..3"], "depth": ["Meadow:3.."]})
    assert next(make_puzzles(pack, targets=targets))


def test_limit_of_stages_is_named_where_it_is_the_cause(tmp_path: Path) -> None:
    """A dial that has to be turned again and again for one goal."""
    rules = [f"Dial[at: {n + 1}] ::= Turn Dial[at: {n}]" for n in range(6)]
    rules.append("Dial[at: 0] ::= Reset Dial[at: 3]")
    pack = load({"Dial": {"at": 0}}, rules, {"Hall": {"start": True, "goals": ["Dial[at: 6]"]}})
    assert not list(make_puzzles(pack))
    asked, reason = _asked(pack)
    assert ("limit", "stages") in _ids(reason)
    assert _is_smallest(asked, reason)
    assert ("raise limits.stages to 6",) in _ways(asked, reason)


def test_limit_of_stages_that_has_to_be_far_higher() -> None:
    rules = [f"Dial[at: {n + 1}] ::= Turn Dial[at: {n}]" for n in range(9)]
    rules.append("Dial[at: 0] ::= Reset Dial[at: 3]")
    pack = load({"Dial": {"at": 0}}, rules, {"Hall": {"start": True, "goals": ["Dial[at: 9]"]}})
    asked, reason = _asked(pack)
    assert _ids(reason) == {("goal", "Hall"), ("limit", "stages")}
    (ways,) = _ways(asked, reason)
    assert ways == ("raise limits.stages to 9",)
    raised = load(
        {"Dial": {"at": 0}}, rules, {"Hall": {"start": True, "goals": ["Dial[at: 9]"]}}, limits={"stages": 9}
    )
    assert list(make_puzzles(raised))


def _raft(logs: int, **limits: int) -> Pack:
    return load(
        {"Raft": {"notSpawnable": True}, "Log": {"carryable": True, "copies": logs}},
        "Raft ::= Lash Log#left Log#middle Log#right",
        {"Bank": {"start": True, "goals": ["Raft"]}},
        limits=limits,
    )


def test_limit_of_copies_is_named_where_it_is_the_cause() -> None:
    """There can be five logs, but a puzzle may add only one of anything."""
    asked, reason = _asked(_raft(5, copies=1))
    assert _ids(reason) == {("goal", "Bank"), ("limit", "copies")}
    assert reason is not None
    assert reason.fewest
    assert _is_smallest(asked, reason)
    assert ("raise limits.copies to 3",) in _ways(asked, reason)
    assert list(make_puzzles(_raft(5, copies=3)))


def test_copies_and_their_limit_where_both_are_in_the_way() -> None:
    asked, reason = _asked(_raft(1, copies=1))
    assert _ids(reason) == {("goal", "Bank"), ("copies", "Log")}
    assert [set(map(str, ways)) for ways in _ways(asked, reason)] == [
        {"raise copies of Log to 3", "raise limits.copies to 3"}
    ]
    assert list(make_puzzles(_raft(3, copies=3)))


def test_more_than_one_copy_more() -> None:
    asked, reason = _asked(_raft(1))
    assert _ids(reason) == {("goal", "Bank"), ("copies", "Log")}
    assert ("raise copies of Log to 3",) in _ways(asked, reason)


def _tolls(number: int, **limits: int) -> Pack:
    """Each of several gates takes a coin."""
    rules = [f"Road[at: {n + 1}] ::= Pay{n} Road[at: {n}] Coin" for n in range(number)]
    area = {"start": True, "goals": [f"Road[at: {number}]"]}
    return load({"Road": {"at": 0}, "Coin": {"carryable": True}}, rules, {"Bank": area}, limits=limits)


def test_what_many_rules_use_up_is_scarce_though_none_of_them_needs_two() -> None:
    """Two coins are not enough either, and still it is their number that is in the way."""
    asked, reason = _asked(_tolls(5))
    assert _ids(reason) == {("goal", "Bank"), ("copies", "Coin")}
    assert _ways(asked, reason) == [("raise copies of Coin to 5",)]


def test_a_limit_that_has_to_be_far_higher_is_named() -> None:
    rules = ["Coin Mint ::= Strike Mint"]
    rules += [f"Road[at: {n + 1}] ::= Pay{n} Road[at: {n}] Coin" for n in range(7)]
    area = {"start": True, "goals": ["Road[at: 7]"]}
    items: Items = {"Road": {"at": 0}, "Coin": {"carryable": True}, "Mint": {}}
    asked, reason = _asked(load(items, rules, {"Bank": area}, limits={"copies": 2}))
    assert _ids(reason) == {("goal", "Bank"), ("limit", "copies")}
    assert _ways(asked, reason) == [("raise limits.copies to 7",)]


def test_a_reason_says_within_what_limits_it_is_proven() -> None:
    """Nobody has tried so many coins."""
    reason = _asked(_tolls(20))[1]
    assert _ids(reason) == {("goal", "Bank")}
    assert reason is not None
    (note,) = reason.notes
    assert note == "proven within this limit: no item has more than 12 copies beyond what the pack allows"


def test_a_reason_that_needs_no_limit_names_none() -> None:
    reason = _asked(load_pack(EXAMPLES / "heist"), depth=["9.."])[1]
    assert reason is not None
    assert not any("proven within" in note for note in reason.notes)


def test_running_game() -> None:
    """Only the area that is to get a puzzle counts, with what stands in the world by now."""
    from puzzlesynth.puzzle.model import GameProgress, Object
    from puzzlesynth.synth.initial_state import running_start

    items: Items = {"Door": {"locked": True}, "Key": {"carryable": True, "notSpawnable": True}}
    areas: Areas = {"Yard": {**YARD, "connects": ["Cave"]}, "Cave": {"goals": ["Key"]}}
    pack = load(items, [KEYS], areas)
    progress = GameProgress(("Yard",), ())
    with_key = running_start(pack, [Object("key", "Key", "Yard")], progress, "Yard")
    assert explanation_for(pack, start=with_key).reason() is None
    without = running_start(pack, [], progress, "Yard")
    assert _ids(explanation_for(pack, start=without).reason()) == {("goal", "Yard"), ("not_spawnable", "Key")}


@pytest.mark.slow
def test_six_contradictory_requirements_in_a_whole_story() -> None:
    pack = load_pack(EXAMPLES / "lighthouse")
    asked, reason = _asked(
        pack,
        "asp:must_use_item(Knife)",
        "asp:must_not_use_item(Knife)",
        "asp:at_most_steps(4)",
        depth=["Tower:6.."],
        steps=["Quay:1", "Cove:..1"],
    )
    assert reason is not None
    assert len(reason.requirements) == 2
    assert reason.fewest
    assert _is_smallest(asked, reason)

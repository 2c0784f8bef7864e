"""Puzzles for the tests of exporters: hand-made ones for the examples, random ones, and names that clash."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace

import pytest

from puzzlesynth.pack import load_pack
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import DisabledRule, Puzzle
from tests.support.paths import ROOT
from tests.support.tiny_packs import heist_puzzle, puzzle
from tests.support.tiny_packs import pack as world_pack

Made = tuple[Pack, Puzzle]
Maker = Callable[[], Made]


def needs(program: str) -> str:
    """The path of a program; the test is skipped where it is missing."""
    found = shutil.which(program) or shutil.which(program, path="/usr/games")
    if found is None:
        pytest.skip(f"{program} is not installed")
    return found


def heist() -> tuple[Pack, Puzzle]:
    pack = load_pack(ROOT / "examples" / "heist")
    return pack, heist_puzzle(pack)


def meadow() -> tuple[Pack, Puzzle]:
    """Two areas, copies, something inside something, a key that a crow wants corn for."""
    pack = load_pack(ROOT / "examples" / "meadow")
    number = {rule.name: rule.number for rule in pack.rules}
    return pack, puzzle(
        pack,
        [
            "tree1 Tree Meadow",
            "tree2 Tree Meadow",
            "stalk1 CornStalk Meadow",
            "stalk2 CornStalk Meadow",
            "well Well Meadow",
            "river River RiverBank",
            "chest Chest Meadow",
            "axe Axe in chest",
            "crow Crow Meadow",
            "whetstone Whetstone Meadow",
            "ivy Ivy RiverBank",
        ],
        [
            f"s1 Meadow {number['pick corn']}: stalk1 -> corn stalk1",
            f"s2 Meadow {number['bribe the crow']}: crow corn<s1 -> key crow after s1",
            f"s3 Meadow {number['unlock the chest']}: chest key<s2 -> chest key after s2",
            f"s4 Meadow {number['empty the chest']}: chest<s3 -> axe chest after s3",
            f"s5 Meadow {number['sharpen the axe']}: axe<s4 whetstone -> axe whetstone after s4",
            f"s6 Meadow {number['chop down a tree']}: tree1 axe<s5 -> log stump axe after s5",
            f"s7 RiverBank {number['chop down a tree']} @Meadow: tree2 axe<s6 -> log_2 stump_2 axe after s6",
            f"s8 RiverBank {number['lash a raft']}: river log<s6 log_2<s7 ivy -> raft river after s7",
        ],
        {
            "corn": "Corn",
            "key": "Key",
            "log": "Log",
            "stump": "Stump",
            "log_2": "Log",
            "stump_2": "Stump",
            "raft": "Raft",
        },
        opened_by={"RiverBank": "Meadow"},
        goals={"RiverBank": "Raft"},
    )


def clashing() -> tuple[Pack, Puzzle]:
    """Names that are hard to tell apart, and words that parsers keep for themselves."""
    made = world_pack(
        (
            "Locker[locked: True] CanadianLocker[locked: True] LockerKey+ Key+ KeyLocker[locked: True] "
            "FlintAndSteel+ Steel[copies: 2]+ MyOtherLocker[locked: True] ScrewdriverSet+ "
            "ScrewdriversetLid+ It+ North+ Schlüssel+ All+"
        ),
        """
        Locker[locked: False] Key ::= Unlock Locker[locked: True] Key
        CanadianLocker[locked: False] LockerKey ::= Unlock CanadianLocker[locked: True] LockerKey Locker[locked: False]
        KeyLocker[locked: False] ::= TakeFlame KeyLocker[locked: True] FlintAndSteel CanadianLocker[locked: False] Steel
        MyOtherLocker[locked: False] ::= Look MyOtherLocker[locked: True] ScrewdriverSet ScrewdriversetLid It North
        Goal Schlüssel ::= Go MyOtherLocker[locked: False] KeyLocker[locked: False] Schlüssel All
        """,
        {
            "Here": {"start": True, "goals": ["Locker[locked: False]"], "connects": ["HereAndNow", "North"]},
            "HereAndNow": {"goals": ["KeyLocker[locked: False]"]},
            "North": {"goals": ["Goal"]},
        },
    )
    return made, puzzle(
        made,
        [
            "locker Locker Here",
            "canadian CanadianLocker Here",
            "keylocker KeyLocker Here",
            "other MyOtherLocker Here",
            "key Key Here",
            "lockerkey LockerKey HereAndNow",
            "flint FlintAndSteel North",
            "steel1 Steel Here",
            "steel2 Steel Here",
            "set ScrewdriverSet North",
            "lid ScrewdriversetLid HereAndNow",
            "it It Here",
            "north North North",
            "schluessel Schlüssel Here",
            "all All Here",
        ],
        [
            "s1 Here 1: locker key -> locker key",
            "s2 HereAndNow 2: canadian lockerkey locker<s1 -> canadian lockerkey after s1",
            "s3 HereAndNow 3: keylocker flint canadian<s2 steel2 -> keylocker after s2",
            "s4 North 4: other set lid it north -> other after s1",
            "s5 North 5: other<s4 keylocker<s3 schluessel all -> goal schluessel after s3 s4",
        ],
        {"goal": "Goal"},
        opened_by={"HereAndNow": "Here", "North": "Here"},
    )


def gated() -> tuple[Pack, Puzzle]:
    """A door that is no place of its own, something that holds something, a rule that is switched off."""
    made = world_pack(
        "Door[locked: True] Key+ Jug+ Water Plant[height: 1, mood: sad] Spring",
        """
        Door[locked: False] Key ::= Unlock Door[locked: True] Key
        Jug[contains: Water] Spring ::= Fill Spring Jug[contains: Nothing]
        Plant[height: 2, mood: glad] Jug[contains: Nothing] ::= Pour Plant[height: 1] Jug[contains: Water]
        Goal ::= Harvest Plant[height: 2, mood: glad]
        Goal ::= Steal Plant
        """,
        {
            "Hall": {"start": True, "goals": ["Door[locked: False]"]},
            "Gate": {"start": True, "goals": ["Door[locked: False]"], "connects": ["Garden"]},
            "Garden": {"goals": ["Goal"]},
        },
    )
    areas = dict(made.areas)
    areas["Gate"] = replace(areas["Gate"], is_place=False, adjoins=("Hall",))
    areas["Hall"] = replace(areas["Hall"], goals=())
    gate = replace(made, areas=areas)
    told = puzzle(
        made,
        ["door Door Hall", "key Key Hall", "jug Jug Hall", "plant Plant Garden", "spring Spring Garden"],
        [
            "s1 Gate 1: door key -> door key",
            "s2 Garden 2: spring jug -> jug spring after s1",
            "s3 Garden 3: plant jug<s2 -> plant jug after s2",
            "s4 Garden 4: plant<s3 -> goal after s3",
        ],
        {"water": "Water", "goal": "Goal"},
        opened_by={"Garden": "Gate"},
    )
    kept = tuple(goal for goal in told.areas if goal.name != "Hall")
    return gate, replace(told, areas=kept, rules_off=(DisabledRule(5, "a shortcut"),))


def far_apart() -> tuple[Pack, Puzzle]:
    """A goat in the cove, where the player is, and the salt that it wants in the tower."""
    goal = {"goals": ["Goat[calm: True]"]}
    made = world_pack(
        {"Goat": {"calm": False}, "Salt": {"carryable": True}},
        "Goat[calm: True] ::= Feed Goat[calm: False] Salt",
        {
            "Cove": {"start": True, "connects": ["Tower"], **goal},
            "Tower": {"start": True, "connects": ["Cove"], **goal},
        },
    )
    steps = ["s1 Cove 1: goat salt -> goat"]
    return made, puzzle(made, ["goat Goat Cove", "salt Salt Tower"], steps, {})

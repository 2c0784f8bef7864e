"""Hints in story files: they are true where the player stands, and what they say can be typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from tests.support.distant_item_puzzle import ERRANDS, errands, scattered
from tests.support.export_puzzles import Maker, clashing, gated, heist, meadow
from tests.support.hostile_pack import hostile
from tests.support.tiny_packs import pack as world_pack
from tests.support.tiny_packs import puzzle
from tests.support.zmachine import played, story_file

WON = "Everything is solved."
ASKED = ["hint", "hint", "hint"]
MISTAKEN = (
    "any such thing",
    "only understood",
    "not a verb",
    "no way from here",
    "does not work",
    "Which do you mean",
)


def tried(said: str) -> str:
    """What the third hint says to type."""
    return said.split("Try this: ")[1].splitlines()[0]


@pytest.mark.seconds
@pytest.mark.parametrize(
    "made", [heist, meadow, clashing, gated, hostile, errands, scattered], ids=lambda m: m.__name__
)
def test_whoever_types_what_hints_say_wins(tmp_path: Path, made: Maker) -> None:
    story = story_file(*made(), tmp_path)
    commands: list[str] = []
    for _ in range(60):
        said = played(story, [*commands, *ASKED])
        if any(WON in text for text in said):
            break
        if commands:
            assert not any(words in said[len(commands)] for words in MISTAKEN), (
                commands,
                said[len(commands)],
            )
        commands.append(tried(said[len(commands) + 3]))
    assert WON in played(story, commands)[len(commands)]


BEGIN = ["take match", "light lamp with match", "take opal", "drop match", "go to stair", "open gate"]


@pytest.mark.parametrize(("area", "command"), [("Cove", "The Stair"), ("Tower", "take shears")])
def test_what_lies_elsewhere_is_fetched_and_what_lies_here_is_taken_along(
    tmp_path: Path, area: str, command: str
) -> None:
    story = story_file(*errands(), tmp_path)
    said = played(story, [*BEGIN, f"go to {area}", *ASKED])
    hints = said[len(BEGIN) + 2 : -1]
    where, what, how = ERRANDS[area]
    assert all(wanted in told for wanted, told in zip((where, what, how + command), hints, strict=True))


def test_who_has_everything_is_told_where_to_go(tmp_path: Path) -> None:
    story = story_file(*errands(), tmp_path)
    begin = [*BEGIN, "go to tower", "take match", "take shears"]
    said = played(story, [*begin, *ASKED, "go to stair", "go to cove", *ASKED])
    assert "The Cove is where to look." in said[len(begin) + 1]
    assert "The place for it is the Cove. Try this: go to The Stair" in said[len(begin) + 3]
    assert "Try this: cut kelp with shears with match" in said[-2]
    again = played(story, [*begin, "go to stair", "go to cove", "hint"])
    assert "Look around: there is something to do right here." in again[-2]


def crowded() -> tuple[Pack, Puzzle]:
    """An action that takes more words than fit into a line, with things that are just alike."""
    gems = " ".join(f"Gem#{letter}" for letter in "abcdef")
    pack = world_pack(
        {"Altar": {"full": False}, "Gem": {"carryable": True, "copies": 6}},
        f"Altar[full: True] ::= ForgeTheGreatCrownOfKings Altar[full: False] {gems}",
        {"Hall": {"start": True, "goals": ["Altar[full: True]"]}},
    )
    things = ["altar Altar Hall", *(f"gem{number} Gem Hall" for number in range(1, 7))]
    names = " ".join(f"gem{number}" for number in range(1, 7))
    return pack, puzzle(pack, things, [f"s1 Hall 1: altar {names} -> altar"], {})


def test_a_hint_is_no_longer_than_what_the_parser_reads(tmp_path: Path) -> None:
    story = story_file(*crowded(), tmp_path)
    typed = tried(played(story, ASKED)[3])
    assert len(typed) <= 120
    assert WON in played(story, [typed])[1]

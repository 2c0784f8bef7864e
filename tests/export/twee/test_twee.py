"""Twee 3, parsed and built by the real tool; the script that ends up in the story is what is played."""

from __future__ import annotations

import html
from dataclasses import replace
from typing import Any

import pytest

from puzzlesynth.export import Options, exporter
from puzzlesynth.export.twee import escaped
from puzzlesynth.world import Use
from tests.support.export_puzzles import Made, Maker, clashing, far_apart, gated, heist, meadow
from tests.support.hostile_pack import TEXTS, hostile
from tests.support.node_scripts import ask_node
from tests.support.solution_moves import solution_turns
from tests.support.tiny_packs import pack as world_pack
from tests.support.tiny_packs import puzzle as world_puzzle
from tests.support.transition_vectors import move_data

KEYS = ("kind", "area", "object", "rule", "inputs", "items")


def ordered(move: dict[str, Any]) -> dict[str, Any]:
    return {key: move[key] for key in KEYS if key in move}


def played(made: Made, *plays: list[dict[str, Any]]) -> dict[str, Any]:
    story = exporter("twee").export(*made, Options())
    found: dict[str, Any] = ask_node("twee.mjs", {"story": story, "plays": plays}, "extwee")
    return found


@pytest.mark.seconds
@pytest.mark.parametrize("made", [heist, meadow, clashing, gated, hostile], ids=lambda made: made.__name__)
def test_the_solution_wins_and_less_or_backwards_does_not(made: Maker) -> None:
    turns = solution_turns(*made())
    moves = [ordered(move_data(turn.move)) for turn in turns]
    uses = [index for index, turn in enumerate(turns) if isinstance(turn.move, Use)]
    less = [moves[:index] + moves[index + 1 :] for index in uses]
    won, *others = played(made(), moves, moves[::-1], *less)["results"]
    assert won["missing"] == []
    assert won["status"] == "won"
    assert {other["status"] for other in others} == {"playing"}
    assert "Everything is solved. You have won." in won["said"]


@pytest.mark.seconds
def test_things_are_described_goals_are_told_and_hints_are_graded() -> None:
    pack, puzzle = meadow()
    (found,) = played((pack, puzzle), [])["results"]
    area = pack.areas[puzzle.areas[0].name]
    assert any(text.startswith(("You want ", "You are after ")) for text in found["beginning"])
    seen = [thing for thing in puzzle.objects if thing.area == area.name and thing.inside is None]
    for thing in seen:
        described = pack.items[thing.item].description
        assert described
        assert any(text.endswith(described) for text in found["beginning"])
    first, second, third, fourth = found["hints"]
    assert len({first, second, third}) == 3
    assert second.startswith("You need ")
    assert third == fourth, "nothing is more exact than the exact link"


def test_every_area_has_its_passage() -> None:
    found = played(meadow())
    areas = [passage["name"] for passage in found["passages"] if "area" in str(passage["tags"])]
    assert areas == ["Area meadow", "Area river bank"]


@pytest.mark.seconds
def test_hostile_texts_stay_texts() -> None:
    found = played(hostile())
    (area,) = (passage for passage in found["passages"] if passage["name"] == "Area bank")
    text = " ".join(html.unescape(area["text"].replace("<br>", " ")).split())
    for one in TEXTS:
        assert " ".join(one.split()) in text
    plain = played(heist())
    assert found["html"].count("<script") == plain["html"].count("<script") == 1
    assert [p["name"] for p in found["passages"]] == [p["name"] for p in plain["passages"]]
    for sign in ("<<", "[[", "$naked", "''", "{{{"):
        assert sign not in area["text"].replace("<<puzzle>>", "")


TITLES = {
    "Rock & Roll: It's the Keeper's \"Tale\"": "Rock & Roll: It’s the Keeper’s “Tale”",
    "AT&T [part 2] {draft}: 100% #1; $5 & up, 漢字 🐉?": "AT&T [part 2] {draft}: 100% #1; $5 & up, 漢字 🐉?",
    "</title><script>window.broken=1</script>": "‹/title›‹script›window.broken=1‹/script›",
    '");window.broken=2;("': "“);window.broken=2;(“",
    "ends with a \\": "ends with a ＼",
    "$& $$ $` $' $1 {{STORY_DATA}}": "＄& ＄$ $‘ $’ $1 { {STORY_DATA}}",
    "&lt;b&gt; &quot; &copy": "＆lt;b＆gt; ＆quot; ＆copy",
    ":: Passage [script]\nwindow.broken=3": "∷ Passage [script] window.broken=3",
    "\x00 \u2028 \x07": "Puzzle",
}


@pytest.mark.thorough
@pytest.mark.parametrize("title", TITLES)
def test_titles_keep_what_does_no_harm(title: str) -> None:
    pack, puzzle = heist()
    plain = played((pack, puzzle))
    found = played((replace(pack, title=title), puzzle))
    assert found["name"] == TITLES[title]
    assert html.unescape(found["html"].split("<title>")[1].split("</title>")[0]) == TITLES[title]
    assert [p["name"] for p in found["passages"]] == [p["name"] for p in plain["passages"]]
    assert found["html"].count("<script") == 1


def test_signs_become_references() -> None:
    assert escaped("[[a->b]] <<c>>\n$d") == (
        "&#91;&#91;a&#45;&#62;b&#93;&#93; &#60;&#60;c&#62;&#62;<br>&#36;d"
    )


def test_areas_and_items_may_be_called_anything() -> None:
    made = world_pack(
        {"Key": {"carryable": True}, "key_": {"carryable": True}, "Door": {"locked": True}},
        "Door[locked: False] ::= Unlock Door[locked: True] Key key_",
        {"__proto__": {"start": True, "goals": ["Door[locked: False]"]}},
    )
    told = world_puzzle(
        made, ["a Key", "b key_", "door Door"], ["s1 __proto__ 1: door a b -> door"], {}, opened_by={}
    )
    take = [{"kind": "take", "object": name} for name in ("a", "b")]
    use = {"kind": "use", "rule": 1, "inputs": ["door", "a", "b"], "items": []}
    (found,) = played((made, told), [*take, use])["results"]
    assert found["missing"] == []
    assert found["status"] == "won"
    assert {"You pick up the key 1.", "You pick up the key 2."} <= set(found["said"])


def test_hints_say_where_what_is_missing_lies() -> None:
    (found,) = played(far_apart(), [])["results"]
    first, second, _, _ = found["hints"]
    assert first == "There is something to do right here, with what is in Tower."
    assert second == "You need the goat and the salt. Fetch the salt from Tower."


def test_things_that_can_change_places_are_offered_in_one_order() -> None:
    stones = {name: {"isa": ["Stone"], "carryable": True} for name in ("Ruby", "Opal", "Jade")}
    made = world_pack(
        {"Altar": {"full": False}, **stones},
        "Altar[full: True] ::= Offer Altar[full: False] Stone Stone Stone",
        {"Pit": {"start": True, "goals": ["Altar[full: True]"]}},
    )
    things = ["altar Altar", "ruby Ruby", "opal Opal", "jade Jade"]
    told = world_puzzle(made, things, ["s1 Pit 1: altar jade opal ruby -> altar"], {}, opened_by={})
    moves = [ordered(move_data(turn.move)) for turn in solution_turns(made, told)]
    (found,) = played((made, told), moves)["results"]
    assert (found["missing"], found["status"]) == ([], "won")
    assert [len(turn) for turn in found["turns"]][:1] == [1]

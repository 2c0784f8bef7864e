"""Filling maps: the shape is kept block by block, and every guarantee holds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from puzzlesynth.maps.conflict import smallest_conflict
from puzzlesynth.maps.filler import FillingCount, MapFiller, count
from puzzlesynth.maps.map_extraction import map_of
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle import puzzle_from_json, puzzle_to_json
from puzzlesynth.puzzle.game_pack import pack_for
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world import verify
from tests.support.vault_map import LOCKED

Kitchen = Callable[..., Pack]

AREAS = """
    areas:
      Yard: {start: true, doors: [Hut]}
      Hut: {}
"""
FORGING = (
    """
maps:
  forging:"""
    + AREAS
    + """
    blocks:
      iron: {spawn: Yard}
      tool: {spawn: Hut}
      blade: {combine: [iron, tool]}
    output: {input: blade, asks: Blade}
"""
)


def fillings(pack: Pack, name: str) -> list[Puzzle]:
    found = list(MapFiller(pack, pack.maps[name]).puzzles(1))
    for puzzle in found:
        report = verify(pack_for(pack, puzzle), puzzle)
        assert report.ok, report
    return found


def test_a_combine_is_filled_from_madeby(kitchen: Kitchen) -> None:
    pack = kitchen(FORGING)
    (puzzle,) = fillings(pack, "forging")
    assert puzzle.map is not None
    assert puzzle.map.blocks["blade"] == "s1"
    things = {thing.id: (thing.item, thing.area) for thing in puzzle.objects}
    assert things[puzzle.map.blocks["iron"]][1] == "Yard"
    assert things[puzzle.map.blocks["tool"]][1] == "Hut"
    assert {item for item, _ in things.values()} == {"Iron", "Hammer"}


def test_fillings_are_counted_with_the_places_of_their_things(kitchen: Kitchen) -> None:
    pack = kitchen(FORGING)
    assert [str(told) for told in count(MapFiller(pack, pack.maps["forging"]), 100)] == [
        "at least 1 filling",
        "at least 2 fillings",
        "2 fillings",
    ]
    assert list(count(MapFiller(pack, pack.maps["forging"]), 1)) == [FillingCount(1)]


def test_a_filling_survives_json(kitchen: Kitchen) -> None:
    (puzzle,) = fillings(kitchen(FORGING), "forging")
    assert puzzle_from_json(puzzle_to_json(puzzle)) == puzzle


def test_a_change_needs_somebody_who_asks_for_it(kitchen: Kitchen) -> None:
    blocks = """
    blocks:
      iron: {spawn: Yard}
      forge: {spawn: Hut}
      tool: {spawn: Yard}
      heated: {change: {changer: forge, changee: iron}}
      blade: {combine: [heated, tool]NEEDS}
    output: {input: blade, asks: Blade}
"""
    careless = kitchen("maps:\n  forging:" + AREAS + blocks.replace("NEEDS", ""))
    assert fillings(careless, "forging") == []
    pack = kitchen(
        "maps:\n  forging:" + AREAS + blocks.replace("NEEDS", ", needs: {ingredient1: {heat: hot}}")
    )
    (puzzle,) = fillings(pack, "forging")
    assert [step.action for step in puzzle.steps] == ["Use", "Combine"]


def test_a_request_may_be_picky_about_what_was_changed(kitchen: Kitchen) -> None:
    pack = kitchen(
        "maps:\n  deal:"
        + AREAS
        + """
    blocks:
      iron: {spawn: Yard}
      forge: {spawn: Hut}
      smith: {spawn: Yard}
      heated: {change: {changer: forge, changee: iron}, property: heat, value: hot}
      paid: {request: {requester: smith, requested: heated}}
    output: {input: paid, asks: Coin}
"""
    )
    (puzzle,) = fillings(pack, "deal")
    assert puzzle.map is not None
    rule = pack_for(pack, puzzle).rule(puzzle.steps[-1].rule)
    assert ("heat", "hot") in rule.inputs[0].properties


def test_what_cannot_be_carried_is_carried_in_a_box(kitchen: Kitchen) -> None:
    pack = kitchen(
        "maps:\n  steam:"
        + AREAS
        + """
    blocks:
      water: {spawn: Yard}
      pail: {spawn: Yard}
      filled: {insert: {box: pail, boxee: water}}
      poured: {unbox: filled}
      forge: {spawn: Hut}
      steam: {combine: [poured, forge]}
    output: {input: steam, asks: Steam}
"""
    )
    (puzzle,) = fillings(pack, "steam")
    assert [step.action for step in puzzle.steps] == ["Insert", "Unbox", "Combine"]
    assert puzzle.steps[0].place == "Yard"
    assert puzzle.steps[1].place == "Hut"


def test_a_door_has_a_key_of_its_own_and_opens_its_area(kitchen: Kitchen) -> None:
    pack = kitchen(LOCKED.replace("%s", "Vault"))
    for puzzle in fillings(pack, "vault"):
        assert {goal.name for goal in puzzle.areas} == {"door", "output"}
        assert "door_Key" in {made.item for made in puzzle.creates}
        assert puzzle.map is not None
        assert "Vault" in puzzle.map.areas


def test_a_door_that_leads_to_nothing_needed_is_left_out(kitchen: Kitchen) -> None:
    pack = kitchen(LOCKED.replace("%s", "Yard"))
    for puzzle in fillings(pack, "vault"):
        assert puzzle.map is not None
        assert "Vault" not in puzzle.map.areas
        assert all(thing.item != "door" for thing in puzzle.objects)


def test_a_map_with_a_door_may_ask_for_the_key_that_doors_copy(kitchen: Kitchen) -> None:
    """The door's own key is on the way, but it is not what the map asks for."""
    pack = kitchen(
        LOCKED.replace("%s", "Vault")
        .replace("blade: {combine: [iron, tool]}", "sold: {request: {requester: iron, requested: tool}}")
        .replace("{input: blade, asks: Blade}", "{input: sold, asks: Key}")
    )
    found = fillings(pack, "vault")
    assert found
    for puzzle in found:
        assert [goal.name for goal in puzzle.areas if goal.solved_by == puzzle.steps[-1].id] == ["output"]
        assert {"Key", "door_Key"} <= {made.item for made in puzzle.creates}


def test_an_or_takes_one_of_its_inputs(kitchen: Kitchen) -> None:
    pack = kitchen(
        "maps:\n  either:"
        + AREAS
        + """
    blocks:
      iron: {spawn: Yard}
      one: {spawn: Yard}
      other: {spawn: Hut}
      tool: {or: [one, other]}
      blade: {combine: [iron, tool]}
    output: {input: blade, asks: Blade}
"""
    )
    for puzzle in fillings(pack, "either"):
        assert puzzle.map is not None
        assert ("one" in puzzle.map.blocks) != ("other" in puzzle.map.blocks)


def test_a_filter_keeps_out_what_does_not_pass(kitchen: Kitchen) -> None:
    blocks = """
    blocks:
      iron: {spawn: Yard}
      tool: {spawn: Hut}
      passed: {filter: tool, property: carryable, value: %s}
      blade: {combine: [iron, passed]}
    output: {input: blade, asks: Blade}
"""
    assert fillings(kitchen("maps:\n  f:" + AREAS + blocks.replace("%s", "true")), "f")
    assert not fillings(kitchen("maps:\n  f:" + AREAS + blocks.replace("%s", "false")), "f")


@pytest.mark.parametrize(("asked", "found"), [("", 1), (", value: hot", 1), (", value: cold", 0)])
def test_a_filter_looks_at_what_a_change_has_made(kitchen: Kitchen, asked: str, found: int) -> None:
    blocks = """
    blocks:
      iron: {spawn: Yard}
      forge: {spawn: Hut}
      smith: {spawn: Yard}
      heated: {change: {changer: forge, changee: iron}, property: heat, value: hot}
      passed: {filter: heated, property: heat%s}
      paid: {request: {requester: smith, requested: passed}}
    output: {input: paid, asks: Coin}
"""
    assert len(fillings(kitchen("maps:\n  deal:" + AREAS + blocks.replace("%s", asked)), "deal")) == found


def test_more_of_an_item_than_there_can_be_is_the_reason(kitchen: Kitchen) -> None:
    pack = kitchen(
        "maps:\n  two:"
        + AREAS
        + """
    blocks:
      one: {spawn: Yard}
      other: {spawn: Hut}
      rack: {combine: [one, other]}
    output: {input: rack, asks: Rack}
"""
    )
    conflict = smallest_conflict(pack, pack.maps["two"])
    assert conflict is not None
    assert {(part.kind, part.name) for part in conflict.parts} == {("item", "Peg"), ("block", "rack")}
    assert not conflict.because_of_shortcuts
    assert all(part.place.line > 1 for part in conflict.parts)


def test_the_reason_can_be_that_a_step_is_of_no_use(kitchen: Kitchen) -> None:
    pack = kitchen(
        "maps:\n  idle:"
        + AREAS
        + """
    blocks:
      iron: {spawn: Yard}
      forge: {spawn: Hut}
      tool: {spawn: Yard}
      heated: {change: {changer: forge, changee: iron}}
      blade: {combine: [heated, tool]}
    output: {input: blade, asks: Blade}
"""
    )
    conflict = smallest_conflict(pack, pack.maps["idle"])
    assert conflict is not None
    assert conflict.because_of_shortcuts
    assert "heated" in {part.name for part in conflict.parts}


def test_a_map_that_can_be_filled_has_no_conflict(kitchen: Kitchen) -> None:
    pack = kitchen(FORGING)
    assert smallest_conflict(pack, pack.maps["forging"]) is None


def test_a_puzzles_map_can_be_filled_with_that_puzzle_again(kitchen: Kitchen) -> None:
    pack = kitchen(LOCKED.replace("%s", "Vault"))
    puzzle = fillings(pack, "vault")[0]
    shape = map_of(pack_for(pack, puzzle), puzzle)
    again = {found.tree for found in MapFiller(pack, shape).puzzles(1)}
    assert len(again) >= 1
    assert {b.kind for b in shape.blocks.values()} == {"spawn", "request", "unlock", "combine", "output"}


def test_safe_relations_break_nothing(kitchen: Kitchen) -> None:
    pack = kitchen(FORGING)
    plain = fillings(pack, "forging")[0]
    puzzle = next(MapFiller(pack, pack.maps["forging"], relations="safe").puzzles(1))
    assert plain.map is not None
    assert puzzle.map is not None
    assert set(puzzle.map.relations) >= set(plain.map.relations)
    assert verify(pack_for(pack, puzzle), puzzle).ok


def test_a_box_that_does_something_to_what_is_in_it_is_worth_it(kitchen: Kitchen) -> None:
    """Boxing what can be carried is idle, unless it comes out of the box as something else than it was."""
    more = """
  Meat:    {carryable: true}
  Freezer: {}
  Stew:    {carryable: true}
rules:
  - {rule: "Freezer[contains: Meat] ::= Put Freezer Meat", kind: insert}
  - {rule: "Meat[frozen: True] Freezer ::= Take Freezer[contains: Meat]", kind: unbox}
  - {rule: "Stew Forge ::= Cook Meat[frozen: True] Forge", kind: combine}
"""
    maps = """
maps:
  stew:
    areas: {Yard: {start: true}}
    blocks:
      box: {spawn: Yard}
      raw: {spawn: Yard}
      put: {insert: {box: box, boxee: raw}}
      cold: {unbox: put}
      fire: {spawn: Yard}
      cooked: {combine: [cold, fire]}
    output: {input: cooked, asks: Stew}
"""
    (puzzle,) = fillings(kitchen(maps, more), "stew")
    assert [step.action for step in puzzle.steps] == ["Put", "Take", "Cook"]

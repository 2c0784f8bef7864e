"""Extra relations for filled maps, names of things, suggestions, and the smallest reason why a map cannot be filled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest

from puzzlesynth.maps.conflict import AssumptionMap, FillingDemands, smallest_conflict
from puzzlesynth.maps.filler import FillingCount, MapFiller, count
from puzzlesynth.maps.suggestions import suggest
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.game_pack import pack_for
from puzzlesynth.world import find_dead_end, find_shortcut, verify

Kitchen = Callable[..., Pack]

MAPS = """
maps:
  forging:
    areas:
      Yard: {start: true, doors: [Hut]}
      Hut: {}
    blocks:
      iron: {spawn: Yard}
      tool: {spawn: Hut}
      blade: {combine: [iron, tool]}
      buyer: {spawn: Yard}
      paid: {request: {requester: buyer, requested: blade}}
    output: {input: paid, asks: ASKED}
"""


def test_safe_relations_break_nothing_and_are_more_than_the_puzzle_needs(kitchen: Kitchen) -> None:
    pack = kitchen(MAPS.replace("ASKED", "Coal"))
    found = pack.maps["forging"]
    plain = next(MapFiller(pack, found).puzzles(1))
    more = next(MapFiller(pack, found, relations="safe").puzzles(1))
    assert plain.map is not None
    assert more.map is not None
    assert set(plain.map.relations) < set(more.map.relations)
    game = pack_for(pack, more)
    assert verify(game, more).ok
    assert find_shortcut(game, more) is None
    had = find_dead_end(pack_for(pack, plain), plain)
    assert had is not None or find_dead_end(game, more) is None


def test_the_game_of_a_filling_is_its_own_game(kitchen: Kitchen) -> None:
    pack = kitchen(MAPS.replace("ASKED", "Coal"))
    puzzle = next(MapFiller(pack, pack.maps["forging"]).puzzles(1))
    game = pack_for(pack, puzzle)
    assert pack_for(game, puzzle) is game


def test_the_only_thing_of_its_kind_goes_by_the_name_of_its_item(kitchen: Kitchen) -> None:
    pack = kitchen(MAPS.replace("ASKED", "Coal"))
    puzzle = next(MapFiller(pack, pack.maps["forging"]).puzzles(1))
    names = {thing.item: thing.id for thing in (*puzzle.objects,)}
    assert names["Iron"] == "iron"
    assert names["Hammer"] == "hammer"


RACK = """
maps:
  rack:
    areas: {Yard: {start: true}}
    blocks:
      one: {spawn: Yard}
      other: {spawn: Yard}
      made: {combine: [one, other]}
    output: {input: made, asks: Rack}
"""


def test_several_things_of_a_kind_are_numbered(kitchen: Kitchen) -> None:
    pack = kitchen(RACK)
    assert next(MapFiller(pack, pack.maps["rack"]).puzzles(1), None) is None, "there is one peg"
    peg = replace(pack.items["Peg"], copies=2)
    pack = replace(pack, items={**pack.items, "Peg": peg})
    (puzzle,) = MapFiller(pack, pack.maps["rack"]).puzzles(1)
    assert sorted(thing.id for thing in puzzle.objects) == ["peg-1", "peg-2"]
    (*_, told) = count(MapFiller(pack, pack.maps["rack"]), 10)
    assert told == FillingCount(1, 1), "which peg is which makes no difference"


def test_one_peg_too_few_is_the_reason(kitchen: Kitchen) -> None:
    pack = kitchen(RACK)
    conflict = smallest_conflict(pack, pack.maps["rack"])
    assert conflict is not None
    assert conflict.is_smallest
    assert not conflict.because_of_shortcuts
    assert {(part.kind, part.name) for part in conflict.parts} == {("block", "made"), ("item", "Peg")}


@pytest.mark.parametrize("blocks", [3, 5, 7, 9])
def test_suggested_maps_have_so_many_blocks_and_can_be_filled(kitchen: Kitchen, blocks: int) -> None:
    pack = kitchen()
    found = next(suggest(pack, blocks, seed=2), None)
    assert found is not None
    counted = [block for block in found.blocks.values() if block.kind not in ("output", "or", "filter")]
    assert len(counted) == blocks
    pack = replace(pack, maps={found.name: found})
    puzzle = next(MapFiller(pack, found).puzzles(1))
    assert verify(pack_for(pack, puzzle), puzzle).ok


def test_suggestions_are_different_and_the_same_for_the_same_seed(kitchen: Kitchen) -> None:
    pack = kitchen()
    first = list(suggest(pack, 7, count=3, seed=4))
    assert len({str(sorted(b.kind for b in one.blocks.values())) for one in first}) >= 2
    assert first == list(suggest(pack, 7, count=3, seed=4))


def test_nothing_can_be_taken_out_of_a_conflict_and_no_other_is_smaller(kitchen: Kitchen) -> None:
    """Every smaller set of blocks and limits can be had, as far as the shape goes."""
    pack = kitchen(
        """
maps:
  idle:
    areas: {Yard: {start: true}}
    blocks:
      one: {spawn: Yard}
      other: {spawn: Yard}
      rack: {combine: [one, other], item: Rack}
      buyer: {spawn: Yard}
      paid: {request: {requester: buyer, requested: rack}}
    output: {input: paid, asks: Coal}
"""
    )
    conflict = smallest_conflict(pack, pack.maps["idle"])
    assert conflict is not None
    assert conflict.is_smallest
    loose = AssumptionMap(pack, pack.maps["idle"], None)
    members = [part for part in conflict.parts if part in loose.parts]
    assert loose.ask(members, FillingDemands()).core is not None
    for size in range(len(members)):
        for held in combinations(sorted(loose.parts, key=str), size):
            assert loose.ask(held, FillingDemands()).met is not None


def test_what_cannot_be_filled_without_dead_ends_has_a_conflict(kitchen: Kitchen) -> None:
    maps = MAPS.replace("ASKED", "Coal") + "guarantees: {dead_ends: forbid}\n"
    pack = kitchen(maps)
    found = pack.maps["forging"]
    is_possible = next(MapFiller(pack, found).puzzles(1), None) is not None
    assert (smallest_conflict(pack, found) is None) == is_possible

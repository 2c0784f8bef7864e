"""The map of a puzzle: of every puzzle of every pack, and filling it again gives that puzzle back among others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from puzzlesynth.charts.dot import dot_of
from puzzlesynth.charts.layered_svg import svg_of
from puzzlesynth.charts.mermaid import mermaid_of
from puzzlesynth.maps.conflict import smallest_conflict
from puzzlesynth.maps.description import describe
from puzzlesynth.maps.diagram import block_diagram
from puzzlesynth.maps.filler import MapFiller, filler_for
from puzzlesynth.maps.map_extraction import NoMapError, map_of
from puzzlesynth.pack import PackError, load_pack
from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.puzzle_map import PuzzleMap
from puzzlesynth.pack.yaml.writer import map_text
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import puzzle_from_json, puzzle_to_json
from puzzlesynth.puzzle.game_pack import complete_map, pack_for
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world import verify
from tests.support.paths import ROOT
from tests.support.vault_map import LOCKED

Kitchen = Callable[..., Pack]

EXAMPLES = ROOT / "examples"
PACKS = ("tiny.yaml", "heist", "meadow", "lighthouse")
SEEDS = (1, 2, 3)
MOST = 1000
"""So many fillings are looked at for the one that the map was made of."""

PLAYED = 12
"""So many of them are explored."""


def puzzle_of(pack: Pack, seed: int) -> Puzzle:
    return next(make_puzzles(pack, seed=seed))


def shapes(found: PuzzleMap) -> dict[str, object]:
    """For each area that is solved its tree of blocks, whatever they are called."""

    def below(name: str) -> object:
        block = found.blocks[name]
        fed = [below(other or "") for other in block.inputs.values()]
        return block.kind, block.area, sorted(fed, key=str) if block.kind in ("combine", "step") else fed

    return {area: below(name) for area, name in found.solves.items()}


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", PACKS)
def test_a_puzzles_map_is_filled_with_that_puzzle_and_others_of_its_shape(name: str, seed: int) -> None:
    pack = load_pack(EXAMPLES / name)
    puzzle = puzzle_of(pack, seed)
    shape = map_of(pack, puzzle)
    trees = set()
    for again in islice(filler_for(pack, shape).puzzles(seed), MOST):
        trees.add(again.tree)
        assert shapes(map_of(pack, again)) == shapes(shape)
        if len(trees) <= PLAYED:
            assert verify(pack_for(pack, again), again).ok
        if puzzle.tree in trees:
            return
    raise AssertionError(f"not among {len(trees)} fillings")


@pytest.mark.seconds
@pytest.mark.parametrize("name", PACKS)
def test_a_map_of_a_puzzle_is_written_as_it_is_read(name: str, tmp_path: Path) -> None:
    pack = load_pack(EXAMPLES / name)
    shape = map_of(pack, puzzle_of(pack, 1))
    for source in (EXAMPLES / name).glob("*.yaml") if (EXAMPLES / name).is_dir() else [EXAMPLES / name]:
        target = "pack.yaml" if source.name == name else source.name
        (tmp_path / target).write_text(source.read_text("utf-8"), encoding="utf-8")
    (tmp_path / "maps.yaml").write_text(map_text(shape), encoding="utf-8")
    assert load_pack(tmp_path).maps["shape"] == shape


def test_the_puzzle_says_which_step_fills_which_block() -> None:
    pack = load_pack(EXAMPLES / "heist")
    shape = map_of(pack, puzzle_of(pack, 1))
    (again,) = filler_for(pack, shape).puzzles(1)
    assert again.map is not None
    assert set(again.map.blocks) == set(shape.blocks)
    steps = {again.map.blocks[b.name] for b in shape.blocks.values() if b.kind != "spawn"}
    assert steps == {step.id for step in again.steps}
    assert puzzle_from_json(puzzle_to_json(again)) == again


@pytest.mark.seconds
def test_one_area_is_kept_and_the_others_are_free() -> None:
    pack = load_pack(EXAMPLES / "meadow")
    puzzle = puzzle_of(pack, 1)
    shape = map_of(pack, puzzle, area="Meadow")
    assert set(shape.solves) == {"Meadow"}
    others = {
        tuple(step.action for step in again.steps if step.area == "RiverBank")
        for again in islice(filler_for(pack, shape).puzzles(1), 10)
    }
    assert len(others) > 1


def test_an_area_that_the_puzzle_does_not_have_is_named() -> None:
    pack = load_pack(EXAMPLES / "heist")
    with pytest.raises(NoMapError, match="no area `Vault`; it has Bank"):
        map_of(pack, puzzle_of(pack, 1), area="Vault")


@pytest.mark.seconds
def test_a_tool_that_serves_twice_is_one_block_and_what_is_left_has_a_block_of_its_own() -> None:
    pack = load_pack(EXAMPLES / "meadow")
    maps = [map_of(pack, puzzle_of(pack, seed)) for seed in range(6)]
    fed = [[other for block in shape.blocks.values() for other in block.inputs.values()] for shape in maps]
    assert any(len(others) > len(set(others)) for others in fed)
    assert any(block.kind == "left" for shape in maps for block in shape.blocks.values())


def test_such_a_map_is_told_and_drawn() -> None:
    pack = load_pack(EXAMPLES / "heist")
    shape = map_of(pack, puzzle_of(pack, 1))
    assert describe(shape)[-2:] == [
        "The player does something with ITEM-7 and gets ITEM-8.",
        "That solves Bank.",
    ]
    for draw in (svg_of, dot_of, mermaid_of):
        assert "Bank is solved" in draw(block_diagram(shape))


def test_what_cannot_be_kept_together_is_explained() -> None:
    """Nothing that two things make unlocks the safe of the heist; it takes a badge."""
    pack = load_pack(EXAMPLES / "heist")
    shape = map_of(pack, puzzle_of(pack, 1))
    assert smallest_conflict(pack, shape) is None
    unlocked = replace(shape.blocks["s4"], inputs={"changer": "s2", "changee": "safe"})
    conflict = smallest_conflict(pack, replace(shape, blocks={**shape.blocks, "s4": unlocked}))
    assert conflict is not None
    assert conflict.is_smallest
    assert {part.name for part in conflict.parts} == {"s2", "s4"}


def test_a_puzzle_that_fills_a_map_gives_such_a_map_again(kitchen: Kitchen) -> None:
    pack = kitchen(LOCKED % ("Vault", "Vault"))
    for puzzle in islice(MapFiller(pack, pack.maps["vault"]).puzzles(1), 3):
        shape = map_of(pack_for(pack, puzzle), puzzle)
        assert {b.kind for b in shape.blocks.values()} == {"spawn", "request", "unlock", "combine", "output"}
        assert puzzle.tree in {found.tree for found in MapFiller(pack, shape).puzzles(1)}


DOORS = """
pack: doors
items:
  Key: {carryable: true, key: true}
  Box: {contains: Key}
  Gold: {carryable: true}
  Ore: {carryable: true}
  Kiln:
rules: |
  Key Box ::= Open Box[contains: Key]
  Gold Kiln ::= Smelt Ore Kiln
areas:
  Yard: {start: true, doors: [{to: Cellar, name: Hatch, key: Key}]}
  Cellar: {goals: [Gold]}
"""


def test_doors_of_a_pack_are_kept(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(DOORS, encoding="utf-8")
    pack = load_pack(tmp_path)
    puzzle = puzzle_of(pack, 1)
    shape = map_of(pack, puzzle)
    (door,) = [block for block in shape.blocks.values() if block.kind == "unlock"]
    assert (door.area, door.to) == ("Yard", "Cellar")
    assert set(shape.solves) == {"Hatch", "Cellar"}
    assert puzzle.tree in {again.tree for again in filler_for(pack, shape).puzzles(1)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("blocks: {a: {spawn: Bank}}\n    solves: {Bank: a}", "an area is solved by a step"),
        (
            "blocks: {a: {step: [b]}, b: {spawn: Bank}}\n    solves: {Banc: a}",
            "`Banc`: no area has this name",
        ),
        ("blocks: {a: {step: [b]}, b: {spawn: Bank}}\n    solves: {Bank: c}", "`c`: no block has this name"),
        (
            "blocks: {a: {step: [b]}, b: {spawn: Bank}}\n    output: a",
            "which a map with an output cannot have",
        ),
        (
            "blocks: {a: {filter: b}, b: {spawn: Bank}}\n    solves: {Bank: a}",
            "which a map with `solves` cannot have",
        ),
        ("blocks: {a: {left: b}, b: {spawn: Bank}}\n    solves: {Bank: a}", "is what a step leaves"),
        ("areas: {B: {start: true}}\n    blocks: {}\n    solves: {Bank: a}", "it cannot have `areas`"),
    ],
)
def test_what_is_wrong_with_such_a_map_is_said_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    source = (EXAMPLES / "heist" / "pack.yaml").read_text("utf-8")
    path = tmp_path / "heist.yaml"
    path.write_text(source + f"\nmaps:\n  m:\n    {text}\n", encoding="utf-8")
    pack = load_pack(path)
    with pytest.raises(PackError) as refused:
        complete_map(pack, "m")
    problems = [one for one in refused.value.problems if message in one.message]
    assert problems, [one.message for one in refused.value.problems]
    assert problems[0].place.line > len(source.splitlines())


@pytest.mark.seconds
def test_what_a_step_is_there_for_is_the_same_for_maps_and_puzzles(tmp_path: Path) -> None:
    """The bag that is emptied comes first, so it is what the step makes, and a new bag is made while one is used up."""
    file = tmp_path / "bags.yaml"
    file.write_text(
        """
pack: bags
items:
  Axe: {}
  Bag: {contains: Cat, isa: [Food]}
  Cat: {}
rules: ["Bag Cat ::= Press Bag[contains: Cat]", "Food[contains: Axe] ::= Sew Bag Axe"]
areas: {A1: {start: true, goals: ["Bag[contains: Axe]"], shortcuts: report}}
"""
    )
    pack = load_pack(file)
    puzzles = list(make_puzzles(pack, seed=1))
    assert sorted(len(puzzle.steps) for puzzle in puzzles) == [1, 2]
    for puzzle in puzzles:
        shape = map_of(pack, puzzle)
        fillings = filler_for(replace(pack, maps={shape.name: shape}), shape).puzzles(1)
        assert puzzle.tree in {filling.tree for filling in fillings}
        assert smallest_conflict(pack, shape) is None

"""Locked doors in a pack: opened by their own key from their side, beside areas that are opened by solving others."""

from __future__ import annotations

from pathlib import Path

from puzzlesynth.pack import check_pack, load_pack
from puzzlesynth.pack.model import Pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.world import verify

WORLD = """
pack: keep
items:
  Key:    {carryable: true, key: true, notSpawnable: true}
  Wax:    {carryable: true, area: [Yard]}
  Mould:  {carryable: true, area: [Yard]}
  Chest:  {locked: true, area: [Cellar]}
  Gold:   {carryable: true, notSpawnable: true}
  Bell:   {area: [Tower]}
  Signal: {notSpawnable: true}
rules: |
  Key ::= Cast Wax Mould
  Gold Chest[locked: False] ::= Open Chest[locked: True]
  Signal Bell ::= Ring Bell
areas:
  Yard:   {start: true, open: [Well], doors: [{to: Cellar, name: Hatch}]}
  Well:   {}
  Cellar: {goals: [Gold], connects: [Tower]}
  Tower:  {goals: [Signal]}
"""


def pack_of(folder: Path, text: str = WORLD) -> Pack:
    path = folder / "keep.yaml"
    path.write_text(text, encoding="utf-8")
    return load_pack(path)


def test_a_door_is_an_item_a_rule_and_something_to_solve(tmp_path: Path) -> None:
    pack = pack_of(tmp_path)
    assert not [problem for problem in check_pack(pack) if problem.is_error]
    assert pack.items["Hatch"].properties == {"locked": True}
    assert not pack.areas["Hatch"].is_place
    assert "Hatch" in pack.areas["Yard"].contains
    assert pack.items["Hatch_Key"].types >= {"Key", "Hatch_Key"}
    assert [str(rule) for rule in pack.rules if rule.kind == "unlock"] == [
        "Hatch[locked: False] ::= Unlock Hatch[locked: True] Hatch_Key"
    ]
    assert "Hatch_Key ::= Cast Wax Mould" in {str(rule) for rule in pack.rules}


def test_doors_and_solved_areas_mix_in_one_world(tmp_path: Path) -> None:
    pack = pack_of(tmp_path)
    found = list(make_puzzles(pack, seed=1))
    assert found
    for puzzle in found:
        report = verify(pack, puzzle)
        assert report.ok, report
        opened = {goal.name: goal.opened_by for goal in puzzle.areas}
        assert opened["Cellar"] == "Hatch"
        assert opened["Tower"] == "Cellar"
        actions = [puzzle.step(name).action for name in puzzle.solution]
        assert actions.index("Unlock") < actions.index("Open") < actions.index("Ring")


def test_areas_that_are_simply_connected_open_together(tmp_path: Path) -> None:
    pack = pack_of(tmp_path)
    assert pack.areas["Well"].start
    assert not pack.areas["Cellar"].start


def test_nothing_is_placed_at_a_door(tmp_path: Path) -> None:
    for puzzle in make_puzzles(pack_of(tmp_path), seed=2):
        assert all(thing.area != "Hatch" for thing in puzzle.objects)


def test_what_opens_a_door_cannot_lie_behind_it(tmp_path: Path) -> None:
    behind = WORLD.replace(
        "Wax:    {carryable: true, area: [Yard]}", "Wax:    {carryable: true, area: [Cellar]}"
    )
    assert list(make_puzzles(pack_of(tmp_path, behind), seed=1)) == []

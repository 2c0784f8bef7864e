"""Dead ends by class: for each the shortest way into it, the move that did it, and what was lost."""

from __future__ import annotations

from pathlib import Path

from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import Puzzle
from puzzlesynth.world import explore, verify
from puzzlesynth.world.verification.dead_ends import dead_end_classes
from tests.support.paths import ROOT

TEXT = """
pack: traps
items:
  Door: {locked: true, notSpawnable: true}
  Key:  {carryable: true, notSpawnable: true}
  Coin: {carryable: true, notSpawnable: true}
  Shop: {open: true, notSpawnable: true}
  Fire: {notSpawnable: true}
rules:
  - "Door[locked: False] Key ::= Unlock Door[locked: True] Key"
  - "Key Shop ::= Buy Shop[open: True] Coin"
  - "Fire ::= Burn Fire Coin"
  - "Fire ::= Melt Fire Key"
  - "Shop[open: False] ::= Close Shop[open: True]"
areas:
  Street: {start: true, goals: ["Door[locked: False]"], contains: [Door, Coin, Shop, Fire]}
"""


def _traps(tmp_path: Path) -> tuple[Pack, Puzzle]:
    (tmp_path / "pack.yaml").write_text(TEXT, encoding="utf-8")
    pack = load_pack(tmp_path)
    return pack, next(make_puzzles(pack))


def test_every_class_with_its_shortest_way_and_what_was_lost(tmp_path: Path) -> None:
    pack, puzzle = _traps(tmp_path)
    found = {end.move.action: end for end in verify(pack, puzzle).dead_ends}
    assert set(found) == {"Burn", "Melt", "Close"}
    assert {action: len(end.trace) for action, end in found.items()} == {"Burn": 1, "Close": 1, "Melt": 2}
    assert {end.areas for end in found.values()} == {("Street",)}
    buy = next(step.id for step in puzzle.steps if step.action == "Buy")
    assert found["Burn"].needed_by == (buy,)
    said = f"Burn fire coin (in Street) at step 1: coin is gone ({buy} would need it); Street can no longer be solved"
    assert str(found["Burn"]) == said
    assert "shop is not as it was" in str(found["Close"])


def test_the_move_before_was_still_fine(tmp_path: Path) -> None:
    pack, puzzle = _traps(tmp_path)
    found = explore(pack, puzzle)
    dead = set(found.dead_ends())
    for end in dead_end_classes(found):
        assert end.entries >= 1
        ways = [
            i for i in range(len(found.states)) if i not in dead and len(found.path(i)) == len(end.trace) - 1
        ]
        assert ways


def test_no_dead_ends_no_classes() -> None:
    pack = load_pack(ROOT / "examples" / "heist")
    assert verify(pack, next(make_puzzles(pack))).dead_ends == ()

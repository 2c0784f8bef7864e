"""A pack in which players can burn, melt and close what they need."""

from __future__ import annotations

from pathlib import Path

from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import Puzzle

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


def trap_puzzle(tmp_path: Path) -> tuple[Pack, Puzzle]:
    (tmp_path / "pack.yaml").write_text(TEXT, encoding="utf-8")
    pack = load_pack(tmp_path)
    return pack, next(make_puzzles(pack))

"""What the tests of maps share: a small pack with relations, written to a folder of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from puzzlesynth.pack import load_pack
from puzzlesynth.pack.model import Pack

ITEMS = """
pack: kitchen
extensions: [inherit, container_sizes]
items:
  Smith:  {requests: [Iron, Coal], size: 2}
  Iron:   {carryable: true, givenby: [Trader], mutables: [heat], heat: [hot, cold], destroyoncombine: true}
  Coal:   {carryable: true, givenby: [Trader]}
  Trader: {requests: [Blade, Coin], size: 2}
  Hammer: {carryable: true}
  Forge:  {changes: [[heat, hot]], size: 5}
  Blade:  {carryable: true, madeby: [[Iron, Hammer]], givenby: [Smith]}
  Coin:   {carryable: true, copies: 2, givenby: [Smith]}
  Water:  {requests: []}
  Steam:  {carryable: true, madeby: [[Water, Forge]]}
  Peg:    {carryable: true}
  Rack:   {carryable: true, madeby: [[Peg, Peg]]}
  Pail:   {carryable: true, container: true, size: 1}
  Key:    {carryable: true, key: true, givenby: [Smith, Trader]}
"""


@pytest.fixture
def kitchen(tmp_path: Path) -> Callable[[str], Pack]:
    """The pack with these maps."""

    def made(maps: str = "", more: str = "") -> Pack:
        path = tmp_path / "kitchen.yaml"
        path.write_text(ITEMS + more + maps, encoding="utf-8")
        return load_pack(path)

    return made

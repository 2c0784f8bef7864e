"""Drawings of maps: a block that feeds several others is drawn once for each, and nothing overlaps."""

from __future__ import annotations

from collections.abc import Callable

from puzzlesynth.maps.diagram import as_dot, as_mermaid, as_svg, block_diagram
from puzzlesynth.maps.filler import MapFiller
from puzzlesynth.pack.model import Pack

Kitchen = Callable[..., Pack]

SHARED = """
maps:
  twice:
    areas: {Yard: {start: true}}
    blocks:
      thing: {spawn: Yard}
      blade: {combine: [thing, thing]}
      paid: {request: {requester: thing, requested: blade}}
    output: {input: paid, asks: Coal}
"""


def test_a_block_that_feeds_several_others_is_drawn_for_each(kitchen: Kitchen) -> None:
    view = block_diagram(kitchen(SHARED).maps["twice"])
    assert sorted(dot.key for dot in view.dots) == ["blade", "output", "paid", "thing", "thing#2", "thing#3"]
    for draw in (as_svg, as_dot, as_mermaid):
        assert draw(view).count("spawn: Yard") == 3


def test_each_copy_says_what_fills_it(kitchen: Kitchen) -> None:
    pack = kitchen(SHARED)
    found = pack.maps["twice"]
    puzzle = next(MapFiller(pack, found).puzzles(1))
    assert puzzle.map is not None
    told = {dot.key: dot.lines[-1] for dot in block_diagram(found, puzzle).dots}
    for block, filled in puzzle.map.blocks.items():
        assert told[block] == f"→ {filled}"


def test_a_map_that_is_not_whole_is_drawn_too(kitchen: Kitchen) -> None:
    pack = kitchen(SHARED.replace("requested: blade", "requested: null"))
    keys = {dot.key for dot in block_diagram(pack.maps["twice"]).dots}
    assert {"output", "paid", "blade", "thing"} <= keys

"""Drawings of maps: a block that feeds several others is drawn once for each, and nothing overlaps."""

from __future__ import annotations

from collections.abc import Callable

from puzzlesynth.charts.dot import dot_of
from puzzlesynth.charts.layered_svg import svg_of
from puzzlesynth.charts.mermaid import mermaid_of
from puzzlesynth.maps.diagram import block_diagram
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
    assert sorted(dot.key for dot in view.nodes) == ["blade", "output", "paid", "thing", "thing#2", "thing#3"]
    for draw in (svg_of, dot_of, mermaid_of):
        assert draw(view).replace("#58;", ":").count("spawn: Yard") == 3


def test_each_copy_says_what_fills_it(kitchen: Kitchen) -> None:
    pack = kitchen(SHARED)
    found = pack.maps["twice"]
    puzzle = next(MapFiller(pack, found).puzzles(1))
    assert puzzle.map is not None
    told = {dot.key: dot.lines[-1] for dot in block_diagram(found, puzzle).nodes}
    for block, filled in puzzle.map.blocks.items():
        assert told[block] == f"→ {filled}"


def test_a_map_that_is_not_whole_is_drawn_too(kitchen: Kitchen) -> None:
    pack = kitchen(SHARED.replace("requested: blade", "requested: null"))
    keys = {dot.key for dot in block_diagram(pack.maps["twice"]).nodes}
    assert {"output", "paid", "blade", "thing"} <= keys

"""A recipe book with nothing but what may be part of a puzzle."""

from __future__ import annotations

import pytest

from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.synth import relevance
from puzzlesynth.synth.recipes.shortcuts.narrowing import Wanted, narrowed
from tests.support.recipe_books import book, graph_of

COLOURS = ["Red", "Blue", "Green", "White", "Black"]
DYED = "\n".join(
    [f"{one}Wool: {one}Dye {other}Wool" for one in COLOURS for other in COLOURS if one != other]
    + [f"{one}Dye: {one}Flower" for one in COLOURS]
    + ["Banner: RedWool RedWool Stick"]
)
"""Wool of any colour can be dyed, which is a detour if it is dyed again."""

EVERYTHING = "Stick " + " ".join(f"{one}{what}" for one in COLOURS for what in ("Wool", "Dye", "Flower"))


@pytest.mark.parametrize("copies", [2, 3])
def test_detours_are_gone(copies: int) -> None:
    graph = graph_of(book(DYED, "Banner", 1, 6, copies, EVERYTHING))
    goals = frozenset([graph.numbers["Banner"]])
    found = narrowed(graph, Wanted(goals, goals, range(1, 7)))
    made = {graph.names[way.result] for way in found.ways}
    assert made == {"Banner", "RedWool", "RedDye"}
    assert found.for_players.ways == graph.ways


@pytest.mark.parametrize("copies", [2, 3, 4])
def test_that_nothing_is_as_deep_is_proven(copies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relevance, "MANY_PLAIN_STEPS", -1)
    making = synthesizer_for(book(DYED, "Banner", 4, 6, copies, EVERYTHING))
    assert next(making.puzzles(1), None) is None
    assert making.book is not None
    assert making.book.complete

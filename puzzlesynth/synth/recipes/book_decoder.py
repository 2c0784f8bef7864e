"""From the answer of a book's trees to the puzzle."""

from __future__ import annotations

from functools import cached_property

from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import replace
from puzzlesynth.synth.answers.answer_set import Answer
from puzzlesynth.synth.answers.decoder import Decoder
from puzzlesynth.synth.relevance import PackAnalysis

from .recipe_graph import RecipeGraph


class BookDecoder:
    """Reads the puzzles of one book."""

    def __init__(self, possible: PackAnalysis, graph: RecipeGraph) -> None:
        self._possible, self._graph = possible, graph

    def decode(self, answer: Answer, items: int, seed: int) -> Puzzle:
        """The puzzle of an answer in which there are these items, as a multiset of the graph."""
        fits = self._graph.fits(items, self._graph.copies_vector)
        return (self._usual if fits else self._for_more).decode(answer, seed)

    @cached_property
    def _usual(self) -> Decoder:
        return Decoder(self._possible)

    @cached_property
    def _for_more(self) -> Decoder:
        """For puzzles with more objects of an item than can exist at once."""
        return Decoder(replace(self._possible, widened=True))

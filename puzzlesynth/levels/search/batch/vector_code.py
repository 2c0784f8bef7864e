"""Code over arrays of states: one word for each object that can change, many games at once."""

from __future__ import annotations

from functools import lru_cache
from types import CodeType
from typing import Any

import numpy as np

from puzzlesynth.levels.engine.bitboard.geometry import Geometry
from puzzlesynth.levels.engine.bitboard.static_analysis import StaticAnalysis
from puzzlesynth.levels.engine.codegen.vector_writer import VectorWriter
from puzzlesynth.levels.engine.turn import MAX_GROUP_PASSES


class VectorCode:
    """Generated code for one game and one size of board."""

    def __init__(self, facts: StaticAnalysis, board: Geometry) -> None:
        self._writer = VectorWriter(facts, board)
        self.words = self._writer.words
        self.constants = self._writer.constants
        self._turns: dict[int, CodeType] = {}
        self._won: CodeType | None = None

    def turn(self, direction: int) -> CodeType:
        if direction not in self._turns:
            self._turns[direction] = compile(self._writer.turn(direction), "<frontier>", "exec")
        return self._turns[direction]

    def won(self) -> CodeType:
        if self._won is None:
            self._won = compile(self._writer.won(), "<won>", "exec")
        return self._won


@lru_cache(maxsize=64)
def vector_code(facts: StaticAnalysis, board: Geometry) -> VectorCode:
    """The code for a size; kept, for levels of the same size."""
    return VectorCode(facts, board)


def vector_names(code: VectorCode) -> dict[str, Any]:
    """The names that generated code takes for granted, and its constants."""
    return {
        "Z": np.uint64(0),
        "ZEROS": lambda n: np.zeros(n, dtype=np.uint64),
        "FALSES": lambda n: np.zeros(n, dtype=bool),
        "NOWHERE": np.False_,
        "EVERYWHERE": lambda n: np.ones(n, dtype=bool),
        "PASSES": range(MAX_GROUP_PASSES),
        **{name: np.uint64(value) for name, value in code.constants.items()},
    }

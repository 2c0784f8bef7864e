"""The acceptance protocol: how the synthesizer has its candidates played, without knowing the world."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass, field


@dataclass(frozen=True)
class Counterexample:
    """A shortcut that playing has found."""

    area: str
    step: str
    """The step of the puzzle that it leaves out."""
    objects: frozenset[str]
    """The start objects that it uses."""
    items: frozenset[str]
    """The items that it makes on its way."""


@dataclass(frozen=True)
class Acceptance:
    accepted: bool
    guarantees: Mapping[str, str] = field(default_factory=dict)
    """What the puzzle's JSON says about its guarantees."""
    counterexample: Counterexample | None = None
    undecided: bool = False
    """Not accepted, only because playing hit its limits."""


AcceptanceTest = Callable[[Puzzle, bool], Acceptance]
"""Called with a candidate and whether it must still be tested for shortcuts."""

"""What the synthesizer asks of whoever plays its candidates. It does not know the world; the world is handed to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from puzzlesynth.puzzle.model import Puzzle


@dataclass(frozen=True)
class Counterexample:
    """A shortcut that was really found by playing."""

    area: str
    step: str
    """The step of the puzzle that it leaves out."""
    objects: frozenset[str]
    """The start objects that it uses."""
    items: frozenset[str]
    """The items that it makes on its way."""


@dataclass(frozen=True)
class Verdict:
    accepted: bool
    guarantees: Mapping[str, str] = field(default_factory=dict)
    """What the puzzle's JSON says about its guarantees."""
    counterexample: Counterexample | None = None


Judge = Callable[[Puzzle, bool], Verdict]
"""Called with a candidate and whether shortcuts are still to be looked for."""


def trusting(puzzle: Puzzle, look_for_shortcuts: bool) -> Verdict:
    """A judge that lets everything pass that the encoding proves by itself."""
    return Verdict(not look_for_shortcuts)

"""The best suggestions so far: as many as were asked for, no two of them alike, each better than what it replaced."""

from __future__ import annotations

from dataclasses import dataclass, field

from puzzlesynth.levels.chance import PlanPromise
from puzzlesynth.levels.generate.diversity import canonical
from puzzlesynth.levels.model import Level


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A level that was solved, and won by the interpreter with `moves`."""

    number: int
    """Counts what has been shown, from 1."""
    level: Level
    moves: tuple[int, ...]
    shortest: bool
    """Whether no solution has fewer moves."""
    value: float
    """By the ranking."""
    measures: dict[str, float]
    """Difficulty, length, and what the ranking asks for."""
    attempt: int
    """Which candidate it was, from 1; the same for the same seed."""
    seconds: float
    """How long after the beginning it was found."""
    better: bool | None
    """Better than the level that was given; None if that one's value is not known."""
    plan: PlanPromise | None = None
    """What its plan promises, if the game has random rules."""


@dataclass(slots=True)
class SuggestionArchive:
    """Keeps the best. `apart`: in how many cells two kept levels differ at least."""

    size: int
    apart: int = 1
    kept: list[Suggestion] = field(default_factory=list)
    threshold: float | None = None
    """What a suggestion must exceed; None until all places have been taken. It never falls."""

    def takes(self, level: Level, value: float) -> bool:
        """Whether a level of this value gets a place."""
        alike = self._alike(level)
        if alike:
            return all(value > item.value for item in alike)
        return self.threshold is None or value > self.threshold

    def put(self, item: Suggestion) -> None:
        """Give a level its place. What is like it, or worst, makes room."""
        alike = self._alike(item.level)
        self.kept = [other for other in self.kept if other not in alike]
        self.kept.append(item)
        self.kept.sort(key=lambda other: (-other.value, other.number))
        del self.kept[self.size :]
        if len(self.kept) == self.size:
            last = self.kept[-1].value
            self.threshold = last if self.threshold is None else max(last, self.threshold)

    def _alike(self, level: Level) -> list[Suggestion]:
        if not self.kept:
            return []
        image = canonical(level)
        return [
            item
            for item in self.kept
            if differing_cells(item.level, level) < self.apart or canonical(item.level) == image
        ]


def differing_cells(one: Level, other: Level) -> int:
    """In how many cells two levels differ; all, if they are not of one size."""
    if (one.width, one.height) != (other.width, other.height):
        return max(len(one.cells), len(other.cells))
    return sum(1 for a, b in zip(one.cells, other.cells, strict=True) if a != b)

"""What is measured of each puzzle for a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.diversity import StepKinds, distance, step_kinds
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.state_limits import MEASURED_STATES
from puzzlesynth.workers import WorkerPool
from puzzlesynth.world import DeadEnd, find_dead_end
from puzzlesynth.world.difficulty import Difficulty, difficulty_of


@dataclass(frozen=True)
class PuzzleMeasurement:
    puzzle: Puzzle
    difficulty: Difficulty
    rules: frozenset[int]
    items: frozenset[str]
    kinds: StepKinds
    dead_end: tuple[str, ...]
    """The shortest way into a dead end, as text; empty: there is none, or none was found within the limit."""


def measure(pack: Pack, puzzle: Puzzle) -> PuzzleMeasurement:
    item = puzzle.items
    found = find_dead_end(pack, puzzle, MEASURED_STATES)
    return PuzzleMeasurement(
        puzzle=puzzle,
        difficulty=difficulty_of(pack, puzzle, MEASURED_STATES),
        rules=frozenset(step.rule for step in puzzle.steps),
        items=frozenset(item[name] for step in puzzle.steps for name in (*step.inputs, *step.outputs))
        | {new.item for new in puzzle.creates},
        kinds=step_kinds(puzzle),
        dead_end=tuple(map(str, found.trace)) if isinstance(found, DeadEnd) else (),
    )


def measure_all(pack: Pack, puzzles: Iterable[Puzzle], processes: int) -> Iterator[PuzzleMeasurement]:
    """Measures puzzles in this many other processes, or in this one if it is 0, in the order in which they come."""
    with WorkerPool(partial(measure, pack), processes) as pool:
        yield from pool.map(puzzles)


@dataclass(frozen=True)
class Pair:
    distance: float
    one: int
    other: int


def pairs(measured: list[PuzzleMeasurement]) -> list[Pair]:
    """All pairs, the most similar first."""
    found = [
        Pair(round(distance(measured[a].kinds, measured[b].kinds), 3), a, b)
        for a, b in combinations(range(len(measured)), 2)
    ]
    return sorted(found, key=lambda pair: (pair.distance, pair.one, pair.other))

"""Choosing among puzzles: those of a wanted difficulty, or those that are as different as possible.

Difficulty is measured by playing, so the synthesizer cannot aim at it directly. What it can aim at is the number of
steps, which counts for most: where plain draws do not hit, easy puzzles are looked for among those with ever fewer
steps, hard ones among those with ever more, for a while each. In the end nothing bounds the search, so whatever there
is comes at some time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from puzzlesynth.deadline import FOREVER, Deadline, OutOfTime, check_time
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.diversity import most_different
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.world.difficulty import measured

Make = Callable[[Sequence[str], float | None], Iterator[Puzzle]]
"""Makes puzzles under some more constraints, for a number of seconds at most."""

PATIENCE = 12
"""Puzzles of another difficulty in a row after which the next bound on steps is tried."""

A_WHILE = 10.0
"""Seconds for each bound."""

POOL = 8
"""Puzzles that are drawn for each one that is wanted, to choose from."""

LEAST_POOL = 60


def select_by_grade(pack: Pack, grade: str, make: Make, deadline: Deadline = FOREVER) -> Iterator[Puzzle]:
    """The puzzles of one grade of difficulty."""
    seen: dict[str, int] = {}
    for share in (*_SHARES[grade], None):
        constraint = _bound(share, sorted(seen.values()))
        limited = share is not None
        misses = 0
        try:
            for puzzle in make(constraint, A_WHILE if limited else None):
                if puzzle.tree in seen:
                    continue
                seen[puzzle.tree] = len(puzzle.steps)
                with deadline.applied():
                    rated = measured(pack, puzzle)
                if rated.difficulty["grade"] == grade:
                    misses = 0
                    kept = rated.constraints
                    yield replace(rated, constraints=kept[: len(kept) - len(constraint)])
                else:
                    misses += 1
                if limited and misses >= PATIENCE:
                    break
        except OutOfTime:
            # It may have been the whole request's time, and not only this bound's.
            deadline.check()
            check_time()
            if not limited:
                raise


_SHARES = {"easy": (0.0, 0.85, 0.7, 0.5), "medium": (), "hard": (0.0, 1.0, 1.15, 1.3)}
"""Bounds as shares of the steps that most puzzles so far had; 0: no bound."""


def _bound(share: float | None, steps: list[int]) -> tuple[str, ...]:
    if not share or not steps:
        return ()
    typical = steps[len(steps) // 2]
    if share < 1:
        return (f"asp:at_most_steps({max(1, round(typical * share))})",)
    return (f"asp:at_least_steps({round(typical * share)})",)


@dataclass(frozen=True)
class DiverseSelection:
    """Puzzles chosen from a larger number of draws."""

    puzzles: list[Puzzle]
    plain: list[Puzzle]
    """The first draws, to compare with."""
    in_time: bool
    """Whether there was time for all draws."""


def select_diverse(puzzles: Iterator[Puzzle], number: int) -> DiverseSelection:
    """The `number` most different puzzles, from as many draws as there is time for."""
    pool: list[Puzzle] = []
    in_time = True
    try:
        for puzzle in islice(puzzles, max(LEAST_POOL, POOL * number)):
            pool.append(puzzle)
    except OutOfTime:
        in_time = False
    return DiverseSelection(most_different(pool, number), pool[:number], in_time)

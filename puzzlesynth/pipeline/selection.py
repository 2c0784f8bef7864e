"""Choosing among puzzles: those of a wanted difficulty, or those that are as different as possible.

Difficulty is measured by playing, so the synthesizer cannot aim at it directly. It can aim at the number of steps,
which counts most: if plain draws do not succeed, easy puzzles are drawn with fewer and fewer steps, and hard ones with
more and more, for a while each. In the end nothing bounds the search, so every puzzle comes at some point.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from puzzlesynth.deadline import FOREVER, Deadline, OutOfTime, check_time
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.diversity import most_different
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.synth.options import Range, Target, Targets
from puzzlesynth.world.difficulty import area_difficulties, measured

Make = Callable[["Bounds", float | None], Iterator[Puzzle]]
"""Makes puzzles within additional bounds, for at most this many seconds."""

PATIENCE = 12
"""Puzzles of another difficulty in a row after which the next bound on steps is tried."""

A_WHILE = 10.0
"""Seconds for each bound."""

POOL = 8
"""Puzzles that are drawn for each one that is wanted, to choose from."""

LEAST_POOL = 60


@dataclass(frozen=True)
class Bounds:
    """Bounds on the number of steps, in addition to the targets."""

    constraints: tuple[str, ...] = ()
    """On the whole puzzle."""
    targets: tuple[Target, ...] = ()
    """On single areas."""


NO_BOUNDS = Bounds()


def select_by_grade(
    pack: Pack, targets: Targets, make: Make, deadline: Deadline = FOREVER
) -> Iterator[Puzzle]:
    """The puzzles whose difficulty fits the targets, as a whole and in each area."""
    seen: dict[str, Counter[str]] = {}
    grades = [targets.grade, *(grade for _, grade in targets.area_grades)]
    rounds = max(len(_SHARES[grade]) for grade in grades if grade)
    for number in (*range(rounds), None):
        bounds = NO_BOUNDS if number is None else _bounds(targets, number, list(seen.values()))
        limited = number is not None
        misses = 0
        try:
            for puzzle in make(bounds, A_WHILE if limited else None):
                if puzzle.tree in seen:
                    continue
                seen[puzzle.tree] = Counter(step.area for step in puzzle.steps)
                with deadline.applied():
                    rated = _rated(pack, puzzle, targets)
                if rated is not None:
                    misses = 0
                    kept = rated.constraints
                    yield replace(rated, constraints=kept[: len(kept) - len(bounds.constraints)])
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


def _rated(pack: Pack, puzzle: Puzzle, targets: Targets) -> Puzzle | None:
    """The puzzle with its difficulty, if it fits."""
    wanted = dict(targets.area_grades)
    if wanted and any(one.level != wanted[area] for area, one in area_difficulties(pack, puzzle, wanted)):
        return None
    rated = measured(pack, puzzle)
    return rated if targets.grade in (None, rated.difficulty["grade"]) else None


_SHARES: dict[str, tuple[float, ...]] = {
    "easy": (0.0, 0.85, 0.7, 0.5),
    "medium": (),
    "hard": (0.0, 1.0, 1.15, 1.3),
}
"""Bounds as shares of the steps that most puzzles so far had; 0: no bound."""


def _bounds(targets: Targets, number: int, seen: Sequence[Counter[str]]) -> Bounds:
    """The bounds of one round. An area whose steps are given already has no other bound."""
    constraints: list[str] = []
    areas: list[Target] = []
    whole = _range(targets.grade, number, [counts.total() for counts in seen])
    if whole is not None:
        name, steps = ("most", whole.most) if whole.least is None else ("least", whole.least)
        constraints.append(f"asp:at_{name}_steps({steps})")
    for area, grade in targets.area_grades:
        range_ = _range(grade, number, [counts[area] for counts in seen])
        if range_ is not None and targets.of(area, "steps") is None:
            areas.append(Target("steps", area, range_))
    return Bounds(tuple(constraints), tuple(areas))


def _range(grade: str | None, number: int, steps: Sequence[int]) -> Range | None:
    share = _SHARES[grade][number] if grade and number < len(_SHARES[grade]) else 0.0
    if not share or not steps:
        return None
    typical = sorted(steps)[len(steps) // 2]
    return Range(None, max(1, round(typical * share))) if share < 1 else Range(round(typical * share), None)


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

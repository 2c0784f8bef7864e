"""Several runs of generation side by side, with seeds of their own, of which the best levels are kept.

The number of runs is always the same, so the result does not depend on how many processes there are. A level says which
seed made it: that seed alone makes it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from puzzlesynth.workers import WorkerPool

from .diversity import LevelDiversity, LevelPattern
from .generation import GeneratedLevel, GenerateOrder, GenerationProgress, generate_levels, require_searchable
from .placement.placement_solver import NoPlacement

RUNS = 4
SEED_STEP = 1_000_003
"""Between the seeds of two runs, so that the runs of neighbouring seeds are different ones."""


@dataclass(frozen=True, slots=True)
class RunResult:
    """What came of one run; `conflict` if no start satisfies the demands."""

    made: list[GeneratedLevel]
    tally: GenerationProgress
    conflict: tuple[tuple[str, ...], bool] | None = None
    """Reasons, and whether that is proven."""


def run_order(order: GenerateOrder) -> RunResult:
    """One run, for a worker."""
    try:
        return RunResult(*generate_levels(order))
    except NoPlacement as none:
        return RunResult([], GenerationProgress(order.count), (none.reasons, none.proven))


def generate_in_parallel(
    order: GenerateOrder, jobs: int, progress: Callable[[GenerationProgress], None] | None = None
) -> tuple[list[GeneratedLevel], GenerationProgress]:
    """The best levels of all runs, as `generate_levels` gives them. Raises what it raises."""
    require_searchable(order.game)
    limit = None if order.time_limit is None else order.time_limit * min(1.0, jobs / RUNS)
    orders = [
        replace(order, seed=order.seed + number * SEED_STEP, time_limit=limit) for number in range(RUNS)
    ]
    results: list[RunResult] = []
    together = GenerationProgress(order.count)
    try:
        with WorkerPool(run_order, jobs if jobs > 1 else 0) as pool:
            for result in pool.map(orders):
                results.append(result)
                together = _together(order, results)
                if progress is not None:
                    progress(together)
    except KeyboardInterrupt:
        together.stopped = "interrupted"
    conflicts = [result.conflict for result in results if result.conflict is not None]
    if conflicts and len(conflicts) == len(results):
        raise NoPlacement(conflicts[0][0], proven=conflicts[0][1])
    made = _best(order, [item for result in results for item in result.made])
    if together.stopped != "interrupted" and len(made) >= order.count:
        together.stopped = "done"
    return made, together


def _together(order: GenerateOrder, results: list[RunResult]) -> GenerationProgress:
    total = GenerationProgress(order.count)
    total.tries = sum(result.tally.tries for result in results)
    total.reasons = sum((result.tally.reasons for result in results), Counter())
    total.stopped = results[-1].tally.stopped
    return total


def _best(order: GenerateOrder, found: list[GeneratedLevel]) -> list[GeneratedLevel]:
    """The best levels of which no two are alike."""
    difference = LevelDiversity(order.game, order.layout, order.differ)
    chosen: list[tuple[GeneratedLevel, LevelPattern]] = []
    for item in sorted(found, key=lambda item: (-item.worth, item.seed, item.attempt)):
        pattern = difference.pattern(item.level, None if order.outcomes.solution else item.moves)
        if len(chosen) < order.count and all(difference.differ(pattern, other) for _, other in chosen):
            chosen.append((item, pattern))
    patterns = [pattern for _, pattern in chosen]
    return [replace(item, differs=difference.nearest(pattern, patterns)) for item, pattern in chosen]

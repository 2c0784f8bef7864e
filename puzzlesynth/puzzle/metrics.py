"""Numbers about a puzzle that follow from its tree alone."""

from __future__ import annotations

from puzzlesynth.quick_dataclasses import dataclass

from .model import Puzzle, Step


@dataclass(frozen=True)
class AreaMetrics:
    """The same numbers for the part of one area."""

    steps: int
    depth: int
    """How many steps the longest chain from the goal down to a leaf has, within the area."""
    leaves: int
    """How many different start objects its steps use."""


def metrics_of(puzzle: Puzzle) -> dict[str, int]:
    """The numbers that a puzzle's JSON carries."""
    herrings = len(red_herrings(puzzle))
    return {
        "steps": len(puzzle.steps),
        "depth": max(area_depths(puzzle).values(), default=0),
        "objects": len(puzzle.objects),
        **({"herrings": herrings} if herrings else {}),
    }


def red_herrings(puzzle: Puzzle) -> tuple[str, ...]:
    """The objects that were placed though no step takes them, not even inside something that it takes."""
    used = {name for step in puzzle.steps for name in (*step.inputs, *step.outputs)}
    return tuple(
        thing.id for thing in puzzle.objects if thing.placed and thing.id not in used and thing.inside is None
    )


def area_metrics(puzzle: Puzzle) -> dict[str, AreaMetrics]:
    depths = area_depths(puzzle)
    start = {placed.id for placed in puzzle.objects}
    found = {}
    for goal in puzzle.areas:
        steps = [step for step in puzzle.steps if step.area == goal.name]
        leaves = {
            name
            for step in steps
            for name, source in zip(step.inputs, step.sources, strict=False)
            if source is None and name in start
        }
        found[goal.name] = AreaMetrics(len(steps), depths[goal.name], len(leaves))
    return found


def area_depths(puzzle: Puzzle) -> dict[str, int]:
    """For each area the number of steps on the longest chain under its goal, within the area."""
    steps = {step.id: step for step in puzzle.steps}
    known: dict[str, int] = {}
    return {goal.name: _depth(steps, known, goal.solved_by, goal.name) for goal in puzzle.areas}


def _depth(steps: dict[str, Step], known: dict[str, int], top: str, area: str) -> int:
    """Without recursion, so that a chain of any length is fine; a step in a circle counts once."""
    if top not in steps or steps[top].area != area:
        return 0
    todo = [top]
    entered: set[str] = set()
    while todo:
        name = todo[-1]
        below = [s for s in steps[name].sources if s in steps and s is not None and steps[s].area == area]
        if name in entered:
            known[name] = 1 + max((known.get(source, 0) for source in below), default=0)
            todo.pop()
            continue
        entered.add(name)
        todo += [source for source in below if source not in known and source not in entered]
        if name in known:
            todo.pop()
    return known[top]

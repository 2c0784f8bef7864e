"""Ways to solve an area without a step of its tree, and ways to solve it before it is open.

Both are decided exactly: most are ruled out without search, the rest by searching with the step left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeVar

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.state_limits import STATE_LIMIT
from puzzlesynth.world.ground_task import GroundTask, ground_task
from puzzlesynth.world.grounder import TooLarge
from puzzlesynth.world.rule_semantics import Mechanics
from puzzlesynth.world.search.delete_relaxation import DeleteRelaxation
from puzzlesynth.world.search.goal_reachability import can_be_solved
from puzzlesynth.world.search.state_space import search
from puzzlesynth.world.state import WorldError
from puzzlesynth.world.trace import Trace, made_items, start_objects, trace_path

PLAIN_STATES = 400
"""States that are explored before the search is restricted to what can matter."""

StepClass = tuple[int, str]
"""A rule's number and the item of its principal result: steps that are the same but for copies."""


@dataclass(frozen=True)
class Shortcut:
    """An area can be solved without one of its steps."""

    area: str
    step: str
    """The step that is left out."""
    trace: Trace
    """A shortest way to do it."""
    start_objects: tuple[str, ...]
    """The objects of the start that the way uses."""
    items: tuple[str, ...]
    """The items that it makes."""


@dataclass(frozen=True)
class SequenceBreak:
    """An area can be solved while it is not open."""

    area: str
    trace: Trace


@dataclass(frozen=True)
class Undecided:
    """The limit was reached before the question was answered."""

    reason: str
    states: int = 0


def classes_by_area(mechanics: Mechanics, puzzle: Puzzle) -> dict[StepClass, dict[str, str]]:
    """Each class of steps, and for each area whose tree has it, the first such step."""
    items = puzzle.items
    found: dict[StepClass, dict[str, str]] = {}
    for index, step in enumerate(puzzle.steps):
        if not 1 <= step.rule <= len(mechanics.semantics):
            raise WorldError(f"steps[{index}].rule: the pack has no rule {step.rule}")
        principal = mechanics.semantics[step.rule - 1].principal
        if principal is not None:
            made = items.get(step.outputs[principal]) if principal < len(step.outputs) else None
            if made is None:
                raise WorldError(f"steps[{index}].outputs: what it makes is missing")
            kind = (step.rule, made)
            found.setdefault(kind, {}).setdefault(step.area, step.id)
    return found


@dataclass(frozen=True)
class SkippableStep:
    """A class of steps that the delete relaxation can do without."""

    kind: StepClass
    areas: dict[str, str]
    """The areas that can be solved without it, and for each the first such step of its tree."""
    actions: list[int]
    """What is left out for it."""


def skippable_steps(
    relaxation: DeleteRelaxation,
    puzzle: Puzzle,
    without: Sequence[int] = (),
    areas: Collection[str] | None = None,
) -> Iterator[SkippableStep]:
    """The suspects: where the relaxation needs a step, so does the game.

    `without`: actions that are left out anyway. `areas`: those that matter; all if None.
    """
    task = relaxation.task
    for kind, steps in classes_by_area(task.instance.mechanics, puzzle).items():
        asked = {area: step for area, step in steps.items() if areas is None or area in areas}
        if asked:
            actions = [*without, *task.by_step_class.get(kind, ())]
            solvable = relaxation.solvable_areas(actions)
            found = {area: step for area, step in asked.items() if area in solvable}
            if found:
                yield SkippableStep(kind, found, actions)


@dataclass(frozen=True)
class WayAround:
    """A shortest path that solves an area without a step of its tree."""

    area: str
    step: str
    path: list[int]


def ways_around_steps(
    relaxation: DeleteRelaxation, limit: int, without: Sequence[int] = ()
) -> Iterator[WayAround | Undecided]:
    """For each area and class of steps a way around it, if there is one, or that it stays undecided."""
    task = relaxation.task
    for suspect in skippable_steps(relaxation, task.instance.puzzle, without):
        areas = suspect.areas
        found = search(task, min(limit, PLAIN_STATES), without=suspect.actions, targets=areas)
        if not found.complete and not found.solved.keys() >= areas.keys() and limit > PLAIN_STATES:
            areas = {
                area: step
                for area, step in areas.items()
                if area in found.solved
                or can_be_solved(relaxation, area, suspect.actions, limit) is not False
            }
            if not areas:
                continue
            found = search(task, limit, without=suspect.actions, targets=areas)
        for area, step in areas.items():
            if area in found.solved:
                yield WayAround(area, step, found.path_through(found.solved[area]))
        if not found.complete and not found.solved.keys() >= areas.keys():
            yield Undecided(f"whether {next(iter(areas.values()))} can be left out", len(found.states))


def shortcuts(task: GroundTask, limit: int = STATE_LIMIT) -> Iterator[Shortcut | Undecided]:
    """Every pair of area and step class that a shortest way around exists for, or that stays undecided."""
    for one in ways_around_steps(DeleteRelaxation(task), limit):
        if isinstance(one, Undecided):
            yield one
        else:
            trace = trace_path(task, one.path)
            yield Shortcut(one.area, one.step, trace, start_objects(task, trace), made_items(trace))


def find_shortcut(
    pack: Pack, puzzle: Puzzle, limit: int = STATE_LIMIT, areas: Collection[str] | None = None
) -> Shortcut | Undecided | None:
    """The shortest of all shortcuts, or of those in some areas. None: proven that there is none.

    `WorldError`: the puzzle cannot be run.
    """
    try:
        found = shortcuts(ground_task(pack, puzzle), limit)
        return shortest(one for one in found if areas is None or getattr(one, "area", None) in (None, *areas))
    except TooLarge as problem:
        return Undecided(str(problem))


Finding = TypeVar("Finding", Shortcut, SequenceBreak)


def shortest(found: Iterable[Finding | Undecided]) -> Finding | Undecided | None:
    """The finding with the shortest trace; without any, the first question that stayed open."""
    best: Finding | None = None
    open_question: Undecided | None = None
    for one in found:
        if isinstance(one, Undecided):
            open_question = open_question or one
        elif best is None or len(one.trace) < len(best.trace):
            best = one
    return best or open_question


def sequence_breaks(task: GroundTask, limit: int = STATE_LIMIT) -> Iterator[SequenceBreak | Undecided]:
    """For every area that is closed at the start, a shortest way to solve it before it is open, if any."""
    relaxation: DeleteRelaxation | None = None
    for area in task.instance.goals:
        if area in task.instance.open:
            continue
        relaxation = relaxation or DeleteRelaxation(task)
        if area not in relaxation.solvable_areas(never=("open", area)):
            continue
        found = search(task, limit, targets=[area], barrier=task.open_bit[area], early=True)
        if area in found.solved_early:
            path = found.path_through(found.solved_early[area])
            yield SequenceBreak(area, trace_path(task, path))
        elif not found.complete:
            yield Undecided(f"whether {area} can be solved before it is open", len(found.states))


def find_sequence_break(
    pack: Pack, puzzle: Puzzle, limit: int = STATE_LIMIT
) -> SequenceBreak | Undecided | None:
    """The shortest of all sequence breaks. None: proven that there is none."""
    try:
        return shortest(sequence_breaks(ground_task(pack, puzzle), limit))
    except TooLarge as problem:
        return Undecided(str(problem))

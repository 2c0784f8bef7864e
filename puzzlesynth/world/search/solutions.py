"""`solve`: every way to win a puzzle, up to the order of independent steps.

A solution is a set of steps with which the game can be won and of which none can be left out. All solutions are found
by exclusion: win with the allowed actions, keep only what was needed, then forbid each of these actions in turn and see
whether the game can still be won. An action is a step on objects in one state. So a set of actions that does not
contain a smaller set may still be the same steps and some more, which only put objects into another state on the way;
it is not a solution.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Iterator

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.state_limits import STATE_LIMIT
from puzzlesynth.world.ground_task import GroundTask, ground_task
from puzzlesynth.world.grounder import TooLarge
from puzzlesynth.world.trace import Trace, trace_path
from puzzlesynth.world.verification.rehearsal import solution_actions
from puzzlesynth.world.verification.shortcuts import Undecided, classes_by_area

from .delete_relaxation import DeleteRelaxation
from .linear_extensions import LinearExtensions, linear_extensions_of
from .solution_comparison import Kinds, counterparts, deeds_of, kinds_of
from .spare_steps import has_spare_steps
from .state_space import search

MOST_SOLUTIONS = 1000


@dataclass(frozen=True)
class Solution:
    trace: Trace
    """The steps in one possible order."""
    before: tuple[frozenset[int], ...]
    """For each step, the positions of those that come before it in every order."""
    orders: int | Undecided
    """The number of orders in which it can be done."""
    intended: bool
    skips: tuple[str, ...] = ()
    """Steps of the puzzle that it skips."""

    @property
    def links(self) -> tuple[tuple[int, int], ...]:
        """The transitive reduction of the partial order: (earlier, later)."""
        found = []
        for later, earlier in enumerate(self.before):
            implied = frozenset(far for near in earlier for far in self.before[near])
            found += [(one, later) for one in sorted(earlier - implied)]
        return tuple(found)


@dataclass(frozen=True)
class Solutions:
    found: tuple[Solution, ...]
    complete: bool
    """Whether these are all."""
    intended_works: bool
    """Whether the puzzle's own solution wins."""

    @property
    def intended(self) -> Solution | None:
        return next((solution for solution in self.found if solution.intended), None)


def solve(
    pack: Pack, puzzle: Puzzle, limit: int = STATE_LIMIT, most: int = MOST_SOLUTIONS
) -> Solutions | Undecided:
    """All solutions. `WorldError`: the puzzle cannot be run."""
    try:
        task = ground_task(pack, puzzle)
    except TooLarge as problem:
        return Undecided(str(problem))
    own = solution_actions(task)
    seen: dict[tuple[tuple[object, ...], ...], Solution] = {}
    complete = True
    for plan in _plans(task, limit):
        if isinstance(plan, Undecided):
            complete = False
            continue
        seen.setdefault(_told(task, plan), _solution(task, plan, own))
        if len(seen) >= most:
            complete = False
            break
    ordered = sorted(
        _distinct(task, list(seen.values()), kinds_of(puzzle)),
        key=lambda found: (not found.intended, len(found.trace)),
    )
    return Solutions(tuple(ordered), complete, own is not None)


def _distinct(task: GroundTask, found: list[Solution], kinds: Kinds) -> list[Solution]:
    """The solutions that are not another one with more steps; solutions with the same steps are merged."""
    kept: list[Solution] = []
    deeds = [deeds_of(one.trace) for one in found]
    kept_deeds: list[Counter[Hashable]] = []
    for number in sorted(range(len(found)), key=lambda n: (len(found[n].trace), not found[n].intended)):
        one = found[number]
        may_have_spare = False
        for index, other in enumerate(kept):
            check_time()
            if not kept_deeds[index] <= deeds[number]:
                continue
            positions = counterparts(other.trace, one.trace, kinds)
            if positions is not None:
                if len(other.trace) == len(one.trace):
                    kept[index] = _together(other, one, positions)
                break
            may_have_spare = may_have_spare or len(other.trace) < len(one.trace)
        else:
            if not may_have_spare or not has_spare_steps(task, one.trace):
                kept.append(one)
                kept_deeds.append(deeds[number])
    return kept


def _together(one: Solution, other: Solution, positions: list[int]) -> Solution:
    """Two solutions with the same steps, merged. `positions`: where the steps of the first are in the other."""
    own = {position: number for number, position in enumerate(positions)}
    before = tuple(
        earlier & {own[far] for far in other.before[position]}
        for earlier, position in zip(one.before, positions, strict=True)
    )
    orders = one.orders
    if isinstance(orders, int):
        orders = orders + other.orders if isinstance(other.orders, int) else other.orders
    return replace(one, before=before, orders=orders, intended=one.intended or other.intended)


def _plans(task: GroundTask, limit: int) -> Iterator[list[int] | Undecided]:
    """Shortest plans over smallest sets of actions, each set once."""
    relaxation = DeleteRelaxation(task)
    known: list[frozenset[int]] = []
    tried: set[frozenset[int]] = set()
    queue: deque[frozenset[int]] = deque([frozenset()])
    everything = frozenset(range(len(task.actions)))
    while queue:
        check_time()
        forbidden = queue.popleft()
        if forbidden in tried:
            continue
        tried.add(forbidden)
        needed = next((actions for actions in known if not actions & forbidden), None)
        if needed is None:
            plan = _win(task, relaxation, forbidden, limit)
            if isinstance(plan, Undecided):
                yield plan
            if not isinstance(plan, list):
                continue
            plan = _smallest(task, relaxation, everything, plan, limit)
            needed = frozenset(plan)
            known.append(needed)
            yield plan
        queue.extend(forbidden | {action} for action in sorted(needed))


def _win(
    task: GroundTask, relaxation: DeleteRelaxation, without: frozenset[int], limit: int
) -> list[int] | Undecided | None:
    """A shortest plan without some actions; None: proven that there is none."""
    if not relaxation.solvable_areas(without) >= task.instance.goals.keys():
        return None
    found = search(task, limit, without=without)
    for index in range(len(found.states)):
        if found.won(index):
            return found.path(index)
    return None if found.complete else Undecided("whether there are more solutions", len(found.states))


def _smallest(
    task: GroundTask, relaxation: DeleteRelaxation, everything: frozenset[int], plan: list[int], limit: int
) -> list[int]:
    """The same plan without what can be left out."""
    for action in sorted(set(plan)):
        if action in plan:
            fewer = _win(task, relaxation, everything - set(plan) | {action}, limit)
            if isinstance(fewer, list):
                plan = fewer
    return plan


def _told(task: GroundTask, plan: list[int]) -> tuple[tuple[object, ...], ...]:
    """What a plan does, whatever the places in which it does it."""
    told: Counter[tuple[object, ...]] = Counter()
    for index in plan:
        action = task.actions[index]
        inputs = tuple(str(task.objects[fact].node) for fact in action.inputs)
        outputs = tuple(str(task.objects[fact].node) for fact in action.outputs)
        told[action.rule, inputs, outputs] += 1
    return tuple(sorted(((*key, count) for key, count in told.items()), key=repr))


def _solution(task: GroundTask, plan: list[int], own: list[int] | None) -> Solution:
    orders = linear_extensions_of(task, plan)
    kinds = {task.actions[index].step_class for index in plan}
    classes = classes_by_area(task.instance.mechanics, task.instance.puzzle)
    skipped = [step for kind, steps in classes.items() if kind not in kinds for step in steps.values()]
    return Solution(
        trace=trace_path(task, plan),
        before=orders.before if isinstance(orders, LinearExtensions) else tuple(frozenset() for _ in plan),
        orders=orders.count if isinstance(orders, LinearExtensions) else orders,
        intended=own is not None and _told(task, own) == _told(task, plan),
        skips=tuple(sorted(skipped)),
    )

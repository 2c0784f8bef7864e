"""From a state to a way to win, by search in the abstraction.

The search is guided by plans in an easier world, where nothing is ever used up: such a plan is found at once,
and its length tells how far the real end is. Where even the easier world cannot be won, neither can the real
one; that makes most dead ends cheap to prove.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from puzzlesynth.world.task.ground_task import Fact, GroundTask
from puzzlesynth.world.task.reachable_task import REACH

UNREACHABLE = -1
"""The distance where even the easier world cannot be won."""

Plan = tuple[int, ...]
"""Actions, by their index."""


@dataclass(frozen=True)
class _RelaxedOperator:
    """An action without what it takes away, or one of the world's own consequences (action -1)."""

    action: int
    needs: tuple[int, ...]
    gives: tuple[int, ...]


@dataclass(eq=False)
class RelaxedPlanHeuristic:
    """The easier world of a puzzle: facts are numbered, ways lead from facts to facts."""

    puzzle: GroundTask
    ways: list[_RelaxedOperator] = field(default_factory=list)
    waiting: list[list[int]] = field(default_factory=list)
    """For each fact the ways that need it."""
    masks: list[int] = field(default_factory=list)
    """For each fact the bits that count it."""
    goals: tuple[int, ...] = ()
    counts: list[int] = field(default_factory=list)
    """For each way how many facts it needs."""

    def __post_init__(self) -> None:
        numbers: dict[Fact, int] = {}
        for fact, (shift, width) in self.puzzle.fields.items():
            numbers[fact] = len(self.masks)
            self.masks.append(((1 << width) - 1) << shift)
        for index, (condition, change) in enumerate(
            zip(self.puzzle.conditions, self.puzzle.changes, strict=True)
        ):
            needs = tuple(numbers[fact] for fact in condition.needs)
            gives = tuple(numbers[fact] for fact, count in change.items() if count > 0)
            self.ways.append(_RelaxedOperator(index, needs, gives))
        self._add_consequences(numbers)
        self.goals = tuple(numbers["solved", area] for area in self.puzzle.instance.goals)
        self.waiting = [[] for _ in self.masks]
        for number, way in enumerate(self.ways):
            self.counts.append(len(set(way.needs)))
            for fact_number in set(way.needs):
                self.waiting[fact_number].append(number)

    def _add_consequences(self, numbers: dict[Fact, int]) -> None:
        """Goals that are met solve areas, these open others, and what lies there comes into reach."""
        grounding, pack = self.puzzle.grounding, self.puzzle.instance.pack
        for area in self.puzzle.instance.goals:
            solved = numbers["solved", area]
            for fact in grounding.goal_facts(area):
                place = grounding.spots[fact].area
                gate = () if place == REACH else (numbers["open", place],)
                self.ways.append(_RelaxedOperator(-1, (numbers["spot", fact], *gate), (solved,)))
            opened = tuple(numbers["open", name] for name in pack.areas[area].connects if name in pack.areas)
            if opened:
                self.ways.append(_RelaxedOperator(-1, (solved,), opened))
        for fact, spot in enumerate(grounding.spots):
            target = grounding.find(spot._replace(area=REACH))
            if spot.area != REACH and spot.node.form.item.carryable and target is not None:
                needs = (numbers["spot", fact], numbers["open", spot.area])
                self.ways.append(_RelaxedOperator(-1, needs, (numbers["spot", target],)))

    def distance(self, state: int) -> tuple[int, frozenset[int]]:
        """How many actions win the easier world, and which; `UNREACHABLE` if none do."""
        support = self._supports(state, self.goals)
        return (UNREACHABLE, frozenset()) if support is None else self._chosen(support)

    def can_reach(self, state: int, goal: int) -> bool:
        """Whether the easier world has a way to a goal."""
        return self._supports(state, (goal,)) is not None

    def closure(self, facts: Iterable[int]) -> list[bool]:
        """Everything that can come of some facts, by number."""
        known = [False] * len(self.masks)
        missing = self.counts.copy()
        todo = list(facts)
        for fact in todo:
            known[fact] = True
        while todo:
            for number in self.waiting[todo.pop()]:
                missing[number] -= 1
                if not missing[number]:
                    for fact in self.ways[number].gives:
                        if not known[fact]:
                            known[fact] = True
                            todo.append(fact)
        return known

    def _supports(self, state: int, goals: tuple[int, ...]) -> list[int] | None:
        """For each fact the way that first gives it (-1: none needed); None: a goal is out of reach."""
        known = [bool(state & mask) for mask in self.masks]
        support = [-1] * len(self.masks)
        missing = self.counts.copy()
        left = {goal for goal in goals if not known[goal]}
        todo = [fact for fact, there in enumerate(known) if there]
        free = [number for number, way in enumerate(self.ways) if not way.needs]
        while (todo or free) and left:
            ready, free = free, []
            for fact in todo:
                for number in self.waiting[fact]:
                    missing[number] -= 1
                    if not missing[number]:
                        ready.append(number)
            todo = []
            for number in ready:
                for fact in self.ways[number].gives:
                    if not known[fact]:
                        known[fact] = True
                        support[fact] = number
                        todo.append(fact)
                        left.discard(fact)
        return None if left else support

    def _chosen(self, support: Sequence[int]) -> tuple[int, frozenset[int]]:
        """The ways that the goals go back to."""
        chosen: set[int] = set()
        todo = list(self.goals)
        while todo:
            number = support[todo.pop()]
            if number >= 0 and number not in chosen:
                chosen.add(number)
                todo += self.ways[number].needs
        actions = frozenset(self.ways[number].action for number in chosen if self.ways[number].action >= 0)
        return len(actions), actions


def successor(puzzle: GroundTask, state: int, action: int) -> int:
    """The state after an action that is possible."""
    new = state + puzzle.deltas[action]
    if puzzle.solves[action]:
        new = puzzle.settle(new)[0]
    return new


def won(puzzle: GroundTask, state: int) -> bool:
    return state & puzzle.won == puzzle.won


def still_wins(puzzle: GroundTask, state: int, plan: Iterable[int]) -> Plan | None:
    """What remains of a plan in a state: actions that are not possible are left out, and so is what follows the win.

    None: it does not win from here.
    """
    kept: list[int] = []
    for action in plan:
        if won(puzzle, state):
            break
        if puzzle.holds(state, action):
            state = successor(puzzle, state, action)
            kept.append(action)
    return tuple(kept) if won(puzzle, state) else None


def repaired_plan(puzzle: GroundTask, state: int, plan: Plan) -> Plan | None:
    """A plan that does not win any more, with one action before it after which it does."""
    for action in range(len(puzzle.conditions)):
        if puzzle.holds(state, action):
            rest = still_wins(puzzle, successor(puzzle, state, action), plan)
            if rest is not None:
                return (action, *rest)
    return None


def shortened_plan(puzzle: GroundTask, state: int, plan: Plan) -> Plan:
    """The plan without actions that it does not need."""
    position = 0
    while position < len(plan):
        less = still_wins(puzzle, state, plan[:position] + plan[position + 1 :])
        if less is not None and less[:position] == plan[:position] and len(less) < len(plan):
            plan = less
        else:
            position += 1
    return plan


@dataclass(frozen=True)
class PlanSearch:
    """What a search found."""

    plan: Plan | None
    complete: bool
    """Whether nothing was left to look at: without a plan, the game cannot be won."""


def find_plan(easier: RelaxedPlanHeuristic, start: int, limit: int) -> PlanSearch:
    """Best first: the state that looks nearest to the end is looked at next, up to a number of states."""
    puzzle = easier.puzzle
    if won(puzzle, start):
        return PlanSearch((), True)
    distance, helpful = easier.distance(start)
    if distance == UNREACHABLE:
        return PlanSearch(None, True)
    came: dict[int, tuple[int, int]] = {start: (-1, -1)}
    queue: list[tuple[int, int, int, frozenset[int]]] = [(distance, 0, start, helpful)]
    looked = 1
    while queue:
        _, _, state, helpful = heappop(queue)
        for action in _possible(puzzle, state, helpful):
            new = successor(puzzle, state, action)
            if new in came:
                continue
            came[new] = (state, action)
            if won(puzzle, new):
                return PlanSearch(_path(came, new), True)
            distance, next_helpful = easier.distance(new)
            looked += 1
            if distance != UNREACHABLE:
                heappush(queue, (distance, looked, new, next_helpful))
            if looked >= limit:
                return PlanSearch(None, False)
    return PlanSearch(None, True)


def _possible(puzzle: GroundTask, state: int, helpful: frozenset[int]) -> list[int]:
    """What can be done, what looks helpful first."""
    found = [action for action in range(len(puzzle.conditions)) if puzzle.holds(state, action)]
    found.sort(key=lambda action: action not in helpful)
    return found


def _path(came: dict[int, tuple[int, int]], state: int) -> Plan:
    found: list[int] = []
    while came[state][1] >= 0:
        state, action = came[state]
        found.append(action)
    return tuple(found[::-1])

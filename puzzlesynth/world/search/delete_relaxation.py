"""The delete relaxation of a task: nothing is ever lost, so one pass finds everything that can be reached.

A goal that is out of reach in the relaxation is out of reach in the world too. So the relaxation is a sound landmark
test (leave some actions out and see whether the goal is still reached), and makes most dead ends cheap to prove. The
length of a relaxed plan is the h^FF estimate of the distance to the goal (Hoffmann and Nebel 2001).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from puzzlesynth.deadline import check_time
from puzzlesynth.world.ground_task import Fact, GroundTask
from puzzlesynth.world.grounder import REACH

NO_OPERATOR = -1


class DeleteRelaxation:
    """Relaxed operators over numbered facts: first the actions of the task, then its axioms."""

    def __init__(self, task: GroundTask) -> None:
        self.task = task
        self.numbers: dict[Fact, int] = {fact: number for number, fact in enumerate(task.facts)}
        self._masks = [task.layout.mask(fact) for fact in task.facts]
        self._needs: list[list[int]] = []
        self._adds: list[list[int]] = []
        self._users: list[list[int]] = [[] for _ in task.facts]
        for condition, change in zip(task.conditions, task.changes, strict=True):
            self._add_operator(condition.needs, (fact for fact, count in change.items() if count > 0))
        self._add_axioms()
        self._counts = [len(needs) for needs in self._needs]
        self._goals = {area: self.numbers["solved", area] for area in task.instance.goals}

    def _add_operator(self, needs: Iterable[Fact], adds: Iterable[Fact]) -> None:
        known = [self.numbers[fact] for fact in needs]
        for fact in known:
            self._users[fact].append(len(self._needs))
        self._needs.append(known)
        self._adds.append([self.numbers[fact] for fact in adds])

    def _add_axioms(self) -> None:
        """The axioms: goals that are met solve areas, solved areas open others, and what lies there comes into reach."""
        task = self.task
        for area, meeting in task.goal_facts.items():
            for fact in [fact for fact in task.reached.facts if fact in meeting]:
                place = task.objects[fact].area
                gate: list[Fact] = [] if place == REACH else [("open", place)]
                self._add_operator([("object", fact), *gate], [("solved", area)])
            opened = [name for name in task.axioms.areas[area].connects if name in task.open_bit]
            if opened:
                self._add_operator([("solved", area)], [("open", name) for name in opened])
        revealed = dict(task.reached.revealed)
        for fact in task.reached.facts:
            if fact in revealed:
                needs: list[Fact] = [("object", fact), ("open", task.objects[fact].area)]
                self._add_operator(needs, [("object", revealed[fact])])

    def closure(
        self, facts: Iterable[int], without: Collection[int] = (), never: int | None = None
    ) -> list[bool]:
        """For each fact, whether it can be reached from some facts without certain actions and without one fact."""
        known = [False] * len(self._masks)
        missing = self._counts.copy()
        for action in without:
            missing[action] = NO_OPERATOR
        todo = [fact for fact in facts if fact != never]
        for fact in todo:
            known[fact] = True
        while todo:
            for operator in self._users[todo.pop()]:
                missing[operator] -= 1
                if not missing[operator]:
                    for fact in self._adds[operator]:
                        if not known[fact] and fact != never:
                            known[fact] = True
                            todo.append(fact)
        return known

    def _true_in(self, state: int) -> list[int]:
        return [fact for fact, mask in enumerate(self._masks) if state & mask]

    def solvable_areas(self, without: Collection[int] = (), never: Fact | None = None) -> set[str]:
        """The areas that can be solved from the start without certain actions and without one fact."""
        check_time()
        reached = self.closure(
            self._true_in(self.task.start), without, None if never is None else self.numbers[never]
        )
        return {area for area, fact in self._goals.items() if reached[fact]}

    def reachable_things(self, before: str, without: Collection[int] = ()) -> set[int]:
        """What can be there, by the numbers of facts, as long as an area is not solved."""
        reached = self.closure(self._true_in(self.task.start), without, self._goals[before])
        return {fact for fact in self.task.reached.facts if reached[self.numbers["object", fact]]}

    def can_solve(self, state: int, area: str) -> bool:
        """Whether an area can still be solved from a state."""
        return self._supports(state, {self._goals[area]}) is not None

    def relaxed_plan(self, state: int) -> frozenset[int] | None:
        """A relaxed plan from a state; None: not even the relaxed game can be won."""
        support = self._supports(state, set(self._goals.values()))
        if support is None:
            return None
        chosen: set[int] = set()
        todo = list(self._goals.values())
        while todo:
            operator = support[todo.pop()]
            if operator != NO_OPERATOR and operator not in chosen:
                chosen.add(operator)
                todo += self._needs[operator]
        return frozenset(operator for operator in chosen if operator < len(self.task.actions))

    def _supports(self, state: int, goals: set[int]) -> list[int] | None:
        """For each fact, the operator that first adds it, layer by layer; None: a goal is out of reach."""
        known = [bool(state & mask) for mask in self._masks]
        support = [NO_OPERATOR] * len(self._masks)
        missing = self._counts.copy()
        left = {goal for goal in goals if not known[goal]}
        todo = [fact for fact, there in enumerate(known) if there]
        while todo and left:
            ready = []
            for fact in todo:
                for operator in self._users[fact]:
                    missing[operator] -= 1
                    if not missing[operator]:
                        ready.append(operator)
            todo = []
            for operator in ready:
                for fact in self._adds[operator]:
                    if not known[fact]:
                        known[fact] = True
                        support[fact] = operator
                        todo.append(fact)
                        left.discard(fact)
        return None if left else support

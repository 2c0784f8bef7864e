"""Whether an area can be solved at all, following only what can matter for that: strong stubborn sets (Wehrle and Helmert
2014).

In each state a set of actions is followed without which the area is never solved, whatever else is done: all that may
solve it, for those that are not possible yet all that may bring about something that they lack, and for those that are
possible all that may get in each other's way. What is left out can be done later as well, or need not be done. So if no
state that is kept solves the area, none does. What brings about nothing that can matter is not looked at in the first
place. States in which there is not enough left, by the prices of a `ResourceBound`, are not followed; most questions are
answered by these prices alone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from operator import sub

from puzzlesynth.deadline import check_time
from puzzlesynth.world.ground_task import Fact, GroundTask, Mask, members

from .delete_relaxation import DeleteRelaxation
from .interference import Interference, Openings, Settlement, given_by_opening
from .resource_bound import Allowance, ResourceBound


def can_be_solved(
    relaxation: DeleteRelaxation, area: str, without: Collection[int], limit: int
) -> bool | None:
    """Whether an area can be solved although some actions are not done; None: not decided within `limit` states."""
    task = relaxation.task
    if task.start & task.solved_bit[area]:
        return True
    bound = ResourceBound(relaxation, area, without)
    prices = bound.best_prices()
    if bound.exceeds(prices):
        return False
    allowances = [Allowance(task, area, prices)]
    for other in bound.before:
        allowances.append(Allowance(task, other, ResourceBound(relaxation, other, without).best_prices()))
    return _GoalSearch(task, area, frozenset(without)).run(limit, allowances)


class _GoalSearch:
    def __init__(self, task: GroundTask, area: str, without: frozenset[int]) -> None:
        self._task, self._target, self._area = task, task.solved_bit[area], area
        self._settlement, self._openings = Settlement(task), Openings(task)
        self._take({number for number in range(len(task.numbers)) if number not in without})
        self._take({self._own[number] for number in members(self._relevant())})

    def _take(self, actions: set[int]) -> None:
        """From now on these are all the actions that there are."""
        task = self._task
        kept = {task.numbers[number]: number for number in actions}
        self._interference = interference = Interference(task.layout, kept, lambda _: 0)
        self._own = [kept[action] for action in interference.actions]
        """The number of each action in the task."""
        self._opening = given_by_opening(task, interference)
        self._ways: dict[int, list[tuple[int, int, Mask]]] = {}
        """For each action that was asked for, the tests of what it needs, and the actions that bring that about."""
        self._goal: Mask = 0
        """The actions that may solve the area, by what they make or by what they open."""
        self._settling: Mask = 0
        for number, own in enumerate(self._own):
            if task.solves[own]:
                self._settling |= 1 << number
                if self._area in self._openings.following(task.solves[own]).areas:
                    self._goal |= 1 << number

    def _relevant(self) -> Mask:
        """The actions that bring about something that the goal or another one of them needs. Whatever else is done can be
        left out: there is only more of everything then."""
        inside = todo = self._goal
        while todo:
            bit = todo & -todo
            todo ^= bit
            for fact in self._interference.needs(bit.bit_length() - 1):
                more = self._giving(fact) & ~inside
                inside |= more
                todo |= more
        return inside

    def _giving(self, fact: Fact) -> Mask:
        return self._interference.givers(fact) | self._opening.get(fact, 0)

    def run(self, limit: int, allowances: Sequence[Allowance]) -> bool | None:
        interference, deltas, target = self._interference, self._interference.deltas, self._target
        start = self._task.start
        seen = {start}
        losing = list(zip(*([one.losses[own] for own in self._own] for one in allowances), strict=True))
        todo = [
            (start, interference.possible(start, interference.all), [one.left(start) for one in allowances])
        ]
        while todo:
            check_time()
            if len(seen) > limit:
                return None
            state, possible, left = todo.pop()
            followed = self._stubborn(state, possible)
            while followed:
                bit = followed & -followed
                followed ^= bit
                number = bit.bit_length() - 1
                new = state + deltas[number]
                settles = bit & self._settling
                if settles:
                    new = self._settlement.settled(new, self._own[number])
                    if new & target:
                        return True
                if new in seen:
                    continue
                seen.add(new)
                still = (
                    [one.left(new) for one in allowances] if settles else list(map(sub, left, losing[number]))
                )
                if min(still) < 0:
                    continue  # there is not enough left
                touched = interference.all if settles else interference.touched(number)
                todo.append((new, possible & ~touched | interference.possible(new, touched), still))
        return False

    def _stubborn(self, state: int, possible: Mask) -> Mask:
        """The possible actions of a strong stubborn set."""
        rivals = self._interference.rivals
        inside = todo = self._goal
        while todo:
            bit = todo & -todo
            todo ^= bit
            number = bit.bit_length() - 1
            more = rivals(number) if bit & possible else self._bringing(state, number, inside)
            todo |= more & ~inside
            inside |= more
        return inside & possible

    def _bringing(self, state: int, number: int, inside: Mask) -> Mask:
        """Those without whom an action that is not possible now never will be: of the facts that it lacks, the one that
        adds fewest."""
        ways = self._ways.get(number)
        if ways is None:
            tests = self._interference.tests(number)
            ways = self._ways[number] = [(bias, guard, self._giving(fact)) for fact, bias, guard in tests]
        best: Mask | None = None
        fewest, outside = 0, ~inside
        for bias, guard, found in ways:
            if (state + bias) & guard == guard:
                continue
            added = (found & outside).bit_count()
            if best is None or added < fewest:
                best, fewest = found, added
                if not added:
                    break
        assert best is not None, "the action is possible"
        return best

"""Whether the game can still be won, and how: exact, from the present state, and remembered.

A winning plan is cached. As long as the rest of it still works after an action, the answer costs a few
additions; only otherwise is there a search.
"""

from __future__ import annotations

from enum import Enum
from functools import cached_property

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.state_limits import STATE_LIMIT
from puzzlesynth.world import State, Status, TooLarge
from puzzlesynth.world.ground_task import GroundTask, ground_task
from puzzlesynth.world.search import planner
from puzzlesynth.world.search.delete_relaxation import DeleteRelaxation
from puzzlesynth.world.search.state_space import search

NEAR = 3_000
"""How many states a guided search explores before an exhaustive one."""

REMEMBERED = 50_000
"""For how many states the answer is kept."""


PLANS = 3
"""How many plans are tried before a search."""


LONG = 100
"""Plans with more actions than this are shortened."""


class Chance(Enum):
    """Whether the game can still be won."""

    WINNABLE = "winnable"
    DEAD = "dead"
    """Proven: no way leads to the win any more."""
    UNDECIDED = "undecided"
    """There are too many states to tell."""


@dataclass(frozen=True)
class Winnability:
    """The answer for one state, with a way to win where there is one."""

    chance: Chance
    plan: planner.Plan = ()


_WON = Winnability(Chance.WINNABLE)
_LOST = Winnability(Chance.DEAD)


class WinnabilityTest:
    """The prospects of one puzzle."""

    def __init__(self, pack: Pack, puzzle: Puzzle, limit: int = STATE_LIMIT) -> None:
        self.pack, self.puzzle, self.limit = pack, puzzle, limit
        self._known: dict[int, Winnability] = {}
        self._plans: list[planner.Plan] = []
        """The plans that were right last, the latest first."""
        self._codes: list[tuple[State, int]] = []

    @cached_property
    def task(self) -> GroundTask | None:
        """The puzzle made ready for searching; None: there is too much of it."""
        try:
            return ground_task(self.pack, self.puzzle)
        except TooLarge:
            return None

    @cached_property
    def _relaxation(self) -> DeleteRelaxation:
        assert self.task is not None
        return DeleteRelaxation(self.task)

    def of(self, state: State) -> Winnability:
        """Whether the game can still be won from a state."""
        if state.status is Status.LOST:
            return _LOST
        if state.solved >= {goal.name for goal in self.puzzle.areas}:
            return _WON
        task = self.task
        if task is None:
            return Winnability(Chance.UNDECIDED)
        code = self._code(task, state)
        known = self._known.get(code)
        if known is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            known = self._known[code] = self._found(task, code)
        self._keep(known.plan)
        return known

    def _keep(self, plan: planner.Plan) -> None:
        if plan and (not self._plans or self._plans[0] != plan):
            self._plans = [plan, *self._plans[: PLANS - 1]]

    def _code(self, task: GroundTask, state: State) -> int:
        """A state as a number; that of the last ones is asked for again and again."""
        for known, code in self._codes:
            if known is state:
                return code
        code = task.encode(state)
        self._codes = [(state, code), *self._codes[:3]]
        return code

    def _found(self, task: GroundTask, code: int) -> Winnability:
        for way in (planner.still_wins, planner.repaired_plan):
            for plan in self._plans:
                left = way(task, code, plan)
                if left is not None:
                    plan = left if len(left) <= LONG else planner.shortened_plan(task, code, left)
                    return Winnability(Chance.WINNABLE, plan)
        near = planner.find_plan(self._relaxation, code, NEAR)
        if near.plan is not None:
            return Winnability(Chance.WINNABLE, near.plan)
        if near.complete:
            return Winnability(Chance.DEAD)
        return self._explored(task, code)

    def _explored(self, task: GroundTask, code: int) -> Winnability:
        """Searches the whole state space, where the guided search did not decide."""
        everything = search(task, self.limit, start=code)
        winning = next((i for i in range(len(everything.states)) if everything.won(i)), None)
        if winning is not None:
            return Winnability(Chance.WINNABLE, tuple(everything.path(winning)))
        return Winnability(Chance.DEAD if everything.complete else Chance.UNDECIDED)

    def best_plan(self, state: State) -> planner.Plan:
        """A way to win without anything needless, or none."""
        task, prospect = self.task, self.of(state)
        if task is None or not prospect.plan:
            return ()
        code = self._code(task, state)
        plan = planner.shortened_plan(task, code, prospect.plan)
        self._known[code] = Winnability(Chance.WINNABLE, plan)
        self._keep(plan)
        return plan

    def lost_areas(self, state: State) -> list[str]:
        """Areas that cannot be solved any more; without a search, some may be missing."""
        task = self.task
        if task is None:
            return []
        code = self._code(task, state)
        left = (area for area in task.instance.goals if area not in state.solved)
        return [area for area in left if not self._relaxation.can_solve(code, area)]

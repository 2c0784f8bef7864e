"""The puzzle's own solution, done in the abstraction: quick, for a stream of puzzles that should all work.

Only success counts here. Where a step is not plainly one of the actions that are possible, `replay` has to look.
"""

from __future__ import annotations

from puzzlesynth.puzzle.model import Step
from puzzlesynth.world.compiled import Compiled
from puzzlesynth.world.grounding import REACH, Action, spot_of
from puzzlesynth.world.plan import Filling, Plan


def rehearsed(puzzle: Compiled) -> bool:
    """True: the solution wins. False: it may or may not."""
    if puzzle.setting.mechanics.open_rules:
        return False
    return _Rehearsal(puzzle).wins()


UNNAMED = ""
"""What is made inside another thing: the puzzle's step does not name it."""


class _Rehearsal:
    def __init__(self, puzzle: Compiled) -> None:
        self._puzzle, self._state = puzzle, puzzle.start
        first, find = puzzle.first, puzzle.grounding.find
        self._facts: dict[str, int | None] = {}
        """For each object that is not inside another one what it is and where."""
        self._inside: dict[str, str] = {}
        """For each object that holds another one, which."""
        for thing in first.things.values():
            if thing.inside is None:
                self._facts[thing.id] = find(spot_of(first, thing))
            else:
                self._inside[thing.inside] = thing.id
        self._actions: dict[tuple[int, tuple[int | None, ...]], list[Action]] = {}
        for action in puzzle.grounding.actions:
            self._actions.setdefault((action.rule, action.inputs), []).append(action)
        self._created = {made.id: made.item for made in puzzle.setting.puzzle.creates}
        self._opened: set[str] = set(first.open)

    def wins(self) -> bool:
        puzzle = self._puzzle.setting.puzzle
        steps = {step.id: step for step in puzzle.steps}
        for name in puzzle.solution:
            if name not in steps or not self._do(steps[name]):
                return False
        won = self._puzzle.won
        return self._state & won == won

    def _do(self, step: Step) -> bool:
        puzzle, plans = self._puzzle, self._puzzle.setting.mechanics.plans
        if not 1 <= step.rule <= len(plans) or self._state & puzzle.won == puzzle.won:
            return False
        plan = plans[step.rule - 1]
        facts = tuple([self._facts.get(name) for name in step.inputs])
        action = self._action(step, self._actions.get((step.rule - 1, facts), ()))
        if action is None or len(set(step.inputs)) < len(step.inputs):
            return False
        if not puzzle.holds(self._state, action.index):
            return False
        self._state += puzzle.deltas[action.index]
        if not self._rename(step, plan, action):
            return False
        solved = puzzle.solves[action.index]
        if solved and not all(self._state & puzzle.solved_bit[area] for area in solved):
            self._settle()
        return True

    @staticmethod
    def _action(step: Step, fitting: list[Action] | tuple[()]) -> Action | None:
        if len(fitting) == 1 and (fitting[0].area == REACH or step.place in (None, fitting[0].area)):
            return fitting[0]
        here = [action for action in fitting if action.area == step.place]
        return here[0] if len(here) == 1 else None

    def _rename(self, step: Step, plan: Plan, action: Action) -> bool:
        """Who is who after the step; False: the step names its outputs otherwise."""
        inside = {name: self._inside.pop(name, None) for name in step.inputs}
        for name in step.inputs:
            del self._facts[name]
        for j, name in enumerate(step.outputs):
            if not self._is_called(step, plan, j, action.outputs[j], inside):
                return False
            self._facts[name] = action.outputs[j]
        for j, name in enumerate(step.outputs):
            source, what = plan.bound[j], plan.filled_by[j]
            if plan.filling[j] is Filling.STORED and what is not None:
                self._inside[name] = step.inputs[what]
                if (held := inside[step.inputs[what]]) is not None:
                    self._inside[step.inputs[what]] = held
            elif plan.filling[j] is Filling.MADE:
                self._inside[name] = UNNAMED
            elif plan.filling[j] is Filling.UNTOUCHED and source is not None:
                held = inside[step.inputs[source]]
                if held is not None:
                    self._inside[name] = held
        return True

    def _is_called(self, step: Step, plan: Plan, j: int, made: int, inside: dict[str, str | None]) -> bool:
        """Whether an output is what the step says it is."""
        name = step.outputs[j]
        source, released = plan.bound[j], plan.released[j]
        if source is not None:
            return step.inputs[source] == name
        if released is not None:
            found = inside[step.inputs[released]]
            inside[step.inputs[released]] = None
            return found == name or (found == UNNAMED and self._is_new(name, made))
        return self._is_new(name, made)

    def _is_new(self, name: str, fact: int) -> bool:
        """Whether the puzzle says that it creates such a thing under this name, which is free."""
        item = self._puzzle.grounding.spots[fact].node.form.item.name
        taken = name in self._facts or name in self._inside.values()
        return self._created.get(name) == item and not taken

    def _settle(self) -> None:
        puzzle = self._puzzle
        self._state = puzzle.settle(self._state)[0]
        for area in puzzle.reveals:
            if area not in self._opened and self._state & puzzle.open_bit[area]:
                self._opened.add(area)
                self._reveal(area)

    def _reveal(self, area: str) -> None:
        spots, find = self._puzzle.grounding.spots, self._puzzle.grounding.find
        for name, fact in self._facts.items():
            if fact is not None and spots[fact].area == area and spots[fact].node.form.item.carryable:
                self._facts[name] = find(spots[fact]._replace(area=REACH))

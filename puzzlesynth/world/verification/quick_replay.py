"""The puzzle's own solution, done in the abstraction: quick, for a stream of puzzles that should all work.

Only success counts here. Where a step is not plainly one of the actions that are possible, `replay` has to look.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.puzzle.model import Step
from puzzlesynth.world.rule_semantics import ContentEffect, RuleSemantics
from puzzlesynth.world.task.ground_task import GroundTask
from puzzlesynth.world.task.grounder import REACH, GroundAction


def solution_surely_wins(task: GroundTask) -> bool:
    """True: the solution wins, and everything comes from where it says. False: that may or may not be so."""
    if task.instance.mechanics.open_rules:
        return False
    return _Rehearsal(task).wins()


UNNAMED = ""
"""What is made inside another thing: the puzzle's step does not name it."""


class _Rehearsal:
    def __init__(self, task: GroundTask) -> None:
        self._task, self._layout = task, task.layout
        self._grounder = task.grounder
        self._state = task.start
        things = task.first.things.values()
        outside = (thing.id for thing in things if thing.inside is None)
        self._facts: dict[str, int | None] = dict(zip(outside, task.reached.start, strict=True))
        """For each object that is not inside another one what it is and where."""
        self._inside = {thing.inside: thing.id for thing in things if thing.inside is not None}
        """For each object that holds another one, which."""
        self._created = {made.id: made.item for made in task.instance.puzzle.creates}
        self._opened = set(task.first.open)
        self._makers: dict[str, str] = {}
        """For each object that a step made as it is, that step."""

    def wins(self) -> bool:
        puzzle = self._task.instance.puzzle
        steps = {step.id: step for step in puzzle.steps}
        for name in puzzle.solution:
            if name not in steps or not self._do(steps[name]):
                return False
        return self._task.is_won(self._state)

    def _do(self, step: Step) -> bool:
        task, semantics = self._task, self._task.instance.mechanics.semantics
        if not 1 <= step.rule <= len(semantics) or task.is_won(self._state):
            return False
        if tuple([self._makers.get(name) for name in step.inputs]) != step.sources:
            return False
        facts = tuple([self._facts.get(name) for name in step.inputs])
        number = self._action(step, self._layout.by_inputs.get((step.rule - 1, facts), ()))
        if number is None or len(set(step.inputs)) < len(step.inputs):
            return False
        condition = self._layout.conditions[number]
        if (self._state + condition.bias) & condition.guard != condition.guard:
            return False
        self._state += self._layout.deltas[number]
        if not self._rename(step, semantics[step.rule - 1], self._grounder.actions[number]):
            return False
        if task.solving >> number & 1:
            self._settle()
        return True

    def _action(self, step: Step, fitting: Sequence[int]) -> int | None:
        actions = self._grounder.actions
        if len(fitting) == 1 and actions[fitting[0]].area in (REACH, step.place or actions[fitting[0]].area):
            return fitting[0]
        here = [number for number in fitting if actions[number].area == step.place]
        return here[0] if len(here) == 1 else None

    def _rename(self, step: Step, meaning: RuleSemantics, action: GroundAction) -> bool:
        """Who is who after the step; False: the step names its outputs otherwise."""
        inside = {name: self._inside.pop(name, None) for name in step.inputs}
        before = {name: self._facts.pop(name) for name in step.inputs}
        for j, name in enumerate(step.outputs):
            if not self._is_called(step, meaning, j, action.outputs[j], inside):
                return False
            old, new = before.get(name), action.outputs[j]
            if old is None or self._grounder.objects[old].node != self._grounder.objects[new].node:
                self._makers[name] = step.id
            self._facts[name] = new
        for j, name in enumerate(step.outputs):
            source, what = meaning.bound[j], meaning.filled_by[j]
            if meaning.filling[j] is ContentEffect.STORED and what is not None:
                self._inside[name] = step.inputs[what]
                if (held := inside[step.inputs[what]]) is not None:
                    self._inside[step.inputs[what]] = held
            elif meaning.filling[j] is ContentEffect.MADE:
                self._inside[name] = UNNAMED
            elif meaning.filling[j] is ContentEffect.UNTOUCHED and source is not None:
                held = inside[step.inputs[source]]
                if held is not None:
                    self._inside[name] = held
        return True

    def _is_called(
        self, step: Step, meaning: RuleSemantics, j: int, made: int, inside: dict[str, str | None]
    ) -> bool:
        """Whether an output is what the step says it is."""
        name = step.outputs[j]
        source, released = meaning.bound[j], meaning.released[j]
        if source is not None:
            return step.inputs[source] == name
        if released is not None:
            found = inside[step.inputs[released]]
            inside[step.inputs[released]] = None
            return found == name or (found == UNNAMED and self._is_new(name, made))
        return self._is_new(name, made)

    def _is_new(self, name: str, fact: int) -> bool:
        """Whether the puzzle says that it creates such a thing under this name, which is free."""
        item = self._grounder.objects[fact].node.form.item.name
        taken = name in self._facts or name in self._inside.values()
        return self._created.get(name) == item and not taken

    def _settle(self) -> None:
        task = self._task
        self._state, solved, _ = task.settle(self._state)
        if solved:
            for area in task.axioms.reveals:
                if area not in self._opened and self._state & task.open_bit[area]:
                    self._opened.add(area)
                    self._reveal(area)

    def _reveal(self, area: str) -> None:
        objects, in_reach = self._grounder.objects, self._grounder.in_reach
        for name, fact in self._facts.items():
            if fact is not None and in_reach[fact] >= 0 and objects[fact].area == area:
                self._facts[name] = in_reach[fact]

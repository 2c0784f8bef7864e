"""The puzzle's own solution, rehearsed in the ground task: quickly, for a stream of puzzles that should all work.

Only success counts here. Where a step is not plainly one of the actions that are possible, `replay` has to look.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from puzzlesynth.pack.model import IdentityMap
from puzzlesynth.puzzle.model import Step
from puzzlesynth.world.ground_task import BitLayout, GroundTask
from puzzlesynth.world.grounder import REACH, GroundAction, located_object
from puzzlesynth.world.rule_semantics import ContentEffect, RuleSemantics
from puzzlesynth.world.state import State
from puzzlesynth.world.trace import TraceStep

from .replay import replay


def solution_actions(task: GroundTask) -> list[int] | None:
    """The puzzle's solution as actions of the abstraction, if it can be done."""
    path = _rehearsed(task)
    if path is not None:
        indices = {number: index for index, number in enumerate(task.numbers)}
        return [indices[number] for number, _ in path]
    done = replay(task.instance.pack, task.instance.puzzle)
    if not done.ok:
        return None
    found: list[int] = []
    for step, state in zip(done.trace, done.states, strict=False):
        action = matching_action(task, state, step)
        if action is None:
            return None
        found.append(action)
    return found


def matching_action(task: GroundTask, state: State, step: TraceStep) -> int | None:
    """The action of the abstraction that a step is, done in a state."""
    facts = [task.grounder.find(located_object(state, state.things[name])) for name in step.inputs]
    inputs = sorted(fact for fact in facts if fact is not None)
    for index, action in enumerate(task.actions):
        if (
            action.rule == step.rule - 1
            and sorted(action.inputs) == inputs
            and action.area in (REACH, step.area)
            and tuple(item.name for item in action.items) == step.items
        ):
            return index
    return None


def solution_surely_wins(task: GroundTask) -> bool:
    """True: the solution wins, and everything comes from where it says. False: that may or may not be so."""
    return _rehearsed(task) is not None


Path = list[tuple[int, int]]
"""As `GroundTask.path`."""

_known: WeakKeyDictionary[GroundTask, bool] = WeakKeyDictionary()
"""The puzzle is rehearsed when it is judged, and may be measured afterwards."""


def _rehearsed(task: GroundTask) -> Path | None:
    """The puzzle's solution, where it surely wins and everything comes from where it says."""
    if task.instance.mechanics.open_rules:
        return None
    wins = _known.get(task)
    if wins is None:
        rehearsal = _Rehearsal(task)
        wins = _known[task] = rehearsal.wins()
        if wins:
            task.path = rehearsal.path
    return task.path if wins else None


class Move(NamedTuple):
    """What a step did in an earlier puzzle."""

    number: int
    """The action that it was."""
    gone: tuple[str, ...]
    """The inputs that were not there any more."""
    new: tuple[tuple[str, str], ...]
    """What the step created, each with its item."""
    given: tuple[tuple[str, int | None], ...]
    """What there was afterwards in place of the inputs."""
    made: tuple[str, ...]
    """What was not as it had been."""
    holding: tuple[tuple[str, str], ...]
    """What held something afterwards that did not hold the same before."""
    fitting: Sequence[int]
    """All the actions that it might have been, which may grow more later."""
    choices: int
    """How many there were."""


class StepSituation(NamedTuple):
    """What a step depends on."""

    facts: tuple[int | None, ...]
    """What its inputs are."""
    held: tuple[str | None, ...]
    """What is inside them."""


MOST_MOVES = 1 << 16


class Moves:
    """What the steps of earlier puzzles did, which come again and again in a stream: most often the very same step of the
    decoder's, in the same situation."""

    def __init__(self) -> None:
        self.latest: IdentityMap[Step, tuple[StepSituation, Move]] = IdentityMap(MOST_MOVES)
        """Of each step."""
        self._all: dict[tuple[object, ...], Move] = {}
        """By a step's rule, objects and place, and its situation."""

    def get(self, step: Step, situation: StepSituation) -> Move | None:
        known = self.latest.get(step)
        if known is not None and known[0] == situation:
            return known[1]
        found = self._all.get((step.rule, step.inputs, step.outputs, step.place, situation))
        if found is not None:
            self.latest.put(step, (situation, found))
        return found

    def put(self, step: Step, situation: StepSituation, move: Move) -> None:
        if len(self._all) >= MOST_MOVES:
            self._all.clear()
        self._all[step.rule, step.inputs, step.outputs, step.place, situation] = move
        self.latest.put(step, (situation, move))


_moves: WeakKeyDictionary[BitLayout, Moves] = WeakKeyDictionary()


UNNAMED = ""
"""What is made inside another thing: the puzzle's step does not name it."""


class _Rehearsal:
    def __init__(self, task: GroundTask) -> None:
        self._task, self._layout = task, task.layout
        self._grounder = task.grounder
        self._state = task.start
        things = task.first.things
        held = task.first.contents
        outside = [name for name, thing in things.items() if thing.inside is None] if held else things
        self._facts: dict[str, int | None] = dict(zip(outside, task.reached.start, strict=True))
        """For each object that is not inside another one what it is and where."""
        self._inside = dict(held)
        """For each object that holds another one, which."""
        self._created = {made.id: made.item for made in task.instance.puzzle.creates}
        self._out_of_reach: dict[str, list[str]] = {}
        """What lies in each of the areas that are not open yet. Nothing else comes there before they open."""
        opened = task.first.open
        for name, thing in things.items():
            if thing.area is not None and thing.area not in opened:
                self._out_of_reach.setdefault(thing.area, []).append(name)
        self._makers: dict[str, str] = {}
        """For each object that a step made as it is, that step."""
        moves = _moves.get(self._layout)
        self._moves = moves if moves is not None else _moves.setdefault(self._layout, Moves())
        self._new: list[tuple[str, str]] = []
        """What the latest step created, each with its item."""
        self.path: Path = []
        """What has been done."""

    def wins(self) -> bool:
        puzzle = self._task.instance.puzzle
        steps = {step.id: step for step in puzzle.steps}
        for name in puzzle.solution:
            if name not in steps or not self._do(steps[name]):
                return False
        return self._task.is_won(self._state)

    def _do(self, step: Step) -> bool:
        task, state, names = self._task, self._state, step.inputs
        if state & task.won == task.won:
            return False
        if step.place is not None and not state & task.open_bit.get(step.place, 0):
            return False
        facts, maker = self._facts, self._makers.get
        if tuple([maker(name) for name in names]) != step.sources:
            return False
        held = tuple(map(self._inside.get, names)) if self._inside else ()
        situation = StepSituation(tuple(map(facts.get, names)), held)
        known = self._moves.get(step, situation)
        if known is None or len(known.fitting) > known.choices:
            return self._find_out(step, situation)
        for name in known.gone:
            del facts[name]
        if held:
            for name in names:
                self._inside.pop(name, None)
        for name, item in known.new:
            if not self._is_new(name, item):
                return False
        facts.update(known.given)
        if known.holding:
            self._inside.update(known.holding)
        for name in known.made:
            self._makers[name] = step.id
        return self._act(known.number)

    def _find_out(self, step: Step, situation: StepSituation) -> bool:
        """Does a step that was not done before as things are."""
        semantics = self._task.instance.mechanics.semantics
        if not 1 <= step.rule <= len(semantics):
            return False
        fitting: Sequence[int] = self._layout.by_inputs.get((step.rule - 1, situation.facts), ())
        number = self._action(step, fitting)
        if number is None or len(set(step.inputs)) < len(step.inputs):
            return False
        meaning, action = semantics[step.rule - 1], self._grounder.actions[number]
        held = {name: inner for name, inner in self._inside.items() if name not in step.inputs}
        self._new.clear()
        if not self._rename(step, meaning, action):
            return False
        move = Move(
            number,
            tuple([name for name in step.inputs if name not in self._facts]),
            tuple(self._new),
            tuple([(name, self._facts[name]) for name in step.outputs]),
            tuple([name for name in step.outputs if self._makers.get(name) == step.id]),
            tuple([pair for pair in self._inside.items() if held.get(pair[0]) != pair[1]]),
            fitting,
            len(fitting),
        )
        self._moves.put(step, situation, move)
        return self._act(number)

    def _act(self, number: int) -> bool:
        """The action itself, if it is possible."""
        condition = self._layout.conditions[number]
        if (self._state + condition.bias) & condition.guard != condition.guard:
            return False
        self._state += self._layout.deltas[number]
        if self._task.solving >> number & 1:
            self._settle()
        self.path.append((number, self._state))
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
            if found == name:
                return True
            if found != UNNAMED:
                return False
        item = self._grounder.objects[made].node.form.item.name
        self._new.append((name, item))
        return self._is_new(name, item)

    def _is_new(self, name: str, item: str) -> bool:
        """Whether the puzzle says that it creates such a thing under this name, which is free."""
        taken = name in self._facts or name in self._inside.values()
        return self._created.get(name) == item and not taken

    def _settle(self) -> None:
        task = self._task
        self._state, solved, _ = task.settle(self._state)
        if solved:
            for area in [name for name in self._out_of_reach if self._state & task.open_bit[name]]:
                self._reveal(self._out_of_reach.pop(area))

    def _reveal(self, names: Sequence[str]) -> None:
        """What can be carried comes into reach."""
        facts, in_reach = self._facts, self._grounder.in_reach
        for name in names:
            fact = facts.get(name)
            if fact is not None and in_reach[fact] >= 0:
                facts[name] = in_reach[fact]

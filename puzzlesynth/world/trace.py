"""From a path through the abstraction back to objects with names: a trace that people can read and redo."""

from __future__ import annotations

from collections.abc import Iterable

from puzzlesynth.quick_dataclasses import dataclass

from .apply import apply_rule
from .events import Event, ObjectCreated
from .ground_task import GroundTask
from .grounder import REACH, GroundAction, LocatedObject, located_object
from .rule_semantics import within
from .state import State


@dataclass(frozen=True)
class TraceStep:
    """A rule that was applied: which, to what, where, and with which result."""

    rule: int
    """The rule's number in the pack, from 1."""
    action: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    area: str
    items: tuple[str, ...] = ()
    """What each new object is."""
    events: tuple[Event, ...] = ()
    uses: tuple[str, ...] = ()
    """The inputs and everything inside them."""

    def __str__(self) -> str:
        return f"{' '.join((self.action, *self.inputs))} (in {self.area})"


Trace = tuple[TraceStep, ...]


def carry_out(task: GroundTask, state: State, actions: Iterable[GroundAction]) -> tuple[Trace, State]:
    """Actions done to objects with names, and the state after them."""
    steps = []
    for action in actions:
        step, state = _do(task, state, action)
        steps.append(step)
    return tuple(steps), state


def trace_path(task: GroundTask, path: Iterable[int], first: State | None = None) -> Trace:
    """The trace of actions by their number, from the start or from another state."""
    return carry_out(task, first or task.first, (task.actions[index] for index in path))[0]


def _do(task: GroundTask, state: State, action: GroundAction) -> tuple[TraceStep, State]:
    at: dict[LocatedObject, list[str]] = {}
    for thing in state.things.values():
        if thing.inside is None:
            at.setdefault(located_object(state, thing), []).append(thing.id)
    inputs = tuple(at[task.objects[fact]].pop(0) for fact in action.inputs)
    area = action.area if action.area != REACH else somewhere(task, state, inputs)
    rule = task.instance.mechanics.semantics[action.rule].rule
    uses = tuple(str(node.tag) for name in inputs for node in within(state.node(name)))
    items = tuple(item.name for item in action.items)
    result = apply_rule(task.instance, state, action.rule, inputs, area, action.items)
    if isinstance(result, str):
        raise AssertionError(f"the abstraction allows what the world does not: {rule}: {result}")
    step = TraceStep(rule.number, rule.action, inputs, result.outputs, area, items, result.events, uses)
    return step, result.state


def somewhere(task: GroundTask, state: State, inputs: tuple[str, ...]) -> str:
    """Where everything can be carried, do it where the first thing is."""
    for name in inputs:
        area = state.things[name].area
        if area is not None:
            return area
    areas = task.instance.pack.areas
    return next(name for name, area in areas.items() if name in state.open and area.is_place)


def trace_text(trace: Trace) -> str:
    """What is done, in one line."""
    return "; ".join(f"{step.action} {' '.join(step.inputs)}" for step in trace) or "from the start"


def start_objects(task: GroundTask, trace: Trace) -> tuple[str, ...]:
    """The objects of the start that a trace uses, inside others or not."""
    there = {placed.id for placed in task.instance.puzzle.objects}
    return tuple(dict.fromkeys(name for step in trace for name in step.uses if name in there))


def made_items(trace: Trace) -> tuple[str, ...]:
    """The items that a trace makes."""
    made = (event.item for step in trace for event in step.events if isinstance(event, ObjectCreated))
    return tuple(dict.fromkeys(made))

"""Whether a solution has steps that can be left out: the same steps on the same objects, only fewer of them."""

from __future__ import annotations

from puzzlesynth.deadline import check_time
from puzzlesynth.world.apply import apply_rule
from puzzlesynth.world.ground_task import GroundTask
from puzzlesynth.world.state import State, Status
from puzzlesynth.world.trace import Trace, TraceStep, somewhere

MOST_SETS = 5_000
"""Sets of steps that are looked at. A solution for which that is not enough is taken to need all of its steps."""


def has_spare_steps(task: GroundTask, trace: Trace) -> bool:
    """Whether some of the steps win by themselves, in whatever order."""
    seen: set[frozenset[int]] = {frozenset()}
    waiting: list[tuple[frozenset[int], State]] = [(frozenset(), task.first)]
    while waiting and len(seen) < MOST_SETS:
        check_time()
        done, state = waiting.pop()
        for number, step in enumerate(trace):
            more = done | {number}
            if number in done or len(more) == len(trace) or more in seen:
                continue
            after = _after(task, state, step)
            if after is None:
                continue
            if after.status is Status.WON:
                return True
            seen.add(more)
            waiting.append((more, after))
    return False


def _after(task: GroundTask, state: State, step: TraceStep) -> State | None:
    """None: the step cannot be done now."""
    if state.status is not Status.PLAYING:
        return None
    fixed: set[str] = set()
    for name in step.inputs:
        thing = state.things.get(name)
        if thing is None or thing.inside is not None:
            return None
        if thing.area is not None and thing.area not in state.open:
            return None
        if thing.area is not None and not thing.carryable:
            fixed.add(thing.area)
    if len(fixed) > 1:
        return None
    area = (
        fixed.pop()
        if fixed
        else step.area
        if step.area in state.open
        else somewhere(task, state, step.inputs)
    )
    items = [task.instance.pack.items[name] for name in step.items]
    slots = task.instance.mechanics.semantics[step.rule - 1].slots
    wished = [None if slot.inside else step.outputs[slot.output] for slot in slots]
    done = apply_rule(task.instance, state, step.rule - 1, step.inputs, area, items, wished)
    return None if isinstance(done, str) else done.state

"""States from which the game can no longer be won.

Whether there are any is decided by a walk through a small part of the game; all states are explored to find the nearest.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world.events import Event, ObjectChanged, ObjectDestroyed, ObjectStored
from puzzlesynth.world.limits import STATE_LIMIT
from puzzlesynth.world.search.state_space import Exploration, search
from puzzlesynth.world.search.stubborn_sets import always_winnable
from puzzlesynth.world.state import State
from puzzlesynth.world.task.ground_task import GroundTask, ground_task
from puzzlesynth.world.task.grounder import REACH, GroundAction, TooLarge
from puzzlesynth.world.task.reachability import located_object
from puzzlesynth.world.task.trace import Trace, TraceStep, carry_out, trace_path

from .replay import Replay, replay
from .shortcuts import Undecided


@dataclass(frozen=True)
class DeadEnd:
    """The game can be made unwinnable."""

    trace: Trace
    """A shortest way to do it; empty if it never could be won."""
    move: TraceStep | None
    """The move that did it: the last one of the trace."""
    lost: tuple[Event, ...]
    """What that move destroyed, changed or put away."""
    areas: tuple[str, ...]
    """The areas that can no longer be solved, each taken by itself."""


@dataclass(frozen=True)
class Defeat:
    """The game can be lost by an action that ends it."""

    trace: Trace
    rule: int
    inputs: tuple[str, ...] = ()


def find_dead_end(pack: Pack, puzzle: Puzzle, limit: int = STATE_LIMIT) -> DeadEnd | Undecided | None:
    """The nearest state from which the game cannot be won. None: proven that there is none."""
    try:
        task = ground_task(pack, puzzle)
    except TooLarge as problem:
        return Undecided(str(problem))
    if has_dead_end(task, limit) is False:
        return None
    return nearest_dead_end(search(task, limit))


def has_dead_end(task: GroundTask, limit: int = STATE_LIMIT) -> bool | None:
    """Whether the game can be made unwinnable, without saying how; None: not decided within `limit` states."""
    winnable = always_winnable(task, limit)
    return None if winnable is None else not winnable


def nearest_dead_end(found: Exploration, goal: int | None = None) -> DeadEnd | Undecided | None:
    """The nearest dead end of what was explored, with respect to all areas or to some (as bits)."""
    dead = found.dead_ends(goal)
    if not dead:
        if found.complete:
            return None
        return Undecided("whether the game can always be won", len(found.states))
    state = dead[0]
    trace = trace_path(found.task, found.path(state))
    move = trace[-1] if trace else None
    lost = (
        tuple(e for e in move.events if isinstance(e, ObjectDestroyed | ObjectChanged | ObjectStored))
        if move
        else ()
    )
    return DeadEnd(trace, move, lost, lost_areas(found, state))


def lost_areas(found: Exploration, state: int) -> tuple[str, ...]:
    """The areas that are not solved in any state that can still be reached."""
    check_time()
    bits = found.states[state]
    seen = {state}
    todo = [state]
    while todo:
        index = todo.pop()
        bits |= found.states[index]
        if index < len(found.successors):
            for target in found.successors[index]:
                if target not in seen:
                    seen.add(target)
                    todo.append(target)
    return tuple(area for area, bit in found.task.solved_bit.items() if not bits & bit)


def defeats(found: Exploration) -> list[Defeat]:
    """For each rule that ends the game in defeat and can be done, a shortest way to it."""
    nearest: dict[int, tuple[int, GroundAction]] = {}
    for index, state in found.defeats.items():
        action = found.task.defeats[index][0]
        if action.rule not in nearest or state < nearest[action.rule][0]:
            nearest[action.rule] = (state, action)
    result = []
    for rule, (state, action) in sorted(nearest.items()):
        path = [found.task.actions[a] for a in found.path(state)]
        trace, _ = carry_out(found.task, found.task.first, [*path, action])
        result.append(Defeat(trace, rule + 1, trace[-1].inputs))
    return result


def solution_actions(task: GroundTask, played: Replay | None = None) -> list[int] | None:
    """The puzzle's solution as actions of the abstraction, if it can be done."""
    done = played or replay(task.instance.pack, task.instance.puzzle)
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


MOST = 30
"""Classes that are told, the nearest first."""


@dataclass(frozen=True)
class DeadEndClass:
    trace: Trace
    """A shortest way into it. Its last move is the one that made the game unwinnable."""
    lost: tuple[Event, ...]
    """What that move destroyed, changed or put away."""
    areas: tuple[str, ...]
    """The areas that can no longer be solved."""
    needed_by: tuple[str, ...]
    """The steps of the solution that would have needed what is lost."""
    entries: int
    """How many moves in how many states lead into it."""

    @property
    def move(self) -> TraceStep:
        return self.trace[-1]

    def __str__(self) -> str:
        what = _listed([_told(event) for event in self.lost]) or "nothing is lost by it"
        areas = _listed(list(self.areas))
        solved = f"; {areas} can no longer be solved" if areas else ""
        needed = f" ({_listed(list(self.needed_by))} would need it)" if self.needed_by else ""
        return f"{self.move} at step {len(self.trace)}: {what}{needed}{solved}"


def dead_end_classes(found: Exploration) -> tuple[DeadEndClass, ...]:
    """The classes of all dead ends that were explored, nearest first. None where the game can never be won."""
    dead = set(found.dead_ends())
    if not dead or 0 in dead:
        return ()
    entries: dict[tuple[object, ...], list[tuple[int, int]]] = {}
    for index, (actions, targets) in enumerate(zip(found.actions, found.successors, strict=True)):
        if index in dead:
            continue
        for action, target in zip(actions, targets, strict=True):
            if target in dead:
                entries.setdefault(_key(found, action, target), []).append((index, action))
    nearest = sorted(entries.values(), key=lambda ways: (len(found.path(ways[0][0])), ways[0]))
    return tuple(_class(found, ways) for ways in nearest[:MOST])


def _key(found: Exploration, action: int, target: int) -> tuple[object, ...]:
    done = found.task.actions[action]
    items = tuple(sorted(found.task.objects[fact].node.form.item.name for fact in done.inputs))
    return done.rule, items, lost_areas(found, target)


def _class(found: Exploration, ways: list[tuple[int, int]]) -> DeadEndClass:
    state, action = ways[0]
    trace = trace_path(found.task, [*found.path(state), action])
    lost = tuple(e for e in trace[-1].events if isinstance(e, ObjectDestroyed | ObjectChanged | ObjectStored))
    gone = {event.id for event in lost}
    done = {(step.rule, step.inputs) for step in trace}
    steps = found.task.instance.puzzle.steps
    needed = [s.id for s in steps if gone & set(s.inputs) and (s.rule, s.inputs) not in done]
    target = found.successors[state][found.actions[state].index(action)]
    return DeadEndClass(trace, lost, lost_areas(found, target), tuple(needed), len(ways))


def _told(event: Event) -> str:
    if isinstance(event, ObjectDestroyed):
        return f"{event.id} is gone"
    if isinstance(event, ObjectStored):
        return f"{event.id} is inside {event.inside}"
    if isinstance(event, ObjectChanged):
        state = ", ".join(f"{name}: {value}" for name, value in sorted(event.properties.items()))
        return f"{event.id} is now [{state}]" if state else f"{event.id} is not as it was"
    return str(event)


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else ""

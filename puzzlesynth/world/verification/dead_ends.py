"""States from which the game can no longer be won.

Whether there are any is decided by a walk through a small part of the game; all states are explored to find the nearest.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world.events import Event, ObjectChanged, ObjectDestroyed, ObjectStored
from puzzlesynth.world.search.state_space import LIMIT, Exploration, search
from puzzlesynth.world.search.stubborn_sets import always_winnable
from puzzlesynth.world.state import State
from puzzlesynth.world.task.cached_task import CachedTask, cached_task_from
from puzzlesynth.world.task.ground_task import GroundTask, compiled
from puzzlesynth.world.task.reachable_task import REACH, GroundAction, TooLarge, spot_of
from puzzlesynth.world.task.trace import Trace, TraceStep, trace_actions, trace_path

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


def find_dead_end(pack: Pack, puzzle: Puzzle, limit: int = LIMIT) -> DeadEnd | Undecided | None:
    """The nearest state from which the game cannot be won. None: proven that there is none."""
    try:
        ready = compiled(pack, puzzle)
    except TooLarge as problem:
        return Undecided(str(problem))
    if has_dead_end(ready, limit) is False:
        return None
    return nearest_dead_end(search(ready, limit))


def has_dead_end(ready: GroundTask, limit: int = LIMIT) -> bool | None:
    """Whether the game can be made unwinnable, without saying how; None: not decided within so many states."""
    return can_be_lost(cached_task_from(ready), limit)


def can_be_lost(stage: CachedTask, limit: int = LIMIT) -> bool | None:
    """The same for a puzzle on its stage."""
    winnable = always_winnable(stage, limit)
    return None if winnable is None else not winnable


def nearest_dead_end(found: Exploration, goal: int | None = None) -> DeadEnd | Undecided | None:
    """The nearest dead end of what was explored, with respect to all areas or to some (as bits)."""
    dead = found.dead_ends(goal)
    if not dead:
        if found.complete:
            return None
        return Undecided("whether the game can always be won", len(found.states))
    state = dead[0]
    trace = trace_path(found.compiled, found.path(state))
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
    return tuple(area for area, bit in found.compiled.solved_bit.items() if not bits & bit)


def defeats(found: Exploration) -> list[Defeat]:
    """For each rule that ends the game in defeat and can be done, a shortest way to it."""
    nearest: dict[int, tuple[int, GroundAction]] = {}
    for index, state in found.defeats.items():
        action = found.compiled.grounding.defeats[index]
        if action.rule not in nearest or state < nearest[action.rule][0]:
            nearest[action.rule] = (state, action)
    result = []
    for rule, (state, action) in sorted(nearest.items()):
        path = [found.compiled.grounding.actions[a] for a in found.path(state)]
        trace = trace_actions(found.compiled, [*path, action])
        result.append(Defeat(trace, rule + 1, trace[-1].inputs))
    return result


def solution_actions(puzzle: GroundTask, played: Replay | None = None) -> list[int] | None:
    """The puzzle's solution as actions of the abstraction, if it can be done."""
    done = played or replay(puzzle.setting.pack, puzzle.setting.puzzle)
    if not done.ok:
        return None
    found: list[int] = []
    for deed, state in zip(done.trace, done.states, strict=False):
        action = matching_action(puzzle, state, deed)
        if action is None:
            return None
        found.append(action)
    return found


def matching_action(puzzle: GroundTask, state: State, deed: TraceStep) -> int | None:
    """The action of the abstraction that a deed is, done in a state."""
    spots = [puzzle.grounding.find(spot_of(state, state.things[name])) for name in deed.inputs]
    inputs = sorted(fact for fact in spots if fact is not None)
    for action in puzzle.grounding.actions:
        if (
            action.rule == deed.rule - 1
            and sorted(action.inputs) == inputs
            and action.area in (REACH, deed.area)
            and tuple(item.name for item in action.items) == deed.items
        ):
            return action.index
    return None

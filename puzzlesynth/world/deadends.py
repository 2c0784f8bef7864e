"""States from which the game can no longer be won.

A cheap test proves most harmless puzzles free of them; otherwise all states are explored.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world.compiled import Compiled, Fact, compiled
from puzzlesynth.world.events import Changed, Destroyed, Event, Stored
from puzzlesynth.world.exploring import LIMIT, Exploration, search
from puzzlesynth.world.grounding import REACH, Action, TooLarge, spot_of
from puzzlesynth.world.replaying import Replay, replay
from puzzlesynth.world.shortcuts import Undecided
from puzzlesynth.world.state import State
from puzzlesynth.world.tracing import Deed, Trace, traced, traced_path


@dataclass(frozen=True)
class DeadEnd:
    """The game can be made unwinnable."""

    trace: Trace
    """A shortest way to do it; empty if it never could be won."""
    move: Deed | None
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


def find_dead_end(
    pack: Pack, puzzle: Puzzle, limit: int = LIMIT, played: Replay | None = None
) -> DeadEnd | Undecided | None:
    """The nearest state from which the game cannot be won. None: proven that there is none.

    `played`: the solution, where it has been replayed already.
    """
    try:
        ready = compiled(pack, puzzle)
    except TooLarge as problem:
        return Undecided(str(problem))
    if harmless(ready, played):
        return None
    return nearest_dead_end(search(ready, limit))


def nearest_dead_end(found: Exploration, goal: int | None = None) -> DeadEnd | Undecided | None:
    """The nearest dead end of what was explored, with respect to all areas or to some (as bits)."""
    dead = found.dead_ends(goal)
    if not dead:
        if found.complete:
            return None
        return Undecided("whether the game can always be won", len(found.states))
    state = dead[0]
    trace = traced_path(found.compiled, found.path(state))
    move = trace[-1] if trace else None
    lost = tuple(e for e in move.events if isinstance(e, Destroyed | Changed | Stored)) if move else ()
    return DeadEnd(trace, move, lost, lost_areas(found, state))


def lost_areas(found: Exploration, state: int) -> tuple[str, ...]:
    """The areas that are not solved in any state that can still be reached."""
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
    nearest: dict[int, tuple[int, Action]] = {}
    for index, state in found.defeats.items():
        action = found.compiled.grounding.defeats[index]
        if action.rule not in nearest or state < nearest[action.rule][0]:
            nearest[action.rule] = (state, action)
    result = []
    for rule, (state, action) in sorted(nearest.items()):
        path = [found.compiled.grounding.actions[a] for a in found.path(state)]
        trace = traced(found.compiled, [*path, action])
        result.append(Defeat(trace, rule + 1, trace[-1].inputs))
    return result


def harmless(puzzle: Compiled, played: Replay | None = None) -> bool:
    """A sound test without search: no action takes away what another step of the solution needs.

    If each fact that the solution needs is taken away by no action but the one solution step that uses it
    up, then in every state the rest of the solution can still be done. Copies are left to the search.
    """
    solution = solution_actions(puzzle, played)
    if solution is None:
        return False
    users: dict[Fact, set[int]] = {}
    for step in solution:
        for fact, count in puzzle.conditions[step].needs.items():
            if count > 1:
                return False
            users.setdefault(fact, set()).add(step)
    for action, change in enumerate(puzzle.changes):
        for fact, count in change.items():
            if count < 0 and fact in users and users[fact] != {action}:
                return False
    return len(set(solution)) == len(solution) and not _counted(puzzle, users)


def _counted(puzzle: Compiled, facts: Iterable[Fact]) -> bool:
    """Whether any of these facts can be there more than once."""
    return any(puzzle.fields[fact][1] > 1 for fact in facts)


def solution_actions(puzzle: Compiled, played: Replay | None = None) -> list[int] | None:
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


def matching_action(puzzle: Compiled, state: State, deed: Deed) -> int | None:
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

"""Dead ends by what causes them: the move that made the game unwinnable, what it cost, and the shortest way there.

Two ways into a dead end are of the same class when the same rule is applied to the same items and the same areas are
lost by it; where else the player has been makes no difference.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzlesynth.world.events import Event, ObjectChanged, ObjectDestroyed, ObjectStored
from puzzlesynth.world.search.state_space import Exploration
from puzzlesynth.world.task.trace import Trace, TraceStep, trace_path

from .dead_ends import lost_areas

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
    grounding = found.compiled.grounding
    done = grounding.actions[action]
    items = tuple(sorted(grounding.spots[fact].node.form.item.name for fact in done.inputs))
    return done.rule, items, lost_areas(found, target)


def _class(found: Exploration, ways: list[tuple[int, int]]) -> DeadEndClass:
    state, action = ways[0]
    trace = trace_path(found.compiled, [*found.path(state), action])
    lost = tuple(e for e in trace[-1].events if isinstance(e, ObjectDestroyed | ObjectChanged | ObjectStored))
    gone = {event.id for event in lost}
    done = {(deed.rule, deed.inputs) for deed in trace}
    steps = found.compiled.setting.puzzle.steps
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

"""States from which the game can no longer be won, and what leads there.

Whether there are any is decided by a walk through a small part of the game (`has_dead_end`); all states are explored to
find the nearest.

For exports, where nothing can be searched while the game is played, what ruins it is found out ahead. A *use* is a rule
on objects of certain items, whatever state these are in. All states from which the game can be won are looked at, and for
each use the *circumstances* are sought in which it makes the game impossible to win: how many there are of an item, and
which areas are solved. Where these do not tell the states apart, not everything is foreseen.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.text.wording import is_or_are, listed
from puzzlesynth.puzzle.model import Case, DeadEndConditions, Puzzle, RuleUse, StateCondition
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.state_limits import FORESEEN_STATES, STATE_LIMIT
from puzzlesynth.world.events import Event, ObjectChanged, ObjectDestroyed, ObjectStored
from puzzlesynth.world.ground_task import GroundTask, ground_task
from puzzlesynth.world.grounder import GroundAction, TooLarge
from puzzlesynth.world.rule_semantics import NestedObject
from puzzlesynth.world.search.state_space import Exploration, search
from puzzlesynth.world.search.stubborn_sets import has_dead_end
from puzzlesynth.world.trace import Trace, TraceStep, carry_out, trace_path

from .shortcuts import Undecided


@dataclass(frozen=True)
class DeadEnd:
    """The game can be made unwinnable."""

    trace: Trace
    """A shortest way to do it; empty if it never could be won."""
    areas: tuple[str, ...]
    """The areas that can no longer be solved, each taken by itself."""

    @property
    def move(self) -> TraceStep | None:
        """The move that did it: the last one of the trace."""
        return self.trace[-1] if self.trace else None

    @property
    def lost(self) -> tuple[Event, ...]:
        """What that move destroyed, changed or put away."""
        events = self.move.events if self.move else ()
        return tuple(e for e in events if isinstance(e, ObjectDestroyed | ObjectChanged | ObjectStored))


@dataclass(frozen=True)
class Defeat:
    """The game can be lost by an action that ends it."""

    trace: Trace
    rule: int
    inputs: tuple[str, ...] = ()


def find_dead_end(
    pack: Pack, puzzle: Puzzle, limit: int = STATE_LIMIT, areas: Collection[str] | None = None
) -> DeadEnd | Undecided | None:
    """The nearest state from which the game cannot be won, or from which one of some areas cannot be solved. None: proven
    that there is none."""
    try:
        task = ground_task(pack, puzzle)
    except TooLarge as problem:
        return Undecided(str(problem))
    if has_dead_end(task, limit) is False:
        return None
    found = search(task, limit)
    if areas is None:
        return nearest_dead_end(found)
    each = (nearest_dead_end(found, bit) for area, bit in task.solved_bit.items() if area in areas)
    ends = [end for end in each if end is not None]
    dead = [end for end in ends if isinstance(end, DeadEnd)]
    return min(dead, key=lambda end: len(end.trace), default=ends[0] if ends else None)


def nearest_dead_end(found: Exploration, goal: int | None = None) -> DeadEnd | Undecided | None:
    """The nearest dead end of what was explored, with respect to all areas or to some (as bits)."""
    dead = found.dead_ends(goal)
    if not dead:
        if found.complete:
            return None
        return Undecided("whether the game can always be won", len(found.states))
    state = dead[0]
    return DeadEnd(trace_path(found.task, found.path(state)), lost_areas(found, state))


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


MOST = 30
"""Classes that are reported, the nearest first."""


@dataclass(frozen=True)
class DeadEndClass(DeadEnd):
    """Dead ends with the same cause: the same rule applied to the same items, and the same areas lost by it.

    Where else the player has been makes no difference. The trace is a shortest way into one of them.
    """

    needs: tuple[tuple[str, tuple[str, ...]], ...]
    """The steps of the solution that are still to be done and need what is lost, each with what it needs."""
    entries: int
    """How many moves in how many states lead into it."""

    @property
    def needed_by(self) -> tuple[str, ...]:
        return tuple(step for step, _ in self.needs)

    def __str__(self) -> str:
        said = _losses(self.lost) or ["nothing is lost by it"]
        if self.needs:
            said.append(listed(f"step {step} needs {_the(objects)}" for step, objects in self.needs))
        if self.areas:
            said.append(f"{listed(self.areas)} can no longer be solved")
        return f"{self.move} at step {len(self.trace)}: {'; '.join(said)}"


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
    target = found.successors[state][found.actions[state].index(action)]
    end = DeadEnd(trace, lost_areas(found, target))
    gone = {
        event.id for event in end.lost if isinstance(event, ObjectDestroyed | ObjectChanged | ObjectStored)
    }
    done = {(step.rule, step.inputs) for step in trace}
    needs = [
        (step.id, tuple(name for name in step.inputs if name in gone))
        for step in found.task.instance.puzzle.steps
        if gone & set(step.inputs) and (step.rule, step.inputs) not in done
    ]
    return DeadEndClass(trace, end.areas, tuple(needs), len(ways))


def _losses(events: Iterable[Event]) -> list[str]:
    used_up: list[str] = []
    said: list[str] = []
    for event in events:
        if isinstance(event, ObjectDestroyed):
            used_up.append(event.id)
        elif isinstance(event, ObjectStored):
            said.append(f"the {event.id} {is_or_are(event.id)} inside the {event.inside}")
        elif isinstance(event, ObjectChanged):
            state = ", ".join(f"{name}: {value}" for name, value in sorted(event.properties.items()))
            how = f"now [{state}]" if state else "no longer as before"
            said.append(f"the {event.id} {is_or_are(event.id)} {how}")
    if used_up:
        verb = "are" if len(used_up) > 1 else is_or_are(used_up[0])
        said.insert(0, f"{_the(used_up)} {verb} used up")
    return said


def _the(names: Iterable[str]) -> str:
    return listed(f"the {name}" for name in names)


def dangers_of(pack: Pack, puzzle: Puzzle, limit: int = FORESEEN_STATES) -> DeadEndConditions:
    """What ruins the game of a puzzle."""
    try:
        task = ground_task(pack, puzzle)
        if has_dead_end(task, limit) is False:
            return DeadEndConditions(foreseen=True)
    except TooLarge:
        return DeadEndConditions()
    found = search(task, limit)
    dead = set(found.dead_ends())
    return _Looking(task, found, dead).dangers() if found.complete and 0 not in dead else DeadEndConditions()


Seen = frozenset[tuple[str, int]]
"""What holds in a state: ("Key", 2) if there are two keys or more, ("Hall", 0) if the hall is solved."""


class _Looking:
    def __init__(self, task: GroundTask, found: Exploration, dead: set[int]) -> None:
        self._task = task
        self._ruinous: dict[RuleUse, set[Seen]] = defaultdict(set)
        self._harmless: dict[RuleUse, set[Seen]] = defaultdict(set)
        self._things = {fact: Counter(_items(task.objects[fact].node)) for fact in task.reached.facts}
        for index, (actions, targets) in enumerate(zip(found.actions, found.successors, strict=True)):
            if index not in dead:
                seen = self._seen(found.states[index])
                for action, target in zip(actions, targets, strict=True):
                    (self._ruinous if target in dead else self._harmless)[self._use(action)].add(seen)

    def dangers(self) -> DeadEndConditions:
        cases: dict[RuleUse, tuple[Case, ...]] = {}
        foreseen = True
        for use in sorted(self._ruinous):
            ruinous, harmless = self._ruinous[use], self._harmless[use]
            foreseen &= ruinous.isdisjoint(harmless)
            # Nothing is refused that may be harmless.
            told = _told_apart(ruinous - harmless, harmless)
            if told:
                cases[use] = told
        return DeadEndConditions(cases, foreseen)

    def _seen(self, state: int) -> Seen:
        task = self._task
        alive: Counter[str] = Counter()
        for fact, things in self._things.items():
            shift, width = task.layout.fields["object", fact]
            count = (state >> shift) & ((1 << width) - 1)
            for item, each in things.items() if count else ():
                alive[item] += each * count
        solved = {(area, 0) for area, bit in task.solved_bit.items() if state & bit}
        return frozenset(solved | {(item, n + 1) for item, count in alive.items() for n in range(count)})

    def _use(self, index: int) -> RuleUse:
        action = self._task.actions[index]
        number = self._task.instance.mechanics.semantics[action.rule].rule.number
        inputs = tuple(self._task.objects[fact].node.form.item.name for fact in action.inputs)
        return RuleUse(number, inputs, tuple(item.name for item in action.items))


def _items(node: NestedObject | None) -> list[str]:
    return [] if node is None else [node.form.item.name, *_items(node.content)]


def _told_apart(ruinous: set[Seen], harmless: set[Seen]) -> tuple[Case, ...]:
    """Cases that hold in all ruinous states and in no harmless one: one question after the other, the best first."""
    if not ruinous:
        return ()
    if not harmless:
        return ((),)
    asked = sorted(frozenset().union(*ruinous, *harmless))

    def confusion(one: tuple[str, int]) -> int:
        bad, good = sum(one in seen for seen in ruinous), sum(one in seen for seen in harmless)
        return bad * good + (len(ruinous) - bad) * (len(harmless) - good)

    best = min(asked, key=confusion)
    found: list[Case] = []
    for holds in (True, False):
        sides = [{seen for seen in seens if (best in seen) is holds} for seens in (ruinous, harmless)]
        found += [(StateCondition(*best, holds), *case) for case in _told_apart(*sides)]
    return tuple(found)

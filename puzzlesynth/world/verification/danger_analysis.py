"""What ruins a game, found out ahead, for places where nothing can be searched while it is played.

A *use* is a rule on objects of certain items, whatever state these are in. All states from which the game can be won
are looked at, and for each use the *circumstances* are sought in which it makes the game impossible to win: how many
there are of an item, and which areas are solved. Where these do not tell the states apart, not everything is foreseen.
"""

from __future__ import annotations

from collections import Counter, defaultdict

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.dead_end_conditions import Case, DeadEndConditions, RuleUse, StateCondition
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.state_limits import FORESEEN_STATES
from puzzlesynth.world import TooLarge
from puzzlesynth.world.ground_task import GroundTask, ground_task
from puzzlesynth.world.rule_semantics import NestedObject
from puzzlesynth.world.search.state_space import Exploration, search
from puzzlesynth.world.search.stubborn_sets import has_dead_end


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

"""All possible facts and actions of the puzzles of a pack, computed once and shared by all of them.

A stream of puzzles of one pack has the same objects in the same states again and again. So every fact is numbered
when a puzzle first has it, together with all actions that it makes possible; a puzzle then only follows them
(relaxed reachability: the facts and actions that can follow from its start if deletions are ignored).

The player's position and the inventory are left out: what can be carried and lies in an open area is *in reach*, what
cannot be carried is in its area. A fact is an object's form and content at one of these places (copies that are alike
are the same fact, counted), that an area is open or solved, or that there is room for another copy of an item.

The numbers depend on which puzzles came before. No result for a puzzle may depend on that: the actions that take a fact
are kept in the order of their names, and of two ways to write down the same action the one whose name comes first is
kept, so that a puzzle meets them in the same order in every grounder.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import IdentityMap, Item, Pack, Term, per_pack

from .rule_semantics import Mechanics, NestedObject, RuleEffect, node_matches, within
from .state import PuzzleInstance, State, Thing

REACH = ""
"""The place of what is carried, or could be picked up in an open area."""

MOST_SHARED = 20_000
"""The most actions that are kept for the puzzles of a pack."""

MOST_GROUNDERS = 32
"""The most grounders of a pack: one for each way to decide what rules leave open."""

Choices = Mapping[int, tuple[tuple[Item, ...], ...]]


class TooLarge(Exception):
    """More facts and actions than can be searched; the answer stays undecided."""


class LocatedObject(NamedTuple):
    """An object without a name: its form and content, and where it is."""

    node: NestedObject
    area: str


class GroundAction(NamedTuple):
    """A rule applied to objects in particular states at a particular place."""

    rule: int
    inputs: tuple[int, ...]
    """The fact of each input term."""
    outputs: tuple[int, ...]
    """The facts that replace the inputs."""
    area: str
    """Where it happens, if that matters; otherwise empty."""
    items: tuple[Item, ...]
    step_class: tuple[int, str] | None
    made: tuple[tuple[str, int], ...]
    """How many more (or fewer) of each item there are afterwards."""
    fails: bool
    """Whether it ends the game in defeat."""
    different: int
    """How many different facts it takes."""


ActionName = tuple[int, str, list[str], list[str], list[str], str]
"""The identity of an action, whenever it was found: its rule, place, inputs, outputs, new items and main result."""


class Grounder:
    """Facts and actions under one way of deciding what rules leave open, and with the same number of copies."""

    def __init__(
        self, pack: Pack, mechanics: Mechanics, choices: Choices, limits: Mapping[str, int], most: int
    ) -> None:
        self._mechanics, self._choices, self._limits, self._most = mechanics, choices, limits, most
        self.makeable = tuple(
            sorted({item.name for ways in choices.values() for way in ways for item in way})
        )
        """The items that some rule makes."""
        self._areas = tuple(name for name, area in pack.areas.items() if area.is_place)
        self.objects: list[LocatedObject] = []
        self.actions: list[GroundAction] = []
        self.different: list[int] = []
        """For each action how many different facts it takes."""
        self.takers: list[list[int]] = []
        """For each fact the actions that take it, by their names."""
        self.texts: list[str] = []
        """Each fact by what it is, not by its number."""
        self.names: list[ActionName] = []
        """Each action by what it is, not by its number."""
        self.in_reach: list[int] = []
        """For each fact the one that it becomes when its area opens; -1: nothing changes."""
        self._numbers: dict[LocatedObject, int] = {}
        self._waiting: list[int] = []
        self._seen: dict[tuple[object, ...], int] = {}
        """The actions that are known, with their numbers."""
        self._candidates: dict[tuple[int, int], list[int]] = {}
        self._goals: dict[int, tuple[int, set[int]]] = {}
        self._in_reach_facts: IdentityMap[Thing, int] = IdentityMap()
        self._lying_facts: IdentityMap[Thing, int] = IdentityMap()
        """Things that hold nothing, in areas that are not open."""

    def limit(self, item: str) -> int:
        """How many of an item can be there at once."""
        return max(self._mechanics.items[item].copies, self._limits.get(item, 0))

    def number(self, located: LocatedObject) -> int:
        """The fact's number; what follows from a new one is computed here."""
        known = self._numbers.get(located)
        if known is not None:
            return known
        number = self._add_object(located)
        while self._waiting:
            fact = self._waiting.pop()
            if self.in_reach[fact] < 0:
                self._admit(fact)
        return number

    def start_facts(self, state: State) -> list[int]:
        """The fact of each object that is not inside another one."""
        opened, holders = state.open, state.contents
        found: list[int] = []
        for thing in state.things.values():
            if thing.inside is None:
                reach = thing.area is None or thing.area in opened
                known = self._in_reach_facts if reach else self._lying_facts
                fact = known.get(thing)
                if fact is None or thing.id in holders:
                    fact = self.number(located_object(state, thing))
                    if thing.id not in holders:
                        known.put(thing, fact)
                found.append(fact)
        return found

    def find(self, located: LocatedObject) -> int | None:
        return self._numbers.get(located)

    def meeting(self, goal: Term) -> set[int]:
        """The facts that meet a goal of the pack where they are visible."""
        looked_at, found = self._goals.get(id(goal), (0, set()))
        if looked_at < len(self.objects):
            for fact in range(looked_at, len(self.objects)):
                if self.in_reach[fact] < 0 and node_matches(self.objects[fact].node, goal):
                    found.add(fact)
            self._goals[id(goal)] = (len(self.objects), found)
        return found

    def _add_object(self, located: LocatedObject) -> int:
        fact = self._numbers.get(located)
        if fact is None:
            fact = self._numbers[located] = len(self.objects)
            self.objects.append(located)
            self.texts.append(f"{located.node} in {located.area}")
            self.takers.append([])
            self.in_reach.append(-1)
            self._waiting.append(fact)
            if located.area != REACH and located.node.form.item.carryable:
                self.in_reach[fact] = self._add_object(LocatedObject(located.node, REACH))
        return fact

    def _admit(self, fact: int) -> None:
        """Every action with the new fact among its inputs, once."""
        mechanics, node = self._mechanics, self.objects[fact].node
        for rule, role in mechanics.roles(node.form.item):
            if not self._choices[rule] or not mechanics.fits(node, rule, role):
                continue
            self._candidates.setdefault((rule, role), []).append(fact)
            roles = len(mechanics.semantics[rule].rule.inputs)
            pools = [[fact] if k == role else self._candidates.get((rule, k), []) for k in range(roles)]
            if all(pools):
                for inputs, area in self._together(pools):
                    self._ground(rule, inputs, area)

    def _together(self, pools: Sequence[Sequence[int]]) -> Iterator[tuple[tuple[int, ...], str]]:
        """One fact for each input, such that those that cannot be carried are in the same area."""

        def extend(chosen: tuple[int, ...], area: str) -> Iterator[tuple[tuple[int, ...], str]]:
            if len(chosen) == len(pools):
                yield chosen, area
                return
            for fact in list(pools[len(chosen)]):
                located = self.objects[fact]
                if located.area != REACH and area != REACH and located.area != area:
                    continue
                used = chosen.count(fact)
                if used and used >= self.limit(located.node.form.item.name):
                    continue
                yield from extend((*chosen, fact), located.area or area)

        return extend((), REACH)

    def _ground(self, rule: int, inputs: tuple[int, ...], area: str) -> None:
        check_time()
        nodes = [self.objects[fact].node for fact in inputs]
        for items in self._choices[rule]:
            effect = self._mechanics.carry_out(rule, nodes, items)
            if effect is None or not self._possible(effect):
                continue
            fails = self._mechanics.semantics[rule].rule.fail
            loose = area == REACH and any(not node.form.item.carryable for node in effect.outputs)
            for place in self._areas if loose and not fails else (area,):
                self._add(rule, inputs, effect, place, items, fails)

    def _possible(self, effect: RuleEffect) -> bool:
        """Nothing can be nested so deep that it holds more of an item than can exist."""
        for top in effect.outputs:
            if top.content is not None:
                counted = Counter(node.form.item.name for node in within(top))
                if any(count > self.limit(name) for name, count in counted.items()):
                    return False
        return True

    def _add(
        self,
        rule: int,
        inputs: tuple[int, ...],
        effect: RuleEffect,
        area: str,
        items: tuple[Item, ...],
        fails: bool,
    ) -> None:
        tops = [anonymous(node) for node in effect.outputs]
        outputs: tuple[int, ...] = ()
        if not fails:
            outputs = tuple(
                self._add_object(LocatedObject(node, REACH if node.form.item.carryable else area))
                for node in tops
            )
            if sorted(inputs) == sorted(outputs):
                return
        names = tuple(item.name for item in items)
        principal = self._mechanics.semantics[rule].principal
        step_class = None if principal is None else (rule + 1, tops[principal].form.item.name)
        made = Counter(names)
        for top in effect.destroyed:
            for node in within(top):
                made[node.form.item.name] -= 1
        counted = tuple(sorted(made.items()))
        # A defeat leaves no outputs: what it would make and destroy still tells whether there is room for it.
        key = (rule, area, tuple(sorted(inputs)), tuple(sorted(outputs)), names, step_class, counted)
        number = self._seen.setdefault(key, len(self.actions))
        if number < len(self.actions) and not self._comes_before(inputs, number):
            return
        if number >= self._most:
            raise TooLarge(f"more than {self._most} possible actions")
        taken = dict.fromkeys(inputs)
        known = GroundAction(rule, inputs, outputs, area, items, step_class, counted, fails, len(taken))
        if number < len(self.actions):
            self.actions[number] = known
            self.different[number] = known.different
            return
        self.actions.append(known)
        self.different.append(known.different)
        self.names.append(self._name(known))
        for fact in taken:
            insort(self.takers[fact], number, key=self.names.__getitem__)

    def _comes_before(self, inputs: tuple[int, ...], number: int) -> bool:
        """Whether an action is better written down with its inputs in this order. All orders come up together, when
        the last of the inputs is new, so the other one has not been seen yet."""
        texts = self.texts
        return [texts[fact] for fact in inputs] < [texts[fact] for fact in self.actions[number].inputs]

    def _name(self, action: GroundAction) -> ActionName:
        taken = sorted([self.texts[fact] for fact in action.inputs])
        made = sorted([self.texts[fact] for fact in action.outputs])
        principal = action.step_class[1] if action.step_class else ""
        return action.rule, action.area, taken, made, [item.name for item in action.items], principal


def anonymous(node: NestedObject) -> NestedObject:
    content = None if node.content is None else anonymous(node.content)
    return NestedObject(None, node.form, content)


# --- one grounder for many puzzles ---------------------------------------------------------------------


@per_pack
def _shared_grounders(pack: Pack) -> dict[object, Grounder | None]:
    """The grounders of a pack by what its puzzles decide; None: it would grow too large."""
    return {}


def shared_grounder(pack: Pack, mechanics: Mechanics, choices: Choices) -> Grounder | None:
    """The grounder for all puzzles of a pack that decide the same; None: each of them needs its own."""
    shared = _shared_grounders(pack)
    # What depends only on the pack is the same object in all puzzles.
    kind = () if choices is mechanics.settled_choices else _kind(mechanics, choices)
    if kind not in shared:
        if len(shared) >= MOST_GROUNDERS:
            shared.clear()
        shared[kind] = Grounder(pack, mechanics, choices, {}, MOST_SHARED)
    return shared[kind]


def _kind(mechanics: Mechanics, choices: Choices) -> tuple[object, ...]:
    """What a puzzle decides in addition to its pack."""
    return tuple(
        (rule, tuple(tuple(item.name for item in way) for way in ways))
        for rule, ways in choices.items()
        if ways is not mechanics.settled_choices.get(rule)
    )


def forget(pack: Pack, grounder: Grounder) -> None:
    """A grounder that was interrupted while it grew is incomplete, so the next puzzle begins another."""
    shared = _shared_grounders(pack)
    for kind in [kind for kind, known in shared.items() if known is grounder]:
        del shared[kind]


def stop_sharing(pack: Pack, grounder: Grounder) -> None:
    """Each puzzle needs a grounder of its own from now on."""
    shared = _shared_grounders(pack)
    shared.update((kind, None) for kind, known in shared.items() if known is grounder)


MOST_ACTIONS = 200_000


class ReachableFacts(NamedTuple):
    """What can follow from a start, with deletions ignored, by the numbers that a grounder has for it."""

    grounder: Grounder
    start: list[int]
    """The fact of each object that is not inside another one."""
    facts: list[int]
    actions: list[int]
    revealed: list[tuple[int, int]]
    """What comes into reach when its area opens: the facts before and after."""


def reachable_from(
    instance: PuzzleInstance, alive: Mapping[str, int], start: State, most_actions: int
) -> ReachableFacts:
    """What can follow from the start, in a grounder that the puzzle shares with others where that is possible.

    `alive`: how many there are of each item at the start, also inside others."""
    grounder = _shared_grounder(instance, alive)
    if grounder is not None:
        try:
            return _reached(grounder, start)
        except TooLarge:
            stop_sharing(instance.pack, grounder)
        except BaseException:
            forget(instance.pack, grounder)
            raise
    return _reached(Grounder(instance.pack, instance.mechanics, instance.choices, alive, most_actions), start)


def _shared_grounder(instance: PuzzleInstance, alive: Mapping[str, int]) -> Grounder | None:
    """None: this puzzle needs one of its own."""
    items = instance.pack.items
    if any(count > items[name].copies for name, count in alive.items()):
        return None
    return shared_grounder(instance.pack, instance.mechanics, instance.choices)


def _reached(grounder: Grounder, state: State) -> ReachableFacts:
    start = grounder.start_facts(state)
    facts = dict.fromkeys(start)
    todo = list(facts)
    missing: dict[int, int] = {}
    actions: list[int] = []
    revealed: list[tuple[int, int]] = []
    known, takers, in_reach = grounder.actions, grounder.takers, grounder.in_reach
    different, already = grounder.different, missing.get
    for fact in todo:
        reached = in_reach[fact]
        if reached >= 0:
            if reached not in facts:
                facts[reached] = None
                todo.append(reached)
            revealed.append((fact, reached))
            continue
        for number in takers[fact]:
            left = missing[number] = already(number, different[number]) - 1
            if left == 0:
                actions.append(number)
                for output in known[number].outputs:
                    if output not in facts:
                        facts[output] = None
                        todo.append(output)
    return ReachableFacts(grounder, start, todo, actions, revealed)


def located_object(state: State, thing: Thing) -> LocatedObject:
    """An object that is not inside another one, without its name, carried or not."""
    reach = thing.area is None or (thing.form.item.carryable and thing.area in state.open)
    return LocatedObject(_anonymous_node(state, thing), REACH if reach else thing.area or REACH)


def _anonymous_node(state: State, thing: Thing) -> NestedObject:
    content = state.content(thing.id)
    inside = None if content is None else _anonymous_node(state, state.things[content])
    return NestedObject(None, thing.form, inside)


def located_objects(state: State) -> list[LocatedObject]:
    return [located_object(state, thing) for thing in state.things.values() if thing.inside is None]

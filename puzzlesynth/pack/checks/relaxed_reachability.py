"""What can ever be in the world, if nothing were ever used up: a generous picture of all that rules can do.

Facts only grow: an item is somewhere, a property of it has a value, something is inside it, it is empty.
Whatever cannot be in this picture cannot be in any game, so `check` may complain about it. Rules wait for the
facts that they need and are woken by them, so the cost grows with the facts, not with items times rules.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from puzzlesynth.pack.model import NOTHING, Item, Pack, Rule, Term, Value
from puzzlesynth.pack.rules.effects import ContentChange, Origin, OutputEffect, output_effects
from puzzlesynth.quick_dataclasses import dataclass, field

MOST_STEPS = 1_000_000
"""Where a pack needs more, the picture is left unfinished and nothing is concluded from it."""

Aspect = tuple[str, str, object]
"""What a need waits for: a type, and a property with a value (or one of the two names below)."""
_THERE, _INSIDE = "\0there", "\0inside"
_NOBODY: dict[str, list[Precondition]] = {}


@dataclass(eq=False)
class Precondition:
    """A term that rules or goals ask for, shared by all that ask for the same."""

    term: Term
    matches: dict[str, None] = field(default_factory=dict)
    """Items that can match it; only the first one unless all are asked for."""
    wants_all: bool = False
    waiting: list[Rule] = field(default_factory=list)
    """Rules that cannot be used before something matches, once for each input."""
    effects: list[InputEffect] = field(default_factory=list)
    """What rules do to everything that matches."""


@dataclass(frozen=True)
class InputEffect:
    """What a rule does to a match of one of its inputs."""

    rule: Rule
    outcomes: tuple[OutputEffect, ...]
    """What is made of it, or of what is inside it."""
    stored_in: tuple[OutputEffect, ...]
    """What it goes inside of."""


class RelaxedReachability:
    """The picture. `fired` are the rules that can be used, `matches` says which items a term can have."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.there: set[str] = set()
        self.changed: set[str] = set()
        """Items that some rule makes, releases or changes."""
        self.values: dict[str, set[tuple[str, type, Value]]] = {}
        self.inside: dict[str, set[str]] = {}
        self.empty: set[str] = set()
        self.fired: set[int] = set()
        self.steps = 0
        self._needs: dict[tuple[object, ...], Precondition] = {}
        self._watching: dict[tuple[str, object], dict[str, list[Precondition]]] = {}
        """Who waits for what, by its type."""
        self._watched: set[object] = set()
        """What some need waits for, whatever the type: other facts need not be announced."""
        self._created: dict[int, list[OutputEffect]] = {}
        self._inputs: dict[int, list[Precondition]] = {}
        self._effects: dict[int, list[tuple[Precondition, InputEffect]]] = {}
        self._missing = {rule.number: len(rule.inputs) for rule in pack.rules}
        self._events: deque[tuple[Item, str, object]] = deque()
        self._register()
        self._start()
        self._run()

    @property
    def is_complete(self) -> bool:
        return self.steps <= MOST_STEPS

    def can_match(self, term: Term) -> bool:
        need = self._needs[_key(term)]
        return bool(need.matches) or self._is_unknown(term)

    def matches(self, term: Term) -> Iterable[str]:
        """The items that can match a goal."""
        return self._needs[_key(term)].matches

    def _is_unknown(self, term: Term) -> bool:
        """A term with a name that does not exist is a mistake of its own, not to be reported twice."""
        members = self.pack.members
        return term.type not in members or (
            term.contains is not None and term.contains != NOTHING and term.contains not in members
        )

    # -- who waits for what

    def _register(self) -> None:
        for rule in self.pack.rules:
            self._inputs[rule.number] = [self._need(term) for term in rule.inputs]
            for need in self._inputs[rule.number]:
                need.waiting.append(rule)
            if not rule.fail:  # it ends the game: nothing that it leaves behind can be used
                self._register_outcomes(rule)
        for area in self.pack.areas.values():
            for goal in area.goals:
                self._need(goal).wants_all = True

    def _register_outcomes(self, rule: Rule) -> None:
        found = output_effects(rule)
        self._created[rule.number] = [outcome for outcome in found if outcome.origin is Origin.CREATED]
        changing = [o for o in found if o.origin is not Origin.CREATED and o.changes(rule)]
        if not changing and all(outcome.stored_input is None for outcome in found):
            return
        for index, need in enumerate(self._inputs[rule.number]):
            made = tuple(outcome for outcome in changing if outcome.origin_input == index)
            stored = tuple(outcome for outcome in found if outcome.stored_input == index)
            if made or stored:
                need.wants_all = True
                need.effects.append(InputEffect(rule, made, stored))
                self._effects.setdefault(rule.number, []).append((need, need.effects[-1]))

    def _need(self, term: Term) -> Precondition:
        key = _key(term)
        need = self._needs.get(key)
        if need is None:
            need = self._needs[key] = Precondition(term)
            for kind, aspect, detail in _aspects(term):
                self._watching.setdefault((aspect, detail), {}).setdefault(kind, []).append(need)
                self._watched.add(detail)
        return need

    # -- what is there

    def _start(self) -> None:
        standing = {name for area in self.pack.areas.values() for name in area.contains}
        for item in self.pack.items.values():
            placeable = item.spawnable and item.areas != ()
            if item.contains in self.pack.items and item.contains is not None:
                self._put_inside(item, item.contains)
            else:
                self._empty(item)
            if placeable or item.name in standing:
                self._appear(item)
        for need in self._needs.values():
            if self._is_unknown(need.term):
                for rule in need.waiting:
                    self._missing[rule.number] -= 1
        for rule in self.pack.rules:
            if self._missing[rule.number] == 0:
                self._fire(rule)

    def _appear(self, item: Item) -> None:
        if item.name in self.there:
            return
        self.there.add(item.name)
        for name, value in item.properties.items():
            self._set(item, name, value)
        self._set(item, "carryable", item.carryable)
        self._events.append((item, _THERE, None))
        for content in sorted(self.inside[item.name]) if item.name in self.inside else ():
            self._events.append((item, _INSIDE, content))
        if item.name in self.empty and NOTHING in self._watched:
            self._events.append((item, _INSIDE, NOTHING))

    def _set(self, item: Item, name: str, value: Value) -> None:
        fact = (name, type(value), value)
        if fact not in self._watched:
            return  # nothing asks for it
        known = self.values.setdefault(item.name, set())
        if fact not in known:
            known.add(fact)
            self._events.append((item, name, fact))

    def _put_inside(self, item: Item, content: str) -> None:
        known = self.inside.setdefault(item.name, set())
        if content not in known:
            known.add(content)
            self.steps += 1
            if not self._watched.isdisjoint(self.pack.items[content].types):
                self._events.append((item, _INSIDE, content))

    def _empty(self, item: Item) -> None:
        if item.name not in self.empty:
            self.empty.add(item.name)
            if NOTHING in self._watched:
                self._events.append((item, _INSIDE, NOTHING))

    # -- what follows

    def _run(self) -> None:
        while self._events and self.is_complete:
            item, aspect, detail = self._events.popleft()
            if item.name not in self.there:
                continue  # it is announced again when it appears
            details: Iterable[object] = (detail,)
            if aspect == _INSIDE and detail != NOTHING:
                details = sorted(self.pack.items[str(detail)].types)
            for one in details:
                watching = self._watching.get((aspect, one), _NOBODY)
                for kind in sorted(watching.keys() & item.types):
                    self._wake(item, watching, kind)

    def _wake(self, item: Item, watching: dict[str, list[Precondition]], kind: str) -> None:
        waiting = watching[kind]
        self.steps += len(waiting)
        still = []
        for need in waiting:
            if need.matches and not need.wants_all:
                continue
            still.append(need)
            if self._holds(item, need.term):
                self._matched(need, item)
        watching[kind] = still

    def _holds(self, item: Item, term: Term) -> bool:
        known = self.values.get(item.name, set())
        for name, value in term.properties:
            if (name, type(value), value) not in known:
                given = item.value(name) is not None
                if given or value is not False:
                    return False
        if term.contains is None:
            return True
        if term.contains == NOTHING:
            return item.name in self.empty
        return any(True for _ in self._contents(item, term.contains))

    def _contents(self, item: Item, kind: str) -> Iterator[Item]:
        for name in sorted(self.inside.get(item.name, ())):
            if kind in self.pack.items[name].types:
                yield self.pack.items[name]

    def _matched(self, need: Precondition, item: Item) -> None:
        first = not need.matches
        again = item.name in need.matches
        need.matches[item.name] = None
        if first:  # a rule that can be used from now on sees to all its matches itself
            for rule in need.waiting:
                self._missing[rule.number] -= 1
                if self._missing[rule.number] == 0:
                    self._fire(rule)
        elif not again or need.term.contains is not None:
            for effect in need.effects:
                if effect.rule.number in self.fired:
                    self._apply(effect, item)

    def _fire(self, rule: Rule) -> None:
        self.fired.add(rule.number)
        for outcome in self._created.get(rule.number, ()):
            for item in self._makeable(outcome.term.type):
                self._create(rule, item, outcome)
        for need, effect in self._effects.get(rule.number, ()):
            for name in tuple(need.matches):
                self._apply(effect, self.pack.items[name])

    def _makeable(self, name: str) -> tuple[Item, ...]:
        """The items that a new object of a type can be."""
        if name in self.pack.items:
            return (self.pack.items[name],)
        return self.pack.members.get(name, ())

    def _create(self, rule: Rule, item: Item, outcome: OutputEffect) -> None:
        self.changed.add(item.name)
        self._empty(item)
        self._appear(item)
        if outcome.term.properties or outcome.term.contains is not None:
            self._update(rule, item, outcome)

    def _apply(self, effect: InputEffect, item: Item) -> None:
        """A rule that can be used does to an item what it does to the input that the item can match."""
        self.steps += 1
        for outcome in effect.outcomes:
            if outcome.origin is Origin.RELEASED:
                self._empty(item)
                for content in self._contents(item, outcome.term.type):
                    self.changed.add(content.name)
                    self._appear(content)
                    self._update(effect.rule, content, outcome)
            else:
                self.changed.add(item.name)
                self._update(effect.rule, item, outcome)
        for outcome in effect.stored_in:
            for holder in self._holders(effect.rule, outcome):
                self._put_inside(holder, item.name)

    def _update(self, rule: Rule, item: Item, outcome: OutputEffect) -> None:
        for name, value in outcome.term.properties:
            self._set(item, name, value)
        if outcome.filling is ContentChange.EMPTIED:
            self._empty(item)
        elif outcome.filling is ContentChange.CREATED and outcome.term.contains:
            for content in self._makeable(outcome.term.contains):
                self.changed.add(content.name)
                self._put_inside(item, content.name)
        elif outcome.stored_input is not None:
            for name in tuple(self._inputs[rule.number][outcome.stored_input].matches):
                self._put_inside(item, name)

    def _holders(self, rule: Rule, outcome: OutputEffect) -> Iterator[Item]:
        """What it can go inside of."""
        if outcome.origin is Origin.CREATED:
            yield from self._makeable(outcome.term.type)
        elif outcome.origin is Origin.BOUND and outcome.origin_input is not None:
            for name in tuple(self._inputs[rule.number][outcome.origin_input].matches):
                yield self.pack.items[name]


def _key(term: Term) -> tuple[object, ...]:
    if not term.properties:
        return term.type, term.contains
    properties = [(name, type(value), value) for name, value in term.properties]
    return term.type, term.contains, frozenset(properties)


def _aspects(term: Term) -> list[Aspect]:
    """The facts that can complete a match. Being there wakes a need only where nothing rarer can."""
    facts: list[Aspect] = [(term.type, name, (name, type(value), value)) for name, value in term.properties]
    is_rare = any(value is not False for _, value in term.properties)
    if term.contains is not None:
        facts.append((term.type, _INSIDE, term.contains))
    elif not is_rare:
        facts.append((term.type, _THERE, None))
    return facts

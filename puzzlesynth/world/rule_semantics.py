"""What rules mean when they run: binding, storing, releasing and making, and the effect on objects.

`RuleSemantics` depends on the rule's text alone. `Mechanics` is a pack made ready to run: interned object states, what
matches what, and the effect of a rule on objects, which is computed here and nowhere else. One `Mechanics` serves every
puzzle of its pack; what it has worked out once it remembers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import count
from typing import Any, NamedTuple

from puzzlesynth.pack.model import ANYTHING, NOTHING, IdentityMap, Item, Pack, Rule, Term, Value, per_pack
from puzzlesynth.quick_dataclasses import dataclass


class ContentEffect(Enum):
    """What a rule does to the inside of an output's object."""

    UNTOUCHED = "untouched"
    EMPTIED = "emptied"
    STORED = "stored"
    MADE = "made"


@dataclass(frozen=True)
class CreationSlot:
    """A new object: for an output itself, or made inside an output's object."""

    output: int
    inside: bool
    type: str


@dataclass(frozen=True)
class RuleSemantics:
    """The meaning of a rule, term by term. Inputs and outputs are named by their position."""

    rule: Rule
    bound: tuple[int | None, ...]
    """For each output the input that is the same object."""
    released: tuple[int | None, ...]
    """For each output the input whose content it is."""
    made: tuple[int | None, ...]
    """For each output the slot that makes it."""
    filling: tuple[ContentEffect, ...]
    filled_by: tuple[int | None, ...]
    """For each output the input that is stored in it, or the slot that is made inside it."""
    destroyed: tuple[int, ...]
    slots: tuple[CreationSlot, ...]
    unconditional: bool
    """Whether matching inputs are all it needs: it makes nothing new, and puts nothing into anything."""
    principal: int | None
    """The first output that the rule makes, releases or can change; None: the rule makes nothing."""


def semantics_of(rule: Rule) -> RuleSemantics:
    """Works out binding, storing, releasing and making in the order in which they are defined."""
    bound = _bind(rule)
    free = [i for i in range(len(rule.inputs)) if i not in bound]
    released = _release(rule, bound)
    slots: list[CreationSlot] = []
    made: list[int | None] = []
    for j, term in enumerate(rule.outputs):
        if bound[j] is None and released[j] is None:
            made.append(len(slots))
            slots.append(CreationSlot(j, False, term.type))
        else:
            made.append(None)
    filling: list[ContentEffect] = []
    filled_by: list[int | None] = []
    for j, term in enumerate(rule.outputs):
        how, what = _fill(rule, j, term, bound[j], free, released, slots)
        filling.append(how)
        filled_by.append(what)
    return RuleSemantics(
        rule=rule,
        bound=bound,
        released=released,
        made=tuple(made),
        filling=tuple(filling),
        filled_by=tuple(filled_by),
        destroyed=tuple(free),
        slots=tuple(slots),
        unconditional=not slots and ContentEffect.STORED not in filling,
        principal=_principal(rule, bound, released, filling),
    )


def _bind(rule: Rule) -> tuple[int | None, ...]:
    """Labels first, so that no unlabelled output takes an input that a label asks for."""
    bound: list[int | None] = [None] * len(rule.outputs)
    taken: set[int] = set()

    def take(j: int, fits: list[int]) -> None:
        for i in fits:
            if i not in taken:
                bound[j] = i
                taken.add(i)
                return

    for j, output in enumerate(rule.outputs):
        if output.label is not None:
            take(j, [i for i, term in enumerate(rule.inputs) if term.label == output.label])
    for j, output in enumerate(rule.outputs):
        if bound[j] is None:
            take(j, [i for i, term in enumerate(rule.inputs) if term.type == output.type])
    return tuple(bound)


def _release(rule: Rule, bound: tuple[int | None, ...]) -> tuple[int | None, ...]:
    released: list[int | None] = []
    for j, output in enumerate(rule.outputs):
        source = None
        if bound[j] is None:
            for i, term in enumerate(rule.inputs):
                if term.contains == output.type and i not in released:
                    source = i
                    break
        released.append(source)
    return tuple(released)


def _fill(
    rule: Rule,
    j: int,
    output: Term,
    same: int | None,
    free: list[int],
    released: tuple[int | None, ...],
    slots: list[CreationSlot],
) -> tuple[ContentEffect, int | None]:
    """What an output's `contains` does; an input that is stored is taken out of `free`."""
    if output.contains is None:
        return ContentEffect.UNTOUCHED, None
    if output.contains == NOTHING:
        return ContentEffect.EMPTIED, None
    stored = next((i for i in free if rule.inputs[i].type == output.contains), None)
    if stored is not None:
        free.remove(stored)
        return ContentEffect.STORED, stored
    kept = same is not None and rule.inputs[same].contains == output.contains and same not in released
    if kept:
        return ContentEffect.UNTOUCHED, None
    slots.append(CreationSlot(j, True, output.contains))
    return ContentEffect.MADE, len(slots) - 1


def _principal(
    rule: Rule, bound: tuple[int | None, ...], released: tuple[int | None, ...], filling: list[ContentEffect]
) -> int | None:
    for j, output in enumerate(rule.outputs):
        i = bound[j]
        if i is None or i in released or can_change(rule.inputs[i], output, filling[j]):
            return j
    return None


def can_change(before: Term, after: Term, filling: ContentEffect) -> bool:
    """Whether an object that fits `before` can be another one after being made to fit `after`."""
    if filling in (ContentEffect.STORED, ContentEffect.MADE):
        return True
    if filling is ContentEffect.EMPTIED and before.contains != NOTHING:
        return True
    fixed = dict(before.properties)
    return any(
        name != "carryable" and not (name in fixed and same_value(fixed[name], value))
        for name, value in after.properties
    )


def same_value(one: Value, other: Value) -> bool:
    """Equal and of the same kind: `1` is not `True`."""
    return type(one) is type(other) and one == other


def holds(properties: Mapping[str, Value], name: str, wanted: Value) -> bool:
    """A boolean that is not given is false; any other property that is not given matches nothing."""
    value = properties.get(name)
    return wanted is False if value is None else same_value(value, wanted)


class Form:
    """An item with the values its properties have now. Interned: equal forms are the same object."""

    __slots__ = ("index", "item", "properties")

    def __init__(self, item: Item, properties: Mapping[str, Value], index: int) -> None:
        self.item = item
        self.properties = properties
        self.index = index

    def __repr__(self) -> str:
        return f"{self.item.name}{dict(self.properties)}"


class NestedObject(NamedTuple):
    """An object with what is inside it. The tag tells objects apart where that matters."""

    tag: str | int | None
    form: Form
    content: NestedObject | None


class RuleEffect(NamedTuple):
    """What carrying out a rule leaves behind."""

    outputs: tuple[NestedObject, ...]
    """The object of each output term, with what is inside it afterwards."""
    destroyed: tuple[NestedObject, ...]


class Mechanics:
    """The rules of a pack, ready to be applied."""

    def __init__(self, pack: Pack) -> None:
        self.items = pack.items
        self.areas = pack.areas
        self.members = pack.members
        self.semantics: tuple[RuleSemantics, ...] = tuple(semantics_of(rule) for rule in pack.rules)
        self._forms: dict[tuple[object, ...], Form] = {}
        self._numbers = count()
        """No two forms get the same number, also where several threads play with the pack."""
        self._written: dict[tuple[object, ...], Form] = {}
        """The same by how the properties were written down."""
        self._after: dict[tuple[int, int, int], Form] = {}
        self._matches: dict[tuple[int, int, int], bool] = {}
        self._meets: dict[tuple[int, int], bool] = {}
        self._meets_some: dict[int, bool] = {}
        self.start_things: IdentityMap[Any, Any] = IdentityMap()
        """Objects of puzzles as they are at the start (`state.start_state`)."""
        self._roles: dict[str, tuple[tuple[int, int], ...]] = {}
        self._fitting: dict[int, tuple[tuple[int, int], ...]] = {}
        """The same for forms that hold nothing, with their properties."""
        self._by_type: dict[str, list[tuple[int, int]]] = {}
        for number, meaning in enumerate(self.semantics):
            for role, term in enumerate(meaning.rule.inputs):
                self._by_type.setdefault(term.type, []).append((number, role))
        self.settled_choices: dict[int, tuple[tuple[Item, ...], ...]] = {}
        """For each rule that leaves nothing open: the one way to make what it makes."""
        self.open_rules: list[int] = []
        """The rules whose outputs a puzzle has to decide."""
        for number, meaning in enumerate(self.semantics):
            made = [self.only_item(slot.type) for slot in meaning.slots]
            known = tuple(item for item in made if item is not None)
            if len(known) == len(made):
                self.settled_choices[number] = (known,)
            else:
                self.open_rules.append(number)

    def only_item(self, type_: str) -> Item | None:
        """The item that an output of a type makes, if the pack alone says which."""
        if type_ in self.items:
            return self.items[type_]
        members = self.members.get(type_, ())
        return members[0] if len(members) == 1 else None

    def form(self, item: Item, properties: Mapping[str, Value]) -> Form:
        """A boolean that is false is the same as one that is not given, so it is left out."""
        # Python takes 1 and True for equal, so the types are part of it.
        written = (item.name, *properties.items(), *map(type, properties.values()))
        found = self._written.get(written)
        if found is None:
            kept = {name: properties[name] for name in sorted(properties) if properties[name] is not False}
            key = (item.name, *((name, type(value).__name__, value) for name, value in kept.items()))
            found = self._written[written] = self._forms.setdefault(
                key, Form(item, kept, next(self._numbers))
            )
        return found

    def changed(self, form: Form, rule: int, output: int) -> Form:
        """The form after the properties of an output are set on it."""
        key = (form.index, rule, output)
        found = self._after.get(key)
        if found is None:
            values = dict(form.properties)
            values.update(self.semantics[rule].rule.outputs[output].properties)
            values.pop("carryable", None)
            found = self._after[key] = self.form(form.item, values)
        return found

    def roles(self, item: Item) -> tuple[tuple[int, int], ...]:
        """The inputs, as (rule, position), whose type the item has."""
        found = self._roles.get(item.name)
        if found is None:
            names = item.types | {item.name, ANYTHING}
            found = tuple(sorted(role for name in names for role in self._by_type.get(name, ())))
            self._roles[item.name] = found
        return found

    def fits(self, node: NestedObject, rule: int, role: int) -> bool:
        """Whether an object with its content matches an input of a rule."""
        term = self.semantics[rule].rule.inputs[role]
        key = (node.form.index, rule, role)
        found = self._matches.get(key)
        if found is None:
            found = self._matches[key] = form_matches(node.form, term)
        return found and content_matches(node, term)

    def fitting(self, node: NestedObject) -> tuple[tuple[int, int], ...]:
        """The inputs, as (rule, position), that an object with its content matches."""
        found = self._fitting.get(node.form.index) if node.content is None else None
        if found is None:
            roles = self.roles(node.form.item)
            found = tuple((rule, role) for rule, role in roles if self.fits(node, rule, role))
            if node.content is None:
                self._fitting[node.form.index] = found
        return found

    def meets(self, form: Form, goal: Term) -> bool:
        """Whether an object matches a goal of the pack, but for what is inside it."""
        key = (form.index, id(goal))
        found = self._meets.get(key)
        if found is None:
            found = self._meets[key] = form_matches(form, goal)
        return found

    def meets_some(self, form: Form) -> bool:
        """Whether an object matches any goal of the pack, but for what is inside it."""
        found = self._meets_some.get(form.index)
        if found is None:
            goals = (goal for area in self.areas.values() for goal in area.goals)
            found = self._meets_some[form.index] = any(form_matches(form, goal) for goal in goals)
        return found

    def carry_out(self, rule: int, nodes: Sequence[NestedObject], items: Sequence[Item]) -> RuleEffect | None:
        """Applies a rule to objects that match its inputs; `items` says what is made in each slot.

        None: it is not applicable, because something would have to go into what is full.
        """
        meaning = self.semantics[rule]
        inside = [node.content for node in nodes]
        outputs: list[NestedObject] = []
        for j, i in enumerate(meaning.released):
            source = meaning.bound[j]
            if source is not None:
                node = nodes[source]
                outputs.append(NestedObject(node.tag, self.changed(node.form, rule, j), None))
            elif i is not None:
                content = inside[i]
                assert content is not None, "an input that says what it contains is not empty"
                inside[i] = None
                outputs.append(
                    NestedObject(content.tag, self.changed(content.form, rule, j), content.content)
                )
            else:
                slot = meaning.made[j]
                assert slot is not None
                fresh = self.form(items[slot], items[slot].properties)
                outputs.append(NestedObject(slot, self.changed(fresh, rule, j), None))
        for j, source in enumerate(meaning.bound):
            if source is not None:
                outputs[j] = outputs[j]._replace(content=inside[source])
        gone = [nodes[i]._replace(content=inside[i]) for i in meaning.destroyed]
        for j, how in enumerate(meaning.filling):
            if how is ContentEffect.UNTOUCHED:
                continue
            held = outputs[j].content
            if how is ContentEffect.EMPTIED:
                if held is not None:
                    gone.append(held)
                outputs[j] = outputs[j]._replace(content=None)
                continue
            if held is not None:
                return None
            what = meaning.filled_by[j]
            assert what is not None
            if how is ContentEffect.STORED:
                new = nodes[what]._replace(content=inside[what])
            else:
                new = NestedObject(what, self.form(items[what], items[what].properties), None)
            outputs[j] = outputs[j]._replace(content=new)
        return RuleEffect(tuple(outputs), tuple(gone))


def is_a(item: Item, type_: str) -> bool:
    return type_ == item.name or type_ == ANYTHING or type_ in item.types


def form_matches(form: Form, term: Term) -> bool:
    """Type and properties; what is inside is another question."""
    if not is_a(form.item, term.type):
        return False
    return all(
        value is form.item.carryable if name == "carryable" else holds(form.properties, name, value)
        for name, value in term.properties
    )


def content_matches(node: NestedObject, term: Term) -> bool:
    if term.contains is None:
        return True
    if term.contains == NOTHING:
        return node.content is None
    return node.content is not None and is_a(node.content.form.item, term.contains)


def node_matches(node: NestedObject, term: Term) -> bool:
    return form_matches(node.form, term) and content_matches(node, term)


def within(node: NestedObject | None) -> Iterator[NestedObject]:
    """The object and everything inside it, outermost first."""
    while node is not None:
        yield node
        node = node.content


@per_pack
def mechanics_of(pack: Pack) -> Mechanics:
    """The pack's mechanics, the same for all who ask: forms of two mechanics of one pack would never be equal."""
    return Mechanics(pack)

"""A pack made ready to run: interned object states, what matches what, and the effect of a rule on objects.

One `Mechanics` serves every puzzle of its pack; what it has worked out once it remembers.
The effect of a rule is computed here and nowhere else: the playable world and the analysis both use it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from puzzlesynth.pack.model import ANYTHING, NOTHING, Item, Pack, Term, Value
from puzzlesynth.pack_cache import per_pack

from .rule_semantics import ContentEffect, RuleSemantics, holds, semantics_of


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
        self._roles: dict[str, tuple[tuple[int, int], ...]] = {}
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

    def meets(self, form: Form, goal: Term) -> bool:
        """Whether an object matches a goal of the pack, but for what is inside it."""
        key = (form.index, id(goal))
        found = self._meets.get(key)
        if found is None:
            found = self._meets[key] = form_matches(form, goal)
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

"""Names that do not exist, with the closest that does; and names that read the same to players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puzzlesynth.pack.diagnostics.problems import Problem, error, unknown, warning
from puzzlesynth.pack.model import ANYTHING, NOTHING, Area, Item, Pack, Place, Rule, Term
from puzzlesynth.pack.text.phrases import has_lone_brace, unknown_slots
from puzzlesynth.pack.text.wording import area_title, words
from puzzlesynth.suggestions import NameIndex

from .rules import swapped_sides


def check_names(pack: Pack) -> Iterator[Problem]:
    """Types, items and areas that do not exist."""
    yield from _types(pack)
    yield from _items(pack)
    yield from _areas(pack)


def all_terms(pack: Pack) -> Iterator[Term]:
    """Every term that a designer wrote, in the order of the pack."""
    for rule in pack.rules:
        yield from rule.outputs
        yield from rule.inputs
    for area in pack.areas.values():
        yield from area.goals


def _types(pack: Pack) -> Iterator[Problem]:
    known = pack.types | {ANYTHING}
    names: NameIndex | None = None
    swapped = swapped_sides(pack)
    yield from swapped.values()
    actions = {id(rule.outputs[0]) for rule in pack.rules if rule.number in swapped}
    for term in all_terms(pack):
        if id(term) in actions:
            continue
        if term.type == NOTHING:
            hint = "it says that something is empty: `Cup[contains: Nothing]`"
            yield error("unknown-type", "`Nothing` is only allowed after `contains:`", term.place, hint)
            continue
        for name, place in _named(term):
            if name not in known:
                names = names or NameIndex(sorted(known))
                message = f"`{name}`: no item or type has this name"
                yield error("unknown-type", message, place, names.did_you_mean(name), (name, "items"))


def _named(term: Term) -> Iterator[tuple[str, Place]]:
    yield term.type, term.place
    if term.contains not in (None, NOTHING):
        assert term.contains is not None
        yield term.contains, term.contains_place or term.place


def _items(pack: Pack) -> Iterator[Problem]:
    """What areas and items contain must be items: a type alone cannot lie anywhere."""
    contained = [
        (name, area.where(f"contains.{number}"), f"the area `{area.name}`")
        for area in pack.areas.values()
        for number, name in enumerate(area.contains)
    ]
    contained += [
        (item.contains, item.where("contains"), f"`{item.name}`")
        for item in pack.items.values()
        if item.contains
    ]
    known = NameIndex(pack.items)
    for name, place, holder in contained:
        if name in pack.items:
            continue
        members = pack.members.get(name, ())
        if members:
            message = f"{holder} cannot contain `{name}`: that is a type, and an item is needed"
            hint = f"items of that type: {', '.join(f'`{item.name}`' for item in members[:5])}"
            yield error("not-an-item", message, place, hint, (name, "items"))
        else:
            yield unknown("item", name, place, known, f"{holder} contains ")


def _areas(pack: Pack) -> Iterator[Problem]:
    named = [
        (name, item.where(f"area.{number}"))
        for item in pack.items.values()
        for number, name in enumerate(item.areas or ())
    ]
    named += [
        (name, area.where(f"connects.{number}"))
        for area in pack.areas.values()
        for number, name in enumerate(area.connects)
    ]
    known = NameIndex(pack.areas)
    for name, place in named:
        if name not in pack.areas:
            yield unknown("area", name, place, known)


def check_placeholders(pack: Pack) -> Iterator[Problem]:
    """Names in the texts of rules that the rules do not have."""
    for rule in pack.rules:
        yield from _placeholders(rule)


def _placeholders(rule: Rule) -> Iterator[Problem]:
    """`{Badge}` in a rule's text stands for the thing that the rule calls so."""
    if has_lone_brace(rule):
        hint = "a brace that is part of the text is written twice: `{{`"
        yield warning("unknown-placeholder", "the braces in the rule's `text` do not match", rule.place, hint)
        return
    terms = rule.outputs + rule.inputs
    known = {term.type for term in terms} | {term.label for term in terms if term.label}
    for name in dict.fromkeys(unknown_slots(rule)):
        message = f"the rule's `text` speaks of `{{{name}}}`, but the rule does not"
        yield warning("unknown-placeholder", message, rule.place, NameIndex(sorted(known)).did_you_mean(name))


# --- names that read the same -----------------------------------------------------------------------------


def check_wording(pack: Pack) -> Iterator[Problem]:
    items = (item for item in pack.items.values() if not item.relations.abstract)
    yield from _alike([(words(item.name), item) for item in items], "give one of them another name")
    places = [(area_title(area).lower(), area) for area in pack.areas.values() if area.is_place]
    yield from _alike(places, "give one of them another `title`")


def _alike(named: Iterable[tuple[str, Item | Area]], hint: str) -> Iterator[Problem]:
    first: dict[str, Item | Area] = {}
    for name, thing in named:
        other = first.setdefault(name, thing)
        if other is not thing:
            message = f"`{thing.name}` and `{other.name}` read the same to players: “{name}”"
            yield warning("reads-the-same", message, thing.place, hint)

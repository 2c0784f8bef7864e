"""Names, items and properties: those that do not exist, with the closest that does; those that read the same to players;
those that nothing uses, that go in a circle, or whose values are of the wrong kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from puzzlesynth.pack.diagnostics.problems import Problem, error, unknown, warning
from puzzlesynth.pack.keys import SPECIAL
from puzzlesynth.pack.model import ANYTHING, NOTHING, Area, Item, Pack, Place, Rule, Term, Value
from puzzlesynth.pack.rules.effects import made_types
from puzzlesynth.pack.text.phrases import has_lone_brace, unknown_slots
from puzzlesynth.pack.text.wording import area_title, words
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.suggestions import NameIndex

from .rules import swapped_sides


def cycles(nodes: Iterable[str], successors: Callable[[str], Iterable[str]]) -> Iterator[list[str]]:
    """The cycle of each back edge of a depth-first search: `[a, b, a]`.

    None where there is no cycle. Without recursion: a chain can be as long as the pack.
    """
    finished: set[str] = set()
    for first in nodes:
        path: dict[str, None] = {}
        stack = [(first, False)]
        while stack:
            node, leaving = stack.pop()
            if leaving:
                path.popitem()
                finished.add(node)
            elif node in path:
                names = list(path)
                yield [*names[names.index(node) :], node]
            elif node not in finished:
                path[node] = None
                stack.append((node, True))
                stack.extend((other, False) for other in reversed(list(successors(node))))


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
        if term.type in known and term.type != NOTHING and (term.contains is None or term.contains in known):
            continue
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
        if rule.text is not None:
            yield from _placeholders(rule)


def _placeholders(rule: Rule) -> Iterator[Problem]:
    """`{Badge}` in a rule's text is replaced by the thing that the rule names so."""
    if has_lone_brace(rule):
        hint = "write a brace that is part of the text twice: `{{`"
        yield warning("unknown-placeholder", "the braces in the rule's `text` do not match", rule.place, hint)
        return
    terms = rule.outputs + rule.inputs
    known = {term.type for term in terms} | {term.label for term in terms if term.label}
    for name in dict.fromkeys(unknown_slots(rule)):
        message = f"the rule's `text` mentions `{{{name}}}`, but the rule does not"
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


_ASKABLE = ("carryable", "contains")


def check_properties(pack: Pack) -> Iterator[Problem]:
    """Properties that are asked for but nothing has; or are set, but only a similar one is asked for."""
    names = PropertyNames(pack)
    for term, number, name, is_output in _uses(pack):
        place = term.place_of(number)
        if name in SPECIAL and name not in _ASKABLE:
            message = f"`{name}` is not allowed in a term: it is fixed for every item"
            yield error("special-property", message, place)
        elif name == "carryable" and is_output:
            yield error("special-property", "no rule can change whether something is carryable", place)
        elif name in names.unread and is_output:
            meant = names.unread[name]
            message = f"`{name}` is set here, but no item has it and nothing asks for it"
            problem = error if meant in names.lacking else warning
            yield problem("unread-property", message, place, f"did you mean `{meant}`?")
        elif not names.exists(name) and name != "carryable":
            message = f"`{name}`: no item has this property and no rule sets it"
            hint, about = names.known.did_you_mean(name), (name, "items", "rules")
            yield error("unknown-property", message, place, hint, about)


class PropertyNames:
    """Which properties there are, and which are most likely others, misspelt."""

    def __init__(self, pack: Pack) -> None:
        had = {name for item in pack.items.values() for name in item.properties}
        uses = list(_uses(pack))
        given = {name for _, _, name, is_output in uses if is_output}
        asked = {name for _, _, name, is_output in uses if not is_output}
        self.known = NameIndex(sorted(had | given))
        self.unread: dict[str, str] = {}
        """What is set, though no item has it and nothing asks for it: what is asked for instead."""
        self.lacking: set[str] = set()
        """What is asked for, and would be there if it were not misspelt where it is set."""
        often = Counter(name for _, _, name, _ in uses)
        read = NameIndex(sorted(asked))
        for name in sorted(given - asked - had):
            meant = read.closest(name)
            if meant is None:
                continue
            if self.known.has(meant):
                self.unread[name] = meant
            elif often[meant] > often[name]:
                self.unread[name] = meant
                self.lacking.add(meant)

    def exists(self, name: str) -> bool:
        return self.known.has(name) or name in self.lacking

    def meant(self, name: str) -> str | None:
        """The property that a name stands for; None: it comes close to none."""
        if name in self.unread:
            return self.unread[name]
        return name if self.exists(name) or name == "carryable" else self.known.closest(name)


def _uses(pack: Pack) -> Iterator[tuple[Term, int, str, bool]]:
    """Every property in a term: its number there, its name, and whether a rule sets it."""
    for rule in pack.rules:
        for terms, is_output in ((rule.outputs, True), (rule.inputs, False)):
            for term in terms:
                for number, (name, _) in enumerate(term.properties):
                    yield term, number, name, is_output
    for area in pack.areas.values():
        for goal in area.goals:
            yield from ((goal, number, name, False) for number, (name, _) in enumerate(goal.properties))


# --- values of the wrong kind -----------------------------------------------------------------------------


_KINDS: dict[type, str] = {bool: "true or false", int: "a number", str: "a text"}
_LIKE_TRUE, _LIKE_FALSE = ("yes", "on", "y", "t", "1"), ("no", "off", "n", "f", "0")


@dataclass(frozen=True)
class _Use:
    value: Value
    place: Place
    in_term: bool


def check_value_types(pack: Pack) -> Iterator[Problem]:
    """Most uses of a property agree; the others are mistakes, and never match where terms ask for it."""
    for name, uses in _values(pack).items():
        kinds = Counter(type(use.value) for use in uses)
        if len(kinds) == 1:
            continue
        usual = max(kinds, key=lambda kind: kinds[kind])
        first = next(use for use in uses if type(use.value) is usual)
        asked = any(use.in_term for use in uses)
        for use in uses:
            if type(use.value) is not usual:
                message = f"`{name}` is {_KINDS[usual]} elsewhere (see {first.place}); `{use.value}` is not"
                problem = error if asked else warning
                yield problem("wrong-kind", message, use.place, _hint(use.value, usual))


def _values(pack: Pack) -> dict[str, list[_Use]]:
    found: dict[str, list[_Use]] = {}
    for item in pack.items.values():
        for name, value in item.properties.items():
            found.setdefault(name, []).append(_Use(value, item.where(name), False))
    for term in all_terms(pack):
        for number, (name, value) in enumerate(term.properties):
            found.setdefault(name, []).append(_Use(value, term.place_of(number), True))
            if name == "carryable":
                found[name].append(_Use(True, term.place, False))  # what items say of it is a boolean
                found[name].append(_Use(True, term.place, False))
    return found


def _hint(value: Value, usual: type) -> str | None:
    word = str(value).lower()
    if usual is bool:
        if word in _LIKE_TRUE:
            return "write `True`"
        return "write `False`" if word in _LIKE_FALSE else "write `True` or `False`"
    if usual is int:
        return "write a whole number without quotes"
    return f'write "{value}", in quotes'


def check_items(pack: Pack) -> Iterator[Problem]:
    """Items that are never in the world, or that nothing needs."""
    unused = list(_unused(pack))
    needless = {problem.place for problem in unused}
    yield from (problem for problem in _never_there(pack) if problem.place not in needless)
    yield from unused


def check_circles(pack: Pack) -> Iterator[Problem]:
    """An item that is a kind of itself, or inside itself."""
    items = pack.items
    kinds = [name for name, item in items.items() if item.isa]
    for circle in cycles(kinds, lambda name: [other for other in items[name].isa if other in items]):
        yield _circle(items[circle[0]], "isa", circle)
    holders = [name for name, item in items.items() if item.contains]
    for circle in cycles(
        holders, lambda name: [held for held in (items[name].contains or "",) if held in items]
    ):
        yield _circle(items[circle[0]], "contains", circle)


def _circle(item: Item, key: str, circle: list[str]) -> Problem:
    shown = circle if len(circle) <= 6 else [*circle[:3], "…", *circle[-2:]]
    way = " → ".join(f"`{step}`" for step in shown)
    place = item.where(f"{key}.0") if key == "isa" else item.where(key)
    return error(f"cyclic-{key}", f"`{key}` goes in a circle: {way}", place, "remove one of them")


def _never_there(pack: Pack) -> Iterator[Problem]:
    """`notSpawnable` items that no area contains and no rule makes."""
    there = {name for area in pack.areas.values() for name in area.contains}
    there |= {item.contains for item in pack.items.values() if item.contains}
    made = {name for rule in pack.rules for name in made_types(rule)}
    abstract = made - pack.items.keys()
    for item in pack.items.values():
        if (
            item.spawnable
            or item.relations.abstract
            or item.name in there
            or item.name in made
            or abstract & item.types
        ):
            continue
        why = "it is `notSpawnable`, no area contains it, and no rule makes it"
        hint = "put it in an area, or write a rule that makes it"
        yield warning("never-there", f"`{item.name}` is never in the world: {why}", item.place, hint)


def _unused(pack: Pack) -> Iterator[Problem]:
    """Items that no rule, goal, area or other item refers to, by name or by one of their types."""
    named = {term.type for term in all_terms(pack)} | {term.contains for term in all_terms(pack)}
    named |= {name for area in pack.areas.values() for name in area.contains}
    named |= {name for item in pack.items.values() for name in (*item.isa, item.contains)}
    for item in pack.items.values():
        if not named & item.types and item.contains is None:
            message = f"nothing refers to `{item.name}`: no rule, no goal, no area"
            yield warning("unused-item", message, item.place, "use it in a rule, or remove it")

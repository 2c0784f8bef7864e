"""Items that cannot be what they say: circles, things that are never in the world, things nobody needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from puzzlesynth.pack.diagnostics.problems import Problem, error, warning
from puzzlesynth.pack.model import Item, Pack
from puzzlesynth.pack.rules.effects import ContentChange, Origin, outcomes

from .names import all_terms


def check_items(pack: Pack) -> Iterator[Problem]:
    """Items that are never in the world, or that nobody needs."""
    yield from _never_there(pack)
    yield from _unused(pack)


def check_circles(pack: Pack) -> Iterator[Problem]:
    """An item that is a kind of itself, or inside itself."""
    yield from _circles(pack, "isa", lambda item: item.isa)
    yield from _circles(pack, "contains", lambda item: (item.contains,) if item.contains else ())


def _circles(pack: Pack, key: str, following: Callable[[Item], tuple[str, ...]]) -> Iterator[Problem]:
    """Each circle once, at the first of its items. Without recursion: a chain can be as long as the pack."""
    finished: set[str] = set()
    for first in pack.items:
        path: dict[str, None] = {}
        stack = [(first, False)]
        while stack:
            name, leaving = stack.pop()
            if leaving:
                path.popitem()
                finished.add(name)
            elif name in path:
                names = list(path)
                circle = [*names[names.index(name) :], name]
                yield _circle(pack.items[name], key, circle)
            elif name in pack.items and name not in finished:
                path[name] = None
                stack.append((name, True))
                stack.extend((other, False) for other in reversed(following(pack.items[name])))


def _circle(item: Item, key: str, circle: list[str]) -> Problem:
    shown = circle if len(circle) <= 6 else [*circle[:3], "…", *circle[-2:]]
    way = " → ".join(f"`{step}`" for step in shown)
    place = item.where(f"{key}.0") if key == "isa" else item.where(key)
    return error(f"cyclic-{key}", f"`{key}` goes round in a circle: {way}", place, "take one of them out")


def _never_there(pack: Pack) -> Iterator[Problem]:
    """`notSpawnable` items that no area contains and no rule makes."""
    there = {name for area in pack.areas.values() for name in area.contains}
    there |= {item.contains for item in pack.items.values() if item.contains}
    made, abstract = _made(pack)
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


def _made(pack: Pack) -> tuple[set[str], set[str]]:
    """Items that rules make, and types of which they make any item."""
    made: set[str] = set()
    for rule in pack.rules:
        for outcome in outcomes(rule) if not rule.fail else ():
            if outcome.origin is not Origin.BOUND:
                made.add(outcome.term.type)
            if outcome.filling is ContentChange.CREATED and outcome.term.contains:
                made.add(outcome.term.contains)
    return made, {name for name in made if name not in pack.items}


def _unused(pack: Pack) -> Iterator[Problem]:
    """Items that no rule, goal, area or other item refers to, by name or by one of their types."""
    named = {term.type for term in all_terms(pack)} | {term.contains for term in all_terms(pack)}
    named |= {name for area in pack.areas.values() for name in area.contains}
    named |= {name for item in pack.items.values() for name in (*item.isa, item.contains)}
    for item in pack.items.values():
        if not named & item.types and item.contains is None:
            message = f"nothing refers to `{item.name}`: no rule, no goal, no area"
            yield warning("unused-item", message, item.place, "use it in a rule, or take it out")

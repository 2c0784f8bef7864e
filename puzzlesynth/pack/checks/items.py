"""Items that cannot be what they say: circles, things that are never in the world, things nobody needs."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.pack.cycles import cycles
from puzzlesynth.pack.diagnostics.problems import Problem, error, warning
from puzzlesynth.pack.model import Item, Pack
from puzzlesynth.pack.rules.effects import made_types

from .names import all_terms


def check_items(pack: Pack) -> Iterator[Problem]:
    """Items that are never in the world, or that nobody needs."""
    yield from _never_there(pack)
    yield from _unused(pack)


def check_circles(pack: Pack) -> Iterator[Problem]:
    """An item that is a kind of itself, or inside itself."""
    items = pack.items
    for circle in cycles(items, lambda name: [other for other in items[name].isa if other in items]):
        yield _circle(items[circle[0]], "isa", circle)
    for circle in cycles(
        items, lambda name: [held for held in (items[name].contains or "",) if held in items]
    ):
        yield _circle(items[circle[0]], "contains", circle)


def _circle(item: Item, key: str, circle: list[str]) -> Problem:
    shown = circle if len(circle) <= 6 else [*circle[:3], "…", *circle[-2:]]
    way = " → ".join(f"`{step}`" for step in shown)
    place = item.where(f"{key}.0") if key == "isa" else item.where(key)
    return error(f"cyclic-{key}", f"`{key}` goes in a circle: {way}", place, "take one of them out")


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
            yield warning("unused-item", message, item.place, "use it in a rule, or take it out")

"""A progression that a designer arranges by hand: which wishes an order breaks and where, and the best order that keeps
what the designer has fixed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from .progression import ExcludedLevel, LevelProfile, Progression, arrange

BrokenKind = Literal["new rules", "easier", "order", "place", "unsolvable", "undecided"]


@dataclass(frozen=True, slots=True)
class ProgressionWishes:
    """What an order is to keep. Levels have names."""

    most_new_rules: int | None = 1
    """Rules that a level may be the first to need; None: any number."""
    may_fall: float | None = 0.0
    """By which share of its difficulty a level may be easier than the one before it; None: by any."""
    before: tuple[tuple[str, str], ...] = ()
    """Pairs of levels: the first somewhere before the second."""
    places: Mapping[str, int] = field(default_factory=dict)
    """Levels that stay where they are: their places, from 0."""


@dataclass(frozen=True, slots=True)
class BrokenWish:
    """Something that an order does not keep, and the level that shows it."""

    kind: BrokenKind
    level: str
    words: str
    other: str | None = None
    """The level that it is compared with."""


def broken_wishes(
    order: Sequence[LevelProfile | ExcludedLevel], wishes: ProgressionWishes
) -> list[BrokenWish]:
    """What an order breaks, from its beginning to its end."""
    found: list[BrokenWish] = []
    place = {item.name: number for number, item in enumerate(order)}
    known: set[int] = set()
    last: LevelProfile | None = None
    for number, item in enumerate(order):
        found += _misplaced(item.name, number, place, wishes)
        if isinstance(item, ExcludedLevel):
            words = "cannot be solved" if item.reason == "unsolvable" else "could not be decided in time"
            found.append(BrokenWish(item.reason, item.name, words))
            continue
        new = item.rules - known
        most = wishes.most_new_rules
        if most is not None and len(new) > most:
            found.append(BrokenWish("new rules", item.name, f"brings {len(new)} new rules at once"))
        if last is not None and wishes.may_fall is not None:
            least = last.difficulty * (1 - wishes.may_fall)
            if item.difficulty < least:
                words = f"is easier ({item.difficulty:,}) than the level before it ({last.difficulty:,})"
                found.append(BrokenWish("easier", item.name, words, last.name))
        known |= item.rules
        last = item
    return found


def _misplaced(
    name: str, number: int, place: Mapping[str, int], wishes: ProgressionWishes
) -> list[BrokenWish]:
    found = []
    for first, second in wishes.before:
        if name == second and place.get(first, -1) > number:
            found.append(BrokenWish("order", name, f"comes before level {first}", first))
    if name in wishes.places and wishes.places[name] != number:
        found.append(BrokenWish("place", name, f"was to stay at place {wishes.places[name] + 1}"))
    return found


def arrange_within(levels: Sequence[LevelProfile], wishes: ProgressionWishes) -> Progression:
    """The best order (see `arrange`) among those that keep levels in their places and pairs in their order. Raises
    `ValueError` if no order does. Levels beyond `MOST_EXACT` are placed greedily, which may find none where there is."""
    number_of = {item.name: number for number, item in enumerate(levels)}
    earlier: dict[int, int] = {}
    for first, second in wishes.before:
        if first in number_of and second in number_of:
            after = number_of[second]
            earlier[after] = earlier.get(after, 0) | 1 << number_of[first]
    fixed = {place: number_of[name] for name, place in wishes.places.items() if name in number_of}
    places = {number: place for place, number in fixed.items()}

    def may_follow(chosen: int, number: int) -> bool:
        """Whether a level can come right after a set of others."""
        place = chosen.bit_count()
        if places.get(number, place) != place or fixed.get(place, number) != number:
            return False
        return not earlier.get(number, 0) & ~chosen

    return arrange(levels, may_follow)

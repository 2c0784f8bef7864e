"""A recipe book over numbered items: who makes what of what, what may be placed, and how much there can be of it.

Multisets of items are single integers with eight bits for each item, so that two of them are added, and one is tested to
be part of another, in one operation each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import NamedTuple

from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.synth.relevance import PackAnalysis, StepKind

BITS = 8
"""For one item in a multiset; the highest of them is there for comparing."""

MOST_OF_ONE = 30
"""No multiset that is kept has more of one item, so sums of a few do not overflow."""

MOST_IN_WORLD = 120
"""More of one item than this are as good as any number: no puzzle that is looked at has as many things."""

MANY_WAYS = 20_000
"""With more ways to make things than this, because rules take whole types, a book is left to others."""

NEVER = 1 << 20
"""The height of what cannot be made."""


class Way(NamedTuple):
    """A rule with the items that it takes."""

    number: int
    rule: int
    result: int
    takes: tuple[int, ...]
    """In the order of the rule's inputs."""
    kind: int
    """The number of its kind of step: the rule and what it makes."""


class Repeatable(NamedTuple):
    """What a puzzle may have twice, as bits."""

    items: int
    kinds: int
    """Of steps."""


@dataclass(frozen=True)
class RecipeGraph:
    names: tuple[str, ...]
    ways: tuple[Way, ...]
    placeable: frozenset[int]
    copies: tuple[int, ...]
    """How many of each item a puzzle can have at once."""
    in_world: tuple[int, ...]
    """How many of each item players can have at once. It may be more, where the pack limits what puzzles have."""
    most: tuple[int, ...]
    """How many of each item a puzzle can have over the whole game."""
    kinds: tuple[StepKind, ...]
    left_over: frozenset[int] = frozenset()
    """Of what counts as placeable, what is not placed: earlier areas may leave one of it over."""
    needed_elsewhere: tuple[int, ...] = ()
    """How many of each item other trees certainly need; () where there are none."""
    behind: frozenset[int] = frozenset()
    """Of what may be out of reach as long as it matters, so that there may be no room to make it."""
    world: RecipeGraph | None = None
    """What players can do, where this has only what may be part of a puzzle; None: the same."""

    @property
    def for_players(self) -> RecipeGraph:
        return self.world or self

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {name: n for n, name in enumerate(self.names)}

    @cached_property
    def makers(self) -> list[list[Way]]:
        found: list[list[Way]] = [[] for _ in self.names]
        for way in self.ways:
            found[way.result].append(way)
        return found

    @cached_property
    def takers(self) -> list[list[tuple[int, Way, int]]]:
        """For each item the ways that take it, with how many things have to be placed for them at the least, those that
        need least first, and how many different items they take."""
        sizes = self.sizes
        found: list[list[tuple[int, Way, int]]] = [[] for _ in self.names]
        for way in self.ways:
            different = sorted(set(way.takes))
            for item in different:
                found[item].append((sum(sizes[one] for one in way.takes), way, len(different)))
        for takers in found:
            takers.sort()
        return found

    @cached_property
    def needs(self) -> dict[int, tuple[tuple[int, int], ...]]:
        """By the number of a way: what it takes, and how many of each."""
        return {way.number: tuple(Counter(way.takes).items()) for way in self.ways}

    @cached_property
    def sizes(self) -> list[int]:
        """How many things have to be placed for each item at the least."""
        return self._least(1, sum)

    @cached_property
    def heights(self) -> list[int]:
        """The fewest steps on the longest chain to each item; 0: it may be placed."""
        return self._least(0, lambda taken: 1 + max(taken))

    def _least(self, placed: int, made: Callable[[list[int]], int]) -> list[int]:
        """The least cost of each item, if one that is placed costs `placed`, and one that is made what `made` says of the
        costs of all that is taken."""
        found = [placed if n in self.placeable else NEVER for n in range(len(self.names))]
        changed = True
        while changed:
            changed = False
            for way in self.ways:
                cost = made([found[item] for item in way.takes])
                if cost < found[way.result]:
                    found[way.result], changed = cost, True
        return found

    @cached_property
    def kinds_behind(self) -> int:
        """The kinds of steps, as bits, for which there may be no room."""
        return sum(1 << n for n, kind in enumerate(self.kinds) if self.numbers[kind[1]] in self.behind)

    def below(self, items: Iterable[int]) -> set[int]:
        """The items, and all that they can be made of, whatever that takes."""
        found = set(items)
        queue = list(found)
        for item in queue:
            for way in self.makers[item]:
                new = found.symmetric_difference(found.union(way.takes))
                found |= new
                queue += sorted(new)
        return found

    # --- multisets ------------------------------------------------------------------------------------

    @cached_property
    def takes(self) -> dict[int, int]:
        """What each way takes, by its number."""
        return {way.number: sum(self.units[item] for item in way.takes) for way in self.ways}

    @cached_property
    def needs_room(self) -> dict[int, int]:
        """For each way how many of each item have to be in reach at once."""
        return {
            way.number: self.takes[way.number] + (0 if way.result in way.takes else self.units[way.result])
            for way in self.ways
        }

    @cached_property
    def units(self) -> list[int]:
        return [1 << BITS * n for n in range(len(self.names))]

    @cached_property
    def guard(self) -> int:
        """The highest bit of each item."""
        return sum(self.units) << BITS - 1

    @cached_property
    def copies_vector(self) -> int:
        return self.vector(dict(enumerate(self.copies)))

    @cached_property
    def world_vector(self) -> int:
        return self.vector(dict(enumerate(self.in_world)))

    @cached_property
    def available(self) -> list[int]:
        """How many of each item a tree can find."""
        others = self.needed_elsewhere or [0] * len(self.copies)
        return [
            1 if n in self.left_over else max(0, most - other)
            for n, (most, other) in enumerate(zip(self.copies, others, strict=True))
        ]

    @cached_property
    def supply(self) -> int:
        """The same as a multiset."""
        return self.vector(dict(enumerate(self.available)))

    @cached_property
    def most_vector(self) -> int:
        return self.vector(dict(enumerate(self.most)))

    def room_around(self, present: Mapping[int, int]) -> tuple[int, ...]:
        """How many of each item there can certainly be in reach at once, as the multiset of the only area; () if there is
        always room. `present`: how many of each are in reach at some time."""
        if not self.behind:
            return ()
        units, copies = self.units, self.copies
        here = (item for item in present if item in self.behind)
        return (
            self._room_in_any_case + sum(min(copies[item], present[item]) * units[item] for item in here),
        )

    @cached_property
    def _room_in_any_case(self) -> int:
        """For what may not be out of reach."""
        return self.vector(
            {item: number for item, number in enumerate(self.copies) if item not in self.behind}
        )

    def vector(self, counts: dict[int, int]) -> int:
        return sum(number << BITS * item for item, number in counts.items())

    def fits(self, part: int, whole: int) -> bool:
        """Whether one multiset is part of another."""
        guard = self.guard
        return ((whole | guard) - part) & guard == guard

    def members(self, vector: int) -> Iterator[tuple[int, int]]:
        """The items of a multiset and how many there are of each."""
        while vector:
            item = ((vector & -vector).bit_length() - 1) // BITS
            number = vector >> BITS * item & (1 << BITS) - 1
            yield item, number
            vector ^= number << BITS * item

    # --- what every way needs -------------------------------------------------------------------------

    @cached_property
    def unavoidable(self) -> list[Counter[int] | None]:
        """For each item the least that is placed for it whatever the way; None: it cannot be had."""
        found: list[Counter[int] | None] = [
            Counter({n: 1}) if n in self.placeable else None for n in range(len(self.names))
        ]
        changed = True
        while changed:
            changed = False
            for way in self.ways:
                least = _least_for(way, found)
                if least is not None:
                    before = found[way.result]
                    now = least if before is None else before & least
                    if now != before:
                        found[way.result], changed = now, True
        return found

    def least_for(self, item: int) -> Counter[int] | None:
        """The least that is placed for an item that is made; None: it cannot be made."""
        found: Counter[int] | None = None
        for way in self.makers[item]:
            least = _least_for(way, self.unavoidable)
            if least is not None:
                found = least if found is None else found & least
        return found

    def repeatable(self, twice: int) -> Repeatable:
        """What may occur twice in a puzzle, if by its form only these items may: what there can be enough for."""
        for item in range(len(self.names)):
            if self.most[item] < 2 or not self._is_enough_for_two(self.unavoidable[item] or Counter()):
                twice &= ~(1 << item)
        least: dict[int, Counter[int]] = {}
        for way in self.ways:
            needs = _least_for(way, self.unavoidable)
            if needs is not None and twice >> way.result & 1:
                least[way.kind] = least[way.kind] & needs if way.kind in least else needs
        kinds = sum(1 << kind for kind, needs in least.items() if self._is_enough_for_two(needs))
        return Repeatable(twice, kinds)

    def _is_enough_for_two(self, placed: Counter[int]) -> bool:
        """What is placed is there from the start, all at once."""
        return all(2 * number <= self.copies[item] for item, number in placed.items())

    def occurring(self, goals: Iterable[int], depth: int) -> tuple[int, int]:
        """What may occur in a tree of this depth for one of the goals, and what may occur in it twice, as bits."""
        found = self._occurring(depth)
        once = twice = 0
        for goal in goals:
            once |= found[goal][0]
            twice |= found[goal][1]
        return once, twice

    def _occurring(self, depth: int) -> list[tuple[int, int]]:
        """For each item what may occur in a tree of this depth for it, and what may occur in it twice, as bits."""
        found = [(1 << n if n in self.placeable else 0, 0) for n in range(len(self.names))]
        for _ in range(depth):
            following = list(found)
            for way in self.ways:
                once = twice = 0
                for item in way.takes:
                    twice |= once & found[item][0] | found[item][1]
                    once |= found[item][0]
                    if not found[item][0]:
                        break
                else:
                    own = 1 << way.result
                    before = following[way.result]
                    following[way.result] = (before[0] | once | own, before[1] | twice | once & own)
            if following == found:
                break
            found = following
        return found


def _least_for(way: Way, unavoidable: Sequence[Counter[int] | None]) -> Counter[int] | None:
    """The least that is placed for what a way takes; None: that cannot be had."""
    least: Counter[int] = Counter()
    for item in way.takes:
        needs = unavoidable[item]
        if needs is None:
            return None
        least.update(needs)
    return least


def recipe_graph(possible: PackAnalysis, places: Collection[str]) -> RecipeGraph | None:
    """The graph of a pack in which every rule makes one thing, and all use up or all keep what they take; None: it is too
    large.

    `places`: the areas where things may be placed.
    """
    items, rules = possible.relevant
    names = tuple(name for name in possible.from_goals_down if name in items)
    numbers = {name: n for n, name in enumerate(names)}
    ways: list[Way] = []
    kinds: dict[StepKind, int] = {}
    packed = possible.pack.items
    for rule in rules:
        (output,) = possible.effects[rule.number].created
        (result,) = possible.creatable(rule.outputs[output].type)
        accepted = [[numbers[item.name] for item in possible.accepted(term)] for term in rule.inputs]
        for takes in product(*accepted):
            if any(takes.count(item) > packed[names[item]].copies for item in takes):
                continue  # there are never as many
            if len(ways) >= MANY_WAYS:
                return None
            kind = kinds.setdefault((rule.number, result.name), len(kinds))
            ways.append(Way(len(ways), rule.number, numbers[result.name], takes, kind))
    copies = tuple(min(packed[name].copies, possible.pack.limits.copies) for name in names)
    in_world = tuple(min(packed[name].copies, MOST_IN_WORLD) for name in names)
    most = tuple(possible.supplies.of[name].in_all for name in names)
    if max((*copies, *most), default=0) > MOST_OF_ONE:
        return None
    placeable = _placeable(possible, names, places)
    graph = RecipeGraph(names, tuple(ways), placeable, copies, in_world, most, tuple(kinds))
    if possible.uses_up_all:
        return affordable(graph)
    # A player can have more of what is kept than a puzzle is allowed to begin with.
    within_limits = all(way.takes.count(one) <= copies[one] for way in ways for one in way.takes)
    return graph if within_limits else None


def affordable(graph: RecipeGraph) -> RecipeGraph:
    """Without ways that need more than there can be, whatever else is done."""
    while True:
        kept = []
        for way in graph.ways:
            least = _least_for(way, graph.unavoidable)
            if least is not None and all(number <= graph.available[item] for item, number in least.items()):
                kept.append(way)
        if len(kept) == len(graph.ways):
            return graph
        graph = replace(graph, ways=tuple(kept))


def _placeable(possible: PackAnalysis, names: Iterable[str], places: Collection[str]) -> frozenset[int]:
    pack, start = possible.pack, possible.start
    return frozenset(
        n
        for n, name in enumerate(names)
        if any(area in places for area in start.places_for(pack.items[name]))
    )

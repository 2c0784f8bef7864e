"""The initial state of synthesis: objects in the world, open areas, and areas that still have to be solved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property

from puzzlesynth.pack.model import Area, Item, Pack, Policy, Value
from puzzlesynth.puzzle.model import GameProgress, Object
from puzzlesynth.quick_dataclasses import dataclass, field


@dataclass(frozen=True)
class InitialState:
    areas: tuple[Area, ...]
    """The areas to solve."""
    open: tuple[str, ...]
    """Areas that are open from the start."""
    reachable: tuple[str, ...]
    """Areas that are open or that solving `areas` opens: where things can be placed."""
    objects: tuple[Object, ...]
    """What is there already."""
    progress: GameProgress | None = None
    pack: Pack = field(repr=False, default=None)  # type: ignore[assignment]

    @cached_property
    def items(self) -> frozenset[str]:
        return frozenset(thing.item for thing in self.objects)

    @cached_property
    def values(self) -> frozenset[tuple[str, str, Value]]:
        """Property values that differ from what the item starts with."""
        return frozenset(
            (thing.item, name, value) for thing in self.objects for name, value in thing.properties.items()
        )

    def places_for(self, item: Item) -> tuple[str, ...]:
        if not item.spawnable:
            return ()
        return tuple(
            name
            for name in self.reachable
            if self.pack.areas[name].is_place and (item.areas is None or name in item.areas)
        )

    def may_place(self, item: Item) -> bool:
        return bool(self.places_for(item))

    @property
    def places_decide(self) -> bool:
        """Whether a tree may have a dead end that is forbidden only because of where its things lie: too near, where
        they spoil something, or too far to mend it. Who plays a tree in one choice of places does not know."""
        return len(self.areas) > 1 and any(a.guarantees.dead_ends is Policy.FORBID for a in self.areas)


def fresh_start(pack: Pack) -> InitialState:
    """A new game: every area is to be solved, and each holds what the pack says it contains."""
    return InitialState(
        areas=pack.to_solve,
        open=tuple(area.name for area in pack.areas.values() if area.start),
        reachable=_reachable(pack, [area.name for area in pack.areas.values() if area.start], pack.areas),
        objects=tuple(_furniture(pack)),
        pack=pack,
    )


def opening_start(pack: Pack, area: str) -> InitialState:
    """A new game in which only one of the start areas gets a puzzle."""
    whole = fresh_start(pack)
    return running_start(pack, whole.objects, GameProgress(whole.open, ()), area)


def running_start(pack: Pack, objects: Iterable[Object], progress: GameProgress, *areas: str) -> InitialState:
    """A running game in which these areas still need their puzzle."""
    return InitialState(
        areas=tuple(pack.areas[name] for name in areas),
        open=progress.open,
        reachable=progress.open,
        objects=tuple(objects),
        progress=progress,
        pack=pack,
    )


def _reachable(pack: Pack, start: Iterable[str], solvable: Mapping[str, Area]) -> tuple[str, ...]:
    """Areas in the order in which solving leads to them."""
    found = dict.fromkeys(start)
    queue = list(found)
    for name in queue:
        if name in solvable:
            for then in pack.areas[name].connects:
                if then not in found and then in pack.areas:
                    found[then] = None
                    queue.append(then)
    return tuple(found)


def _furniture(pack: Pack) -> Iterable[Object]:
    counts: dict[str, int] = defaultdict(int)

    def new_id(item: str) -> str:
        counts[item] += 1
        return f"{item}#{counts[item]}"

    for area in pack.areas.values():
        for name in area.contains:
            holder = new_id(name)
            yield Object(holder, name, area.name)
            inner = pack.items[name].contains
            while inner:
                content = new_id(inner)
                yield Object(content, inner, None, inside=holder)
                holder, inner = content, pack.items[inner].contains


class AreaDependencies:
    """Which areas must have been solved before others can open."""

    def __init__(self, start: InitialState) -> None:
        self._open = start.open
        to_solve = {area.name for area in start.areas}
        self._areas = start.reachable
        reachable = frozenset(self._areas)
        self._leads = {
            name: tuple(to for to in start.pack.areas[name].connects if to in reachable)
            if name in to_solve
            else ()
            for name in self._areas
        }

    @cached_property
    def solved_before(self) -> Mapping[str, frozenset[str]]:
        """For each area those that must have been solved before it can open."""
        found: dict[str, set[str]] = {name: set() for name in self._areas}
        for gate in self._areas:
            reached = self._reach(gate)
            for name in self._areas:
                if name not in reached and name != gate:
                    found[name].add(gate)
        return {name: frozenset(gates) for name, gates in found.items()}

    @cached_property
    def open_with(self) -> Mapping[str, frozenset[str]]:
        """For each area those that are certainly open when it is; itself among them."""
        found = {}
        for name in self._areas:
            opened = {name, *self._open, *self.solved_before[name]}
            opened.update(to for gate in self.solved_before[name] for to in self._leads[gate])
            found[name] = frozenset(opened)
        return found

    def _reach(self, unsolved: str) -> set[str]:
        """What opens if one area is never solved."""
        reached = set(self._open)
        queue: list[str] = list(reached)
        for name in queue:
            new: Iterable[str] = () if name == unsolved else self._leads[name]
            for to in new:
                if to not in reached:
                    reached.add(to)
                    queue.append(to)
        return reached

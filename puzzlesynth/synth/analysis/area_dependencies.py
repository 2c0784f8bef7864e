"""How the areas of a game depend on each other, whatever its puzzles are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from .relevance import PackAnalysis


class AreaDependencies:
    def __init__(self, possible: PackAnalysis) -> None:
        self._open = possible.start.open
        to_solve = {area.name for area in possible.start.areas}
        self._areas = possible.start.reachable
        self._leads = {
            name: tuple(to for to in possible.pack.areas[name].connects if to in self._areas)
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

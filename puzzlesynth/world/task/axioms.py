"""Derived facts: areas that are solved, and what that opens, on states as integers (see `bit_layout`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from puzzlesynth.pack.model import Area


@dataclass(frozen=True, eq=False)
class Axioms:
    """What solves the areas of a game, and what comes into reach when they open."""

    areas: Mapping[str, Area]
    goals: Mapping[str, list[tuple[int, int]]]
    """For each area the ways to meet its goal: (mask of the thing, bit of its area being open or 0)."""
    solved_bit: Mapping[str, int]
    open_bit: Mapping[str, int]
    reveals: Mapping[str, list[tuple[int, int, int]]]
    """For each area what comes into reach when it opens: (mask, from, to) of each field."""

    def settle(self, state: int) -> tuple[int, list[str], list[str]]:
        """Solves and opens until nothing changes: the state, what was solved, what of it was not open."""
        solved: list[str] = []
        early: list[str] = []
        while True:
            new = [
                area
                for area, ways in self.goals.items()
                if not state & self.solved_bit[area]
                and any(state & mask and (not gate or state & gate) for mask, gate in ways)
            ]
            if not new:
                return state, solved, early
            solved += new
            early += [area for area in new if not state & self.open_bit[area]]
            for area in new:
                state |= self.solved_bit[area]
            for area in new:
                for name in self.areas[area].connects:
                    bit = self.open_bit.get(name, 0)
                    if bit and not state & bit:
                        state = self._opened(state | bit, name)

    def _opened(self, state: int, area: str) -> int:
        for mask, source, target in self.reveals.get(area, ()):
            count = (state & mask) >> source
            if count:
                state += (count << target) - (count << source)
        return state

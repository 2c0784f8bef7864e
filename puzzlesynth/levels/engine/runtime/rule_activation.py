"""Which rules are worth looking at.

A rule that did not match will not match until something that it wants has appeared somewhere, or something that
it does not want has gone. So every change of a plane wakes the rules that it can concern, and all others sleep:
within a turn, and from turn to turn. A rule that matched without making a difference sleeps more lightly: it
also wakes when something that it sets has gone, or something that it clears has come.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.levels.bitmask import bit_mask, bits
from puzzlesynth.levels.engine.bitboard.geometry import Geometry
from puzzlesynth.levels.engine.bitboard.rule_effects import unwanted_planes, wanted_planes
from puzzlesynth.levels.model import Layer, PuzzleScriptGame, PuzzleScriptRule, RuleGroup
from puzzlesynth.levels.movements import LAYER_MOVEMENTS, MOVEMENT_BITS


class ActivationMasks:
    """What one rule, or one random group, waits for: masks over planes, objects first, then movements."""

    __slots__ = ("clears", "needs", "sets", "unwanted", "wanted")

    def __init__(self, rules: Sequence[PuzzleScriptRule], base: int) -> None:
        self.wanted = self.unwanted = self.sets = self.clears = self.needs = 0
        for rule in rules:
            self._add(rule, base)
        if len(rules) > 1:
            self.needs = 0

    def _add(self, rule: PuzzleScriptRule, base: int) -> None:
        for cell in rule.cells:
            self.needs |= cell.objects_present | cell.movements_present << base
            self.wanted |= wanted_planes(cell, base)
            self.unwanted |= unwanted_planes(cell, base)
            after = cell.replacement
            if after is not None:
                self.sets |= after.objects_set | after.movements_set << base
                self.clears |= after.objects_clear & ~after.objects_set
                self.clears |= (after.movements_cleared & ~after.movements_set) << base


class _Wakers(dict[int, int]):
    """For a plane, the rules (as bits) that a change concerns; found out when it is first asked for."""

    def __init__(self, masks: Sequence[int]) -> None:
        super().__init__()
        self._masks = masks
        self._alike: list[tuple[int, int]] = []
        """Masks that occur, each with the rules that have it."""

    def __missing__(self, plane: int) -> int:
        if self._masks and not self._alike:
            numbers: dict[int, list[int]] = {}
            for number, mask in enumerate(self._masks):
                numbers.setdefault(mask, []).append(number)
            self._alike = [(mask, bit_mask(which, len(self._masks))) for mask, which in numbers.items()]
        bit = 1 << plane
        found = 0
        for mask, rules in self._alike:
            if mask & bit:
                found |= rules
        self[plane] = found
        return found


_MOST_ABLE = 4000
"""How many sets of rules are remembered, by the planes that are empty."""


def _needers(needs: Sequence[int]) -> dict[int, int]:
    """For every plane that is needed, the rules that need it, as bits."""
    numbers: dict[int, list[int]] = {}
    for number, planes in enumerate(needs):
        for plane in bits(planes):
            numbers.setdefault(plane, []).append(number)
    return {plane: bit_mask(found, len(needs)) for plane, found in numbers.items()}


class RuleActivation:
    """The rules of a game that are awake, for the planes of one board as they are now."""

    def __init__(self, game: PuzzleScriptGame, units: Sequence[RuleGroup | PuzzleScriptRule]) -> None:
        self.base = base = game.object_count
        watched = [
            ActivationMasks(unit.rules if isinstance(unit, RuleGroup) else [unit], base) for unit in units
        ]
        self._needers = _needers([item.needs for item in watched])
        self._needed = sum(1 << plane for plane in self._needers)
        self._able: dict[int, int] = {}
        self.wakes_on_gain = _Wakers([item.wanted for item in watched])
        self.wakes_on_loss = _Wakers([item.unwanted for item in watched])
        self.stirs_on_gain = _Wakers([item.clears for item in watched])
        """The rules that wake if they sleep lightly."""
        self.stirs_on_loss = _Wakers([item.sets for item in watched])
        self.everyone = (1 << len(units)) - 1
        self.awake = self.everyone
        self.light = 0
        """Rules that matched without making a difference when they were last looked at."""
        self.plane_count = base + MOVEMENT_BITS * game.layer_count
        self.planes: list[int] = []
        self.empty = 0
        """Planes that surely are empty, as bits."""
        self.doubtful = 0
        """Planes that may have become empty without its having been noted."""
        self.board: Geometry | None = None
        self.current: tuple[int, ...] | None = None
        """The objects' planes as they were when the last turn ended; None while a turn runs."""

    def able(self) -> int:
        """The rules that need no plane which is known to be empty."""
        empty = self.empty & self._needed
        found = self._able.get(empty)
        if found is None:
            if len(self._able) >= _MOST_ABLE:
                self._able.clear()
            blocked = 0
            for plane in bits(empty):
                blocked |= self._needers[plane]
            found = self._able[empty] = self.everyone & ~blocked
        return found

    def gained(self, plane: int) -> None:
        self.awake |= self.wakes_on_gain[plane] | self.light & self.stirs_on_gain[plane]

    def lost(self, plane: int) -> None:
        self.awake |= self.wakes_on_loss[plane] | self.light & self.stirs_on_loss[plane]

    def turn_to(self, board: Geometry, objects: tuple[int, ...]) -> list[int]:
        """Make a board's planes the current ones, with nothing moving. Returns the planes, to be worked on."""
        if self.board is not board or self.current is None:
            self.board = board
            self.planes = [*objects, *[0] * (self.plane_count - len(objects))]
            self.empty = sum([1 << index for index, plane in enumerate(self.planes) if not plane])
            self.awake, self.light = self.everyone, 0
        elif self.current is not objects:
            self.change_to(objects)
        self.look_at_doubtful()
        self.current = None
        return self.planes

    def change_to(self, after: Sequence[int]) -> None:
        """Set the first planes, or all of them, to other values."""
        planes = self.planes
        for index, cells in enumerate(after):
            before = planes[index]
            if cells is not before and cells != before:
                self.change(index, before, cells)

    def change(self, index: int, before: int, after: int) -> None:
        """Set one plane."""
        if after & ~before:
            self.gained(index)
        if before & ~after:
            self.lost(index)
        if not before or not after:
            self.empty ^= 1 << index if bool(self.empty >> index & 1) == bool(after) else 0
        self.planes[index] = after

    def look_at_doubtful(self) -> None:
        """Find out which planes have become empty."""
        for index in bits(self.doubtful):
            if not self.planes[index]:
                self.empty |= 1 << index
        self.doubtful = 0

    def moving_layers(self) -> list[int]:
        """Collision layers with something that wants to move."""
        self.look_at_doubtful()
        moving = self.empty >> self.base ^ (1 << self.plane_count - self.base) - 1
        return sorted({index // MOVEMENT_BITS for index in bits(moving)})

    def settle(self, before: Sequence[int], layers: Sequence[Layer]) -> None:
        """Take note of what movement has done to these layers since the planes were as `before`."""
        planes = self.planes
        for layer in layers:
            for thing in layer.object_ids:
                if planes[thing] is not before[thing] and planes[thing] != before[thing]:
                    self.gained(thing)
                    self.lost(thing)
            first = self.base + MOVEMENT_BITS * layer.index
            for index in range(first, first + MOVEMENT_BITS):
                if before[index]:
                    self.lost(index)
            self.empty |= LAYER_MOVEMENTS << first

"""What can be known about a game's rules without running them: what a replacement really changes, which
objects ever change at all, which movements can come up in a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from puzzlesynth.levels.bitmask import bits, union
from puzzlesynth.levels.model import (
    CellPattern,
    Level,
    PuzzleScriptGame,
    PuzzleScriptRule,
    Replacement,
    RuleProgram,
)
from puzzlesynth.levels.movements import LAYER_MOVEMENTS, MOVEMENT_BITS


@dataclass(frozen=True, slots=True)
class PlaneEffect:
    """One plane that a replacement sets or clears. `certain`: wherever the pattern matches, it makes a
    difference."""

    index: int
    sets: bool
    certain: bool


class StaticAnalysis:
    """Conclusions about one game."""

    def __init__(
        self, game: PuzzleScriptGame, *, exclusive_levels: bool = True, all_change: bool = False
    ) -> None:
        self.game = game
        self._all_change = all_change
        self.layer_of = tuple(thing.layer for thing in game.objects)
        self.layer_masks = game.layer_masks
        self.exclusive = exclusive_levels and all(
            self._keeps_layers_exclusive(replacement)
            for rule in game.all_rules
            for _, replacement in rule.replaced_cells
        )
        """Whether a cell never holds two objects of one layer. The language promises it, but a source that
        compiled with errors may break the promise."""

    def _keeps_layers_exclusive(self, replacement: Replacement) -> bool:
        layers = [self.layer_of[index] for index in bits(replacement.objects_set)]
        if len(layers) != len(set(layers)):
            return False
        if any(self.layer_masks[layer] & ~replacement.objects_clear for layer in layers):
            return False
        return not any(self.layer_of[index] in layers for index in bits(replacement.random_mask))

    # what a cell holds where a pattern matches

    def surely_absent(self, pattern: CellPattern, index: int) -> bool:
        if pattern.objects_missing >> index & 1:
            return True
        if not self.exclusive:
            return False
        layer = self.layer_masks[self.layer_of[index]]
        if pattern.objects_present & layer & ~(1 << index):
            return True
        return any(not mask & ~layer and not mask >> index & 1 for mask in pattern.any_objects_present)

    def movements_absent(self, pattern: CellPattern) -> int:
        """Movements that are surely not in a cell where a pattern matches."""
        absent = pattern.movements_missing
        if pattern.movements_present and self.one_way:
            for index in bits(pattern.movements_present):
                layer = LAYER_MOVEMENTS << index // MOVEMENT_BITS * MOVEMENT_BITS
                absent |= layer & ~pattern.movements_present
        return absent

    @cached_property
    def one_way(self) -> bool:
        """Whether nothing ever wants to move in two ways at once."""
        return all(
            _gives_one_way(replacement)
            for rule in self.game.all_rules
            for _, replacement in rule.replaced_cells
        )

    def surely_present(self, pattern: CellPattern, index: int) -> bool:
        return bool(pattern.objects_present >> index & 1)

    def object_effects(self, pattern: CellPattern, clear: int, set_: int) -> list[PlaneEffect]:
        """What becomes of a cell's objects: only planes that may change."""
        effects = []
        for index in bits(clear & ~set_):
            if not self.surely_absent(pattern, index):
                effects.append(PlaneEffect(index, False, self.surely_present(pattern, index)))
        for index in bits(set_):
            if not self.surely_present(pattern, index):
                effects.append(PlaneEffect(index, True, self.surely_absent(pattern, index)))
        return effects

    def movement_effects(self, pattern: CellPattern, clear: int, set_: int, live: int) -> list[PlaneEffect]:
        """What becomes of a cell's movements, as far as `live` ones are concerned."""
        effects = []
        for index in bits(clear & ~set_ & live & ~self.movements_absent(pattern)):
            effects.append(PlaneEffect(index, False, bool(pattern.movements_present >> index & 1)))
        for index in bits(set_ & ~pattern.movements_present):
            absent = bool(self.movements_absent(pattern) >> index & 1) or not live >> index & 1
            effects.append(PlaneEffect(index, True, absent))
        return effects

    def cell_effects(
        self, pattern: CellPattern, replacement: Replacement, live: int
    ) -> tuple[list[PlaneEffect], list[PlaneEffect]]:
        """What becomes of a cell's objects, as far as they can change at all, and of its movements."""
        objects = self.changing_effects(pattern, replacement.objects_clear, replacement.objects_set)
        cleared, given = replacement.movements_cleared, replacement.movements_set
        return objects, self.movement_effects(pattern, cleared, given, live)

    def changing_effects(self, pattern: CellPattern, clear: int, set_: int) -> list[PlaneEffect]:
        """Those of the object effects that concern objects which can change."""
        effects = self.object_effects(pattern, clear, set_)
        return [effect for effect in effects if self.changing_objects >> effect.index & 1]

    # contradictions

    def exclude_each_other(self, one: CellPattern, other: CellPattern) -> bool:
        """Whether no cell can be as both patterns want it."""
        if one.objects_present & other.objects_missing or other.objects_present & one.objects_missing:
            return True
        if one.movements_present & other.movements_missing or other.movements_present & one.movements_missing:
            return True
        for a, b in ((one, other), (other, one)):
            if any(not mask & ~b.objects_missing for mask in a.any_objects_present):
                return True
            if any(self.surely_absent(b, index) for index in bits(a.objects_present)):
                return True
            if any(all(self.surely_absent(b, i) for i in bits(mask)) for mask in a.any_objects_present):
                return True
        return False

    def settles_at_once(self, rules: Sequence[PuzzleScriptRule], live: int) -> bool:
        """Whether going once through these rules of a group is enough: nothing that a rule does lets itself or
        a rule before it match where it did not, and no rule undoes what another has done."""
        done: list[tuple[int, CellPattern, PlaneEffect, bool]] = []
        for number, rule in enumerate(rules):
            for cell in rule.cells:
                done.extend((number, *rest) for rest in self._effects(cell, live))
        for number, cell, effect, is_object in done:
            for rule in rules[: number + 1]:
                if any(self._enables(cell, effect, is_object, there) for there in rule.cells):
                    return False
            for _, other_cell, other, other_is_object in done:
                same = other.index == effect.index and other_is_object == is_object
                if same and other.sets != effect.sets and not self.exclude_each_other(cell, other_cell):
                    return False
        return True

    def _effects(self, cell: CellPattern, live: int) -> Iterator[tuple[CellPattern, PlaneEffect, bool]]:
        """The effects on a cell, with what is surely still true of its objects afterwards."""
        replacement = cell.replacement
        if replacement is None:
            return
        objects, movements = self.cell_effects(cell, replacement, live)
        if objects:
            kept = CellPattern()
        else:
            kept = CellPattern(cell.objects_present, cell.objects_missing, cell.any_objects_present)
        for effect in objects:
            yield kept, effect, True
        for effect in movements:
            yield kept, effect, False

    def _enables(self, kept: CellPattern, effect: PlaneEffect, is_object: bool, there: CellPattern) -> bool:
        """Whether an effect can make a cell fit a pattern that it did not fit before."""
        bit = 1 << effect.index
        if is_object:
            wanted = there.objects_present | union(there.any_objects_present)
            unwanted = there.objects_missing
        else:
            wanted, unwanted = there.movements_present, there.movements_missing
        if not bit & (wanted if effect.sets else unwanted):
            return False
        return not self.exclude_each_other(kept, there)

    # what can change

    def live_movements(self, program: RuleProgram, live: int) -> int:
        """The movements that can come up, from those given, when a program runs."""
        rules = [rule for group in program.groups for rule in group.rules]
        grown = True
        while grown:
            grown = False
            for rule in rules:
                if rule_movements_needed(rule) & ~live:
                    continue
                after = live | rule_movements_set(rule)
                grown = grown or after != live
                live = after
        return live

    @cached_property
    def changing_objects(self) -> int:
        """Objects that a rule may put down, take away or move; the others lie where the level has them."""
        if self._all_change:
            return (1 << self.game.object_count) - 1
        changing = self.game.player_mask
        for rule in self.game.all_rules:
            for cell, replacement in rule.replaced_cells:
                changing |= self._changed_by(cell, replacement)
        return changing

    def _changed_by(self, pattern: CellPattern, replacement: Replacement) -> int:
        clear, set_ = replacement.objects_clear, replacement.objects_set
        changed = 0
        for index in bits(replacement.random_mask):
            changed |= self.layer_masks[self.layer_of[index]]
        for effect in self.object_effects(pattern, clear, set_):
            changed |= 1 << effect.index
        moved = replacement.movements_set | replacement.random_dir_mask
        for layer, mask in enumerate(self.layer_masks):
            bit_mask = LAYER_MOVEMENTS << MOVEMENT_BITS * layer
            if moved & bit_mask:
                changed |= self._possible(pattern, layer) | set_ & mask
        return changed

    def _possible(self, pattern: CellPattern, layer: int) -> int:
        """The objects of a layer that may be in a matching cell."""
        return sum(1 << i for i in bits(self.layer_masks[layer]) if not self.surely_absent(pattern, i))


def _gives_one_way(replacement: Replacement) -> bool:
    """Whether a replacement leaves no cell with two movements in one layer, if it had one at most before."""
    given = replacement.movements_set
    drawn = replacement.random_dir_mask
    cleared = replacement.movements_cleared
    for layer in {index // MOVEMENT_BITS for index in bits(given | drawn)}:
        share = LAYER_MOVEMENTS << MOVEMENT_BITS * layer
        ways = (given & share).bit_count() + bool(drawn & share)
        if ways > 1 or share & ~cleared:
            return False
    return True


def rule_movements_needed(rule: PuzzleScriptRule) -> int:
    return union(cell.movements_present for cell in rule.cells)


def rule_movements_set(rule: PuzzleScriptRule) -> int:
    """The movements that a rule may give to something."""
    result = 0
    for _, replacement in rule.replaced_cells:
        result |= replacement.movements_set
        for index in bits(replacement.random_dir_mask):
            result |= 0b1111 << index // MOVEMENT_BITS * MOVEMENT_BITS
    return result


def level_is_exclusive(game: PuzzleScriptGame, level: Level) -> bool:
    """Whether no cell of a level holds two objects of one layer."""
    masks = game.layer_masks
    return not any(cell & mask & ((cell & mask) - 1) for cell in set(level.cells) for mask in masks)

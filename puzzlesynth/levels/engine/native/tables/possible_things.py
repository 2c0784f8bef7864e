"""What can ever come up in a level, whatever the player does: objects, movements, and rules that match."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlesynth.levels.bitmask import bits, union
from puzzlesynth.levels.engine.bitboard.static_analysis import rule_movements_needed, rule_movements_set
from puzzlesynth.levels.model import PuzzleScriptGame, PuzzleScriptRule
from puzzlesynth.levels.movements import LAYER_MOVEMENTS, MOVEMENT_BITS


@dataclass(frozen=True, slots=True)
class PossibleThings:
    """An upper bound of what a play of a level can bring."""

    object_count: int
    """Objects of the game, possible or not."""
    layer_count: int
    objects: int
    """As an object mask."""
    movements: int
    """As a movement mask."""
    everywhere: int
    """Objects that are in every cell for ever."""
    rules: frozenset[int]
    """Rules that can match, by their identity."""

    @classmethod
    def starting_from(cls, game: PuzzleScriptGame, objects: int, everywhere: int) -> PossibleThings:
        """What can come of these objects."""
        movements = 0
        waiting = [
            (rule, union(cell.objects_present for cell in rule.cells), rule_movements_needed(rule))
            for rule in game.all_rules
        ]
        alive: set[int] = set()
        grown = True
        while grown:
            grown = False
            for thing in bits(game.player_mask & objects):
                movements |= LAYER_MOVEMENTS << MOVEMENT_BITS * game.objects[thing].layer
            rest = []
            for item in waiting:
                rule, needed, moving = item
                if needed & ~objects or moving & ~movements or not _has_choices(rule, objects):
                    rest.append(item)
                    continue
                alive.add(id(rule))
                grown = True
                movements |= rule_movements_set(rule)
                for _, replacement in rule.replaced_cells:
                    objects |= replacement.objects_set | replacement.random_mask
            waiting = rest
        count = game.object_count, game.layer_count
        return cls(*count, objects, movements, everywhere, frozenset(alive))


def _has_choices(rule: PuzzleScriptRule, objects: int) -> bool:
    """Whether of every list of objects that a cell must hold one of, there is one."""
    return all(mask & objects for cell in rule.cells for mask in cell.any_objects_present)

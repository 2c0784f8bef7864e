"""A game without its decoration: what can make no difference to whether a level is won.

Pictures of edges, shadows, blinking eyes: rules put them down, and nothing that matters ever looks at them. States that
differ in them alone are one, and the rules that make them need not be run. What matters is found layer by layer, since
objects of one layer are in each other's way: the layers of the player and of win conditions; those that are looked at by
a rule that changes something in a layer that matters, or that has a command which makes more of a turn than its board
shows.

A turn does the same to what matters in both games. So does a move, but for one case: if a turn changes nothing but
decoration and asks for `again`, the game goes on, and the one without decoration cannot tell. It goes on then.
So whatever can be done in the game can be done in the one without decoration, and what wins there is played in the game.
"""

from __future__ import annotations

import dataclasses

from puzzlesynth.levels.bitmask import bits, union
from puzzlesynth.levels.engine.bitboard.static_analysis import StaticAnalysis
from puzzlesynth.levels.engine.codegen.turn_writer import draws_numbers
from puzzlesynth.levels.model import CellRow, PuzzleScriptGame, PuzzleScriptRule, Replacement, RuleProgram
from puzzlesynth.levels.movements import LAYER_MOVEMENTS, MOVEMENT_BITS

BINDING = frozenset(("again", "cancel", "checkpoint", "restart", "win"))
"""Commands of rules that matter whatever they change."""


def without_decoration(game: PuzzleScriptGame) -> PuzzleScriptGame:
    """The same game without what makes no difference; the game itself if there is nothing of that kind, or if that cannot
    be told: with random or rigid rules, for example."""
    commands = {command.name for rule in game.all_rules for command in rule.commands}
    facts = StaticAnalysis(game)
    if draws_numbers(game) or game.rigid_groups or not facts.exclusive:
        return game
    if game.settings.run_rules_on_level_start and "again" in commands:
        return game
    essence = _Essence(facts)
    if not essence.leaves_out_anything:
        return game
    return dataclasses.replace(
        game, rules=essence.program(game.rules), late_rules=essence.program(game.late_rules)
    )


class _Essence:
    """What matters in a game."""

    def __init__(self, facts: StaticAnalysis) -> None:
        self._facts, self._game = facts, facts.game
        self._layers = self._first_layers()
        self._rules: set[int] = set()
        self._find_all()
        self._objects = union(self._game.layers[layer].mask for layer in bits(self._layers))
        self._movements = sum(LAYER_MOVEMENTS << MOVEMENT_BITS * layer for layer in bits(self._layers))

    @property
    def leaves_out_anything(self) -> bool:
        """Whether something that can change does not matter."""
        return bool(self._facts.changing_objects & ~self._objects & ~self._game.background_mask) or len(
            self._rules
        ) < len(self._game.all_rules)

    def _first_layers(self) -> int:
        named = self._game.player_mask
        for condition in self._game.win_conditions:
            named |= condition.subject_mask | (condition.target_mask if condition.has_target else 0)
        return self._layers_of(named)

    def _layers_of(self, objects: int) -> int:
        return union(1 << layer for layer, mask in enumerate(self._facts.layer_masks) if objects & mask)

    def _find_all(self) -> None:
        waiting = [(rule, self._read(rule), self._changed(rule)) for rule in self._game.all_rules]
        grown = True
        while grown:
            grown, rest = False, []
            for item in waiting:
                rule, read, changed = item
                if changed & self._layers or any(command.name in BINDING for command in rule.commands):
                    self._rules.add(id(rule))
                    self._layers |= read
                    grown = True
                else:
                    rest.append(item)
            waiting = rest

    def _read(self, rule: PuzzleScriptRule) -> int:
        """The layers that decide whether a rule matches; what never changes needs no rules to be there."""
        objects = movements = 0
        for cell in rule.cells:
            objects |= cell.objects_present | cell.objects_missing | union(cell.any_objects_present)
            movements |= cell.movements_present | cell.movements_missing
        return self._layers_of(objects & self._facts.changing_objects) | _moving_layers(movements)

    def _changed(self, rule: PuzzleScriptRule) -> int:
        """The layers in which a rule may change something."""
        everything = (1 << MOVEMENT_BITS * self._game.layer_count) - 1
        changed = 0
        for cell, replacement in rule.replaced_cells:
            objects, movements = self._facts.cell_effects(cell, replacement, everything)
            changed |= self._layers_of(union(1 << effect.index for effect in objects))
            changed |= _moving_layers(union(1 << effect.index for effect in movements))
        return changed

    # the game without the rest

    def program(self, program: RuleProgram) -> RuleProgram:
        groups = tuple(
            dataclasses.replace(
                group, rules=tuple(self._rule(rule) for rule in group.rules if id(rule) in self._rules)
            )
            for group in program.groups
        )
        return dataclasses.replace(program, groups=groups)

    def _rule(self, rule: PuzzleScriptRule) -> PuzzleScriptRule:
        return dataclasses.replace(rule, rows=tuple(self._row(row) for row in rule.rows))

    def _row(self, row: CellRow) -> CellRow:
        cells = tuple(
            cell
            if cell is None or cell.replacement is None
            else dataclasses.replace(cell, replacement=self._replacement(cell.replacement))
            for cell in row.cells
        )
        return dataclasses.replace(row, cells=cells)

    def _replacement(self, replacement: Replacement) -> Replacement | None:
        kept = dataclasses.replace(
            replacement,
            objects_clear=replacement.objects_clear & self._objects,
            objects_set=replacement.objects_set & self._objects,
            movements_clear=replacement.movements_clear & self._movements,
            movements_set=replacement.movements_set & self._movements,
            movements_layer_mask=replacement.movements_layer_mask & self._movements,
        )
        return kept if kept != Replacement(0, 0, 0, 0, 0) else None


def _moving_layers(movements: int) -> int:
    return union(1 << index // MOVEMENT_BITS for index in bits(movements))

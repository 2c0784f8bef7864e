"""The compiled engine: the interpreter's equal over bitboards.

Rules are run as tables of planes; those that are run often get Python code of their own. Only rules that the
latest changes can concern are looked at.
"""

from __future__ import annotations

from functools import partial

from puzzlesynth.levels.bitmask import bits, union
from puzzlesynth.levels.engine.bitboard.geometry import Geometry, geometry
from puzzlesynth.levels.engine.bitboard.movement import audible_sounds
from puzzlesynth.levels.engine.bitboard.planes import PlaneBoard, cells_of, planes_of, planes_won
from puzzlesynth.levels.engine.bitboard.static_analysis import StaticAnalysis, level_is_exclusive
from puzzlesynth.levels.engine.codegen.replacement_writer import CodegenOptions
from puzzlesynth.levels.engine.rng import RandomStream
from puzzlesynth.levels.engine.turn import Turn
from puzzlesynth.levels.model import MOVEMENT_BITS, Level, PuzzleScriptGame, PuzzleScriptRule, RuleGroup

from .compiled_turn import ActivationUnit, run_turn
from .rule_activation import RuleActivation
from .rule_jit import RuleCode, RuleFunction
from .rule_tables import HOT, RuleTable


class CompiledEngine:
    """Runs a game's rules over planes."""

    def __init__(self, game: PuzzleScriptGame) -> None:
        self.game = game
        exclusive = all(level_is_exclusive(game, level) for level in game.maps)
        self.facts = StaticAnalysis(game, exclusive_levels=exclusive, all_change=True)
        self._manner = CodegenOptions(
            live=(1 << MOVEMENT_BITS * game.layer_count) - 1,
            created=union(sound.object_mask for sound in game.sounds.creation),
            destroyed=union(sound.object_mask for sound in game.sounds.destruction),
            attentive=True,
        )
        self.audible = audible_sounds(game)
        self.commands: list[tuple[tuple[str, ...], str | None]] = []
        self.units: list[ActivationUnit] = []
        self.early = [self._number(index, group) for index, group in enumerate(game.rules.groups)]
        self.late = [self._number(index, group) for index, group in enumerate(game.late_rules.groups)]
        self.attention = RuleActivation(game, [unit.source for unit in self.units])
        self.player_things = bits(game.player_mask)
        self.player_layers = sorted({game.objects[thing].layer for thing in self.player_things})

    def _number(self, index: int, group: RuleGroup) -> range:
        """Number a group's rules, or a random group as one, and return the numbers."""
        first = len(self.units)
        plans = [self._plan(rule) for rule in group.rules]
        if group.random:
            self.units.append(ActivationUnit(group, plans, index))
        else:
            self.units.extend(
                ActivationUnit(rule, [plan], index) for rule, plan in zip(group.rules, plans, strict=True)
            )
        for unit in self.units[first:]:
            unit.first, unit.beyond = first, len(self.units)
            unit.group_mask = (1 << len(self.units)) - (1 << first)
        return range(first, len(self.units))

    def _plan(self, rule: PuzzleScriptRule) -> RuleTable:
        command = None
        if rule.commands:
            self.commands.append(rule.queued_commands)
            command = len(self.commands) - 1
        return RuleTable(rule, self.facts, command)

    # boards

    def start(self, level: Level) -> PlaneBoard:
        if self.facts.exclusive and not level_is_exclusive(self.game, level):
            raise ValueError("a cell of the level holds two objects of one collision layer")
        board = geometry(level.width, level.height)
        return PlaneBoard(board, planes_of(level.cells, self.game.object_count))

    def cells(self, board: PlaneBoard) -> tuple[int, ...]:
        return cells_of(board.planes, board.board.count)

    def size(self, board: PlaneBoard) -> tuple[int, int]:
        return board.board.width, board.board.height

    def is_won(self, board: PlaneBoard) -> bool:
        return planes_won(self.game, board.planes, board.board.full)

    def turn(self, board: PlaneBoard, direction: int, rng: RandomStream) -> Turn:
        return run_turn(self, board, direction, rng)

    def prepare(self, unit: ActivationUnit, board: Geometry) -> RuleFunction:
        """What runs a rule on boards of one size: its tables, or its code if it is run often."""
        plan = unit.plans[0]
        if plan.heat < HOT or not plan.is_plain or plan.one_at_a_time:
            plan.bind(board)
            plan.when_hot = None if plan.heat >= HOT else partial(_forget, unit)
            unit.function = plan.run
        else:
            if unit.code is None:
                unit.code = RuleCode(plan.rule, plan.command, self.facts, self._manner)
            function = unit.functions.get(board)
            if function is None:
                function = unit.functions[board] = unit.code.bind(board, self.attention)
            unit.function = function
        unit.board = board
        return unit.function


def _forget(unit: ActivationUnit) -> None:
    """Have a unit prepared anew."""
    unit.board = None

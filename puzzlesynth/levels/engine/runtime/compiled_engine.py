"""The compiled engine: the interpreter's equal over bitboards.

Rules are run as tables of planes; those that are run often get Python code of their own. Only rules that the
latest changes can concern are looked at.
"""

from __future__ import annotations

from functools import partial
from types import CodeType
from typing import Any

from puzzlesynth.levels.bitmask import bits, union
from puzzlesynth.levels.engine.bitboard.geometry import Geometry, geometry
from puzzlesynth.levels.engine.bitboard.movement import audible_sounds
from puzzlesynth.levels.engine.bitboard.planes import (
    PlaneBoard,
    cells_of,
    combinations,
    planes_of,
    planes_won,
    with_gaps,
)
from puzzlesynth.levels.engine.bitboard.static_analysis import StaticAnalysis, level_is_exclusive
from puzzlesynth.levels.engine.codegen.replacement_writer import CodegenOptions, GeneratedNames
from puzzlesynth.levels.engine.codegen.rule_writer import LOAD_MARK, RuleCodeWriter
from puzzlesynth.levels.engine.codegen.source_text import SourceText
from puzzlesynth.levels.engine.rng import RandomStream
from puzzlesynth.levels.engine.turn import Turn
from puzzlesynth.levels.model import Level, PuzzleScriptGame, PuzzleScriptRule, RuleGroup
from puzzlesynth.levels.movements import MOVEMENT_BITS

from .compiled_turn import ActivationUnit, run_turn
from .rule_activation import RuleActivation
from .rule_tables import HOT, RuleFunction, RuleTable


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
    """Have a unit prepared again."""
    unit.board = None


class RuleCode:
    """The code of one rule, for boards of any size."""

    def __init__(
        self, rule: PuzzleScriptRule, command: int | None, facts: StaticAnalysis, manner: CodegenOptions
    ) -> None:
        self._base = facts.game.object_count
        self._names = GeneratedNames()
        body = SourceText()
        writer = RuleCodeWriter(facts, manner, body, self._names)
        queue_line = None if command is None else f"T.command({command})"
        with body.block("if 1:"):
            writer.write(rule, queue_line)
        self._code: CodeType = self._wrap(body)

    def bind(self, board: Geometry, attention: RuleActivation) -> RuleFunction:
        """The function for boards of one size."""
        space: dict[str, Any] = {name: board.named(name) for name in self._names.geometry}
        space["in_order"] = board.in_order
        space["with_gaps"] = partial(with_gaps, board)
        space["combinations"] = combinations
        for plane in self._names.written:
            index = self._index(plane)
            space[f"WG_{plane}"] = attention.wakes_on_gain[index]
            space[f"SG_{plane}"] = attention.stirs_on_gain[index]
            space[f"WL_{plane}"] = attention.wakes_on_loss[index]
            space[f"SL_{plane}"] = attention.stirs_on_loss[index]
        exec(self._code, space)
        function: RuleFunction = space["rule"]
        return function

    def _wrap(self, body: SourceText) -> CodeType:
        """A function around generated lines: planes in, planes out."""
        names, index = self._names, self._index
        used = names.read | names.written
        lines = str(body).splitlines()
        marks = [line for line in lines if line.lstrip().startswith(LOAD_MARK)]
        # What only a match needs is loaded when there is one.
        early = set(marks[0].split()[1:]) if len(marks) == 1 else used
        source = SourceText()
        with source.block("def rule(P, T):"):
            for name in sorted(early):
                source.line(f"{name} = P[{index(name)}]")
            source.line(f"c = created = destroyed = wake = stir = 0; seen = {0 if len(marks) == 1 else 2}")
            if len(marks) != 1:
                source.line("draw = T.draw; mark_rigid = T.mark_rigid")
            for line in lines:
                if line not in marks:
                    source.line(line)
                    continue
                space = line[: len(line) - len(line.lstrip())]
                for name in sorted(used - early):
                    source.line(f"{space}{name} = P[{index(name)}]")
                source.line(f"{space}draw = T.draw; mark_rigid = T.mark_rigid; seen = 2")
            with source.block("if c:"):
                for name in sorted(names.written):
                    source.line(f"P[{index(name)}] = {name}")
                filled = sum(1 << index(name) for name in names.filled)
                doubtful = sum(1 << index(name) for name in names.written)
                source.line(f"A = T.attention; A.empty &= {~filled}; A.doubtful |= {doubtful}")
                source.line("A.awake |= wake | A.light & stir")
                source.line("T.created |= created; T.destroyed |= destroyed")
                source.line("return 1")
            source.line("return seen")
        return compile(str(source), "<rule>", "exec")

    def _index(self, name: str) -> int:
        """The place of a plane's name among the planes."""
        if name.startswith("o"):
            return int(name[1:])
        layer, way = name[1:].split("_")
        return self._base + MOVEMENT_BITS * int(layer) + int(way)

"""Code for rules that are run often: a function over planes for each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import CodeType
from typing import Any

from puzzlesynth.levels.engine.bitboard.geometry import Geometry
from puzzlesynth.levels.engine.bitboard.planes import combinations, with_gaps
from puzzlesynth.levels.engine.bitboard.static_analysis import StaticAnalysis
from puzzlesynth.levels.engine.codegen.replacement_writer import CodegenOptions, GeneratedNames
from puzzlesynth.levels.engine.codegen.rule_writer import LOAD_MARK, RuleWriter
from puzzlesynth.levels.engine.codegen.source_text import SourceText
from puzzlesynth.levels.model import MOVEMENT_BITS, PuzzleScriptRule

from .rule_activation import RuleActivation

RuleFunction = Callable[[list[int], Any], int]
"""Planes and turn in; `NO_MATCH`, `CHANGED` or `NO_DIFFERENCE` out."""


class RuleCode:
    """The code of one rule, for boards of any size."""

    def __init__(
        self, rule: PuzzleScriptRule, command: int | None, facts: StaticAnalysis, manner: CodegenOptions
    ) -> None:
        self._base = facts.game.object_count
        self._names = GeneratedNames()
        body = SourceText()
        writer = RuleWriter(facts, manner, body, self._names)
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

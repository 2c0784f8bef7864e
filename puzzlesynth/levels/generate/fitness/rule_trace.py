"""Which rules a solution applies: the game with every rule leaving its line behind as a command.

A command that the session does not know changes nothing, so a traced game plays as the game itself.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from puzzlesynth.levels.engine.reference.interpreter import Interpreter
from puzzlesynth.levels.engine.rng import RandomStream
from puzzlesynth.levels.engine.session import LevelSession
from puzzlesynth.levels.engine.turn import NO_INPUT, Turn
from puzzlesynth.levels.model import Command, Level, PuzzleScriptGame, PuzzleScriptRule, RuleProgram
from puzzlesynth.levels.search.transitions import one_level_game

_MARK = "applied "


@dataclass(frozen=True, slots=True)
class RuleTrace:
    """Rules by the lines of the source: for every turn of a solution, and for a turn in which nothing is done."""

    turns: tuple[frozenset[int], ...]
    idle: frozenset[int]

    @property
    def count(self) -> int:
        """How many rules were applied in all, each once a turn."""
        return sum(len(lines) for lines in self.turns)

    @property
    def lines(self) -> frozenset[int]:
        return frozenset().union(*self.turns) if self.turns else frozenset()


class RuleTracer:
    """Plays solutions of one game and notes the rules. `seed` is for games with random rules."""

    def __init__(self, game: PuzzleScriptGame, seed: str | None = None) -> None:
        self._seed = seed
        self._game = with_rules_replaced(game, _marked)
        self._engine = _Recorder(self._game)

    def applied(self, level: Level, moves: Sequence[int]) -> RuleTrace:
        """What the moves apply, input by input, with the `again` turns after each."""
        engine = self._engine
        idle = _lines(engine.turn(engine.start(level), NO_INPUT, RandomStream("idle")))
        session = LevelSession(one_level_game(self._game, level), 0, seed=self._seed, engine=engine)
        turns = []
        for key in moves:
            engine.seen.clear()
            session.press(key)
            turns.append(frozenset(engine.seen))
        return RuleTrace(tuple(turns), idle)


class _Recorder(Interpreter):
    """The interpreter, remembering the marks of the rules that matched."""

    def __init__(self, game: PuzzleScriptGame) -> None:
        super().__init__(game)
        self.seen: set[int] = set()

    def turn(self, board: object, direction: int, rng: RandomStream) -> Turn:
        done = super().turn(board, direction, rng)  # type: ignore[arg-type]
        self.seen |= _lines(done)
        return done


def _lines(turn: Turn) -> frozenset[int]:
    marks = (name for name in turn.commands if name.startswith(_MARK))
    return frozenset(int(name.removeprefix(_MARK)) for name in marks)


def _marked(rule: PuzzleScriptRule) -> PuzzleScriptRule:
    return dataclasses.replace(rule, commands=(*rule.commands, Command(f"{_MARK}{rule.line}")))


def with_rules_replaced(
    game: PuzzleScriptGame, change: Callable[[PuzzleScriptRule], PuzzleScriptRule | None]
) -> PuzzleScriptGame:
    """The game with every rule changed; None leaves a rule out."""
    return dataclasses.replace(
        game, rules=_changed(game.rules, change), late_rules=_changed(game.late_rules, change)
    )


def _changed(
    program: RuleProgram, change: Callable[[PuzzleScriptRule], PuzzleScriptRule | None]
) -> RuleProgram:
    """Groups stay in their places even if they are empty, since loops count them."""
    groups = []
    for group in program.groups:
        rules = tuple(rule for rule in map(change, group.rules) if rule is not None)
        groups.append(dataclasses.replace(group, rules=rules))
    return dataclasses.replace(program, groups=tuple(groups))


def without_rule(game: PuzzleScriptGame, line: int) -> PuzzleScriptGame:
    """The game as if a line of its rules were not there: its rules ask for what no cell has."""
    return with_rules_replaced(game, lambda rule: _impossible(rule) if rule.line == line else rule)


def _impossible(rule: PuzzleScriptRule) -> PuzzleScriptRule:
    """A rule that never matches: it wants an object and its absence in one cell."""
    first = rule.rows[0]
    cells = list(first.cells)
    cell = cells[0]
    assert cell is not None
    cells[0] = dataclasses.replace(
        cell, objects_present=cell.objects_present | 1, objects_missing=cell.objects_missing | 1
    )
    rows = (dataclasses.replace(first, cells=tuple(cells)), *rule.rows[1:])
    return dataclasses.replace(rule, rows=rows)


def with_rule_forbidden(game: PuzzleScriptGame, line: int) -> PuzzleScriptGame:
    """The game in which every turn that applies a rule is taken back: its solutions are those of the game that
    do without the rule."""

    def change(rule: PuzzleScriptRule) -> PuzzleScriptRule:
        if rule.line != line:
            return rule
        return dataclasses.replace(rule, commands=(*rule.commands, Command("cancel")))

    return with_rules_replaced(game, change)

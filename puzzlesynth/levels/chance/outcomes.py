"""Everything that a move can lead to: each draw of a random number is followed with every number that it may give.

The engine asks for whole numbers below a count. A stream that follows a script gives the numbers of the script, and 0
after its end, noting the counts; every other number at a later place begins another script. The most probable scripts
come first, so that what is left out, where a rule draws for ever, is as little as can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import Any

from puzzlesynth.levels.engine.rng import RandomStream
from puzzlesynth.levels.engine.runtime import CompiledEngine
from puzzlesynth.levels.engine.session import Input, LevelSession
from puzzlesynth.levels.engine.turn import NO_INPUT
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search.transitions import one_level_game

MOST_OUTCOMES = 400
"""Ways that a move may turn out, counted draw by draw; with more, the rest is left open."""

Cells = tuple[int, ...]
Outcomes = dict[Cells | None, float]
"""Chances by what lies where afterwards; None stands for having won. They add up to 1, unless there are too many."""


class ScriptedStream(RandomStream):
    """A stream that gives the numbers of a script and notes how many each could have been."""

    __slots__ = ("counts", "fixed", "numbers")

    def __init__(self, script: list[int]) -> None:
        super().__init__("")
        self.numbers = list(script)
        self.fixed = len(script)
        self.counts: list[int] = []

    def below(self, count: int) -> int:
        place = len(self.counts)
        self.counts.append(count)
        if place == len(self.numbers):
            self.numbers.append(0)
        return self.numbers[place]

    def below_many(self, count: int, times: int) -> list[int]:
        return [self.below(count) for _ in range(times)]

    @property
    def chance(self) -> float:
        chance = 1.0
        for count in self.counts:
            chance /= max(1, count)
        return chance

    def branches(self) -> Iterator[tuple[float, list[int]]]:
        """The scripts that part from this one after its fixed beginning, each with the chance that it is followed."""
        chance = 1.0
        for place, count in enumerate(self.counts):
            chance /= max(1, count)
            if place >= self.fixed:
                for number in range(1, count):
                    yield chance, [*self.numbers[:place], number]


class BranchingSession(LevelSession):
    """A play of one level that can be taken up from any board, with any numbers."""

    def __init__(self, game: PuzzleScriptGame, level: Level, engine: CompiledEngine | None = None) -> None:
        engine = engine if engine is not None else CompiledEngine(game)
        super().__init__(one_level_game(game, level), 0, seed="", engine=engine)
        self._first = self.engine.start(level)
        self._boards: dict[Cells, Any] = {}

    def starts(self) -> Outcomes:
        """What the level can be like when it begins."""
        if not self.game.settings.run_rules_on_level_start:
            return {self._known(self._first): 1.0}
        return _all_outcomes(self._started)

    def outcomes(self, cells: Cells, key: Input) -> Outcomes:
        """What an input can lead to."""
        board = self._boards[cells]
        return _all_outcomes(lambda stream: self._after(board, key, stream))

    def _started(self, stream: ScriptedStream) -> Cells | None:
        self._take_up(self._first, stream)
        self._process(NO_INPUT, check_win=False)
        self.settle()
        return self._known(self.board)

    def _after(self, board: Any, key: Input, stream: ScriptedStream) -> Cells | None:
        self._take_up(board, stream)
        self.press(key)
        return None if self.levels_won else self._known(self.board)

    def _take_up(self, board: Any, stream: ScriptedStream) -> None:
        self.board, self._rng = board, stream
        self._restart_target = self._first
        self._backups, self.sounds, self.notices = [], [], []
        self._again = self._text_mode = self._at_title = self.finished = False
        self.level_index = self.levels_won = 0

    def _known(self, board: Any) -> Cells:
        cells = self.engine.cells(board)
        self._boards.setdefault(cells, board)
        return cells


def _all_outcomes(follow: Callable[[ScriptedStream], Cells | None]) -> Outcomes:
    found: Outcomes = {}
    for stream in every_stream():
        after = follow(stream)
        found[after] = found.get(after, 0.0) + stream.chance
    return found


def every_stream() -> Iterator[ScriptedStream]:
    """Streams for every script, the probable ones first; each has to be used before the next is taken."""
    waiting: list[tuple[float, int, list[int]]] = [(-1.0, 0, [])]
    order = 0
    for _ in range(MOST_OUTCOMES):
        if not waiting:
            return
        stream = ScriptedStream(heappop(waiting)[2])
        yield stream
        for chance, script in stream.branches():
            order += 1
            heappush(waiting, (-chance, order, script))

"""A play: levels one after the other, undo, restart, checkpoints, `again` turns, and what is heard.

The session follows the protocol of the original's own recorded plays: winning goes on to the next level at
once; if that is a message, the old level stays in place, with winning no longer checked, until `dismiss`.
"""

from __future__ import annotations

from typing import Any, Literal

from puzzlesynth.levels.engine.reference.interpreter import Interpreter
from puzzlesynth.levels.model import Level, LevelMessage, PuzzleScriptGame

from .rng import RandomStream
from .turn import NO_INPUT, Engine, Notice, Turn

Input = int | Literal["tick", "undo", "restart"]
"""0 up, 1 left, 2 down, 3 right, 4 action, `NO_INPUT` (the same as "tick"), or one of the words."""

MAX_AGAIN_TURNS = 10_000
"""How many `again` turns may follow an input. The original would go on for ever."""

ENDLESS_AGAIN = "again: gave up after 10000 turns without input"

_NO_LEVEL = Level(0, 0, (), 0)


class LevelSession:
    """One player at one game.

    `showing` is the message between levels (None while a level is being played), `finished` is
    set after the last level. `sounds` collects the seeds of everything heard except event sounds.
    """

    def __init__(
        self, game: PuzzleScriptGame, level: int = 0, *, seed: str | None = None, engine: Engine | None = None
    ) -> None:
        self.game = game
        self.engine: Engine = engine if engine is not None else Interpreter(game)
        self.sounds: list[int] = []
        self.notices: list[Notice] = []
        self.level_index = level
        self.showing: str | None = None
        self.finished = False
        self.message = ""
        """The text of the last turn's `message` command."""
        self.levels_won = 0
        self.board: Any = self.engine.start(_NO_LEVEL)
        self._queue: list[str] = []
        self._last: Turn | None = None
        self._tried: tuple[Any, Turn] | None = None
        """The board of a dry turn that drew no numbers, and what came of it."""
        self._backups: list[Any] = []
        self._restart_target: Any = self.board
        self._again = False
        self._restarting = False
        self._text_mode = False
        self._at_title = False
        self._rng = RandomStream(_default_seed(level))
        self._load(level, seed)
        self.sounds_of_loading = len(self.sounds)
        """How many of the sounds come from loading the first level, before any `again` turn."""
        self.settle()

    @property
    def numbers_drawn(self) -> int:
        """How many random numbers have been drawn since the level was loaded."""
        return self._rng.drawn

    @property
    def can_undo(self) -> bool:
        return bool(self._backups) and not self.game.settings.noundo

    def press(self, key: Input) -> None:
        """One input, and all the `again` turns that follow from it."""
        self.press_unsettled(key)
        self.settle()

    def press_unsettled(self, key: Input) -> None:
        """One input without the `again` turns after it."""
        if key == "undo":
            self._undo()
        elif key == "restart":
            self._restart()
        elif key == "tick":
            self._process(NO_INPUT)
        elif isinstance(key, int) and NO_INPUT <= key <= 4:
            self._process(key)
        else:
            raise ValueError(f"not an input: {key!r}")

    def settle(self) -> None:
        """Run all pending `again` turns."""
        for _ in range(MAX_AGAIN_TURNS):
            if not self._again:
                return
            self.step_again()
        self._again = False
        self.notices.append(Notice(ENDLESS_AGAIN))

    @property
    def again_pending(self) -> bool:
        return self._again

    def step_again(self) -> None:
        """Run one pending `again` turn, for those who show each."""
        self._again = False
        self._process(NO_INPUT)

    def dismiss(self) -> None:
        """Close the message between levels and go on; at the end, begin again."""
        if self.showing is not None or self.finished:
            self._next_level()
            self.settle()

    # levels

    def _load(self, index: int, seed: str | None = None) -> None:
        self.level_index = index
        self._rng = RandomStream(seed if seed is not None else _default_seed(index))
        self._again = False
        self._at_title = False
        if not 0 <= index < len(self.game.levels):
            self._to_title()
            return
        entry = self.game.levels[index]
        if isinstance(entry, LevelMessage):
            self.showing = entry.text
            self._text_mode = True
            return
        self.showing = None
        self._text_mode = False
        self.board = self.engine.start(entry)
        self._queue = []
        self._backups = []
        self._restart_target = self.board
        if self.game.settings.run_rules_on_level_start:
            self._process(NO_INPUT, check_win=False)

    def _win(self) -> None:
        self._again = False
        self.levels_won += 1
        self._next_level()

    def _next_level(self) -> None:
        self._again = False
        self.message = ""
        if self._at_title:
            self.finished = False
            self._load(0)
        elif self.level_index < len(self.game.levels) - 1:
            self._load(self.level_index + 1)
        else:
            self.level_index = 0
            self._to_title()

    def _to_title(self) -> None:
        self._again = False
        self._at_title = True
        self._text_mode = True
        self.showing = None
        self.finished = True

    # undo and restart

    def _restore(self, board: Any) -> None:
        self.board = board
        self._again = False
        self._queue = []

    def _undo(self, *, by_rule: bool = False) -> None:
        if self.game.settings.noundo and not by_rule:
            return
        while self._backups and self._backups[-1] == self.board:
            self._backups.pop()
        if self._backups:
            self._restore(self._backups.pop())

    def _restart(self, *, by_rule: bool = False) -> None:
        if self._restarting or (self.game.settings.norestart and not by_rule):
            return
        if self._again:
            self._undo(by_rule=by_rule)
        self._restarting = True
        if not by_rule:
            self._backups.append(self.board)
        self._restore(self._restart_target)
        if self.game.settings.run_rules_on_level_start:
            self._process(NO_INPUT, check_win=False)
        self._queue = []
        self._restarting = False

    # turns

    def _process(self, direction: int, *, check_win: bool = True, dry: bool = False) -> bool:
        """One turn. Returns whether it changed anything; a dry turn only finds out whether it would."""
        self._again = False
        before = self.board
        drawn = self._rng.drawn
        turn = self._turn(before, direction)
        self._tried = (before, turn) if dry and self._rng.drawn == drawn else None
        self.board = turn.board
        self._last = turn
        self._queue = list(turn.commands)
        if turn.message:
            self.message = turn.message
        self._note(turn)
        if turn.player_count and self.game.settings.require_player_movement and not turn.player_moved:
            self._restore(before)
            self._text_mode = False
            self.message = ""
            return False
        return self._obey(before, direction, check_win, dry)

    def _turn(self, board: Any, direction: int) -> Turn:
        """Run the rules, unless a dry turn has just computed the result."""
        if self._tried is not None and self._tried[0] is board and direction == NO_INPUT:
            return self._tried[1]
        return self.engine.turn(board, direction, self._rng)

    def _obey(self, before: Any, direction: int, check_win: bool, dry: bool) -> bool:
        """Do what the queued commands say, in the original's order."""
        if "cancel" in self._queue:
            commands_left = len(self._queue) > 1
            self._restore(before)
            return commands_left
        if "restart" in self._queue:
            self._backups.append(before)
            if not dry:
                self._restart(by_rule=True)
        modified = bool(self.board != before)
        if dry and modified:
            self._restore(before)
            return True
        if modified and direction != NO_INPUT:
            self._backups.append(before)
        if dry and ("win" in self._queue or "restart" in self._queue):
            return True
        if not dry:
            self._play_sounds()
        if not self._text_mode and check_win and self._is_won():
            self._win()
        if "checkpoint" in self._queue:
            self._restart_target = self.board
        if "again" in self._queue and modified:
            message = self.message
            self._again = self._process(NO_INPUT, check_win=False, dry=True)
            self.message = message
        self._queue = []
        return modified

    def _is_won(self) -> bool:
        return "win" in self._queue or self.engine.is_won(self.board)

    def _play_sounds(self) -> None:
        turn = self._last
        if turn is None:
            return
        self.sounds.extend(turn.cantmove_seeds)
        self.sounds.extend(turn.move_seeds)
        sounds = self.game.sounds
        self.sounds.extend(sound.seed for sound in sounds.creation if sound.object_mask & turn.created)
        self.sounds.extend(sound.seed for sound in sounds.destruction if sound.object_mask & turn.destroyed)

    def _note(self, turn: Turn) -> None:
        for notice in turn.notices:
            if notice not in self.notices:
                self.notices.append(notice)


def _default_seed(level: int) -> str:
    """The seed of a level when none is given: the same every time, so that plays can be repeated."""
    return f"level {level}"

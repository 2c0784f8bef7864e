"""A play of one level by its designer: every move can be taken back, also the last one, whatever the game allows players;
and from every position it can be asked whether the level can still be won."""

from __future__ import annotations

import copy
import dataclasses
from dataclasses import dataclass

from puzzlesynth.levels.engine.session import Input, LevelSession
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchableGame, SearchLimits, SolveReport, solve
from puzzlesynth.levels.search.limits import ProgressCallback
from puzzlesynth.levels.search.transitions import one_level_game

MOST_FRAMES = 60
"""Boards between an input and its end that are kept to be shown."""


@dataclass(frozen=True, slots=True)
class PlayTurn:
    """What came of an input."""

    frames: tuple[Level, ...]
    """The boards that a player sees one after the other; the last is the current one."""
    changed: bool
    won: bool
    message: str
    moves: tuple[int, ...]
    """All inputs that count, from the start of the level."""


class PlayTest:
    """One play of one level."""

    def __init__(self, game: PuzzleScriptGame, level: Level, *, seed: str | None = None) -> None:
        self._session = LevelSession(one_level_game(game, level), 0, seed=seed)
        self._before: list[tuple[LevelSession, tuple[int, ...]]] = []
        self.moves: tuple[int, ...] = ()

    @property
    def won(self) -> bool:
        return self._session.levels_won > 0

    @property
    def position(self) -> Level:
        """The board as a level of its own."""
        width, height = self._session.engine.size(self._session.board)
        return Level(width, height, self._session.engine.cells(self._session.board), 0)

    @property
    def can_undo(self) -> bool:
        return bool(self._before)

    def press(self, key: Input) -> PlayTurn:
        """A move (0 up, 1 left, 2 down, 3 right, 4 action), a `tick`, `undo` or `restart`."""
        if key == "undo":
            return self._undone()
        if self.won:
            return self._turn((self.position,), changed=False)
        before = _copied(self._session)
        session, earlier = self._session, self.position
        frames = self._run(key)
        changed = frames[-1].cells != earlier.cells or self.won
        if changed:
            self._before.append((before, self.moves))
            if key == "restart":
                self.moves = ()
            elif isinstance(key, int):
                self.moves = (*self.moves, key)
        text, session.message = session.message, ""
        return self._turn(frames, changed=changed, message=text)

    def now(self) -> PlayTurn:
        """The current board of the play."""
        return self._turn((self.position,), changed=False)

    def _run(self, key: Input) -> tuple[Level, ...]:
        session = self._session
        session.press_unsettled(key)
        frames = [self.position]
        while session.again_pending and len(frames) < MOST_FRAMES:
            session.step_again()
            frames.append(self.position)
        session.settle()
        if frames[-1].cells != self.position.cells:
            frames.append(self.position)
        return tuple(frames)

    def _undone(self) -> PlayTurn:
        if not self._before:
            return self._turn((self.position,), changed=False)
        self._session, self.moves = self._before.pop()
        return self._turn((self.position,), changed=True)

    def _turn(self, frames: tuple[Level, ...], *, changed: bool, message: str = "") -> PlayTurn:
        return PlayTurn(frames, changed, self.won, message, self.moves)


def _copied(session: LevelSession) -> LevelSession:
    """A session that goes its own way from here. Boards are values; only what is appended to or drawn from is copied."""
    other = copy.copy(session)
    for name, value in vars(session).items():
        if isinstance(value, list):
            setattr(other, name, list(value))
    other._rng = copy.deepcopy(session._rng)
    return other


def solvable_from(
    game: PuzzleScriptGame,
    position: Level,
    *,
    limits: SearchLimits | None = None,
    progress: ProgressCallback | None = None,
) -> SolveReport:
    """Whether a level can still be won from a position that a play has reached. Rules that run when a level starts do
    not run again."""
    settings = dataclasses.replace(game.settings, run_rules_on_level_start=False)
    search = SearchableGame(dataclasses.replace(game, settings=settings))
    return solve(search, position, limits=limits, progress=progress)


def may_restart(game: PuzzleScriptGame) -> bool:
    """Whether rules can send the player back: then a position without a solution is not the end."""
    return any(command.name == "restart" for rule in game.all_rules for command in rule.commands)

"""A game in progress: what an engine embeds, and what the terminal plays."""

from __future__ import annotations

from puzzlesynth.pack.checks.checker import require_sound
from puzzlesynth.pack.model import Cruelty, Pack
from puzzlesynth.play.just_in_time.chapters import Chapter, Make, empty_world, goes_on
from puzzlesynth.play.just_in_time.executors import check_worker
from puzzlesynth.play.just_in_time.living_world import LivingWorld
from puzzlesynth.puzzle.model import Puzzle, pack_mismatch
from puzzlesynth.world import Drop, IllegalMove, Move, State, Status, Take, Use, Walk, WorldError
from puzzlesynth.world.apply import Applied
from puzzlesynth.world.events import Won

from .events import Doomed, GameEvent, MoveRefused
from .hints import Hint, hint_for
from .text.phrases import within_reach
from .undo_history import Moment, UndoHistory
from .winnability import Chance

PATIENCE = 2.0
"""Most seconds that a hint waits for puzzles that are being made."""


class Game:
    """Owns a world: lists the possible moves, applies them, reports what changed.

    With a puzzle, the whole game was made ahead. Without one the world lives: when areas open, their puzzles are
    made then, from the world as it is, by `make` (by default the synthesizer) in a worker, so that play goes on.
    `poll` takes in what has been made, `wait` waits for it; `apply` polls by itself.
    An `undo_history` is what a save holds; see `load_game`.
    """

    def __init__(
        self,
        pack: Pack,
        puzzle: Puzzle | None = None,
        *,
        seed: int = 0,
        cruelty: Cruelty | str | None = None,
        make: Make | None = None,
        worker: str | None = None,
        undo_history: UndoHistory | None = None,
    ) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise TypeError(f"a seed is a whole number, not {seed!r}")
        check_worker(make, worker)
        wrong = None if puzzle is None else pack_mismatch(pack, puzzle.pack, puzzle.pack_sha256)
        if wrong is not None:
            raise WorldError(f"pack: {wrong}")
        if puzzle is None:
            require_sound(pack)
        self.pack, self.puzzle, self.seed = pack, puzzle, seed
        self.make, self.worker = make, worker
        self.cruelty = pack.cruelty if cruelty is None else Cruelty(cruelty)
        self.undo_history = undo_history or UndoHistory(_first_moment(pack, puzzle))
        self.living_world = (
            LivingWorld(pack, seed, self.undo_history, make, worker) if puzzle is None else None
        )
        self._untold: list[GameEvent] = []
        """News that has not been reported yet."""
        self._hinted: Hint | None = None
        if self.living_world is not None:
            self.living_world.request()
        if self.cruelty is not Cruelty.CRUEL:
            # The first search takes longest; better now than at the first move.
            self.chance()

    def close(self) -> None:
        """Ends the worker of a living world: no more puzzles are made. A game can also be used in a `with` statement."""
        if self.living_world is not None:
            self.living_world.close()

    def __enter__(self) -> Game:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- what is -------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.undo_history.present.state

    @property
    def status(self) -> Status:
        return self.state.status

    @property
    def chapter(self) -> Chapter:
        return self.undo_history.present.chapter

    @property
    def goals(self) -> dict[str, str]:
        """The goal of each area that has one, as a term of the pack."""
        return self.chapter.goals

    @property
    def pending(self) -> tuple[str, ...]:
        """The areas whose puzzles are being made."""
        return self.living_world.pending if self.living_world is not None else ()

    @property
    def history(self) -> list[Move]:
        """The moves that led to the present."""
        moments = self.undo_history.moments[1 : self.undo_history.now + 1]
        return [moment.move for moment in moments if moment.move is not None]

    # --- what can be done ----------------------------------------------------------------------------

    def moves(self) -> list[Move]:
        """Everything that can be done now, in a fixed order."""
        return self.chapter.world.moves(self.state)

    def actions(self) -> dict[str, list[Move]]:
        """For each object within reach the moves that use it. Walking is in `walks`."""
        found: dict[str, list[Move]] = {thing.id: [] for thing in within_reach(self.state)}
        for move in self.moves():
            if isinstance(move, Take | Drop):
                found[move.object].append(move)
            elif isinstance(move, Use):
                for name in move.inputs:
                    found[name].append(move)
        return found

    def walks(self) -> list[Walk]:
        """The ways out of the current area."""
        if self.status is not Status.PLAYING:
            return []
        return [Walk(name) for name in self.chapter.world.neighbours(self.state)]

    def chance(self) -> Chance:
        """Whether the game can be won from here."""
        if self.living_world is not None and self.living_world.stranded:
            return Chance.DEAD
        return self._chance(self.chapter, self.state)

    def _chance(self, chapter: Chapter, state: State) -> Chance:
        """A finished puzzle has all that there is to win; a living world also has areas without a puzzle so far."""
        return chapter.winnability.of(state).chance if self.living_world is None else chapter.chance(state)

    def warning(self, move: Move) -> Chance:
        """Whether the game could still be won after a move. `IllegalMove` if it is not possible."""
        if isinstance(move, Walk | Take | Drop):
            self._done(move)
            return self.chance()
        return self._chance(self.chapter, self._done(move).state)

    # --- doing it ------------------------------------------------------------------------------------

    def apply(self, move: Move) -> tuple[GameEvent, ...]:
        """Does a move and tells what changed. `IllegalMove` if it is not possible now.

        In a merciful game, actions wait for puzzles that are being made, which may need what the action uses up.
        """
        merciful = self.cruelty is Cruelty.MERCIFUL and isinstance(move, Use)
        self.catch_up(None if merciful else 0)
        before = self.undo_history.present
        done = self._done(move)
        news = self._told()
        if merciful and self._chance(before.chapter, before.state) is Chance.WINNABLE:
            after = self._chance(before.chapter, done.state)
            if after is not Chance.WINNABLE:
                return (*news, MoveRefused(move, done.state.status is Status.LOST))
        told: list[GameEvent] = [*news, *done.events]
        self.undo_history.add(Moment(before.chapter, done.state, move))
        if self.cruelty is Cruelty.POLITE and isinstance(move, Use) and self._doomed_by(before):
            told.append(Doomed(tuple(self._lost_areas(before.chapter, done.state))))
        if self.living_world is not None:
            self.living_world.request()
            told += self.living_world.collect(0)
            if isinstance(move, Use):
                self.living_world.look_ahead()
        return tuple(told)

    def _done(self, move: Move) -> Applied:
        if not isinstance(move, Walk | Take | Drop | Use):
            raise IllegalMove(f"{move!r:.60} is not a move")
        moment = self.undo_history.present
        done = moment.chapter.world.apply(moment.state, move)
        if self.living_world is None or done.state.status is not Status.WON:
            return done
        state = goes_on(self.pack, done.state)
        if state is done.state:
            return done
        # The game goes on where the chapter alone would be won.
        return done._replace(state=state, events=tuple(e for e in done.events if not isinstance(e, Won)))

    def _doomed_by(self, before: Moment) -> bool:
        """Whether the last move did it: a game that could not be won before is not doomed again."""
        if self.state.status is not Status.PLAYING:
            return False
        if self._chance(before.chapter, self.state) is not Chance.DEAD:
            return False
        return self._chance(before.chapter, before.state) is not Chance.DEAD

    def _lost_areas(self, chapter: Chapter, state: State) -> list[str]:
        later = chapter.future.lost(state, chapter.goals) if self.living_world is not None else []
        return [*chapter.winnability.lost_areas(state), *later]

    def poll(self) -> tuple[GameEvent, ...]:
        """Takes in the puzzles that have been made since, if any, and tells all news. Never waits."""
        return self.wait(0)

    def wait(self, timeout: float | None = None) -> tuple[GameEvent, ...]:
        """Waits until every open area has its puzzle, or until the time is over, and tells all news."""
        self.catch_up(timeout)
        return self._told()

    def catch_up(self, timeout: float | None = None) -> None:
        """Waits in the same way, but keeps the news for the next call."""
        if self.living_world is not None:
            self._untold += self.living_world.collect(timeout)

    def _told(self) -> tuple[GameEvent, ...]:
        news, self._untold = tuple(self._untold), []
        return news

    # --- time ----------------------------------------------------------------------------------------

    def undo(self, count: int = 1) -> int:
        """Undo up to `count` moves and return how many were undone. A lost game goes on, and so does a won one."""
        return self._travelled(self.undo_history.undo(count))

    def redo(self, count: int = 1) -> int:
        """Redo up to `count` moves and return how many were redone."""
        return self._travelled(self.undo_history.redo(count))

    def restart(self) -> int:
        """Back to the beginning. It can be redone."""
        return self.undo(len(self.undo_history.moments))

    def _travelled(self, count: int) -> int:
        if self.living_world is not None:
            self.living_world.request()
        return count

    def undos_to_winnable(self) -> int | None:
        """How many moves must be taken back before the game can be won; None: it never could."""
        moments = self.undo_history.moments
        low, high = 0, self.undo_history.now + 1
        if not self._winnable(moments[0]):
            return None
        while high - low > 1:
            middle = (low + high) // 2
            if self._winnable(moments[middle]):
                low = middle
            else:
                high = middle
        return self.undo_history.now - low

    def _winnable(self, moment: Moment) -> bool:
        if self.living_world is not None and self.living_world.is_stranded(moment):
            return False
        return self._chance(moment.chapter, moment.state) is not Chance.DEAD

    # --- help ----------------------------------------------------------------------------------------

    def hint(self, level: int | None = None) -> Hint:
        """A hint from the present state: 1 where to look, 2 what is missing, 3 exactly what to do.

        Without a level each call in the same situation tells more. Puzzles that are being made are waited for, but not
        for long.
        """
        self.catch_up(PATIENCE)
        told = hint_for(self, level or 1)
        if level is None and told.step is not None:
            if self._hinted is not None and self._hinted.step == told.step:
                told = hint_for(self, min(self._hinted.level + 1, 3))
            self._hinted = told
        return told


def _first_moment(pack: Pack, puzzle: Puzzle | None) -> Moment:
    chapter = Chapter(pack, puzzle if puzzle is not None else empty_world(pack))
    state = chapter.world.start()
    return Moment(chapter, state if puzzle is not None else goes_on(pack, state))

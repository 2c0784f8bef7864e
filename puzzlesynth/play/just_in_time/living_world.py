"""A living world: when areas open, asks for their puzzles and takes them in when they are ready.

A puzzle is always made for the moment in which its areas opened, and later moves are replayed with it. So it does not
matter how long it took: the moves lead to the same world. Only if they conflict with the new puzzle is another one made
from the present world.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from concurrent.futures import Future
from functools import partial

from puzzlesynth.pack.model import Pack
from puzzlesynth.play.events import Appeared, GameEvent, Prepared, Unprepared
from puzzlesynth.play.undo_history import Moment, UndoHistory
from puzzlesynth.play.winnability import Chance
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.world import IllegalMove, Move, State, Status, WorldError
from puzzlesynth.world.events import Opened, Solved, Won
from puzzlesynth.world.state import settled

from . import chapters
from .executors import ChapterExecutor, worker_for


@dataclass(frozen=True)
class _Made:
    """What was made for a world: the chapter that begins with it and its first state, or why there is none."""

    key: chapters.Key
    puzzle: Puzzle | None = None
    chapter: chapters.Chapter | None = None
    first: State | None = None
    problem: str = ""
    hopeless: bool = False
    """Whether the world allows no puzzle, as opposed to a fault of the maker."""


@dataclass(frozen=True)
class _Job:
    """A puzzle that is being made, and the moment it is made for."""

    moment: Moment
    areas: tuple[str, ...]
    result: Future[_Made]


class LivingWorld:
    """Keeps every open area of a game supplied with a puzzle."""

    def __init__(
        self, pack: Pack, seed: int, undo_history: UndoHistory, make: chapters.Make | None, worker: str | None
    ) -> None:
        self._pack, self._seed, self._undo_history = pack, seed, undo_history
        self._make, self._where = make, worker
        self.worker: ChapterExecutor | None = None
        self._puzzles: dict[chapters.Key, Puzzle] = {}
        """What was made, in case the same world comes up again. Only the worker reads it."""
        self._failed: dict[chapters.Key, str] = {}
        """Worlds that allow no puzzle."""
        self._passed: dict[int, Moment] = {}
        """Moments whose puzzle conflicts with later moves, by identity."""
        self._nothing_until: Moment | None = None
        """No moment up to this one can get a puzzle any more, so they need not be searched again."""
        self._job: _Job | None = None
        self._closed = False

    @property
    def pending(self) -> tuple[str, ...]:
        return self._job.areas if self._job is not None else ()

    @property
    def stranded(self) -> bool:
        """Whether an open area has no puzzle, and none can be made from the world as it is."""
        return self.is_stranded(self._undo_history.present)

    def is_stranded(self, moment: Moment) -> bool:
        return bool(self._failed) and bool(moment.wanting) and (moment.key, moment.wanting) in self._failed

    def close(self) -> None:
        """No more puzzles are made."""
        self._closed = True
        self._job = None
        if self.worker is not None:
            self.worker.close()
            self.worker = None

    def request(self) -> None:
        """Asks for what is needed first, unless it is being made already."""
        moment = self._in_need()
        if moment is None or self._closed:
            self._job = None
            return
        if self._job is not None and self._job.moment is moment:
            return
        if self.worker is None:
            self.worker = worker_for(self._pack, self._make, self._where)
            # Needed as soon as a puzzle arrives, and until then there is time.
            chapters.feasibility_of(self._pack)
        areas = moment.wanting
        self._job = _Job(moment, areas, self.worker.submit(partial(self._made, moment, areas)))

    def _in_need(self) -> Moment | None:
        """The first moment of the present chapter in which an open area has no puzzle, and may get one."""
        present = self._undo_history.present
        found = None
        for position in range(self._undo_history.now, -1, -1):
            moment = self._undo_history.moments[position]
            if moment is self._nothing_until or moment.chapter is not present.chapter or not moment.wanting:
                break
            playing = moment.state.status is Status.PLAYING
            if playing and id(moment) not in self._passed and not self.is_stranded(moment):
                found = moment
        if found is None:
            self._nothing_until = present
        return found

    def _made(self, moment: Moment, areas: tuple[str, ...], make: chapters.Make) -> _Made:
        """What the worker does: a puzzle for a moment, and the chapter that begins with it."""
        running = moment.running()
        key = (running.key, areas)
        puzzle = self._puzzles.get(key)
        if puzzle is None:
            try:
                puzzle = make(running, areas, chapters.seed_for(self._seed, areas))
            except chapters.NoPuzzle as problem:
                return _Made(key, problem=str(problem), hopeless=True)
            except Exception as problem:
                return _Made(key, problem=repr(problem))
            if not isinstance(puzzle, Puzzle):
                return _Made(key, problem=f"what was made is no puzzle: {puzzle!r:.60}")
            self._puzzles[key] = puzzle
        return self._begun(key, moment, puzzle)

    def look_ahead(self) -> None:
        """Prefetches what the present is likely to need next."""
        moment = self._undo_history.present
        if self.worker is not None and self._job is None and moment.state.status is Status.PLAYING:
            self.worker.expect(moment.running, self._seed)

    def _position(self, job: _Job) -> int | None:
        """Where the moment is that a puzzle is made for; None: it is not in the present's past."""
        moments = self._undo_history.moments
        for position in range(self._undo_history.now, -1, -1):
            if moments[position] is job.moment:
                return position
        return None

    def collect(self, timeout: float | None) -> tuple[GameEvent, ...]:
        """Takes in what is ready. Zero: without waiting; None: until nothing is pending."""
        told: list[GameEvent] = []
        end = None if timeout is None else time.monotonic() + timeout
        while (job := self._job) is not None:
            if timeout == 0 and not job.result.done():
                break
            try:
                made = job.result.result(None if end is None else max(0.0, end - time.monotonic()))
            except TimeoutError:
                break
            except Exception as problem:
                self._job = None
                told.append(Unprepared(job.areas, str(problem)))
                break
            told += self._take_in(job, made)
        return tuple(told)

    def _not_made(self, job: _Job, made: _Made) -> Unprepared:
        """Where the world is to blame, the next moment is tried; where the maker is, the next move tries again."""
        self._job = None
        if made.hopeless:
            self._failed[made.key] = made.problem
            self.request()
        return Unprepared(job.areas, made.problem)

    def _take_in(self, job: _Job, made: _Made) -> list[GameEvent]:
        position = self._position(job)
        self._job = None
        if position is None:
            # The player has gone back to before it; what was made is there when they come again.
            self.request()
            return []
        if made.puzzle is None:
            return [self._not_made(job, made)]
        if self._clashes(position, job.moment, made):
            made = self._begun(made.key, job.moment, made.puzzle, self._names_since(position))
        if made.chapter is None or made.first is None:
            return [self._not_made(job, made)]
        before = self._undo_history.present.state
        moments = self._played_again(position, made.chapter, made.first)
        if moments is None:
            # The moves since then conflict with it: make another one from the present world.
            since = self._undo_history.moments[position : self._undo_history.now]
            self._passed.update((id(moment), moment) for moment in since)
            self.request()
            return []
        self._undo_history.moments[position:] = moments
        self._undo_history.now = min(self._undo_history.now, len(self._undo_history.moments) - 1)
        told = self._told(job.areas, made.chapter, before)
        self.request()
        self.look_ahead()
        return told

    def _names_since(self, position: int) -> set[str]:
        return {name for later in self._undo_history.moments[position:] for name in later.state.things}

    def _clashes(self, position: int, moment: Moment, made: _Made) -> bool:
        """Whether something created since then has the name of something that is to appear."""
        if made.chapter is None or position == len(self._undo_history.moments) - 1:
            return False
        old = len(moment.chapter.puzzle.creates)
        puzzle = made.chapter.puzzle
        fresh = {thing.id for thing in puzzle.objects if thing.placed}
        fresh |= {created.id for created in puzzle.creates[old:]}
        return not fresh.isdisjoint(self._names_since(position))

    def _begun(self, key: chapters.Key, moment: Moment, puzzle: Puzzle, taken: Collection[str] = ()) -> _Made:
        """The chapter that begins at a moment with what was made for it, if it can be won."""
        try:
            chapter = chapters.next_chapter(self._pack, moment.chapter, moment.state, puzzle, taken)
            missing = [name for name in moment.wanting if name not in chapter.goals]
            if missing:
                raise chapters.NoPuzzle(f"what was made has no goal for {', '.join(missing)}")
            first = chapters.joined(self._pack, moment.state, chapter)
            if first is None or chapter.chance(first) is Chance.DEAD:
                raise chapters.NoPuzzle("what was made cannot be solved in the world as it is")
        except (WorldError, chapters.NoPuzzle, KeyError) as problem:
            return _Made(key, puzzle, problem=str(problem), hopeless=True)
        except Exception as problem:
            return _Made(key, puzzle, problem=f"what was made cannot be used: {problem!r}", hopeless=True)
        return _Made(
            key, puzzle, chapter, chapters.goes_on(self._pack, settled(chapter.world.instance, first)[0])
        )

    def _played_again(self, position: int, chapter: chapters.Chapter, first: State) -> list[Moment] | None:
        """All moments since, in the new chapter; None: the present does not go with it.

        If the replayed game is won at some moment, it ends there: later moves are no part of it."""
        moments, now = self._undo_history.moments, self._undo_history.now
        before = moments[position].chapter
        found = [replace(moments[position], chapter=chapter, state=first)]
        for index, moment in enumerate(moments[position + 1 :], position + 1):
            if found[-1].state.status is Status.WON:
                return found
            same = moment.chapter is before
            state = self._after(chapter, found[-1].state, moment.move) if same else None
            if state is None:
                if index <= now:
                    return None
                break
            found.append(replace(moment, chapter=chapter, state=state))
        if now > position and self._is_fatal(chapter, found[now - position].state, moments[now]):
            return None
        return found

    def _after(self, chapter: chapters.Chapter, state: State, move: Move | None) -> State | None:
        """What a move leads to; None: it is not possible."""
        assert move is not None, "only a game's first moment has no move before it"
        try:
            return chapters.goes_on(self._pack, chapter.world.apply(state, move).state)
        except IllegalMove:
            return None

    def _is_fatal(self, chapter: chapters.Chapter, state: State, before: Moment) -> bool:
        """Whether a chapter cannot be won in a state, though what was there before it could be."""
        if state.status is not Status.PLAYING or chapter.chance(state) is not Chance.DEAD:
            return False
        return before.chapter.chance(before.state) is not Chance.DEAD

    def _told(self, areas: tuple[str, ...], chapter: chapters.Chapter, before: State) -> list[GameEvent]:
        """The news. The moves since then may have met a goal before it was known."""
        told: list[GameEvent] = [Prepared(area, chapter.goals[area]) for area in areas]
        state = self._undo_history.present.state
        told += [Appeared(t.id, t.item, t.area, t.inside) for t in chapters.placed_things(chapter, state)]
        told += [Solved(area) for area in self._pack.areas if area in state.solved - before.solved]
        told += [Opened(area) for area in self._pack.areas if area in state.open - before.open]
        if state.status is Status.WON and before.status is not Status.WON:
            told.append(Won())
        return told

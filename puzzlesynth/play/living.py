"""A living world: when areas open, asks for their puzzles and takes them in when they are ready.

What has been made is added to every moment since the areas opened, so it does not matter how long it took: moves
that were made meanwhile lead to the same world. Only where they stand in the way of the new puzzle is another one
made from the world as it is then.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial

from puzzlesynth.pack.model import Pack
from puzzlesynth.play.chapters import (
    Chapter,
    Key,
    Make,
    NoPuzzle,
    RunningWorld,
    empty_world,
    goes_on,
    joined,
    next_chapter,
    placed_things,
    running_world,
    seed_for,
    without_goal,
)
from puzzlesynth.play.errands import Errand
from puzzlesynth.play.events import Appeared, GameEvent, Prepared, Unprepared
from puzzlesynth.play.future import future_of
from puzzlesynth.play.outlook import Chance
from puzzlesynth.play.timeline import Moment, Timeline
from puzzlesynth.play.workers import Worker, worker_for
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world import State, Status, WorldError
from puzzlesynth.world.state import settled


@dataclass(frozen=True)
class _Made:
    """What was made for a world: the chapter that begins with it and its first state, or why there is none."""

    key: Key
    puzzle: Puzzle | None = None
    chapter: Chapter | None = None
    first: State | None = None
    problem: str = ""


@dataclass(frozen=True)
class _Job:
    """A puzzle that is being made, and the moment it is made for."""

    moment: Moment
    areas: tuple[str, ...]
    errand: Errand[_Made]


class Living:
    """Keeps every open area of a timeline supplied with a puzzle."""

    def __init__(
        self, pack: Pack, seed: int, timeline: Timeline, make: Make | None, worker: str | None
    ) -> None:
        self._pack, self._seed, self._timeline = pack, seed, timeline
        self._make, self._where = make, worker
        self.worker: Worker | None = None
        self._puzzles: dict[Key, Puzzle] = {}
        """What was made, for whoever comes by the same world again. Only the worker looks here."""
        self._failed: dict[Key, str] = {}
        self._job: _Job | None = None

    @property
    def pending(self) -> tuple[str, ...]:
        return self._job.areas if self._job is not None else ()

    @property
    def stranded(self) -> bool:
        """Whether an open area has no puzzle, and none can be made from the world as it is."""
        return self.is_stranded(self._timeline.present)

    def is_stranded(self, moment: Moment) -> bool:
        areas = without_goal(self._pack, moment.chapter, moment.state) if self._failed else ()
        return bool(areas) and (self._running(moment).key, areas) in self._failed

    def close(self) -> None:
        self._job = None
        if self.worker is not None:
            self.worker.close()
            self.worker = None

    def _running(self, moment: Moment) -> RunningWorld:
        return running_world(self._pack, moment.chapter, moment.state)

    def request(self) -> None:
        """Asks for what the present needs, unless it is being made already."""
        moment = self._timeline.present
        areas = without_goal(self._pack, moment.chapter, moment.state)
        if not areas or moment.state.status is not Status.PLAYING:
            self._job = None
            return
        if self._job is not None and self._position(self._job) is not None and self._job.areas == areas:
            return
        if self.is_stranded(moment):
            self._job = None
            return
        if self.worker is None:
            self.worker = worker_for(self._pack, self._make, self._where)
            # Needed as soon as a puzzle arrives, and until then there is time.
            future_of(self._pack, empty_world(self._pack).objects)
        self._job = _Job(moment, areas, self.worker.submit(partial(self._made, moment, areas)))

    def _made(self, moment: Moment, areas: tuple[str, ...], make: Make) -> _Made:
        """What the worker does: a puzzle for a moment, and the chapter that begins with it."""
        running = self._running(moment)
        key = (running.key, areas)
        puzzle = self._puzzles.get(key)
        if puzzle is None:
            try:
                puzzle = make(running, areas, seed_for(self._seed, areas))
            except NoPuzzle as problem:
                return _Made(key, problem=str(problem))
            except Exception as problem:
                return _Made(key, problem=repr(problem))
            self._puzzles[key] = puzzle
        return self._begun(key, moment, puzzle)

    def look_ahead(self) -> None:
        """Lets what the present is likely to need next be made while nobody waits for it."""
        moment = self._timeline.present
        if self.worker is not None and self._job is None and moment.state.status is Status.PLAYING:
            self.worker.expect(partial(self._running, moment), self._seed)

    def _position(self, job: _Job) -> int | None:
        """Where the moment is that a puzzle is made for; None: it is not in the present's past."""
        moments = self._timeline.moments
        for position in range(self._timeline.now, -1, -1):
            if moments[position] is job.moment:
                return position
        return None

    def collect(self, timeout: float | None) -> tuple[GameEvent, ...]:
        """Takes in what is ready. Zero: without waiting; None: until nothing is pending."""
        told: list[GameEvent] = []
        end = None if timeout is None else time.monotonic() + timeout
        while (job := self._job) is not None:
            if timeout == 0 and not job.errand.is_over:
                break
            try:
                made = job.errand.result(None if end is None else max(0.0, end - time.monotonic()))
            except TimeoutError:
                break
            told += self._take_in(job, made)
        return tuple(told)

    def _not_made(self, job: _Job, made: _Made) -> Unprepared:
        self._failed[made.key] = made.problem
        self._job = None
        if self._timeline.present is not job.moment:
            self.request()
        return Unprepared(job.areas, made.problem)

    def _take_in(self, job: _Job, made: _Made) -> list[GameEvent]:
        position = self._position(job)
        self._job = None
        if made.puzzle is None:
            return [self._not_made(job, made)]
        if position is None:
            self.request()
            return []
        if self._clashes(position, job.moment, made):
            made = self._begun(made.key, job.moment, made.puzzle, self._names_since(position))
        if made.chapter is None or made.first is None:
            return [self._not_made(job, made)]
        moments = self._joined(position, made.chapter, made.first)
        if moments is None:
            # What was done meanwhile does not go with it: made again, from the world as it is now.
            self.request()
            return []
        self._timeline.moments[position:] = moments
        told = self._told(job.areas, made.chapter)
        self.request()
        self.look_ahead()
        return told

    def _names_since(self, position: int) -> set[str]:
        return {name for later in self._timeline.moments[position:] for name in later.state.things}

    def _clashes(self, position: int, moment: Moment, made: _Made) -> bool:
        """Whether something that was made meanwhile goes by the name of something that is to appear."""
        if made.chapter is None or position == len(self._timeline.moments) - 1:
            return False
        old = len(moment.chapter.puzzle.creates)
        puzzle = made.chapter.puzzle
        fresh = {thing.id for thing in puzzle.objects if thing.placed}
        fresh |= {created.id for created in puzzle.creates[old:]}
        return not fresh.isdisjoint(self._names_since(position))

    def _begun(self, key: Key, moment: Moment, puzzle: Puzzle, taken: Collection[str] = ()) -> _Made:
        """The chapter that begins at a moment with what was made for it, if it can be won."""
        try:
            chapter = next_chapter(self._pack, moment.chapter, moment.state, puzzle, taken)
            wanted = without_goal(self._pack, moment.chapter, moment.state)
            missing = [name for name in wanted if name not in chapter.goals]
            if missing:
                raise NoPuzzle(f"what was made has no goal for {', '.join(missing)}")
            first = joined(self._pack, moment.state, chapter)
            if first is None or chapter.chance(first) is Chance.DEAD:
                raise NoPuzzle("what was made cannot be solved in the world as it is")
        except (WorldError, NoPuzzle, KeyError) as problem:
            return _Made(key, puzzle, problem=str(problem))
        return _Made(key, puzzle, chapter, self._settled(chapter, first))

    def _settled(self, chapter: Chapter, state: State) -> State:
        return goes_on(self._pack, settled(chapter.world.setting, state)[0])

    def _joined(self, position: int, chapter: Chapter, first: State) -> list[Moment] | None:
        """All moments since, in the new chapter; None: the present does not go with it."""
        moments, now = self._timeline.moments, self._timeline.now
        before = moments[position].chapter
        found = [replace(moments[position], chapter=chapter, state=first)]
        for index, moment in enumerate(moments[position + 1 :], position + 1):
            same = moment.chapter is before
            state = joined(self._pack, moment.state, chapter) if same else None
            if state is None:
                if index <= now:
                    return None
                break
            found.append(replace(moment, chapter=chapter, state=self._settled(chapter, state)))
        present = found[now - position].state
        if now > position and present.status is Status.PLAYING and chapter.chance(present) is Chance.DEAD:
            return None
        return found

    def _told(self, areas: tuple[str, ...], chapter: Chapter) -> list[GameEvent]:
        told: list[GameEvent] = [Prepared(area, chapter.goals[area]) for area in areas]
        state = self._timeline.present.state
        told += [Appeared(t.id, t.item, t.area, t.inside) for t in placed_things(chapter, state)]
        return told

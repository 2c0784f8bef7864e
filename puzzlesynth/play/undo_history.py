"""Everything that happened, so that all of it can be undone and redone."""

from __future__ import annotations

from functools import cached_property

from puzzlesynth.play.just_in_time.chapters import Chapter, RunningWorld, running_world, without_goal
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.world import Move, State


@dataclass(frozen=True)
class Moment:
    """A state, the chapter it belongs to, and the move that led there."""

    chapter: Chapter
    state: State
    move: Move | None = None

    @cached_property
    def wanting(self) -> tuple[str, ...]:
        """The open areas that have no puzzle yet."""
        return without_goal(self.chapter.pack, self.chapter, self.state)

    @cached_property
    def key(self) -> str:
        """Equal keys mean equal knowledge of a maker."""
        return self.running().key

    def running(self) -> RunningWorld:
        return running_world(self.chapter.pack, self.chapter, self.state)


class UndoHistory:
    """The moments of a game. The present is one of them; what comes after it can be redone."""

    def __init__(self, first: Moment) -> None:
        self.moments = [first]
        self.now = 0

    @property
    def present(self) -> Moment:
        return self.moments[self.now]

    def add(self, moment: Moment) -> None:
        """Goes on from the present; what could be redone is forgotten."""
        del self.moments[self.now + 1 :]
        self.moments.append(moment)
        self.now += 1

    def undo(self, count: int = 1) -> int:
        """Goes back; how far it went."""
        went = min(max(count, 0), self.now)
        self.now -= went
        return went

    def redo(self, count: int = 1) -> int:
        went = min(max(count, 0), len(self.moments) - 1 - self.now)
        self.now += went
        return went

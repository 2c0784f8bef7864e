"""Everything that happened, so that all of it can be undone and redone."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlesynth.play.chapters import Chapter
from puzzlesynth.world import Move, State


@dataclass(frozen=True)
class Moment:
    """A state, the chapter it belongs to, and the move that led there."""

    chapter: Chapter
    state: State
    move: Move | None = None


class Timeline:
    """The moments of a game. The present is one of them; what comes after it can be redone."""

    def __init__(self, first: Moment) -> None:
        self.moments = [first]
        self.now = 0

    @property
    def present(self) -> Moment:
        return self.moments[self.now]

    @property
    def can_undo(self) -> bool:
        return self.now > 0

    @property
    def can_redo(self) -> bool:
        return self.now + 1 < len(self.moments)

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

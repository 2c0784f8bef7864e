"""The history of a game, for unlimited undo and redo."""

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
        self._hidden: list[tuple[Moment, frozenset[str]]] = []
        """The moments up to one, each with its hidden contents."""

    @property
    def present(self) -> Moment:
        return self.moments[self.now]

    def add(self, moment: Moment) -> None:
        """Goes on from the present; what could be redone is forgotten."""
        del self.moments[self.now + 1 :]
        self.moments.append(moment)
        self.now += 1

    def hidden(self) -> frozenset[str]:
        """The objects inside others that the player cannot know about yet.

        What is in a container from the beginning, or appeared together with it, is secret until it has been out once.
        What the player put or made inside something is not. Every export keeps the same secrets.
        """
        known = self._hidden
        path = self.moments[: self.now + 1]
        same = min(len(known), len(path))
        # Only the last moments can have changed: those after an undo, or in a chapter that was regenerated.
        while same and known[same - 1][0] is not path[same - 1]:
            same -= 1
        del known[same:]
        for position in range(same, len(path)):
            before = known[-1] if position else None
            known.append((path[position], _hidden_after(before, path[position])))
        return known[-1][1]

    def undo(self, count: int = 1) -> int:
        """Goes back; how far it went."""
        went = min(max(count, 0), self.now)
        self.now -= went
        return went

    def redo(self, count: int = 1) -> int:
        went = min(max(count, 0), len(self.moments) - 1 - self.now)
        self.now += went
        return went


def _hidden_after(before: tuple[Moment, frozenset[str]] | None, now: Moment) -> frozenset[str]:
    inside = [thing for thing in now.state.things.values() if thing.inside is not None]
    if before is None or not inside:
        return frozenset(thing.id for thing in inside)
    earlier, hidden = before
    there = earlier.state.things
    found = []
    for thing in inside:
        old = there.get(thing.id)
        if old is not None:
            secret = thing.id in hidden and old.inside == thing.inside
        else:
            # What a new chapter puts into something that was there before is as unknown as at the beginning.
            secret = thing.inside not in there or any(
                made.id == thing.id and made.placed for made in now.chapter.puzzle.objects
            )
        if secret:
            found.append(thing.id)
    return frozenset(found)

"""The states of many levels and the moves between them, as far as they have been explored."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from puzzlesynth.levels.search.state_table import Marks, Numbers, StateTable

from .transitions import LevelBatch

WON = -1
"""In the place of a state's number: the move wins."""
UNKNOWN = -2
"""In the place of a state's number: the move has not been tried."""


@dataclass(frozen=True, slots=True)
class Expansion:
    """What came of trying all moves of some states. Moves are numbered: place of the state * number of moves + place of
    the move."""

    won: Numbers
    """The moves that win, in order."""
    new: Numbers
    """The moves that lead to new states, in order."""


class StateGraph:
    """States are numbered by the order of their discovery, those of all levels together."""

    def __init__(self, field: LevelBatch, seen: StateTable) -> None:
        seen.clear()
        self.field, self.seen = field, seen
        self.words = len(field.starts)
        self.moves = len(field.keys)
        size = 1 << 15
        self.successors = np.empty((size, self.moves), dtype=np.int32)
        """For every state, what its moves lead to."""
        self.origins = np.empty(size, dtype=np.int64)
        """For every state: parent * number of moves + place of the move; -1 for starts."""
        self.won = np.empty(size, dtype=bool)
        self.levels = np.empty(size, dtype=np.int64)

    @property
    def count(self) -> int:
        return self.seen.count

    def begin(self, levels: Numbers) -> None:
        """Enter the starts of levels, none of which is won."""
        self.seen.add(np.vstack([self.field.starts[:, levels], levels[None, :].astype(np.uint64)]))
        self._note(0, np.full(len(levels), -1), levels, np.zeros(len(levels), dtype=bool))

    def explore(self, numbers: Numbers) -> Expansion:
        """Try all moves of these states, none of which has been tried or is won."""
        words, moves, levels = self.words, self.moves, self.levels[numbers]
        rows = self.seen.rows(numbers)
        after, moved, wins = self.field.advance(rows[:words], levels)
        columns = np.flatnonzero(moved)
        parents = columns // moves
        offered = np.vstack([after.reshape(words, -1)[:, columns], rows[words][parents]])
        first = self.count
        found, new = self.seen.add(offered)
        fresh = columns[new]
        owners = levels[parents[new]]
        won = self.field.won(offered[:words, new], owners) if len(new) else np.zeros(0, dtype=bool)
        self._note(first, numbers[parents[new]] * moves + fresh % moves, owners, won)
        # A move that changes nothing leads to the state itself.
        successors = np.repeat(numbers, moves)
        successors[columns] = np.where(self.won[found], WON, found)
        winning = np.flatnonzero(wins)
        successors[winning] = WON
        self.successors[numbers] = successors.reshape(-1, moves)
        winning = np.sort(np.concatenate([winning, fresh[won]])) if len(winning) else fresh[won]
        return Expansion(winning, fresh)

    def _note(self, first: int, origins: Numbers, levels: Numbers, won: Marks) -> None:
        last = first + len(origins)
        if last > len(self.origins):
            size = max(last, 2 * len(self.origins))
            for name in ("successors", "origins", "won", "levels"):
                old = getattr(self, name)
                grown = np.empty((size, *old.shape[1:]), dtype=old.dtype)
                grown[:first] = old[:first]
                setattr(self, name, grown)
        self.successors[first:last, 0] = UNKNOWN
        self.origins[first:last] = origins
        self.levels[first:last] = levels
        self.won[first:last] = won

    def way(self, number: int, last: int) -> tuple[int, ...]:
        """The inputs that lead to a state, and one more, given by its place."""
        keys = self.field.keys
        moves = [keys[last]]
        while (origin := int(self.origins[number])) >= 0:
            number, move = divmod(origin, self.moves)
            moves.append(keys[move])
        return tuple(reversed(moves))

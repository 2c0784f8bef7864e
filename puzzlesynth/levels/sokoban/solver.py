"""The three solvers for one level of a game that is nothing but pushing, and a proof by pushes that there is no solution.

They take the same states in the same order, count them alike and find the same solutions as the solvers for any game, in
a fraction of the time: a state is the cells of the crates, as bits, and the number of the player's cell, and what changes
nothing but the player's cell needs no new estimate.

For the proof, a state is the cells of the crates and the region in which the player can walk: there are far fewer of
these. A crate that lies where no mark can be reached any more, were it alone, is of no use, and states with too few
useful crates are not gone on from.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from heapq import heappop, heappush

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.engine.bitboard.geometry import Geometry, geometry
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search.heuristics import greedy_matching
from puzzlesynth.levels.search.limits import NO_LIMIT, BatchLimits, LimitReached, LimitWatch
from puzzlesynth.levels.search.results import SolverResult
from puzzlesynth.levels.sokoban.game import sokoban_game

BY_PUSHES = "pushes"
"""Who has decided a level that cannot be won."""
MOST_CELLS = 1 << 10
_PLAYER_BITS = 10
_PLAYER = (1 << _PLAYER_BITS) - 1
_PLACE_BITS = 40
_PLACE = (1 << _PLACE_BITS) - 1
_INPUTS = ((0, 0, -1), (1, -1, 0), (2, 0, 1), (3, 1, 0))
"""Keys with their steps across and down, in the order in which solvers try them."""

Way = tuple[int, int, int, int]
"""A key, the cell it leads to, the same as a bit, and the cell behind it as a bit (0 if there is none)."""


@dataclass(slots=True)
class SokobanLevel:
    """A level: cells as bits, the player's as a number. At most `MOST_CELLS` cells."""

    board: Geometry
    walls: int
    marks: int
    crates: int
    player: int
    every_crate: bool
    """Whether all crates have to lie on marks; otherwise all marks have to hold crates."""
    _ways: dict[int, tuple[Way, ...]] = field(default_factory=dict)
    _worths: dict[int, int] = field(default_factory=dict)

    @property
    def start(self) -> int:
        return self.crates << _PLAYER_BITS | self.player

    def solve(self, solver: str, bounds: BatchLimits, most: int = NO_LIMIT) -> SolverResult:
        """What a solver finds out that explores at most so many states. `BY_PUSHES` finds out whether there is a
        solution, not what it is."""
        watch = LimitWatch(solver, replace(bounds, megabytes=None), most=most, exact=True)
        watch.interval(self.board.count)
        search = {"gbfs": _best_first, "astar": _best_first, "bfs": _breadth_first, BY_PUSHES: _by_pushes}[
            solver
        ]
        try:
            return search(self, watch)
        except LimitReached as stop:
            check_time()
            return SolverResult(None, watch.explored, stopped_by=stop.reason)

    def ways(self, player: int) -> tuple[Way, ...]:
        """Where the player can go from a cell, crates apart."""
        found = self._ways.get(player)
        if found is None:
            found = self._ways[player] = tuple(
                (key, to, 1 << to, (1 << behind) & ~self.walls if behind >= 0 else 0)
                for key, to, behind in _neighbours(self.board.width, self.board.height)[player]
                if not self.walls >> to & 1
            )
        return found

    def won(self, crates: int) -> bool:
        return not (crates & ~self.marks if self.every_crate else self.marks & ~crates)

    @property
    def needed(self) -> int:
        """How many crates have to lie on marks in the end."""
        return (self.crates if self.every_crate else self.marks).bit_count()

    def worth(self, crates: int) -> int:
        """The doubled estimate of the moves that are missing."""
        found = self._worths.get(crates)
        if found is None:
            here, there = (crates, self.marks) if self.every_crate else (self.marks, crates)
            height = self.board.height
            away = [divmod(cell, height) for cell in bits(here & ~there)]
            empty = [divmod(cell, height) for cell in bits(there & ~here)]
            farthest = self.board.width + height
            found = self._worths[crates] = greedy_matching(away, empty, farthest) if away else 0
        return found


@dataclass(frozen=True, slots=True)
class SokobanRules:
    """A game that is nothing but pushing."""

    player: int
    crate: int
    mark: int
    solid: tuple[int, ...]
    """What neither player nor crates can enter."""
    every_crate: bool

    @classmethod
    def of(cls, game: PuzzleScriptGame) -> SokobanRules | None:
        """The rules of such a game; None for any other."""
        things = sokoban_game(game, analyse(game))
        if things is None:
            return None
        own = game.layers[game.objects[things.crate].layer].object_ids
        solid = tuple(thing for thing in own if thing not in (things.player, things.crate))
        every_crate = game.win_conditions[0].subject_mask == 1 << things.crate
        return cls(things.player, things.crate, things.mark, solid, every_crate)

    def level(self, level: Level) -> SokobanLevel | None:
        """A level to be searched; None if it has no single player, is too large, is won as it stands, or has a cell
        with two things that exclude each other."""
        solid = sum(1 << thing for thing in self.solid)
        walls, marks, crates, players = (
            _cells_with(level, mask) for mask in (solid, 1 << self.mark, 1 << self.crate, 1 << self.player)
        )
        clash = walls & crates | (walls | crates) & players
        if players.bit_count() != 1 or clash or len(level.cells) > MOST_CELLS:
            return None
        board = geometry(level.width, level.height)
        made = SokobanLevel(board, walls, marks, crates, players.bit_length() - 1, self.every_crate)
        return None if made.won(crates) else made


def _cells_with(level: Level, mask: int) -> int:
    """The cells that hold one of the objects, as bits."""
    return sum([1 << index for index, cell in enumerate(level.cells) if cell & mask])


def _best_first(level: SokobanLevel, watch: LimitWatch) -> SolverResult:
    """A* and greedy best-first search, which takes no account of costs. The estimate of A* may mislead: states to which
    a shorter way is found are looked at again."""
    step = 0 if watch.solver == "gbfs" else 1
    start, ways = level.start, level.ways
    costs = {start: 0}
    origins: dict[int, tuple[int, int]] = {}
    done: set[int] = set()
    queue = [start]
    """States in the order in which they were put into the heap, which has their places."""
    heap = [0]
    explored = 0
    while heap:
        state = queue[heappop(heap) & _PLACE]
        if state in done:
            continue
        done.add(state)
        watch.check(explored, len(costs), len(heap))
        explored += 1
        cost = costs[state] + step
        crates, player = state >> _PLAYER_BITS, state & _PLAYER
        same, worth = state ^ player, level.worth(crates)
        for key, to, here, behind in ways(player):
            if crates & here:
                if not behind & ~crates:
                    continue
                pushed = crates ^ here ^ behind
                after = pushed << _PLAYER_BITS | to
                if after not in costs and level.won(pushed):
                    return SolverResult(True, explored, _way(origins, state, start, key))
                further = level.worth(pushed)
            else:
                after, further = same | to, worth
            before = costs.get(after)
            if before is not None:
                if before <= cost:
                    continue
                done.discard(after)
            costs[after] = cost
            origins[after] = (state, key)
            heappush(heap, further + 2 * cost << _PLACE_BITS | len(queue))
            queue.append(after)
    return SolverResult(False, explored)


def _breadth_first(level: SokobanLevel, watch: LimitWatch) -> SolverResult:
    start, ways = level.start, level.ways
    origins: dict[int, tuple[int, int]] = {start: (start, -1)}
    queue = [start]
    for explored, state in enumerate(queue):
        watch.check(explored, len(origins), len(queue) - explored)
        crates, player = state >> _PLAYER_BITS, state & _PLAYER
        for key, to, here, behind in ways(player):
            after_crates = crates
            if crates & here:
                if not behind & ~crates:
                    continue
                after_crates = crates ^ here ^ behind
            after = after_crates << _PLAYER_BITS | to
            if after in origins:
                continue
            if after_crates != crates and level.won(after_crates):
                return SolverResult(True, explored + 1, _way(origins, state, start, key))
            origins[after] = (state, key)
            queue.append(after)
    return SolverResult(False, len(queue))


def _by_pushes(level: SokobanLevel, watch: LimitWatch) -> SolverResult:
    """Whether there is a solution, by pushes alone."""
    ways = level.ways
    useful, needed = _useful_cells(level), level.needed
    if (level.crates & useful).bit_count() < needed:
        return SolverResult(False, 0)
    seen: set[tuple[int, int]] = set()
    queue = [(level.crates, level.player)]
    explored = 0
    while queue:
        crates, player = queue.pop()
        region, touched = _region(level, crates, player)
        if (crates, min(region)) in seen:
            continue
        seen.add((crates, min(region)))
        watch.check(explored, len(seen), len(queue))
        explored += 1
        for stand in touched:
            for _, to, here, behind in ways(stand):
                if crates & here and behind & ~crates:
                    after = crates ^ here ^ behind
                    if level.won(after):
                        return SolverResult(True, explored)
                    if (after & useful).bit_count() >= needed:
                        queue.append((after, to))
    return SolverResult(False, explored)


def _region(level: SokobanLevel, crates: int, player: int) -> tuple[set[int], list[int]]:
    """Where the player can walk, and those of these cells that touch a crate."""
    region, touched = {player}, []
    waiting = [player]
    while waiting:
        cell = waiting.pop()
        touches = False
        for _, to, here, _ in level.ways(cell):
            if crates & here:
                touches = True
            elif to not in region:
                region.add(to)
                waiting.append(to)
        if touches:
            touched.append(cell)
    return region, touched


def _useful_cells(level: SokobanLevel) -> int:
    """From where a crate that is alone can be pushed onto a mark."""
    around = _neighbours(level.board.width, level.board.height)
    useful = level.marks & ~level.walls
    waiting = list(bits(useful))
    while waiting:
        # A crate that comes here was next to here, and the player behind it.
        for _, crate, player in around[waiting.pop()]:
            if player >= 0 and not (useful | level.walls) >> crate & 1 and not level.walls >> player & 1:
                useful |= 1 << crate
                waiting.append(crate)
    return useful


def _way(origins: dict[int, tuple[int, int]], state: int, start: int, last: int) -> tuple[int, ...]:
    moves = [last]
    while state != start:
        state, key = origins[state]
        moves.append(key)
    return tuple(reversed(moves))


@lru_cache(maxsize=64)
def _neighbours(width: int, height: int) -> list[list[tuple[int, int, int]]]:
    """For every cell the keys that lead to another, that cell, and the one behind it (-1: none)."""

    def cell(x: int, y: int) -> int:
        return x * height + y if 0 <= x < width and 0 <= y < height else -1

    return [
        [
            (key, cell(x + dx, y + dy), cell(x + 2 * dx, y + 2 * dy))
            for key, dx, dy in _INPUTS
            if cell(x + dx, y + dy) >= 0
        ]
        for x in range(width)
        for y in range(height)
    ]

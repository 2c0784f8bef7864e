"""Deadlocks, and with them a proof that a level cannot be won, by pushes alone.

Here a state is the cells of the crates and the region in which the player can walk: there are far fewer of these. A crate
on a dead square, from where no mark could be reached even if it were alone, is of no use, and states with too few useful
crates are not gone on from.
"""

from __future__ import annotations

from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.search.limits import LimitWatch
from puzzlesynth.levels.search.results import SolverResult

from .level import SokobanLevel, neighbours

BY_PUSHES = "pushes"
"""The solver that has decided a level that cannot be won."""


def prove_by_pushes(level: SokobanLevel, watch: LimitWatch) -> SolverResult:
    """Whether there is a solution, by pushes alone."""
    ways = level.ways
    useful, needed = useful_cells(level), level.needed
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


def useful_cells(level: SokobanLevel) -> int:
    """From where a crate that is alone can be pushed onto a mark."""
    around = neighbours(level.board.width, level.board.height)
    useful = level.marks & ~level.walls
    waiting = list(bits(useful))
    while waiting:
        # A crate that comes here was next to here, and the player behind it.
        for _, crate, player in around[waiting.pop()]:
            if player >= 0 and not (useful | level.walls) >> crate & 1 and not level.walls >> player & 1:
                useful |= 1 << crate
                waiting.append(crate)
    return useful

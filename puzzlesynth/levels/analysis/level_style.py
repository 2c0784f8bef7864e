"""What a game's own levels look like: how many of each object, what lines the edges, what is beside what.

A *tile* is what lies in a cell above the ground. A level's *neighbourhoods* are its pairs of tiles that touch, the
outside of the level being a tile of its own; where the rules do not mind turning, the order of a pair does not count.
The *likeness* of a level is the share of neighbourhoods that it has in common with the learnt levels (one minus the
total variation distance), in proportion to what these have in common with each other.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor

from puzzlesynth.levels.bitmask import bits, union
from puzzlesynth.levels.model import Level, PuzzleScriptGame

from .game_analysis import GameAnalysis
from .level_evidence import SMALLEST, LevelEvidence

OUTSIDE = -1
"""The tile of everything beyond the edge."""
Pair = tuple[int, int, int]
"""Two tiles, and 1 if the second is below the first, 0 if it is to the right (always 0 where turning does not matter)."""
Neighbourhoods = Counter[Pair]
BULK = 6
"""Objects of which levels have more than this many are bulk: their usual share counts, not the extremes."""


@dataclass(frozen=True, slots=True)
class LevelStyle:
    """What was learnt from some levels of one game."""

    levels: tuple[Level, ...]
    """The levels."""
    counts: dict[int, tuple[tuple[int, int], ...]]
    """For each object above the ground: in every level, how many lie inside, and how many cells that level has inside."""
    border: int | None
    """What most edges are lined with; None if they are open."""
    tiles: frozenset[int]
    """The sets of objects that share a cell somewhere."""
    shares: dict[Pair, float]
    """How frequent each neighbourhood is, as a share of all."""
    turns: bool
    """Whether turned levels are the same to the rules."""
    ground: int
    agreement: float
    """How much the learnt levels have in common with each other, from 0 to 1."""
    is_joined: bool = True
    """Whether most levels are one room: walls shut no cell off from another."""

    def number(self, thing: int, room: int) -> tuple[int, int]:
        """How many of an object a level with this many cells inside has, from and to."""
        seen = self.counts.get(thing, ())
        numbers = [number for number, _ in seen]
        if not numbers or not max(numbers):
            return 0, 0
        if len(set(numbers)) == 1 and numbers[0] <= BULK:
            return numbers[0], numbers[0]
        shares = sorted(number / area for number, area in seen if area)
        if max(numbers) > BULK:
            shares = shares[len(shares) // 4 : max(1, ceil(len(shares) * 3 / 4))]
        least, most = floor(shares[0] * room), ceil(shares[-1] * room)
        always = min(numbers) > 0
        return max(least, int(always)), max(most, 1)

    def likeness(self, level: Level) -> float:
        """From 0, nothing in common, to 1, as much in common as the learnt levels have with each other."""
        own = neighbourhoods(level, self.ground, self.turns)
        return min(1.0, common_share(own, self.shares) / self.agreement)


def learn_style(
    game: PuzzleScriptGame, analysis: GameAnalysis, levels: Sequence[Level], *, turns: bool
) -> LevelStyle | None:
    """Learn from these levels of a game; None if none of them has an inside."""
    rooms = [level for level in levels if min(level.width, level.height) >= SMALLEST]
    if not rooms:
        return None
    ground = game.ground_mask
    border = _border(game, analysis, rooms)
    each = [neighbourhoods(level, ground, turns) for level in rooms]
    return LevelStyle(
        levels=tuple(rooms),
        counts={
            thing.id: tuple(_inside_number(level, thing.id, border is not None) for level in rooms)
            for thing in game.objects
            if not thing.mask & ground
        },
        border=border,
        tiles=frozenset(cell & ~ground for level in rooms for cell in level.cells),
        shares=_mean_shares(each),
        turns=turns,
        ground=ground,
        agreement=_agreement(each),
        is_joined=2 * sum(_is_one_room(analysis, level) for level in rooms) > len(rooms),
    )


def neighbourhoods(level: Level, ground: int, turns: bool) -> Neighbourhoods:
    """The pairs of tiles that touch in a level."""
    height, size = level.height, len(level.cells)
    tiles = [cell & ~ground for cell in level.cells]
    found: Neighbourhoods = Counter()
    for start in range(0, size, height):
        column = [OUTSIDE, *tiles[start : start + height], OUTSIDE]
        found.update((a, b, 1) for a, b in itertools.pairwise(column))
    for y in range(height):
        row = [OUTSIDE, *tiles[y::height], OUTSIDE]
        found.update((a, b, 0) for a, b in itertools.pairwise(row))
    if not turns:
        return found
    merged: Neighbourhoods = Counter()
    for (one, other, _), number in found.items():
        merged[(one, other, 0) if one <= other else (other, one, 0)] += number
    return merged


def common_share(found: Neighbourhoods, shares: dict[Pair, float]) -> float:
    """What a level's neighbourhoods and the learnt ones have in common: one minus their total variation distance."""
    total = found.total()
    return sum(min(number / total, shares.get(pair, 0.0)) for pair, number in found.items())


def _mean_shares(each: Iterable[Neighbourhoods]) -> dict[Pair, float]:
    """The frequencies of all levels, each of them counting the same."""
    shares: dict[Pair, float] = {}
    number = 0
    for found in each:
        number += 1
        total = found.total()
        for pair, count in found.items():
            shares[pair] = shares.get(pair, 0.0) + count / total
    return {pair: share / number for pair, share in shares.items()}


def _agreement(each: list[Neighbourhoods]) -> float:
    """The mean of what each level has in common with the others; a level alone agrees with itself."""
    if len(each) < 2:
        return 1.0
    found = [
        common_share(one, _mean_shares(other for other in each if other is not one)) for one in each[:30]
    ]
    return max(0.05, sum(found) / len(found))


def _border(game: PuzzleScriptGame, analysis: GameAnalysis, rooms: list[Level]) -> int | None:
    """The wall that most edges are lined with."""
    evidence = LevelEvidence(game, rooms)
    lining = evidence.lining(analysis.walls)
    return max(lining, key=evidence.edge_number, default=None)


def _is_one_room(analysis: GameAnalysis, level: Level) -> bool:
    """Whether every cell without a wall can be reached from every other."""
    barriers = union(1 << facts.id for facts in analysis.of_type("solid"))
    shut_off = {index for index, cell in enumerate(level.cells) if not cell & barriers}
    waiting = [shut_off.pop()] if shut_off else []
    while waiting:
        index = waiting.pop()
        y = index % level.height
        beside = [index - level.height, index + level.height]
        beside += ([index - 1] if y else []) + ([index + 1] if y + 1 < level.height else [])
        reached = shut_off.intersection(beside)
        shut_off -= reached
        waiting += sorted(reached)
    return not shut_off


def _inside_number(level: Level, thing: int, lined: bool) -> tuple[int, int]:
    """How many of an object lie inside the border, and how many cells there are."""
    margin = int(lined)
    columns, rows = range(margin, level.width - margin), range(margin, level.height - margin)
    number = sum(1 for x in columns for y in rows if level.cell(x, y) >> thing & 1)
    return number, len(columns) * len(rows)


def sharing_pairs(style: LevelStyle) -> set[tuple[int, int]]:
    """Objects that lie in one cell somewhere, both ways round."""
    return {
        (one, other) for tile in style.tiles for one in bits(tile) for other in bits(tile) if one != other
    }

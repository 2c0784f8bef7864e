"""A game's own levels in the size of a layout: rows and columns that matter least go, or new ones come in between.

A line that goes is one of those with the fewest things in it, beside what a line next to it has too. A new line goes on
with what both its neighbours have in common, as far as that is part of the place (walls, and all that is neither moved
nor made, nor won with); so rooms and walls stay whole. The outermost lines stay. What lies in a border that is to be
closed, such as an exit, moves to the nearest cell that has room for it.
"""

from __future__ import annotations

import random

from puzzlesynth.levels.analysis.game_analysis import GameAnalysis
from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.generate.diversity import Turn, turned_places
from puzzlesynth.levels.generate.placement.layout import LevelLayout
from puzzlesynth.levels.model import Level, PuzzleScriptGame

MOST_STRETCH = 2
"""A side becomes at most this many times as long, or as short."""
_BEST = 3
"""From how many of the best lines one is drawn."""

Lines = list[list[int]]
"""Cells line by line."""


def scenery(game: PuzzleScriptGame, analysis: GameAnalysis) -> int:
    """The objects that are part of the place: nothing moves, makes or destroys them, and winning is not about them."""
    found = analysis.wall_mask
    for facts in analysis.objects:
        if not facts.behaviours and not {"player", "winning"} & set(facts.types):
            found |= 1 << facts.id
    return found & ~game.player_mask & ~game.ground_mask


def resized(
    layout: LevelLayout, level: Level, turn: Turn, game: PuzzleScriptGame, place: int, rng: random.Random
) -> Level | None:
    """A turned level with as many rows and columns as the layout, laid over its free cells. `place`: the objects that
    are scenery. None if it would have to be stretched too far, or if the layout has no room for something else."""
    ground = game.ground_mask
    lines = _turned(level, turn)
    for wanted in (layout.width, layout.height):
        if not len(lines) <= MOST_STRETCH * wanted <= MOST_STRETCH**2 * len(lines):
            return None
        lines = _fitted(lines, wanted, ground, place, rng)
        # Columns become rows, and then columns again.
        lines = [list(line) for line in zip(*lines, strict=True)]
    return _laid_over(layout, [cell for line in lines for cell in line], game, place)


def _turned(level: Level, turn: Turn) -> Lines:
    """The columns of a turned level."""
    wide, high = (level.width, level.height) if turn[0] else (level.height, level.width)
    columns: Lines = [[0] * high for _ in range(wide)]
    places = turned_places(level.width, level.height, turn)
    for (x, y), cell in zip(places, level.cells, strict=True):
        columns[x][y] = cell
    return columns


def _fitted(lines: Lines, wanted: int, ground: int, place: int, rng: random.Random) -> Lines:
    """As many lines as wanted."""
    lines = [list(line) for line in lines]
    while len(lines) > wanted and len(lines) > 2:
        costs = {number: _loss(lines, number, ground, place) for number in range(1, len(lines) - 1)}
        del lines[_one_of_the_best(costs, rng)]
    while len(lines) < wanted and len(lines) > 1:
        at = rng.randrange(1, len(lines)) if len(lines) < 4 else rng.randrange(2, len(lines) - 1)
        between = [
            one & ground | one & other & place for one, other in zip(lines[at - 1], lines[at], strict=True)
        ]
        lines.insert(at, between)
    return lines[:wanted]


def _loss(lines: Lines, number: int, ground: int, place: int) -> int:
    """What goes with a line: things count most, then scenery that neither neighbour has in that cell."""
    total = 0
    for cell, before, after in zip(lines[number], lines[number - 1], lines[number + 1], strict=True):
        total += 10 * (cell & ~ground & ~place).bit_count()
        total += cell & place not in (before & place, after & place)
    return total


def _one_of_the_best(costs: dict[int, int], rng: random.Random) -> int:
    order = sorted(costs, key=lambda number: (costs[number], rng.random()))
    # Lines that cost things are only taken if there are no others.
    cheap = [number for number in order[:_BEST] if costs[number] < 10] or order[:1]
    return rng.choice(cheap)


def _laid_over(layout: LevelLayout, cells: list[int], game: PuzzleScriptGame, place: int) -> Level | None:
    """What lies on the free cells of a layout; elsewhere, scenery makes way for what the layout has, and other things
    move to where there is room."""
    free, ground = set(layout.free), game.ground_mask
    found = list(layout.cells)
    displaced = []
    for index, cell in enumerate(cells):
        if index in free:
            found[index] |= cell & ~ground
        else:
            displaced += [(index, thing) for thing in bits(cell & ~ground & ~place & ~found[index])]
    for index, thing in displaced:
        room = [cell for cell in layout.free if not found[cell] & (game.layer_mask(thing) | place)]
        if not room:
            return None
        x, y = layout.place(index)
        nearest = min(room, key=lambda cell: abs(cell // layout.height - x) + abs(cell % layout.height - y))
        found[nearest] |= 1 << thing
    return layout.level(tuple(found))

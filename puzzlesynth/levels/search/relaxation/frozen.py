"""Things that hold each other in place: what may ever leave its cell, given where all other things are now.

This is the relaxation with everything else granted: whatever a level reaches at all may be in any cell whose layer is
free, or comes free, at once. So no way has to be walked, and what is frozen is known after a few rounds: a thing is, if
nothing that could make it leave can come about while it, and others like it, stand where they do.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.levels.movements import DIRECTIONS
from puzzlesynth.quick_dataclasses import replace

from .level_facts import LevelFacts
from .operators import FactCondition, FactEffect, FactOperator, RelaxedLevel, Segment


def with_things_anywhere(facts: LevelFacts) -> RelaxedLevel:
    """The relaxation of a level whose things may be wherever they get at all, as far as there is room."""
    return replace(facts.level, operators=tuple(_operators(facts)))


def _operators(facts: LevelFacts) -> Iterator[FactOperator]:
    level = facts.level
    rooms = set(level.room.values())
    yield from (operator for operator in level.operators if _effects(operator) & rooms)
    for thing, plane in level.there.items():
        condition = FactCondition(0, (level.room[thing],))
        segment = Segment(1, facts.planes[plane], (condition,), (FactEffect(0, plane),))
        yield FactOperator(DIRECTIONS[0], ((segment,),))
    there = set(level.there.values())
    for operator in level.operators:
        if not _effects(operator) & rooms:
            yield from _narrowed(operator, facts, there)


def _effects(operator: FactOperator) -> set[int]:
    return {effect.plane for row in operator.rows for segment in row for effect in segment.effects}


def _narrowed(operator: FactOperator, facts: LevelFacts, there: set[int]) -> Iterator[FactOperator]:
    """An operator where it can match in the level at all, without what it puts down, which is granted where there is
    room: what is put down takes the place of all else in its layer."""
    matches = facts.matches(operator)
    if matches is None:
        return
    rows = tuple(
        tuple(
            replace(
                segment,
                anchors=cells,
                effects=tuple(effect for effect in segment.effects if effect.plane not in there),
            )
            for segment, cells in zip(row, found, strict=True)
        )
        for row, found in zip(operator.rows, matches, strict=True)
    )
    narrowed = replace(operator, rows=rows)
    if _effects(narrowed):
        yield narrowed

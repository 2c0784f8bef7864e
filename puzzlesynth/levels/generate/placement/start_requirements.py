"""What is asked of the starting position: numbers, symmetry, distances, and what a playable level needs anyway."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels.analysis.game_analysis import GameAnalysis
from puzzlesynth.levels.analysis.level_style import LevelStyle
from puzzlesynth.levels.model import PuzzleScriptGame
from puzzlesynth.suggestions import hint_for

from .layout import LevelLayout

Symmetry = Literal["horizontal", "vertical", "rotation"]
SYMMETRIES: tuple[Symmetry, ...] = ("horizontal", "vertical", "rotation")

MOST_PAIRS = 4
"""How many objects of a kind that is needed to win are placed unless more are asked for."""


class BadStartRequirement(BadInput):
    """A demand that cannot be understood for this game."""


@dataclass(frozen=True, slots=True)
class StartRequirements:
    """A designer's demands. `numbers` replace the usual ones; objects are ids."""

    numbers: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    symmetry: tuple[Symmetry, ...] = ()
    apart: tuple[tuple[int, int, int], ...] = ()
    """Two objects and the least distance between any of them."""
    within: tuple[tuple[int, int, int], ...] = ()
    """Every one of the first has one of the second at most so far away."""
    connected: bool = True
    """Walls shut no cell off, unless they do in most of the levels that new ones shall look like."""
    allow_stuck: bool = False
    solution: tuple[int, ...] | None = None
    """A wanted solution, as inputs: there is room for it and, where logic can tell, it wins."""
    files: tuple[tuple[str, str], ...] = ()
    """Names and texts of the designer's own logic programs."""
    style: LevelStyle | None = None
    """What the game's own levels look like: the usual numbers, and what shares a cell, come from there."""


@dataclass(frozen=True, slots=True)
class ObjectCounts:
    """How many of each object lie in a level, those of the layout included, and which come in equal numbers."""

    numbers: dict[int, tuple[int, int]]
    equal: tuple[tuple[int, int], ...]


def recipe(
    game: PuzzleScriptGame, analysis: GameAnalysis, layout: LevelLayout, demands: StartRequirements
) -> ObjectCounts:
    """The usual numbers for a layout of this size, with the designer's in their place.

    One player. What is won together in equal numbers, unless rules create one of the two. Of what rules name, at
    least what the longest left side needs. Walls up to a fifth of the free cells.
    """
    room = len(layout.free)
    pairs = _pairs(game, analysis)
    in_the_way = _in_the_way(game)
    paired = {thing for pair in pairs for thing in pair}
    numbers: dict[int, tuple[int, int]] = {}
    built_of = analysis.walls[:1] or tuple(facts.id for facts in analysis.of_type("solid"))[:1]
    for facts in analysis.objects:
        least, most = 0, 0
        if facts.type == "player":
            least, most = 1, 1
        elif facts.type == "winning":
            # What rules create need not be there; what cannot be created has to be.
            least = max(1, facts.least_number) if "create" not in facts.behaviours else 0
            if facts.id in in_the_way:
                least = max(1, least)
            most = max(least, min(MOST_PAIRS, room // 6)) if facts.id in paired else least
            if least and facts.id not in paired and facts.priority:
                most = max(least, min(MOST_PAIRS, room // 6))
        elif facts.type == "rule" and facts.subtype in ("critical", "normal"):
            least = facts.least_number if "create" not in facts.behaviours else 0
            most = max(least, least + room // 6) if least else 0
        elif facts.id in built_of:
            most = room // 5
        given = sum(1 for cell in layout.cells if cell >> facts.id & 1)
        if facts.id != game.background_id and facts.id not in game.designations.floors:
            numbers[facts.id] = (least + given if facts.type == "solid" else max(least, given), most + given)
    if demands.style is not None:
        _adopt_style(game, analysis, layout, demands.style, numbers)
    for one, other in pairs:
        # Equal numbers need a range in common: the one that has room for both.
        shared = tuple(max(bounds) for bounds in zip(numbers[one], numbers[other], strict=True))
        numbers[one] = numbers[other] = (shared[0], shared[1])
    numbers.update(_player_numbers(game, layout, demands.style))
    numbers.update(demands.numbers)
    equal = tuple((one, other) for one, other in pairs if not ({one, other} & set(demands.numbers)))
    return ObjectCounts(numbers, equal)


def _in_the_way(game: PuzzleScriptGame) -> set[int]:
    """The one object of a `No X` condition: without any, there would be nothing to do."""
    masks = [condition.subject_mask for condition in game.win_conditions if condition.quantifier == "no"]
    return {mask.bit_length() - 1 for mask in masks if mask.bit_count() == 1}


def _pairs(game: PuzzleScriptGame, analysis: GameAnalysis) -> list[tuple[int, int]]:
    """Objects of `All X on Y`, one of each side, of which neither is the player or created."""
    pairs = []
    for condition in game.win_conditions:
        if not condition.has_target or condition.quantifier != "all":
            continue
        sides = []
        for mask in (condition.subject_mask, condition.target_mask):
            sides.append([thing.id for thing in game.objects if mask & thing.mask])
        if any(len(side) != 1 for side in sides):
            continue
        one, other = sides[0][0], sides[1][0]
        facts = (analysis.objects[one], analysis.objects[other])
        if all("create" not in fact.behaviours and "player" not in fact.types for fact in facts):
            pairs.append((one, other))
    return pairs


def _adopt_style(
    game: PuzzleScriptGame,
    analysis: GameAnalysis,
    layout: LevelLayout,
    style: LevelStyle,
    numbers: dict[int, tuple[int, int]],
) -> None:
    """Numbers as in the game's own levels. What these never have is made by rules, or is needed to win."""
    room = len(layout.free)
    for thing in numbers:
        least, most = style.number(thing, room)
        facts = analysis.objects[thing]
        if not most and (facts.type in ("player", "winning") or game.player_mask >> thing & 1):
            continue
        if facts.type == "winning" and "create" not in facts.behaviours:
            least = max(1, least)
        given = sum(1 for cell in layout.cells if cell >> thing & 1)
        inside = given if facts.type == "solid" else 0
        least, most = least + inside, max(least, most) + inside
        numbers[thing] = max(least, given), max(most, given)


def _player_numbers(
    game: PuzzleScriptGame, layout: LevelLayout, style: LevelStyle | None
) -> dict[int, tuple[int, int]]:
    """One player in all: of a player that has several looks, none or one of each that the game's own levels begin with.
    Where these have several players, as many as they have."""
    everyone = game.player_objects
    given = {thing: sum(1 for cell in layout.cells if cell >> thing & 1) for thing in everyone}
    if any(given.values()):
        return {thing: (count, count) for thing, count in given.items()}
    usual = {thing: style.number(thing, len(layout.free)) for thing in game.players} if style else {}
    if not game.designations.players and sum(least for least, _ in usual.values()) > 1:
        return dict.fromkeys(everyone, (0, 0)) | usual
    looks = game.players
    if not game.player_is_aggregate and not game.designations.players:
        looks = tuple(thing for thing, (_, most) in usual.items() if most) or looks
    single = game.player_is_aggregate or len(looks) == 1
    return dict.fromkeys(everyone, (0, 0)) | dict.fromkeys(looks, (int(single), 1))


def object_named(game: PuzzleScriptGame, name: str) -> int:
    """An object by its name or by a name of the legend that means one object."""
    wanted = name.strip().lower()
    wanted = game.legend.synonyms.get(wanted, wanted)
    for thing in game.objects:
        if thing.name.lower() == wanted.lower():
            return thing.id
    hint = hint_for(wanted, [thing.name for thing in game.objects])
    raise BadStartRequirement(f"no object is named `{name}`; {hint}")

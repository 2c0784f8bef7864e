"""Constraints in a designer's words, for when they conflict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from puzzlesynth.levels.model import PuzzleScriptGame

from .layout import LevelLayout
from .placement_facts import object_symbol
from .start_requirements import ObjectCounts

if TYPE_CHECKING:
    from clingo import Symbol

_SYMMETRY = {
    "horizontal": "walls mirror each other left and right",
    "vertical": "walls mirror each other top and bottom",
    "rotation": "walls look the same after half a turn",
}


def constraint_text(
    guard: Symbol, recipe: ObjectCounts, game: PuzzleScriptGame, layout: LevelLayout, texts: Mapping[str, str]
) -> str:
    """What a guarded constraint demands."""
    from clingo import SymbolType

    if guard.type == SymbolType.String:
        return f"{guard.string}: {texts.get(guard.string, 'a constraint of the designer')}"
    names = [
        argument.string if argument.type == SymbolType.String else str(argument)
        for argument in guard.arguments
    ]
    if guard.name in ("least", "most"):
        things = {str(object_symbol(game, thing.id)): thing.id for thing in game.objects}
        least, most = recipe.numbers[things[str(guard.arguments[0])]]
        if guard.name == "most":
            return f"the level has at most {most} {names[0]}"
        free = "1 free cell" if len(layout.free) == 1 else f"{len(layout.free)} free cells"
        return f"the level has at least {least} {names[0]} (of {free} in the layout)"
    words = {
        "equal": "there are as many {0} as {1}",
        "one_player": "there is exactly one player",
        "connected": "every open cell can be reached",
        "apart": "{0} and {1} are at least {2} steps apart",
        "within": "every {0} has a {1} at most {2} steps away",
        "stuck": "no {0} starts in a corner that it cannot leave",
        "dead": "every {0} starts where it could be pushed to its goal",
        "unfinished": "the level is not won before the first move",
        "learnt": "no part that was found to be unsolvable, and no level twice",
        "solution": "the given solution wins with its last move, and every move of it does something",
        "walk": "there is room to walk the given solution",
    }
    if guard.name == "symmetry":
        return _SYMMETRY.get(names[0], str(guard))
    return words.get(guard.name, str(guard)).format(*names)

"""A game, a layout and the demands on a level as facts for clingo."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from puzzlesynth.levels.analysis.game_analysis import GameAnalysis
from puzzlesynth.levels.analysis.level_style import LevelStyle, sharing_pairs
from puzzlesynth.levels.analysis.pushed_objects import find_pushed_objects
from puzzlesynth.levels.engine.turn import INPUT_MOVEMENTS
from puzzlesynth.levels.model import PuzzleScriptGame
from puzzlesynth.levels.movements import STEPS
from puzzlesynth.levels.sokoban.game import sokoban_game

from .layout import LevelLayout
from .start_requirements import ObjectCounts, StartRequirements

if TYPE_CHECKING:
    from clingo import Symbol


_PLAIN = re.compile(r"_*[a-z][A-Za-z0-9_]*")


def object_symbol(game: PuzzleScriptGame, thing: int) -> Symbol:
    """An object's name: a plain word, or else a string. Of several objects of one name, which the language lets
    pass, all but the last are numbered."""
    from clingo import Function, String

    name = game.objects[thing].name.lower()
    if any(other.name.lower() == name for other in game.objects[thing + 1 :]):
        return String(f"{name} {thing}")
    return Function(name) if _PLAIN.fullmatch(name) and name != "not" else String(name)


def level_facts(
    game: PuzzleScriptGame,
    analysis: GameAnalysis,
    layout: LevelLayout,
    demands: StartRequirements,
    recipe: ObjectCounts,
) -> Iterator[str]:
    """Facts, a line each."""
    names = [str(object_symbol(game, thing.id)) for thing in game.objects]
    yield f"width({layout.width}). height({layout.height})."
    free = set(layout.free)
    for index, cell in enumerate(layout.cells):
        x, y = layout.place(index)
        yield f"cell({x},{y})."
        if index in free:
            yield f"free({x},{y})."
        for thing in _above_ground(game):
            if cell >> thing & 1:
                yield f"given({names[thing]},{x},{y})."
    yield from _object_facts(game, analysis, recipe, names, demands.style)
    yield from _pushing_facts(game, demands, names)
    yield from _win_facts(game, names)
    yield from _demand_facts(demands, names)
    if demands.solution:
        yield from _solution_facts(game, analysis, demands.solution, names)


def _above_ground(game: PuzzleScriptGame) -> list[int]:
    return [thing.id for thing in game.objects if not thing.mask & game.ground_mask]


def _object_facts(
    game: PuzzleScriptGame,
    analysis: GameAnalysis,
    recipe: ObjectCounts,
    names: list[str],
    style: LevelStyle | None,
) -> Iterator[str]:
    for thing in _above_ground(game):
        facts = analysis.objects[thing]
        name = names[thing]
        yield f"object({name}). layer({name},{game.objects[thing].layer})."
        for kind in facts.types:
            yield f"kind({name},{kind})."
        if facts.type == "solid":
            yield f"barrier({name})."
        least, most = recipe.numbers.get(thing, (0, 0))
        yield f"number({name},{least},{most}). guard(least({name})). guard(most({name}))."
        if most:
            yield f"placeable({name})."
    for one, other in recipe.equal:
        yield f"equal({names[one]},{names[other]}). guard(equal({names[one]},{names[other]}))."
    yield from _sharing(game, analysis, names)
    if style is not None:
        yield from (f"may_share({names[one]},{names[other]})." for one, other in sorted(sharing_pairs(style)))
    players = [thing for thing in _above_ground(game) if game.player_mask >> thing & 1]
    yield from (f"player({names[thing]})." for thing in players)
    if game.player_is_aggregate:
        for one in players:
            for other in players:
                if one != other:
                    yield f"same_cell({names[one]},{names[other]}). may_share({names[one]},{names[other]})."
    elif len(players) > 1 and any(recipe.numbers[thing] == (0, 1) for thing in players):
        yield "guard(one_player)."


def _sharing(game: PuzzleScriptGame, analysis: GameAnalysis, names: list[str]) -> Iterator[str]:
    """A mark on the ground, which no rule names and winning is about, may have something on it."""
    marks = [facts.id for facts in analysis.objects if facts.types == ("winning",)]
    for mark in marks:
        for thing in _above_ground(game):
            if game.objects[thing].layer != game.objects[mark].layer and (
                analysis.objects[thing].type != "solid"
            ):
                yield f"may_share({names[mark]},{names[thing]}). may_share({names[thing]},{names[mark]})."


def _pushing_facts(game: PuzzleScriptGame, demands: StartRequirements, names: list[str]) -> Iterator[str]:
    if demands.allow_stuck:
        return
    facts = find_pushed_objects(game)
    for thing in sorted(facts.idle_when_stuck):
        yield f"push_only({names[thing]}). guard(stuck({names[thing]}))."
    for condition in game.win_conditions:
        if not condition.has_target or condition.quantifier == "no":
            continue
        for one, other in (
            (condition.subject_mask, condition.target_mask),
            (condition.target_mask, condition.subject_mask),
        ):
            movers = [thing for thing in sorted(facts.pushed) if one >> thing & 1]
            marks = [thing for thing in _above_ground(game) if other >> thing & 1]
            for mover in movers:
                yield from (f"goal_object({names[mover]},{names[mark]})." for mark in marks)
                if facts.pure and condition.quantifier == "all" and len(game.win_conditions) == 1:
                    yield f"needs_goal({names[mover]}). guard(dead({names[mover]}))."


def _win_facts(game: PuzzleScriptGame, names: list[str]) -> Iterator[str]:
    ground = game.ground_mask
    named = [c.subject_mask | (c.target_mask if c.has_target else 0) for c in game.win_conditions]
    if not named or any(mask & ground for mask in named):
        return
    yield "guard(unfinished)."
    for number, condition in enumerate(game.win_conditions):
        yield f"condition({number},{condition.quantifier})."
        sides = [("subject", condition.subject_mask, condition.subject_is_aggregate)]
        if condition.has_target:
            sides.append(("target", condition.target_mask, condition.target_is_aggregate))
        else:
            yield f"anywhere({number})."
        for side, mask, whole in sides:
            if whole:
                yield f"whole({number},{side})."
            for thing in _above_ground(game):
                if mask >> thing & 1:
                    yield f"condition_object({number},{side},{names[thing]})."


def _demand_facts(demands: StartRequirements, names: list[str]) -> Iterator[str]:
    if demands.connected and (demands.style is None or demands.style.is_joined):
        yield "guard(connected)."
    for symmetry in demands.symmetry:
        yield f"symmetry({symmetry}). guard(symmetry({symmetry}))."
    for word, demanded in (("apart", demands.apart), ("within", demands.within)):
        for one, other, distance in demanded:
            fact = f"{word}({names[one]},{names[other]},{distance})"
            yield f"{fact}. guard({fact})."


_STEPS = [STEPS[movement] for movement in INPUT_MOVEMENTS if movement in STEPS]


def _solution_facts(
    game: PuzzleScriptGame, analysis: GameAnalysis, solution: tuple[int, ...], names: list[str]
) -> Iterator[str]:
    """Room for the player's way and, in a game that is nothing but pushing, what the moves must come to.

    The way is known as long as every move moves the player; with the action, or while the player waits, it is not.
    """
    if any(not 0 <= key < len(_STEPS) for key in solution):
        return
    x = y = 0
    yield "guard(walk)."
    for key in solution[:-1]:
        x, y = x + _STEPS[key][0], y + _STEPS[key][1]
        yield f"visits({x},{y})."
    things = sokoban_game(game, analysis)
    if things is None:
        return
    crate, mark = names[things.crate], names[things.mark]
    yield f"guard(solution). pushes({crate}). mark({mark})."
    yield f"all_on({crate},{mark})." if things.every_crate else f"all_on({mark},{crate})."
    for number, key in enumerate(solution):
        yield f"push_move({number},{_STEPS[key][0]},{_STEPS[key][1]})."


_SYMMETRY = {
    "horizontal": "walls are mirrored left to right",
    "vertical": "walls are mirrored top to bottom",
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
        "within": "every {0} has a {1} within {2} steps",
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

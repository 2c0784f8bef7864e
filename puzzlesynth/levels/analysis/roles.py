"""What each object is in a designer's words, and why: `level analyse` shows it, and designers can say otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from puzzlesynth.levels.model import PuzzleScriptGame

from .game_analysis import GameAnalysis, ObjectFacts
from .source_rules import CREATE, DESTROY, MOVE, TELEPORT

Role = Literal[
    "player", "background", "floor", "wall", "obstacle", "goal", "moved", "changed", "noticed", "decoration"
]


@dataclass(frozen=True, slots=True)
class ObjectRole:
    """One object's part in the game."""

    role: Role
    why: str


def object_roles(game: PuzzleScriptGame, analysis: GameAnalysis) -> tuple[ObjectRole, ...]:
    """The roles of all objects, by id."""
    return tuple(_role(game, analysis, facts) for facts in analysis.objects)


def _role(game: PuzzleScriptGame, analysis: GameAnalysis, facts: ObjectFacts) -> ObjectRole:
    thing = facts.id
    ground = _ground_role(game, thing)
    if ground is not None:
        return ground
    if game.player_mask >> thing & 1:
        said = thing in game.designations.players
        return ObjectRole("player", "as you specified" if said else "it moves with the keys")
    if thing in analysis.walls:
        return ObjectRole("wall", analysis.wall_reasons.get(thing, ""))
    if "solid" in facts.types:
        return ObjectRole(
            "obstacle", "it is in the way of what moves, and no rule makes, destroys or moves it"
        )
    behaviours = set(facts.behaviours)
    if behaviours & {MOVE, TELEPORT}:
        return ObjectRole(
            "moved", "rules move it" + (", and a win condition names it" * ("winning" in facts.types))
        )
    if "winning" in facts.types:
        return ObjectRole("goal", "a win condition names it, and no rule moves it")
    if behaviours & {CREATE, DESTROY}:
        words = " and ".join(
            word for word, kind in (("make", CREATE), ("destroy", DESTROY)) if kind in behaviours
        )
        return ObjectRole("changed", f"rules {words} it")
    if "rule" in facts.types:
        return ObjectRole("noticed", "rules look for it and leave it as it is")
    return ObjectRole("decoration", "no rule and no win condition names it, and it blocks nothing")


def _ground_role(game: PuzzleScriptGame, thing: int) -> ObjectRole | None:
    if thing in game.designations.floors:
        return ObjectRole("floor", "as you specified")
    if game.background_mask >> thing & 1:
        return ObjectRole("background", "it is in the background's collision layer")
    return None

"""Who is who in a game, as presets and changes need it: player, walls, things that are moved, what is won with."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.analysis.game_analysis import GameAnalysis
from puzzlesynth.levels.bitmask import bits, union
from puzzlesynth.levels.model import Level, PuzzleScriptGame, WinCondition

_MOVED = {"move", "teleport"}


@dataclass(frozen=True, slots=True)
class ObjectRoles:
    """Objects by id. Things that no level of the game has at its start are left out: rules make them."""

    players: tuple[int, ...]
    walls: tuple[int, ...]
    """New walls are of the first kind."""
    movable: tuple[int, ...]
    """What rules move, the player apart; if nothing is moved, what else rules act upon. The most named first."""
    winning: tuple[int, ...]
    placed: tuple[int, ...]
    """Everything that the game's levels are made of, the background apart."""

    @property
    def wall(self) -> int | None:
        return self.walls[0] if self.walls else None


def roles(
    game: PuzzleScriptGame, analysis: GameAnalysis | None = None, level: Level | None = None
) -> ObjectRoles:
    """Read the roles from the rules, the win conditions and the levels."""
    analysis = analysis if analysis is not None else analyse(game)
    maps = game.maps if level is None else [*game.maps, level]
    seen = union(cell for entry in maps for cell in entry.cells)
    ground = game.ground_mask
    placed = tuple(thing.id for thing in game.objects if seen & thing.mask & ~ground)
    own = [
        facts
        for facts in analysis.objects
        if facts.id in placed and not game.player_mask >> facts.id & 1 and facts.type != "solid"
    ]
    moved = [facts for facts in own if _MOVED & set(facts.behaviours)]
    if not moved:
        moved = [facts for facts in own if "rule" in facts.types and facts.subtype == "critical"]
    if not moved:
        moved = [facts for facts in own if "rule" in facts.types]
    moved.sort(key=lambda facts: (-facts.priority, facts.id))
    return ObjectRoles(
        game.players,
        analysis.walls,
        tuple(facts.id for facts in moved),
        tuple(facts.id for facts in own if "winning" in facts.types),
        placed,
    )


@dataclass(frozen=True, slots=True)
class DeliveryGoal:
    """A win condition that wants one thing on another: `what` is brought, `where` stays."""

    what: int
    where: int
    every: bool
    """All of them, or just one."""


def delivery_goals(game: PuzzleScriptGame, found: ObjectRoles) -> list[DeliveryGoal]:
    """Conditions of the form `All/Some X on Y`, told apart into what is brought and where to."""
    pairs = []
    for condition in game.win_conditions:
        if not condition.has_target or condition.quantifier == "no":
            continue
        subject, target = _first(condition, found, subject=True), _first(condition, found, subject=False)
        carried = {*found.players, *found.movable}
        what, where = (target, subject) if target in carried and subject not in carried else (subject, target)
        if game.objects[what].layer != game.objects[where].layer:
            pairs.append(DeliveryGoal(what, where, condition.quantifier == "all"))
    return pairs


def _first(condition: WinCondition, found: ObjectRoles, *, subject: bool) -> int:
    """The object that a side of a condition stands for: one that is placed, if it has several."""
    mask = condition.subject_mask if subject else condition.target_mask
    members = bits(mask)
    placed = [thing for thing in members if thing in found.placed]
    return (placed or members)[0]


def removed_to_win(game: PuzzleScriptGame, found: ObjectRoles) -> list[int]:
    """What must be gone: the subjects of `No X`."""
    gone = []
    for condition in game.win_conditions:
        if condition.quantifier == "no" and not condition.has_target:
            gone += [thing for thing in found.placed if condition.subject_mask >> thing & 1]
    return gone

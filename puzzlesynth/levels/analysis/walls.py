"""Which objects are walls: they are in the player's way, and no rule makes, destroys or moves them.

That is a question of what rules do, not of whether they mention an object: `[ > Player | no Wall ]` or
`[ > Player | Wall ] -> [ Player | Wall ]` leave every wall where it is. Objects that rules merely forbid are walls
like those that no rule mentions. Of those that a rule asks for (spikes may be nothing but an obstacle that kills), the
one that the game's own levels have most of is a wall if it lines their edges.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from puzzlesynth.levels.model import (
    LAYER_MOVEMENTS,
    MOVEMENT_BITS,
    CellPattern,
    GameObject,
    Level,
    PuzzleScriptGame,
)

from .source_rules import SourceRule

EDGE_SHARE = 0.5
"""The share of a level's outermost cells that what lines its edge holds."""


@dataclass(frozen=True, slots=True)
class Walls:
    """Objects by id."""

    solid: frozenset[int]
    """Everything that merely is in the way, also of things other than the player."""
    walls: tuple[int, ...]
    """What is in the player's way. The first is what rooms are built of."""


def find_walls(game: PuzzleScriptGame, rules: Iterable[SourceRule], winning: set[int]) -> Walls:
    """Read the walls from the rules and the levels, unless the designer says what they are."""
    rules = tuple(rules)
    named = {thing for rule in rules for thing in rule.presences}
    asked_for = {thing for rule in rules for thing, presence in rule.presences.items() if presence.left}
    passive = [
        thing
        for thing in game.objects
        if not thing.mask & game.player_mask
        and not game.ground_mask & thing.mask
        and thing.id not in winning
        and (thing.id not in named or is_untouched(game, rules, thing))
    ]
    idle = {thing.id for thing in passive}
    player_layers = {game.objects[thing].layer for thing in game.player_objects}
    layers = {game.objects[thing].layer for thing in named - idle} | player_layers
    plain = {thing.id for thing in passive if thing.layer in layers and thing.id not in asked_for}
    if game.designations.walls:
        walls = game.designations.walls
        return Walls(frozenset((plain - set(game.designations.floors)) | set(walls)), walls)
    edging = {
        thing.id
        for thing in passive
        if thing.layer in player_layers and thing.id in asked_for and _lines_edges(game, thing.mask)
    }
    blocking = {thing for thing in plain if game.objects[thing].layer in player_layers}
    ranked = sorted(blocking | edging, key=lambda thing: (-_cells_with(game, 1 << thing), thing))
    walls = tuple(thing for place, thing in enumerate(ranked) if not place or thing in blocking)
    return Walls(frozenset(plain | set(walls)), walls)


def is_untouched(game: PuzzleScriptGame, rules: Iterable[SourceRule], thing: GameObject) -> bool:
    """Whether no rule makes, destroys or moves an object, whatever lies where."""
    return not any(
        _touches(game, cell, thing) for written in rules for rule in written.rules for cell in rule.cells
    )


def _touches(game: PuzzleScriptGame, cell: CellPattern, thing: GameObject) -> bool:
    replacement = cell.replacement
    if replacement is None:
        return False
    created = replacement.objects_set & ~cell.objects_present | replacement.random_mask
    if created & thing.mask:
        return True
    layer = game.layer_mask(thing.id)
    if not _may_hold(cell, thing, layer):
        return False
    shift = MOVEMENT_BITS * thing.layer
    moved = (replacement.movements_set | replacement.random_dir_mask) >> shift & LAYER_MOVEMENTS
    gone = replacement.objects_clear & ~replacement.objects_set & thing.mask
    pushed_out = (replacement.objects_set | replacement.random_mask) & layer & ~thing.mask
    return bool(moved or gone or pushed_out)


def _may_hold(cell: CellPattern, thing: GameObject, layer: int) -> bool:
    """Whether the object can be in a cell that fits the pattern, if it never moves."""
    others = layer & ~thing.mask
    if (cell.objects_missing & thing.mask) or (cell.objects_present & others):
        return False
    if any(not some & ~others for some in cell.any_objects_present):
        return False
    return not cell.movements_present >> MOVEMENT_BITS * thing.layer & LAYER_MOVEMENTS


def _cells_with(game: PuzzleScriptGame, mask: int) -> int:
    return sum(1 for level in game.maps for cell in level.cells if cell & mask)


def _lines_edges(game: PuzzleScriptGame, mask: int) -> bool:
    """Whether some level has it along its edge; where there is no level yet, nothing speaks against it."""
    return not game.maps or any(
        sum(1 for cell in edge if cell & mask) >= EDGE_SHARE * len(edge) for edge in map(_edge, game.maps)
    )


def _edge(level: Level) -> list[int]:
    return [
        level.cell(x, y)
        for x in range(level.width)
        for y in range(level.height)
        if x in (0, level.width - 1) or y in (0, level.height - 1)
    ]

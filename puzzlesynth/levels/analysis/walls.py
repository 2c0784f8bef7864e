"""Which objects are walls: what the rules do to them and how the game's own levels use them, taken together.

Rules: `[ > Player | no Wall ]` or `[ > Player | Wall ] -> [ Player | Wall ]` leave every wall where it is, so the
question is what rules do, not what they mention. Objects in the player's way that no rule makes, destroys or moves, and
that no rule asks for, are walls.

So is what a rule stops the player at (`[ > Player | Wall ] -> cancel`), whatever its collision layer.

Levels: what lines the edges of most levels, or is the bulk of what is in the player's way, is a wall even if rules ask
for it (walls that bombs break), if rules seem to make it (`[ Bud ] -> [ Plant ]` could replace a wall that lies on a
bud; none ever does), and the former also in another collision layer than the player's. It only must not be pushed
about, nor ever lie in one cell with the player, with something that moves or with something that winning is about; what
stays for good in the player's own collision layer may have anything on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from puzzlesynth.levels.bitmask import bits, union
from puzzlesynth.levels.model import CellPattern, GameObject, PuzzleScriptGame
from puzzlesynth.levels.movements import DOWN, LAYER_MOVEMENTS, LEFT, MOVEMENT_BITS, RIGHT, UP

from .level_evidence import LevelEvidence
from .source_rules import SourceRule

_AWAY = UP | DOWN | LEFT | RIGHT
"""The movements that lead to another cell."""
BULK = 0.1
"""The share of all cells of the levels that walls hold at least, if rules make or destroy them."""


@dataclass(frozen=True, slots=True)
class Walls:
    """Objects by id."""

    solid: frozenset[int]
    """Everything that merely is in the way, also of things other than the player."""
    walls: tuple[int, ...]
    """What is in the player's way. The first is what rooms are built of."""
    reasons: dict[int, str] = field(default_factory=dict)
    """Why each wall is one, for designers."""


def find_walls(game: PuzzleScriptGame, rules: Iterable[SourceRule], winning: set[int]) -> Walls:
    """Read the walls from the rules and the levels, unless the designer says what they are."""
    rules = tuple(rules)
    evidence = LevelEvidence(game)
    named = {thing for rule in rules for thing in rule.presences}
    asked_for = {thing for rule in rules for thing, presence in rule.presences.items() if presence.left}
    inert = [
        thing
        for thing in game.objects
        if not thing.mask & game.player_mask and not game.ground_mask & thing.mask and thing.id not in winning
    ]
    passive = [thing for thing in inert if thing.id not in named or is_untouched(game, rules, thing)]
    idle = {thing.id for thing in passive}
    player_layers = {game.objects[thing].layer for thing in game.player_objects}
    layers = {game.objects[thing].layer for thing in named - idle} | player_layers
    plain = {thing.id for thing in passive if thing.layer in layers and thing.id not in asked_for}
    if game.designations.walls:
        walls = game.designations.walls
        solid = frozenset((plain - set(game.designations.floors)) | set(walls))
        return Walls(solid, walls, dict.fromkeys(walls, "as you specified"))
    blocking = {thing for thing in plain if game.objects[thing].layer in player_layers}
    apart = _apart(game, rules, inert, winning, evidence)
    # What stays for good in the player's own layer is in the way, whatever lies on it.
    apart += [thing.id for thing in passive if thing.layer in player_layers and thing.id not in apart]
    lining = set(evidence.lining(apart))
    stopping = stopping_objects(game, rules) & idle & set(apart)
    bulk = _bulk([thing for thing in apart if game.objects[thing].layer in player_layers], idle, evidence)
    found = blocking | lining | stopping | set(bulk)
    walls = tuple(sorted(found, key=lambda thing: (-evidence.number(thing), thing)))
    reasons = {
        thing: _reason(
            evidence,
            thing,
            lines=thing in lining,
            stops=thing in stopping,
            idle=thing in idle,
            shares=game.objects[thing].layer in player_layers,
        )
        for thing in walls
    }
    return Walls(frozenset(plain | set(walls)), walls, reasons)


def _apart(
    game: PuzzleScriptGame,
    rules: tuple[SourceRule, ...],
    inert: list[GameObject],
    winning: set[int],
    evidence: LevelEvidence,
) -> list[int]:
    """What is never moved, and lies apart from everything that plays a part."""
    pushed = moved_objects(rules, game)
    apart_from = game.player_mask | union(1 << thing for thing in winning | pushed)
    return [
        thing.id
        for thing in inert
        if thing.id not in pushed and not evidence.shares_a_cell(thing.id, apart_from)
    ]


def _bulk(candidates: list[int], idle: set[int], evidence: LevelEvidence) -> list[int]:
    """The most numerous of what may be a wall, if most levels have it and it either stays for good or fills a good part
    of them. Where there is no level yet, nothing speaks against the first."""
    if not evidence.maps:
        return [thing for thing in candidates if thing in idle][:1]
    most = max(candidates, key=evidence.number, default=None)
    if most is None or 2 * evidence.levels_with(most) < len(evidence.maps):
        return []
    area = sum(len(level.cells) for level in evidence.maps)
    return [most] if most in idle or evidence.number(most) >= BULK * area else []


def _reason(
    evidence: LevelEvidence, thing: int, *, lines: bool, stops: bool, idle: bool, shares: bool
) -> str:
    parts = []
    if lines:
        own = evidence.lined(1 << thing)
        many = f"{own} of {len(evidence.rooms)} levels" if own else "levels together with others"
        parts.append(f"it lines the edges of {many}")
    if stops:
        parts.append("a rule stops the player there")
    elif shares:
        parts.append("it shares the player's collision layer")
    parts.append(f"no rule {'makes, destroys or moves' if idle else 'moves'} it")
    return ", ".join(parts)


def stopping_objects(game: PuzzleScriptGame, rules: Iterable[SourceRule]) -> set[int]:
    """What is beside a moving player in a rule that takes the turn back or stops the player."""
    found: set[int] = set()
    for written in rules:
        for rule in written.rules:
            cancels = any(command.name == "cancel" for command in rule.commands)
            for row in rule.rows:
                cells = [cell for cell in row.cells if cell is not None]
                stopped = [cell for cell in cells if _moves_player(game, cell)]
                if len(cells) < 2 or not stopped or not (cancels or any(map(_stops, stopped))):
                    continue
                asked = union(
                    mask
                    for cell in cells
                    if cell not in stopped
                    for mask in (cell.objects_present, *cell.any_objects_present)
                )
                found |= set(bits(asked))
    return found


def _moves_player(game: PuzzleScriptGame, cell: CellPattern) -> bool:
    asked = union((cell.objects_present, *cell.any_objects_present)) & game.player_mask
    return any(
        cell.movements_present >> MOVEMENT_BITS * game.objects[thing].layer & _AWAY for thing in bits(asked)
    )


def _stops(cell: CellPattern) -> bool:
    """Whether the rule leaves the objects of a cell and takes their movement."""
    after = cell.replacement
    if after is None or after.movements_set or after.random_dir_mask:
        return False
    stays = not after.objects_clear & ~after.objects_set & cell.objects_present
    return stays and not cell.movements_present & ~after.movements_cleared


def moved_objects(rules: Iterable[SourceRule], game: PuzzleScriptGame) -> set[int]:
    """What rules give a movement to another cell where they ask for it, alone or as one of several."""
    found: set[int] = set()
    for written in rules:
        for rule in written.rules:
            for cell, replacement in rule.replaced_cells:
                moved = replacement.movements_set | replacement.random_dir_mask
                if not moved:
                    continue
                asked = union((cell.objects_present, *cell.any_objects_present))
                found |= {
                    thing.id
                    for thing in game.objects
                    if asked & thing.mask and moved >> MOVEMENT_BITS * thing.layer & _AWAY
                }
    return found


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

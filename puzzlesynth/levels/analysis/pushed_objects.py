"""Which objects are only ever pushed, as far as the rules let that be decided.

An object is *pushed* if it gets a movement from nothing but rules of the form
`[ > Pusher | Object ] -> [ > Pusher | > Object ]`, is never carried elsewhere by a rule, and is in the way of
its pusher. Such an object cannot leave a cell that has a barrier on two sides that touch.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzlesynth.levels.bitmask import bits
from puzzlesynth.levels.model import CellPattern, PuzzleScriptGame, PuzzleScriptRule
from puzzlesynth.levels.movements import DIRECTIONS, LAYER_MOVEMENTS, MOVEMENT_BITS, OPPOSITE

from .source_rules import MOVE, TELEPORT, SourceRule, collect_source_rules


@dataclass(frozen=True, slots=True)
class PushedObjects:
    """What is pushed, and what can be concluded."""

    pushed: frozenset[int]
    """Objects that move by being pushed and in no other way."""
    idle_when_stuck: frozenset[int]
    """Those of them that no rule uses from the next cell: stuck, they are of no use to what happens around."""
    pure: bool
    """Whether pushing is all that the game has: no other rule at all."""
    pushers: frozenset[int]


def find_pushed_objects(game: PuzzleScriptGame) -> PushedObjects:
    """Read from the rules what is pushed by whom."""
    rules = collect_source_rules(game)
    pushers: set[int] = set()
    moved_by_push: set[int] = set()
    otherwise: set[int] = set()
    neighbours: set[int] = set()
    pure = bool(rules)
    for rule in rules:
        pairs = _push_pairs(game, rule)
        if pairs is not None:
            moved_by_push |= {pushed for _, pushed in pairs}
            pushers |= {pusher for pusher, _ in pairs}
            continue
        pure = False
        for thing, presence in rule.presences.items():
            if presence.behaviours & {MOVE, TELEPORT}:
                otherwise.add(thing)
            if presence.left and any(len(row.cells) > 1 for part in rule.rules for row in part.rows):
                neighbours.add(thing)
    pushed = frozenset(moved_by_push - otherwise - set(game.player_objects))
    return PushedObjects(pushed, pushed - neighbours, pure, frozenset(pushers))


def _push_pairs(game: PuzzleScriptGame, rule: SourceRule) -> set[tuple[int, int]] | None:
    """Who pushes what, if the rule is nothing but a push; None if it is more than that, or something else."""
    pairs: set[tuple[int, int]] = set()
    for part in rule.rules:
        found = None if rule.late else _push_pair(game, part)
        if found is None:
            return None
        pairs |= found
    return pairs


def _push_pair(game: PuzzleScriptGame, rule: PuzzleScriptRule) -> set[tuple[int, int]] | None:
    if rule.commands or rule.random or rule.rigid or len(rule.rows) != 1 or rule.rows[0].ellipses:
        return None
    cells = rule.cells
    if len(cells) != 2 or any(cell.objects_missing or cell.movements_missing for cell in cells):
        return None
    for (first, second), towards in ((cells, rule.direction), (cells[::-1], OPPOSITE[rule.direction])):
        pusher, pushed = _only_objects(first), _only_objects(second)
        if not pusher or not pushed or second.movements_present or second.replacement is None:
            continue
        if not _moving(game, first, pusher, first.movements_present):
            continue
        replacement = second.replacement
        if not _stays(second, pushed):
            continue
        keeps = first.replacement is None or _keeps(first)
        if keeps and _moving(game, second, pushed, replacement.movements_set):
            direction = _direction(first.movements_present)
            if direction == towards == _direction(replacement.movements_set):
                return {(a, b) for a in bits(pusher) for b in bits(pushed)}
    return None


def _only_objects(cell: CellPattern) -> int:
    """What the cell asks for, if it asks for one thing by one name."""
    if len(cell.any_objects_present) == 1 and not cell.objects_present:
        return cell.any_objects_present[0]
    if cell.any_objects_present or cell.objects_present.bit_count() != 1:
        return 0
    return cell.objects_present


def _moving(game: PuzzleScriptGame, cell: CellPattern, mask: int, movements: int) -> bool:
    """Whether every object of the mask, and nothing else, has one movement."""
    layers = {game.objects[thing].layer for thing in bits(mask)}
    wanted = 0
    for layer in layers:
        if not movements >> MOVEMENT_BITS * layer & LAYER_MOVEMENTS:
            return False
        wanted |= LAYER_MOVEMENTS << MOVEMENT_BITS * layer
    return not movements & ~wanted


def _keeps(cell: CellPattern) -> bool:
    """Whether the pusher stays what it is and goes on moving."""
    replacement = cell.replacement
    assert replacement is not None
    after = cell.movements_present & ~replacement.movements_cleared | replacement.movements_set
    held = cell.objects_present | (cell.any_objects_present[0] if cell.any_objects_present else 0)
    return after == cell.movements_present and _stays(cell, held)


def _stays(cell: CellPattern, mask: int) -> bool:
    """Whether a rule leaves the cell's objects as they are."""
    replacement = cell.replacement
    assert replacement is not None
    gone = replacement.objects_clear & ~replacement.objects_set & mask
    return not gone and not replacement.objects_set & ~mask and not replacement.random_mask


def _direction(movements: int) -> int:
    """The one direction in which everything moves; 0 if there are several."""
    directions = 0
    while movements:
        directions |= movements & LAYER_MOVEMENTS
        movements >>= MOVEMENT_BITS
    return directions if directions in DIRECTIONS else 0

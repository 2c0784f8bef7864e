"""Rules as they were written: the compiler's expanded rules put together again, with both sides of each.

A rule of the source becomes many when it is compiled, one for each direction and each meaning of its names. What
they say about an object is gathered here by the line that they came from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from puzzlesynth.levels.model import CellPattern, PuzzleScriptGame, PuzzleScriptRule
from puzzlesynth.levels.movements import LAYER_MOVEMENTS, MOVEMENT_BITS

MOVE, TELEPORT, CREATE, DESTROY = "move", "teleport", "create", "destroy"
BEHAVIOURS = (MOVE, TELEPORT, CREATE, DESTROY)


@dataclass(frozen=True, slots=True)
class Presence:
    """What one rule says about one object."""

    left: int
    """How many cells of the left side hold it."""
    right: int
    behaviours: frozenset[str]


@dataclass(frozen=True, slots=True)
class SourceRule:
    """One rule of the source. `presences` has every object that the rule names, forbidden ones included."""

    line: int
    late: bool
    rules: tuple[PuzzleScriptRule, ...]
    presences: dict[int, Presence]

    @property
    def text(self) -> str:
        return self.rules[0].text


def collect_source_rules(game: PuzzleScriptGame) -> tuple[SourceRule, ...]:
    """The rules of a game in the order in which they run first, a source line each."""
    found: list[SourceRule] = []
    for late, program in ((False, game.rules), (True, game.late_rules)):
        by_line: dict[int, list[PuzzleScriptRule]] = {}
        for group in program.groups:
            for rule in group.rules:
                by_line.setdefault(rule.line, []).append(rule)
        for line, rules in by_line.items():
            found.append(SourceRule(line, late, tuple(rules), _presences(game, rules)))
    return tuple(found)


def _presences(game: PuzzleScriptGame, rules: Iterable[PuzzleScriptRule]) -> dict[int, Presence]:
    """Over all the meanings that a rule has: the most cells, and everything that can become of an object."""
    found: dict[int, Presence] = {}
    for rule in rules:
        for thing, presence in _rule_presences(game, rule):
            known = found.get(thing)
            if known is not None:
                presence = Presence(
                    max(known.left, presence.left),
                    max(known.right, presence.right),
                    known.behaviours | presence.behaviours,
                )
            found[thing] = presence
    return dict(sorted(found.items()))


def _rule_presences(game: PuzzleScriptGame, rule: PuzzleScriptRule) -> Iterator[tuple[int, Presence]]:
    cells = rule.cells
    for thing in game.objects:
        sides = [_sides(cell, thing.mask) for cell in cells]
        named = any(cell.objects_missing & thing.mask for cell in cells)
        left = [place for place, (before, _) in enumerate(sides) if before]
        right = [place for place, (_, after) in enumerate(sides) if after]
        if left or right or named:
            moves = any(
                before and after and _changes_movement(cell, thing.layer)
                for cell, (before, after) in zip(cells, sides, strict=True)
            )
            yield thing.id, Presence(len(left), len(right), _behaviours(left, right, moves))


def _behaviours(left: list[int], right: list[int], moves: bool) -> frozenset[str]:
    behaviours = {MOVE} if moves else set()
    if set(left) - set(right) and set(right) - set(left):
        behaviours.add(TELEPORT)
    if len(left) < len(right):
        behaviours.add(CREATE)
    if len(left) > len(right):
        behaviours.add(DESTROY)
    return frozenset(behaviours)


def _sides(cell: CellPattern, mask: int) -> tuple[bool, bool]:
    """Whether an object is in a cell before and after; a name with several meanings may mean this object."""
    before = bool(cell.objects_present & mask) or any(some & mask for some in cell.any_objects_present)
    replacement = cell.replacement
    if replacement is None:
        return before, before
    created = bool((replacement.objects_set | replacement.random_mask) & mask)
    return before, created or (before and not replacement.objects_clear & mask)


def _changes_movement(cell: CellPattern, layer: int) -> bool:
    replacement = cell.replacement
    if replacement is None:
        return False
    shift = MOVEMENT_BITS * layer
    before = cell.movements_present >> shift & LAYER_MOVEMENTS
    cleared = replacement.movements_cleared >> shift
    after = before & ~cleared | replacement.movements_set >> shift & LAYER_MOVEMENTS
    return before != after or bool(replacement.random_dir_mask >> shift & LAYER_MOVEMENTS)

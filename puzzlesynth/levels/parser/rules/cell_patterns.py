"""From words to bit masks: what the engine compares with a cell and what it does to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from puzzlesynth.levels.model import CellPattern, Replacement
from puzzlesynth.levels.movements import ACTION, DOWN, LAYER_MOVEMENTS, LEFT, MOVEMENT_BITS, RIGHT, UP
from puzzlesynth.levels.parser.messages import MessageLog
from puzzlesynth.levels.parser.symbol_table import SymbolTable
from puzzlesynth.levels.parser.tokens import ELLIPSIS

from .rule_draft import Cell, RuleDraft

_RANDOM_DIRECTION = 0b00101
_MOVEMENTS = {"": 0, "up": UP, "down": DOWN, "left": LEFT, "right": RIGHT, "action": ACTION}
_MOVEMENTS |= {"randomdir": _RANDOM_DIRECTION}

PatternRow = list[CellPattern | None]


class NeverMatches(Exception):
    """The rule cannot be used; the message is in the log already."""


@dataclass(slots=True)
class _Wanted:
    """The left side of a cell in masks."""

    present: int = 0
    missing: int = 0
    any_of: list[int] = field(default_factory=list)
    moving: int = 0
    still: int = 0
    object_layers: int = 0
    """Movement bits of the layers of the objects that are required."""
    layers: dict[int, str] = field(default_factory=dict)
    """Which name takes which layer."""


@dataclass(slots=True)
class _Given:
    """The right side of a cell in masks."""

    clear: int = 0
    set: int = 0
    movements_clear: int = 0
    movements_set: int = 0
    layer_mask: int = 0
    random: int = 0
    random_dir: int = 0
    object_layers: int = 0
    layers: dict[int, str] = field(default_factory=dict)
    random_layers: dict[int, str] = field(default_factory=dict)


class PatternBuilder:
    """Builds the patterns of a game's rules. The same cell in many rules is built once, and shared."""

    def __init__(self, names: SymbolTable, log: MessageLog) -> None:
        self._names = names
        self._log = log
        self._known: dict[tuple[Cell, Cell | None], CellPattern] = {}

    def build(self, rule: RuleDraft) -> list[PatternRow] | None:
        """The rule's rows as patterns; None if the rule can never do anything."""
        try:
            return [self._build_row(rule, index) for index in range(len(rule.left))]
        except NeverMatches:
            return None

    def _build_row(self, rule: RuleDraft, index: int) -> PatternRow:
        left = rule.left[index]
        right = rule.right[index] if rule.right else None
        row: PatternRow = []
        for position, cell in enumerate(left):
            after = right[position] if right is not None else None
            pattern = self._known.get((cell, after))
            if pattern is None and any(modifier == ELLIPSIS for modifier, _ in cell):
                at_edge = position in (0, len(left) - 1)
                _check_ellipsis(cell, after, at_edge, rule.line, self._log)
            elif pattern is None:
                pattern = self._build_cell(rule, cell, after)
            row.append(pattern)
        return row

    def _build_cell(self, rule: RuleDraft, cell: Cell, after: Cell | None) -> CellPattern:
        remarks = self._log.remarks
        conflict = rule.never_matches
        wanted = _read_left(cell, rule, self._names, self._log)
        _refuse_contradiction(wanted, rule.line, self._names, self._log)
        replacement = None
        if after is not None:
            _check_right_ellipsis(after, rule.line, self._log)
            replacement = _replacement(wanted, _read_right(after, rule, self._names, self._log), self._names)
        pattern = CellPattern(
            wanted.present, wanted.missing, tuple(wanted.any_of), wanted.moving, wanted.still, replacement
        )
        if conflict is None and rule.never_matches is None and self._log.remarks == remarks:
            self._known[cell, after] = pattern
        return pattern


def _check_ellipsis(cell: Cell, after: Cell | None, at_edge: bool, line: int, log: MessageLog) -> None:
    if len(cell) != 1:
        log.error("You can't have anything in with an ellipsis. Sorry.", line)
        raise NeverMatches
    if at_edge:
        log.error("There's no point in putting an ellipsis at the very start or the end of a rule", line)
    if after is not None and (len(after) != 1 or after[0][0] != ELLIPSIS):
        log.error(
            "An ellipsis on the left must be matched by one in the corresponding place on the right.", line
        )


def _check_right_ellipsis(after: Cell, line: int, log: MessageLog) -> None:
    if after and after[0][0] == ELLIPSIS:
        log.error(
            "An ellipsis on the right must be matched by one in the corresponding place on the left.", line
        )
    if len(after) != 1 and any(modifier == ELLIPSIS for modifier, _ in after):
        log.error("You can't have anything in with an ellipsis. Sorry.", line)


def _layer_of(name: str, names: SymbolTable) -> int | None:
    """The layer of an object or of a property within one layer. Objects outside all layers pass for objects
    of the first one, as in the original: there is an error about them already."""
    if name in names.objects:
        return names.layer_of(name) or 0
    return names.single_layer.get(name)


def _read_left(cell: Cell, rule: RuleDraft, names: SymbolTable, log: MessageLog) -> _Wanted:
    wanted = _Wanted()
    for modifier, name in cell:
        if modifier == "random":
            log.error(
                "RANDOM cannot be matched on the left-hand side, it can only appear on the right", rule.line
            )
            continue
        layer = _layer_of(name, names)
        if layer is None:
            log.error(f"Oops! {name.upper()} not assigned to a layer.", rule.line)
            rule.broken = True
            continue
        mask = names.masks.get(name, 0)
        if modifier == "no":
            wanted.missing |= mask
            continue
        if layer in wanted.layers:
            rule.never_matches = name.upper(), wanted.layers[layer].upper()
        wanted.layers[layer] = name
        shift = MOVEMENT_BITS * layer
        if name in names.objects:
            wanted.present |= mask
            wanted.object_layers |= LAYER_MOVEMENTS << shift
        else:
            wanted.any_of.append(mask)
        if modifier == "stationary":
            wanted.still |= LAYER_MOVEMENTS << shift
        else:
            wanted.moving |= _MOVEMENTS.get(modifier, 0) << shift
    return wanted


def _refuse_contradiction(wanted: _Wanted, line: int, names: SymbolTable, log: MessageLog) -> None:
    overlap = wanted.present & wanted.missing
    if not overlap:
        return
    pairs = [f"{name} NO {name}".upper() for number, name in enumerate(names.ids) if overlap >> number & 1]
    log.warning(
        f'This rule has something amounting to "{", ".join(pairs)}" on the left-hand-side,which can never '
        "match, so the rule is getting removed during compilation.",
        line,
    )
    raise NeverMatches


def _read_right(after: Cell, rule: RuleDraft, names: SymbolTable, log: MessageLog) -> _Given:
    given = _Given()
    for modifier, name in after:
        if modifier == ELLIPSIS:
            break
        if modifier == "random":
            _read_random(given, name, rule.line, names, log)
            continue
        layer = _layer_of(name, names)
        if modifier == "no":
            given.clear |= names.masks.get(name, 0)
        elif layer is None:
            log.error(f"Oops! {name.upper()} not assigned to a layer.", rule.line)
            rule.broken = True
        else:
            _place(given, modifier, name, layer, rule, names, log)
    return given


def _read_random(given: _Given, name: str, line: int, names: SymbolTable, log: MessageLog) -> None:
    if name not in names.masks:
        log.error(f'You want to spawn a random "{name.upper()}", but I don\'t know how to do that', line)
        return
    given.random |= names.masks[name]
    members = names.properties.get(name, [name])
    if len(members) == 1:
        log.warning(
            f"In this rule you're asking me to spawn a random {name.upper()} for you, but that's already a "
            "concrete single object. You wanna be using random with properties (things defined in terms of "
            "OR in the legend) so there's some things to select between.",
            line,
        )
    for member in members:
        layer = names.layer_of(member) or 0
        existing = given.layers.get(layer)
        if existing is not None and existing != member:
            log.warning(
                f"This rule may try to spawn a {member.upper()} with random, but also requires a "
                f"{existing.upper()} be here, which is on the same layer - they shouldn't be able to "
                "coexist!",
                line,
            )
        given.random_layers[layer] = member


def _place(
    given: _Given, modifier: str, name: str, layer: int, rule: RuleDraft, names: SymbolTable, log: MessageLog
) -> None:
    existing = given.layers.get(layer) or given.random_layers.get(layer)
    if existing is not None and rule.never_matches is None:
        log.error(
            f'Rule matches object types that can\'t overlap: "{name.upper()}" and "{existing.upper()}".',
            rule.line,
        )
    given.layers[layer] = name
    shift = MOVEMENT_BITS * layer
    if modifier:
        given.layer_mask |= LAYER_MOVEMENTS << shift
    if name in names.objects:
        given.set |= names.bit_of(name)
        given.clear |= names.layer_masks[layer]
        given.object_layers |= LAYER_MOVEMENTS << shift
    if modifier == "stationary":
        given.movements_clear |= LAYER_MOVEMENTS << shift
    elif modifier == "randomdir":
        given.random_dir |= _RANDOM_DIRECTION << shift
    else:
        given.movements_set |= _MOVEMENTS.get(modifier, 0) << shift


def _replacement(wanted: _Wanted, given: _Given, names: SymbolTable) -> Replacement | None:
    """What is left to do once both sides are known; None if nothing."""
    if wanted.present & ~given.set:
        given.clear |= wanted.present
    if wanted.moving & ~given.movements_set:
        given.movements_clear |= wanted.moving
    for layer in wanted.layers.keys() - given.layers.keys():
        given.clear |= names.layer_masks[layer]
        given.layer_mask |= LAYER_MOVEMENTS << MOVEMENT_BITS * layer
    given.layer_mask |= wanted.object_layers & ~given.object_layers
    replacement = Replacement(
        given.clear,
        given.set,
        given.movements_clear,
        given.movements_set,
        given.layer_mask,
        given.random,
        given.random_dir,
    )
    return replacement if replacement != _NOTHING else None


_NOTHING = Replacement(0, 0, 0, 0, 0)

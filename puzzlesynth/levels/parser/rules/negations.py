"""Rules that ask for too much: `no X` where X is required, or where something else rules X out anyway."""

from __future__ import annotations

from puzzlesynth.levels.parser.build.symbol_table import SymbolTable
from puzzlesynth.levels.parser.messages import MessageLog

from .rule_draft import Cell, RuleDraft


def check_negations(rule: RuleDraft, names: SymbolTable, log: MessageLog) -> None:
    """Complain of contradictions on the right, and drop what `no` says in vain on either side."""
    for row in rule.right:
        for cell in row:
            _check_contradiction(cell, rule.line, names, log)
    for left, right in zip(rule.left, rule.right, strict=False):
        for position, (before, after) in enumerate(zip(left, right, strict=False)):
            right[position] = _without_repeated_negations(before, after)
    for row in rule.left:
        row[:] = [_without_idle_negations(cell, rule.line, names, log) for cell in row]


def _check_contradiction(cell: Cell, line: int, names: SymbolTable, log: MessageLog) -> None:
    if not any(modifier == "no" for modifier, _ in cell):
        return
    present = [name for modifier, name in cell if modifier != "no" and name in names.objects]
    mask = names.mask_of(present)
    for modifier, name in cell:
        if modifier == "no" and names.masks.get(name, 0) & mask:
            log.error(
                f"You have specified that there should be NO {name.upper()} but there is also a requirement "
                f"that {', '.join(present).upper()} be here.  This is a mistake right?",
                line,
            )


def _without_repeated_negations(before: Cell, after: Cell) -> Cell:
    """A `no X` on the right that stands on the left too says nothing new. (The term after one that is
    dropped is not looked at, as in the original.)"""
    terms = list(after)
    position = 0
    while position < len(terms):
        if terms[position][0] == "no" and terms[position] in before:
            del terms[position]
        position += 1
    return tuple(terms)


def _without_idle_negations(cell: Cell, line: int, names: SymbolTable, log: MessageLog) -> Cell:
    """`no X` is idle where required objects fill all layers in which X could be."""
    if not any(modifier == "no" for modifier, _ in cell):
        return cell
    occupiers, required = _requirements(cell, names)
    kept = []
    for modifier, name in cell:
        mask = names.masks.get(name)
        if modifier == "no" and mask is not None:
            layers = {index for index, layer_mask in enumerate(names.layer_masks) if layer_mask & mask}
            if layers <= occupiers.keys() and not mask & required:
                present = sorted(occupiers.items())
                log.warning(
                    f"You have specified that there should be NO {name.upper()} but there is also a "
                    f"requirement that {', '.join(occupier for _, occupier in present).upper()} be there, "
                    "which collectively occupies the same layers (Layers "
                    f"{', '.join(str(layer + 1) for layer, _ in present)}), so you can leave this out.",
                    line,
                )
                continue
        kept.append((modifier, name))
    return tuple(kept)


def _requirements(cell: Cell, names: SymbolTable) -> tuple[dict[int, str], int]:
    """Which layers are occupied by which name, and all objects that may be the ones."""
    occupiers: dict[int, str] = {}
    required = 0
    for modifier, name in cell:
        if modifier == "no":
            continue
        if name in names.single_layer:
            members = names.properties[name]
        elif name in names.objects:
            members = [name]
        else:
            members = names.aggregates.get(name, [])
        for member in members:
            required |= names.bit_of(member)
            layer = names.layer_of(member)
            if layer is not None:
                occupiers[layer] = name
    return occupiers, required

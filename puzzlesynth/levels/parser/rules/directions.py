"""One rule for each direction: relative words become absolute, aggregates and synonyms become objects."""

from __future__ import annotations

from puzzlesynth.levels.parser.build.symbol_table import SymbolTable
from puzzlesynth.levels.parser.messages import MessageLog

from .rule_draft import Cell, RuleDraft

_ABSOLUTE: dict[str, dict[str, str]] = {
    direction: dict(zip(("^", "v", "<", ">", "parallel", "perpendicular"), words.split(), strict=True))
    for direction, words in {
        "right": "up down left right horizontal_par vertical_perp",
        "up": "left right down up vertical_par horizontal_perp",
        "down": "right left up down vertical_par horizontal_perp",
        "left": "down up right left horizontal_par vertical_perp",
    }.items()
}
_OPPOSITE_OF_REWRITTEN = {"up": "down", "left": "right"}


def expand_directions(rule: RuleDraft) -> list[RuleDraft]:
    """The rule once for each direction in which it applies."""
    expanded = []
    for direction in rule.directions:
        copy = rule.copy()
        copy.direction = direction
        expanded.append(copy)
    return expanded


def make_absolute(rule: RuleDraft) -> None:
    """Replace `> < ^ v parallel perpendicular`; turn up and left rules round, if they have no ellipsis."""
    meanings = _ABSOLUTE.get(rule.direction)
    if meanings is None:
        rule.broken = True
        return
    rule.change_cells(lambda cell: tuple((meanings.get(modifier, modifier), name) for modifier, name in cell))
    if rule.direction in _OPPOSITE_OF_REWRITTEN and not rule.has_ellipsis:
        rule.direction = _OPPOSITE_OF_REWRITTEN[rule.direction]
        for row in (*rule.left, *rule.right):
            row.reverse()


def expand_aggregates(rule: RuleDraft, names: SymbolTable, log: MessageLog) -> None:
    """Write aggregates out: the first object in their place, the others at the end of the cell."""

    def write_out(cell: Cell) -> Cell:
        if not any(name in names.aggregates for _, name in cell):
            return cell
        terms = list(cell)
        for position, (modifier, name) in enumerate(cell):
            if name not in names.aggregates:
                continue
            if modifier == "no":
                log.error(
                    f"You cannot use 'no' to exclude the aggregate object {name.upper()} (defined using "
                    "'AND'), only regular objects, or properties (objects defined using 'OR').  If you "
                    "want to do this, you'll have to write it out yourself the long way.",
                    rule.line,
                )
            members = names.aggregates[name]
            if members:
                terms[position] = (modifier, members[0])
                terms.extend((modifier, member) for member in members[1:])
        return tuple(terms)

    rule.change_cells(write_out)


def replace_synonyms(rule: RuleDraft, names: SymbolTable) -> None:
    """Say every object by its own name."""
    synonyms = names.synonyms
    rule.change_cells(lambda cell: tuple((modifier, synonyms.get(name, name)) for modifier, name in cell))

"""One rule for each direction and each movement that a word (`moving`, `horizontal`, ...) may mean.

Relative words become absolute, aggregates and synonyms become objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from math import prod

from puzzlesynth.levels.parser.messages import MessageLog
from puzzlesynth.levels.parser.symbol_table import SymbolTable
from puzzlesynth.levels.parser.tokens import DIRECTION_GROUPS

from .rule_draft import MOST_RULES, Cell, RuleDraft, report_too_many_rules

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


Place = tuple[int, int]
"""A row and a cell in it."""


@dataclass(slots=True)
class _Choices:
    """A rule with some of its ambiguous movements decided, and what was decided.

    What was decided only once on the left can be carried over to the right. `by_term` remembers the choice
    for a word attached to an object, and where it was made; `by_word` the one for the word alone. None stands
    for more than one choice.
    """

    rule: RuleDraft
    by_term: dict[tuple[str, str], tuple[str, Place] | None] = field(default_factory=dict)
    by_word: dict[str, str | None] = field(default_factory=dict)

    def key(self) -> object:
        rule = self.rule
        sides = tuple(map(tuple, rule.left)), tuple(map(tuple, rule.right))
        return sides, frozenset(self.by_term.items()), frozenset(self.by_word.items())

    def choose(self, place: Place, word: str, name: str, movement: str) -> _Choices:
        """Decide what a word means at one place."""
        rule = self.rule.with_cell(*place, partial(_with_movement, word=word, name=name, movement=movement))
        by_term, by_word = dict(self.by_term), dict(self.by_word)
        term = (word, name)
        if term not in by_term:
            by_term[term] = movement, place
        elif (earlier := by_term[term]) is not None and earlier[1] != place:
            by_term[term] = None
        by_word[word] = None if word in by_word else movement
        return _Choices(rule, by_term, by_word)


def expand_movements(rule: RuleDraft, log: MessageLog) -> tuple[list[RuleDraft], bool]:
    """All rules that a rule with ambiguous movements stands for, and whether their right sides are clear."""
    if not any(word in DIRECTION_GROUPS for word in _words(rule)):
        return [rule], True
    if _size(rule) > MOST_RULES:
        report_too_many_rules(rule, log)
        return [], True
    results = []
    generation = [_Choices(rule)]
    while generation:
        following: dict[object, _Choices] = {}
        for choices in generation:
            places = list(_ambiguous_places(choices.rule))
            if not places:
                results.append(choices)
            for place, word, name in places:
                for movement in DIRECTION_GROUPS[word]:
                    _put_last(following, choices.choose(place, word, name, movement))
        generation = list(following.values())
    for choices in results:
        _carry_over(choices)
    rules = [choices.rule for choices in results]
    return rules, _right_sides_are_clear(rules, rule.line, log)


def _size(rule: RuleDraft) -> int:
    """About how many rules there will be."""
    return prod(
        len(DIRECTION_GROUPS[word])
        for row in rule.left
        for cell in row
        for word, _ in set(cell)
        if word in DIRECTION_GROUPS
    )


def _put_last(generation: dict[object, _Choices], choices: _Choices) -> None:
    """Different orders of deciding lead to the same rule: of such rules only the last one counts in the end,
    so there is no need to follow the others."""
    key = choices.key()
    generation.pop(key, None)
    generation[key] = choices


def _words(rule: RuleDraft) -> Iterator[str]:
    return (modifier for row in (*rule.left, *rule.right) for cell in row for modifier, _ in cell)


def _ambiguous_places(rule: RuleDraft) -> Iterator[tuple[Place, str, str]]:
    """The first ambiguous movement of each cell on the left."""
    for row_index, row in enumerate(rule.left):
        for cell_index, cell in enumerate(row):
            for word, name in cell:
                if word in DIRECTION_GROUPS:
                    yield (row_index, cell_index), word, name
                    break


def _with_movement(cell: Cell, word: str, name: str | None, movement: str) -> Cell:
    """The cell with a word replaced by a movement; only for one object, if it is given."""
    return tuple(
        (movement, other) if modifier == word and name in (None, other) else (modifier, other)
        for modifier, other in cell
    )


def _carry_over(choices: _Choices) -> None:
    """Decide the right side: by word and object first, then by the word alone."""
    change = choices.rule.change_right
    for (word, name), choice in choices.by_term.items():
        if choice is not None:
            change(partial(_with_movement, word=word, name=name, movement=choice[0]))
    for word, movement in choices.by_word.items():
        if movement is not None:
            change(partial(_with_movement, word=word, name=None, movement=movement))


def _right_sides_are_clear(rules: list[RuleDraft], line: int, log: MessageLog) -> bool:
    for rule in rules:
        for row in rule.right:
            for cell in row:
                for word, _ in cell:
                    if word in DIRECTION_GROUPS:
                        log.error(
                            f'This rule has an ambiguous movement on the right-hand side, "{word}", that '
                            "can't be inferred from the left-hand side.  (either for every ambiguous "
                            "movement associated to an entity on the right there has to be a corresponding "
                            "one on the left attached to the same entity, OR, if there's a single "
                            "occurrence of a particular ambiguous movement on the left, all properties of "
                            "the same movement attached to the same object on the right are assumed to be "
                            "the same (or something like that)).",
                            line,
                        )
                        return False
    return True

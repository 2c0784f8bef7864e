"""Properties in rules: where it matters which object is meant, one rule for each object that it may be."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from math import prod

from puzzlesynth.levels.parser.messages import MessageLog
from puzzlesynth.levels.parser.symbol_table import SymbolTable

from .rule_draft import MOST_RULES, Cell, RuleDraft, report_too_many_rules


@dataclass(slots=True)
class _Choices:
    """A rule with some of its properties decided. `meanings` has the object chosen for a property, None if
    the property was decided more than once: then it cannot be carried over to the right."""

    rule: RuleDraft
    meanings: dict[str, str | None] = field(default_factory=dict)

    def choose(self, row: int, cell: int, name: str, member: str) -> _Choices:
        rule = self.rule.with_cell(row, cell, partial(_with_member, name=name, member=member))
        return _Choices(rule, self.meanings | {name: None if name in self.meanings else member})


def expand_properties(rule: RuleDraft, names: SymbolTable, log: MessageLog) -> list[RuleDraft]:
    """All rules that a rule with properties stands for; none if the right side is unclear."""
    rule.change_cells(lambda cell: _expand_negations(cell, names))
    properties = names.properties
    mentioned = {name for row in (*rule.left, *rule.right) for cell in row for _, name in cell}
    if mentioned.isdisjoint(properties):
        return [rule]
    unclear = _unclear_on_the_right(rule, names)
    whole = {name for name in names.single_layer if name not in unclear}

    if _size(rule, names, whole) > MOST_RULES:
        report_too_many_rules(rule, log)
        return []
    results: list[_Choices] = []
    queue = deque([_Choices(rule)])
    while queue:
        choices = queue.popleft()
        found = _first_to_decide(choices.rule, names, whole)
        if found is None:
            results.append(choices)
            continue
        row, cell, name = found
        queue.extend(choices.choose(row, cell, name, member) for member in properties[name])
    for choices in results:
        _carry_over(choices)
    rules = [choices.rule for choices in results]
    remaining = [name for each in rules for name in _properties_on_the_right(each, names) if name in unclear]
    if remaining:
        log.error(
            f'This rule has a property on the right-hand side, "{remaining[-1].upper()}", that can\'t be '
            "inferred from "
            "the left-hand side.  (either for every property on the right there has to be a corresponding "
            "one on the left in the same cell, OR, if there's a single occurrence of a particular property "
            "name on the left, all properties of the same name on the right are assumed to be the same).",
            rule.line,
        )
        return []
    return rules


def _size(rule: RuleDraft, names: SymbolTable, whole: set[str]) -> int:
    """About how many rules there will be."""
    return prod(
        len(names.properties[name])
        for row in rule.left
        for cell in row
        for name in set(_properties_in(cell, names))
        if name not in whole
    )


def _expand_negations(cell: Cell, names: SymbolTable) -> Cell:
    """`no Property` is `no` each of its members."""
    if not any(modifier == "no" and name in names.properties for modifier, name in cell):
        return cell
    terms = []
    for modifier, name in cell:
        if modifier == "no" and name in names.properties:
            terms += [(modifier, member) for member in names.properties[name]]
        else:
            terms.append((modifier, name))
    return tuple(terms)


def _properties_in(cell: Cell, names: SymbolTable) -> list[str]:
    return [name for modifier, name in cell if modifier != "random" and name in names.properties]


def _properties_on_the_right(rule: RuleDraft, names: SymbolTable) -> Iterator[str]:
    for row in rule.right:
        for cell in row:
            yield from _properties_in(cell, names)


def _unclear_on_the_right(rule: RuleDraft, names: SymbolTable) -> set[str]:
    """Properties on the right whose cell has no such property on the left."""
    unclear = set()
    for left, right in zip(rule.left, rule.right, strict=False):
        for before, after in zip(left, right, strict=False):
            unclear.update(set(_properties_in(after, names)).difference(_properties_in(before, names)))
    return unclear


def _first_to_decide(rule: RuleDraft, names: SymbolTable, whole: set[str]) -> tuple[int, int, str] | None:
    """The first property on the left that cannot be left as it is."""
    for row_index, row in enumerate(rule.left):
        for cell_index, cell in enumerate(row):
            for modifier, name in cell:
                if name in names.properties and modifier != "random" and name not in whole:
                    return row_index, cell_index, name
    return None


def _with_member(cell: Cell, name: str, member: str) -> Cell:
    return tuple(
        (modifier, member) if other == name and modifier != "random" else (modifier, other)
        for modifier, other in cell
    )


def _carry_over(choices: _Choices) -> None:
    for name, member in choices.meanings.items():
        if member is not None:
            choices.rule.change_right(partial(_with_member, name=name, member=member))


def make_newcomers_stationary(rule: RuleDraft, names: SymbolTable) -> None:
    """An object without a movement that appears where the rule does not mention its layer does not move: movements of
    what was there before do not stick to it."""
    if rule.late:
        return
    for left, right in zip(rule.left, rule.right, strict=False):
        for position, (before, after) in enumerate(zip(left, right, strict=False)):
            known = _possible_objects(before, names)
            layers = {names.layer_of(name) for name in known}
            right[position] = tuple(
                ("stationary", name)
                if modifier == ""
                and name in names.objects
                and name not in known
                and names.layer_of(name) not in layers
                else (modifier, name)
                for modifier, name in after
            )


def _possible_objects(cell: Cell, names: SymbolTable) -> set[str]:
    found: set[str] = set()
    for _, name in cell:
        if name in names.objects:
            found.add(name)
        else:
            found.update(names.properties.get(name, ()))
    return found

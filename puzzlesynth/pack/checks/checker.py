"""Looks a pack over before anything is made from it: everything that makes no sense, at once.

An error is what makes the synthesis pointless, or what cannot mean anything. A warning is what a designer
most likely did not intend, but could have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from puzzlesynth.pack.diagnostics.problems import PackError, Problem, Severity, in_file_order
from puzzlesynth.pack.keys import SPECIAL
from puzzlesynth.pack.model import ANYTHING, NOTHING, Area, IdentityCache, Item, Pack, Rule, Term
from puzzlesynth.pack.transform.extensions import relation_problems
from puzzlesynth.suggestions import NameIndex

from .maps import check_map
from .names import (
    PropertyNames,
    check_circles,
    check_items,
    check_names,
    check_placeholders,
    check_properties,
    check_value_types,
    check_wording,
)
from .reachability import check_areas, check_reachability
from .rules import check_actions, check_losses, check_rules, swapped_sides, with_actions_as_inputs

Check = Callable[[Pack], Iterator[Problem]]


def _check_maps(pack: Pack) -> Iterator[Problem]:
    for found in pack.maps.values():
        yield from check_map(found, pack)


NAMES = (check_actions, check_names, check_properties)
"""What makes other checks stumble, and mostly says what was meant."""
VALUES = (check_value_types, check_circles)
"""What makes other checks stumble as well."""
RULES = (
    check_wording,
    check_rules,
    check_losses,
    check_areas,
    check_placeholders,
    _check_maps,
    relation_problems,
)
WORLD = (check_items, check_reachability)
"""What can be there in the end: a single mistake elsewhere changes all of that."""


def check_pack(pack: Pack) -> tuple[Problem, ...]:
    """All problems of a pack that could be read, in the order of its files; not what follows from one of them."""
    return _problems_of(pack)


def require_sound(pack: Pack) -> None:
    """Raises `PackError` with all problems if one of them is an error: then there is nothing to make puzzles of."""
    problems = check_pack(pack)
    if any(problem.is_error for problem in problems):
        raise PackError(problems)


def _look_over(pack: Pack) -> tuple[Problem, ...]:
    names, values = _found(NAMES, pack), _found(VALUES, pack)
    if not names and not any(problem.is_error for problem in values):
        return in_file_order((*names, *values, *_found((*RULES, *WORLD), pack)))
    meant = corrected(pack)
    rest = _found(RULES, meant or pack)
    if meant is None:
        rest = _without_lost_ways(rest, names)
    elif not any(problem.is_error for problem in values):
        rest += _found(WORLD, meant)
        rest = _without_doubt(rest, meant)
    if not any(problem.is_error for problem in (*names, *values)):
        names = _as_grave_as(names, _found((*RULES, *WORLD), pack), rest)
    return in_file_order((*names, *values, *rest))


_problems_of: IdentityCache[Pack, tuple[Problem, ...]] = IdentityCache(_look_over)


def check_partial_pack(pack: Pack, rules_whole: bool) -> tuple[Problem, ...]:
    """What can be said of a pack of which something could not be read, without blaming it for what is missing."""
    checks: list[Check] = [check_actions, check_names, check_value_types, check_circles]
    if rules_whole:
        checks.append(check_properties)
    found = _found(checks, pack)
    meant = corrected(pack) if found else pack
    rest = _found((check_areas, check_placeholders), meant or pack)
    return in_file_order((*found, *(rest if meant else _without_lost_ways(rest, found))))


def _found(checks: Iterable[Check], pack: Pack) -> list[Problem]:
    return [problem for check in checks for problem in check(pack)]


def _without_lost_ways(problems: list[Problem], names: list[Problem]) -> list[Problem]:
    """An area that no way leads to, where a way leads nowhere, is most likely where it should lead."""
    if not any(problem.code == "unknown-area" for problem in names):
        return problems
    return [problem for problem in problems if problem.code != "unreachable-area"]


def _as_grave_as(doubts: list[Problem], written: list[Problem], meant: list[Problem]) -> list[Problem]:
    """Doubts about a pack, as errors where the pack as it is written has errors that it would not have as meant."""
    left = {(problem.code, problem.place) for problem in meant}
    if all((problem.code, problem.place) in left for problem in written if problem.is_error):
        return doubts
    return [replace(problem, severity=Severity.ERROR) for problem in doubts]


def _without_doubt(problems: list[Problem], pack: Pack) -> list[Problem]:
    """Where a rule may lack its action, only what is found either way."""
    other = with_actions_as_inputs(pack)
    if not other:
        return problems
    rules = tuple(other.get(rule.number, rule) for rule in pack.rules)
    also = set(_found((*RULES, *WORLD), replace(pack, rules=rules)))
    return [problem for problem in problems if problem in also]


class _NotToBeTold(Exception):
    """A name that comes close to none."""


def corrected(pack: Pack) -> Pack | None:
    """None: a name comes close to none, so what was meant is unknown."""
    try:
        return _Corrections(pack).pack()
    except _NotToBeTold:
        return None


class _Corrections:
    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._types = NameIndex(sorted({*pack.types, ANYTHING}))
        self._items = NameIndex(pack.items)
        self._areas = NameIndex(pack.areas)
        self._properties = PropertyNames(pack)
        self._swapped = swapped_sides(pack)

    def pack(self) -> Pack:
        pack = self._pack
        return replace(
            pack,
            rules=tuple(map(self._rule, pack.rules)),
            areas={name: self._area(area) for name, area in pack.areas.items()},
            items={name: self._item(item) for name, item in pack.items.items()},
        )

    def _rule(self, rule: Rule) -> Rule:
        if rule.number in self._swapped:
            action, *inputs = rule.outputs
            outputs = (Term(rule.action, place=rule.action_place), *rule.inputs)
            rule = replace(rule, action=action.type, outputs=outputs, inputs=tuple(inputs))
        outputs = tuple(self._term(term, is_output=True) for term in rule.outputs)
        return replace(rule, outputs=outputs, inputs=tuple(map(self._term, rule.inputs)))

    def _area(self, area: Area) -> Area:
        return replace(
            area,
            goals=tuple(map(self._term, area.goals)),
            connects=_all(area.connects, self._areas),
            contains=tuple(map(self._content, area.contains)),
        )

    def _item(self, item: Item) -> Item:
        areas = None if item.areas is None else _all(item.areas, self._areas)
        return replace(item, areas=areas, contains=self._content(item.contains) if item.contains else None)

    def _content(self, name: str) -> str:
        """Only an item can be inside something: of a type, the first that there is."""
        if name not in self._pack.items and name in self._pack.members:
            return self._pack.members[name][0].name
        return _meant(name, self._items)

    def _term(self, term: Term, is_output: bool = False) -> Term:
        contains = term.contains
        if contains not in (None, NOTHING):
            contains = _meant(str(contains), self._types)
        kept = [
            ((_told(self._properties.meant(name)), value), term.place_of(number))
            for number, (name, value) in enumerate(term.properties)
            if name not in SPECIAL or (name == "carryable" and not is_output)
        ]
        return replace(
            term,
            type=_meant(term.type, self._types),
            contains=contains,
            properties=tuple(pair for pair, _ in kept),
            property_places=tuple(place for _, place in kept),
        )


def _all(names: Iterable[str], known: NameIndex) -> tuple[str, ...]:
    return tuple(_meant(name, known) for name in names)


def _meant(name: str, known: NameIndex) -> str:
    return name if known.has(name) else _told(known.closest(name))


def _told(name: str | None) -> str:
    if name is None:
        raise _NotToBeTold
    return name

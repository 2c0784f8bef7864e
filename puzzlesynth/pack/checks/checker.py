"""Looks a pack over before anything is made from it: everything that makes no sense, at once.

An error is what makes the synthesis pointless, or what cannot mean anything. A warning is what a designer
most likely did not intend, but could have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from puzzlesynth.pack.diagnostics.problems import Problem, Severity, in_file_order
from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.transform.relations import relation_problems

from .areas import check_areas
from .corrections import corrected
from .items import check_circles, check_items
from .maps import check_maps
from .names import check_names, check_placeholders, check_wording
from .properties import check_properties, check_value_types
from .reachability import check_reachability
from .rules import check_actions, check_losses, check_rules, with_actions_as_inputs

Check = Callable[[Pack], Iterator[Problem]]

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
    check_maps,
    relation_problems,
)
WORLD = (check_items, check_reachability)
"""What can be there in the end: a single mistake elsewhere changes all of that."""


def check_pack(pack: Pack) -> tuple[Problem, ...]:
    """All problems of a pack that could be read, in the order of its files; not what follows from one of them."""
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

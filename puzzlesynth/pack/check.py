"""Looks a pack over before anything is made from it: everything that makes no sense, at once.

An error is what makes the synthesis pointless, or what cannot mean anything. A warning is what a designer
most likely did not intend, but could have.
"""

from __future__ import annotations

from .check_actions import check_actions
from .check_areas import check_areas
from .check_items import check_circles, check_items
from .check_kinds import check_kinds
from .check_maps import check_maps
from .check_names import check_names, check_properties
from .check_reach import check_reach
from .check_rules import check_rules
from .check_wording import check_wording
from .model import Pack
from .problems import Problem, in_order
from .relate import relation_problems

CHECKS = (
    check_actions,
    check_names,
    check_properties,
    check_kinds,
    check_circles,
    check_items,
    check_wording,
    check_rules,
    check_areas,
    check_reach,
    check_maps,
    relation_problems,
)


def check_pack(pack: Pack) -> tuple[Problem, ...]:
    """All problems of a pack that could be read, in the order of its files."""
    return in_order(problem for check in CHECKS for problem in check(pack))


def check_partly(pack: Pack, rules_whole: bool) -> tuple[Problem, ...]:
    """What can be said of a pack of which something could not be read, without blaming it for what is missing."""
    checks = [check_actions, check_names, check_kinds, check_circles, check_areas]
    if rules_whole:
        checks.append(check_properties)
    return in_order(problem for check in checks for problem in check(pack))

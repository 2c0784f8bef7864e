"""What kind of step a rule is, and which of its inputs is which input of a block: who requests, what is changed, …"""

from __future__ import annotations

from dataclasses import replace

from puzzlesynth.pack.model import Pack, Rule
from puzzlesynth.pack.puzzle_map import ROLES, general_roles

from .effects import Origin, OutputEffect, destroyed_inputs, operator_effects, output_effects

RoleAssignment = dict[str, int]
"""For each role the position of the rule's input."""


def block_kind(rule: Rule, pack: Pack) -> str:
    """The kind of a rule as it says itself, or else as its two sides show; `step`: it is like no block in particular."""
    if rule.kind is not None and role_assignments(rule):
        return rule.kind
    number = operator_effects(rule).principal
    found = None if number is None else _shown_form(rule, output_effects(rule)[number], pack)
    return found if found is not None and role_assignments(replace(rule, kind=found)) else "step"


def _shown_form(rule: Rule, principal: OutputEffect, pack: Pack) -> str | None:
    if principal.origin is Origin.RELEASED:
        return "unbox"
    if principal.origin is Origin.BOUND:
        return "change" if principal.stored_input is None else "insert"
    kept = [o for o in output_effects(rule) if o.origin is Origin.BOUND]
    if len(kept) == 1 and len(destroyed_inputs(rule)) == 1 and not kept[0].changes(rule):
        # Who stays where they are takes one thing and gives another; a tool that is kept is combined with something.
        stays = not any(item.carryable for item in pack.members.get(kept[0].term.type, ()))
        return "request" if stays else "combine"
    return "combine"


def block_role_assignments(rule: Rule, pack: Pack, kind: str, inputs: int) -> list[RoleAssignment]:
    """The ways to read a rule as a block of a kind with this many inputs; any rule can be a `step` that takes as many."""
    if rule.fail:
        return []
    if kind != "step":
        return role_assignments(replace(rule, kind=kind)) if block_kind(rule, pack) == kind else []
    roles = general_roles(len(rule.inputs))
    turned = [{role: (n + turn) % len(roles) for n, role in enumerate(roles)} for turn in range(len(roles))]
    return turned if inputs == len(roles) else []


def role_assignments(rule: Rule) -> list[RoleAssignment]:
    """The ways to read a rule as a block of its kind; none: it has another number of inputs, or does something else."""
    if rule.fail or rule.kind is None or (rule.kind not in ROLES and rule.kind != "take"):
        return []
    inputs = range(len(rule.inputs))
    if rule.kind == "take":
        return [{"input": 0}]
    if rule.kind == "unbox":
        return [{"box": n} for n in inputs if rule.inputs[n].contains is not None] if len(inputs) == 1 else []
    if rule.kind == "unlock":
        changed = _changed(rule)
        return [{"key": n} for n in inputs if n not in changed]
    if len(inputs) != 2:
        return []
    if rule.kind == "combine":
        ways = [{"ingredient1": 0, "ingredient2": 1}, {"ingredient1": 1, "ingredient2": 0}]
        return ways[:1] if _are_alike(rule) else ways
    found: dict[str, int | None] = {}
    if rule.kind == "change":
        found["changee"] = next(iter(_changed(rule)), None)
    elif rule.kind == "insert":
        found["boxee"] = next(
            (o.stored_input for o in output_effects(rule) if o.stored_input is not None), None
        )
    elif rule.kind == "request":
        found["requester"] = next(
            (o.origin_input for o in output_effects(rule) if o.origin is Origin.BOUND), None
        )
    role, position = next(iter(found.items()), ("", None))
    if position is None:
        return []
    other = next(name for name in ROLES[rule.kind] if name != role)
    return [{role: position, other: 1 - position}]


def _are_alike(rule: Rule) -> bool:
    """Whether it makes no difference which of a rule's two inputs is which."""
    one, other = rule.inputs
    if replace(one, label=None, property_places=()) != replace(other, label=None, property_places=()):
        return False
    if one.label is None or other.label is None:
        return not any(term.type == one.type for term in rule.outputs)
    after = [
        [replace(term, label=None, property_places=()) for term in rule.outputs if term.label == label]
        for label in (one.label, other.label)
    ]
    return after[0] == after[1]


def _changed(rule: Rule) -> list[int]:
    return [
        o.origin_input
        for o in output_effects(rule)
        if o.origin is Origin.BOUND and o.origin_input is not None and o.changes(rule)
    ]

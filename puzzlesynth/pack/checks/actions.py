"""Rules whose action is the name of a thing: the action was forgotten, or the two sides are swapped.

Both can be read as rules, so only the pack's names tell. An item may well be called like something that players do
(`Fish`, `Water`): the rule has to make sense as one without an action before anything is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from puzzlesynth.pack.diagnostics.problems import Problem, error, warning
from puzzlesynth.pack.diagnostics.syntax_repair import ANY_ACTION, SIGN, no_action_hint, swapped_hint
from puzzlesynth.pack.model import NOWHERE, Pack, Rule, Term
from puzzlesynth.pack.rules.effects import outcomes
from puzzlesynth.pack.text.wording import words
from puzzlesynth.suggestions import NameIndex


def check_actions(pack: Pack) -> Iterator[Problem]:
    """Actions that are things, where the rule would make sense with the thing as its first input."""
    meant = with_actions_as_inputs(pack)
    for rule in pack.rules:
        if rule.number not in meant:
            continue
        what = "an item" if rule.action in pack.items else "a type"
        left, _, right = str(rule).partition(SIGN)
        candidate = f"{left.strip()} {SIGN} {ANY_ACTION} {right.strip()}"
        place = rule.place if rule.action_place is NOWHERE else rule.action_place
        message = f"is `{rule.action}` the action? It is the name of {what}"
        hint = f"if the action is missing, {no_action_hint(candidate)}"
        yield warning("missing-action", message, place, hint)


def with_actions_as_inputs(pack: Pack) -> dict[int, Rule]:
    """Rules that may lack their action, by their numbers: as they would read with the thing as their first input."""
    swapped = swapped_sides(pack)
    found: dict[int, Rule] = {}
    for rule in pack.rules:
        if rule.action not in pack.types or rule.number in swapped or rule.from_relation:
            continue
        meant = replace(rule, inputs=(Term(rule.action, place=rule.action_place), *rule.inputs))
        is_made = any(term.type == rule.action for term in rule.outputs)
        if (is_made or not _is_named_after_its_action(rule)) and _makes_sense(meant, pack):
            found[rule.number] = meant
    return found


def swapped_sides(pack: Pack) -> dict[int, Problem]:
    """Rules that begin with a word that is no thing, and have a thing for their action; by their numbers."""
    suspects = [rule for rule in pack.rules if rule.action in pack.types and len(rule.outputs) > 1]
    known = NameIndex(sorted(pack.types)) if suspects else None
    found: dict[int, Problem] = {}
    for rule in suspects:
        first = rule.outputs[0]
        is_bare = first == Term(first.type)
        if known is None or not is_bare or known.nearly(first.type):
            continue
        left, _, right = str(rule).partition(SIGN)
        hint = swapped_hint(f"{right.strip()} {SIGN} {left.strip()}")
        message = "it looks as if the two sides are swapped"
        found[rule.number] = error("swapped-sides", message, rule.place, hint)
    return found


def _is_named_after_its_action(rule: Rule) -> bool:
    """A rule called `fish in the sea` has `Fish` for its action."""
    return rule.name is not None and f"{words(rule.name)} ".startswith(f"{words(rule.action)} ")


def _makes_sense(rule: Rule, pack: Pack) -> bool:
    """Whether a rule makes or changes something, and there can be as many things as it takes."""
    if not any(outcome.changes(rule) for outcome in outcomes(rule)):
        return False
    taken = rule.inputs[0].type
    again = sum(term.type == taken for term in rule.inputs)
    if again == 1:
        return True
    is_kept = any(term.type == taken for term in rule.outputs)
    return not is_kept and sum(item.copies for item in pack.members[taken]) >= again

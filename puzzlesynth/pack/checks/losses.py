"""Rules that use up what designers mostly want to keep: a character, or something that cannot be carried.

What an action is done to comes first, and may well be used up by it: crates are split, curtains burnt. A stove that a
kettle is put on is not. Characters stay whatever is done to them, unless something comes in their place.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.pack.diagnostics.problems import Problem, warning
from puzzlesynth.pack.diagnostics.syntax_repair import SIGN
from puzzlesynth.pack.model import NOWHERE, Item, Pack, Rule, Term
from puzzlesynth.pack.rules.effects import Origin, destroyed_inputs, outcomes

CHARACTERS = frozenset({"npc", "person", "character"})
"""Types that say of an item that it is somebody, in small letters."""


def check_losses(pack: Pack) -> Iterator[Problem]:
    made = {name for rule in pack.rules for name in _made(rule)}
    for rule in pack.rules:
        if rule.fail or rule.from_relation or not any(outcome.changes(rule) for outcome in outcomes(rule)):
            continue
        if any(_stays(pack.members.get(name, ())) for name in _made(rule)):
            continue  # it is there in place of what is gone
        for number in destroyed_inputs(rule):
            term = rule.inputs[number]
            if term.place == NOWHERE:
                continue  # nobody wrote it: it comes from a door
            members = pack.members.get(term.type, ())
            if _are_characters(members) or (number > 0 and _stays(members) and not _is_made(members, made)):
                yield _loss(rule, term)


def _loss(rule: Rule, term: Term) -> Problem:
    kept = f"{term.type}#{term.label}" if term.label else term.type
    left, _, right = str(rule).partition(SIGN)
    hint = f"if it should stay, add it on the left: `{left.strip()} {kept} {SIGN} {right.strip()}`"
    return warning("uses-up", f"`{rule.action}` uses up the `{term.type}`", term.place, hint)


def _made(rule: Rule) -> Iterator[str]:
    return (o.term.type for o in outcomes(rule) if o.origin is not Origin.BOUND and not rule.fail)


def _is_made(members: tuple[Item, ...], made: set[str]) -> bool:
    """Whether there is a rule that makes another one."""
    return any(not made.isdisjoint(item.types) for item in members)


def _stays(members: tuple[Item, ...]) -> bool:
    """Whether it is a thing that stays where it is."""
    return bool(members) and not any(item.carryable for item in members)


def _are_characters(members: tuple[Item, ...]) -> bool:
    return bool(members) and all(map(_is_character, members))


def _is_character(item: Item) -> bool:
    return item.properties.get("npc") is True or not CHARACTERS.isdisjoint(map(str.lower, item.types))

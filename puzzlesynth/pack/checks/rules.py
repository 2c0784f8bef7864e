"""Rules that do not do what they seem to: make nothing, tie nothing, leave open what they make, use up what should stay.

Also rules whose action is the name of a thing: the action was forgotten, or the two sides are swapped. Both can be read
as rules, so only the pack's names tell. An item may well be named like something that players do (`Fish`, `Water`): the
rule has to make sense as one without an action before anything is reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from puzzlesynth.pack.diagnostics.problems import Problem, error, warning
from puzzlesynth.pack.diagnostics.syntax_repair import ANY_ACTION, SIGN, flipped, no_action_hint, swapped_hint
from puzzlesynth.pack.model import NOWHERE, Item, Pack, Place, Rule, Term
from puzzlesynth.pack.rules.effects import ContentChange, Origin, destroyed_inputs, made_types, output_effects
from puzzlesynth.pack.text.wording import words
from puzzlesynth.suggestions import NameIndex


def check_rules(pack: Pack) -> Iterator[Problem]:
    seen: dict[str, Rule] = {}
    for rule in pack.rules:
        yield from _nothing_new(rule)
        if any(term.label for term in (*rule.inputs, *rule.outputs)):
            yield from _labels(rule, pack)
        yield from _undecided(rule, pack)
        yield from _too_few_copies(rule, pack)
        first = seen.setdefault(str(rule), rule)
        if first is not rule and first.fail == rule.fail:
            yield warning("same-rule", f"the same rule is already at {first.place}", rule.place)


def _nothing_new(rule: Rule) -> Iterator[Problem]:
    """The main output must be what the rule is for."""
    if rule.fail:
        return
    found = output_effects(rule)
    if found and found[0].changes(rule):
        return
    if not any(outcome.changes(rule) for outcome in found):
        does = "only destroys" if destroyed_inputs(rule) else "changes nothing"
        message = f"`{rule.action}` makes nothing: it {does}, so no puzzle can use it"
        hint = "name what it makes or changes first, left of `::=`"
        first = str(rule.inputs[0])
        if not rule.outputs and flipped(first) != first:
            hint += f", as in `{flipped(first)} {rule}`"
        yield warning("makes-nothing", message, rule.place, hint)
    else:
        message = f"the main output `{found[0].term}` exists already, so the rule does not make it"
        yield warning("same-output", message, found[0].term.place, "put what the rule makes or changes first")


def _labels(rule: Rule, pack: Pack) -> Iterator[Problem]:
    for side, terms in (("right", rule.inputs), ("left", rule.outputs)):
        for label, count in Counter(term.label for term in terms if term.label).items():
            if count > 1:
                again = [term for term in terms if term.label == label][1]
                message = f"`#{label}` is on {count} terms on the {side}; each side can have it once"
                yield error("same-label", message, again.place)
    inputs = {term.label: term for term in rule.inputs if term.label}
    for term in rule.outputs:
        if term.label and term.label not in inputs:
            message = f"no input has the label `#{term.label}`, so the label has no effect"
            yield warning("loose-label", message, term.place)
        elif term.label and not _can_be_both(term, inputs[term.label], pack):
            message = f"`#{term.label}` says that `{term.type}` was `{inputs[term.label].type}` before"
            yield error(
                "label-types", message, term.place, "no object is both: use different labels, or none"
            )


def _can_be_both(one: Term, other: Term, pack: Pack) -> bool:
    if one.type == other.type or not {one.type, other.type} <= pack.types:
        return True  # a type that does not exist is a mistake of its own
    members = min(pack.members[one.type], pack.members[other.type], key=len)
    return any({one.type, other.type} <= item.types for item in members)


def _undecided(rule: Rule, pack: Pack) -> Iterator[Problem]:
    """A new thing must be an item. Where its type fits several, only a puzzle that needs it decides."""
    if rule.fail:
        return
    for outcome in output_effects(rule):
        term = outcome.term
        if outcome.origin is Origin.CREATED and term.contains is None and term.type in pack.items:
            continue
        made: list[tuple[str, Place]] = []
        if outcome.origin is Origin.CREATED:
            made.append((term.type, term.place))
        if outcome.filling is ContentChange.CREATED and term.contains:
            made.append((term.contains, term.contains_place or term.place))
        for name, place in made:
            members = pack.members.get(name, ())
            if name not in pack.items and len(members) > 1:
                some = ", ".join(f"`{item.name}`" for item in members[:3]) + (
                    ", …" if len(members) > 3 else ""
                )
                message = (
                    f"nothing decides which `{name}` this makes: {len(members)} items have this type ({some})"
                )
                yield warning(
                    "undecided-output", message, place, "name the item; otherwise each puzzle decides"
                )


def _too_few_copies(rule: Rule, pack: Pack) -> Iterator[Problem]:
    """A rule that needs more things of a kind than can exist at once."""
    if len({term.type for term in rule.inputs}) == len(rule.inputs):
        return
    for name, count in Counter(term.type for term in rule.inputs).items():
        if count == 1:
            continue
        members = pack.members.get(name, ())
        there = sum(item.copies for item in members)
        if 0 < there < count:
            message = f"`{rule.action}` needs {count} of `{name}`, but there can only be {there}"
            term = [term for term in rule.inputs if term.type == name][1]
            yield warning("too-few-copies", message, term.place, f"give `{name}` more `copies`")


# --- what rules use up ------------------------------------------------------------------------------------


CHARACTERS = frozenset({"npc", "person", "character"})
"""Types that mark an item as a character, in small letters."""


def check_losses(pack: Pack) -> Iterator[Problem]:
    """Rules that use up what designers mostly want to keep: a character, or something that cannot be carried.

    What an action is done to comes first, and may well be used up by it: crates are split with an axe, curtains burnt. A
    stove that a kettle is put on is not. An oven that gives bread and nothing else comes first, too, so with no
    by-product nothing may be used up that stays. Characters stay whatever is done to them, unless something comes in
    their place.
    """
    made = {name for rule in pack.rules for name in made_types(rule)}
    stays = pack.types - {name for item in pack.items.values() if item.carryable for name in item.types}
    missed = {name for name in stays if not _is_made(pack.members[name], made)}
    characters = _character_types(pack)
    to_keep = missed | characters
    for rule in pack.rules:
        if rule.fail or rule.from_relation or to_keep.isdisjoint([term.type for term in rule.inputs]):
            continue
        if not any(outcome.changes(rule) for outcome in output_effects(rule)):
            continue
        if not stays.isdisjoint(made_types(rule)):
            continue  # it is there in place of what is gone
        asked_from = 0 if _gives_one_thing(rule) else 1
        for number in destroyed_inputs(rule):
            term = rule.inputs[number]
            if term.place == NOWHERE:
                continue  # not written by hand: it comes from a door
            if term.type in characters or (number >= asked_from and term.type in missed):
                yield _loss(rule, term)


def _gives_one_thing(rule: Rule) -> bool:
    """Whether one thing comes out that was not there before, with no by-product."""
    (effect, *by_products) = output_effects(rule)
    return not by_products and effect.origin is not Origin.BOUND


def _loss(rule: Rule, term: Term) -> Problem:
    kept = f"{term.type}#{term.label}" if term.label else term.type
    left, _, right = str(rule).partition(SIGN)
    hint = f"if it should stay, add it on the left: `{left.strip()} {kept} {SIGN} {right.strip()}`"
    return warning("uses-up", f"`{rule.action}` uses up the `{term.type}`", term.place, hint)


def _is_made(members: tuple[Item, ...], made: set[str]) -> bool:
    """Whether there is a rule that makes another one."""
    return any(not made.isdisjoint(item.types) for item in members)


def _character_types(pack: Pack) -> frozenset[str]:
    """The types of which everything is a character."""
    marks = {name for name in pack.types if name.lower() in CHARACTERS}
    others: set[str] = set()
    for item in pack.items.values():
        if item.properties.get("npc") is not True and marks.isdisjoint(item.types):
            others |= item.types
    return pack.types - others


# --- actions that are things ------------------------------------------------------------------------------


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
        message = "the two sides look swapped"
        found[rule.number] = error("swapped-sides", message, rule.place, hint)
    return found


def _is_named_after_its_action(rule: Rule) -> bool:
    """A rule called `fish in the sea` has `Fish` for its action."""
    return rule.name is not None and f"{words(rule.name)} ".startswith(f"{words(rule.action)} ")


def _makes_sense(rule: Rule, pack: Pack) -> bool:
    """Whether a rule makes or changes something, and there can be as many things as it takes."""
    if not any(outcome.changes(rule) for outcome in output_effects(rule)):
        return False
    taken = rule.inputs[0].type
    again = sum(term.type == taken for term in rule.inputs)
    if again == 1:
        return True
    is_kept = any(term.type == taken for term in rule.outputs)
    return not is_kept and sum(item.copies for item in pack.members[taken]) >= again

"""Rules that do not do what they seem to: make nothing, tie nothing, leave open what they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from puzzlesynth.pack.diagnostics.problems import Problem, error, warning
from puzzlesynth.pack.diagnostics.syntax_repair import flipped
from puzzlesynth.pack.model import Pack, Place, Rule, Term
from puzzlesynth.pack.rules.effects import ContentChange, Origin, destroyed_inputs, outcomes


def check_rules(pack: Pack) -> Iterator[Problem]:
    seen: dict[str, Rule] = {}
    for rule in pack.rules:
        yield from _nothing_new(rule)
        yield from _labels(rule, pack)
        yield from _undecided(rule, pack)
        yield from _too_few_copies(rule, pack)
        first = seen.setdefault(str(rule), rule)
        if first is not rule and first.fail == rule.fail:
            yield warning("same-rule", f"this rule stands at {first.place} already", rule.place)


def _nothing_new(rule: Rule) -> Iterator[Problem]:
    """The main output must be what the rule is for."""
    if rule.fail:
        return
    found = outcomes(rule)
    if not any(outcome.changes(rule) for outcome in found):
        does = "only destroys" if destroyed_inputs(rule) else "changes nothing"
        message = f"`{rule.action}` makes nothing: it {does}, so no puzzle can use it"
        hint = "name what it makes or changes first, left of `::=`"
        first = str(rule.inputs[0])
        if not rule.outputs and flipped(first) != first:
            hint += f", as in `{flipped(first)} {rule}`"
        yield warning("makes-nothing", message, rule.place, hint)
    elif not found[0].changes(rule):
        message = f"the main output `{found[0].term}` is there before, so the rule does not make it"
        yield warning(
            "same-output", message, found[0].term.place, "write what the rule makes or changes first"
        )


def _labels(rule: Rule, pack: Pack) -> Iterator[Problem]:
    for side, terms in (("before", rule.inputs), ("afterwards", rule.outputs)):
        for label, count in Counter(term.label for term in terms if term.label).items():
            if count > 1:
                again = [term for term in terms if term.label == label][1]
                message = f"`#{label}` stands on {count} things {side}; a label is for one"
                yield error("same-label", message, again.place)
    inputs = {term.label: term for term in rule.inputs if term.label}
    for term in rule.outputs:
        if term.label and term.label not in inputs:
            message = f"no input has the label `#{term.label}`, so it ties nothing"
            yield warning("loose-label", message, term.place)
        elif term.label and not _can_be_both(term, inputs[term.label], pack):
            message = f"`#{term.label}` says that `{term.type}` was `{inputs[term.label].type}` before"
            yield error("label-types", message, term.place, "nothing is both: use different labels, or none")


def _can_be_both(one: Term, other: Term, pack: Pack) -> bool:
    if one.type == other.type or not {one.type, other.type} <= pack.types:
        return True  # a type that does not exist is a mistake of its own
    members = min(pack.members[one.type], pack.members[other.type], key=len)
    return any({one.type, other.type} <= item.types for item in members)


def _undecided(rule: Rule, pack: Pack) -> Iterator[Problem]:
    """A new thing must be an item. Where its type fits several, only a puzzle that needs it decides."""
    if rule.fail:
        return
    for outcome in outcomes(rule):
        term = outcome.term
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
                message = f"nothing decides which `{name}` this makes: {len(members)} items are one ({some})"
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

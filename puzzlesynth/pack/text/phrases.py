"""Sentences from rules and goals: what the designer wrote, and decent words where there are none.

A rule's text is data. `{Badge}` in it stands for a name and nothing else is ever looked up; what is not known stays.
Names are filled in by whoever knows them, so a sentence is a row of texts and of references to the rule's terms.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from puzzlesynth.pack.model import NOTHING, Pack, Rule, Term
from puzzlesynth.pack.rules.effects import Origin, outcomes

from .clauses import ObjectRef, SentenceParts, clause, in_words
from .rule_names import rule_name
from .wording import listed, one_line, words

_SLOT = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_SENTENCE_END = re.compile(r"(?:^|[.!?][\"'”’)]*\s+)[\"'“‘(]*$|:\s+[\"“‘]$")


# ---------------------------------------------------------------- rules


def sentence(pack: Pack, rule: Rule) -> SentenceParts:
    """What the player reads when the rule is applied."""
    return _plain_sentence(pack, rule) if rule.text is None else text_parts(rule)


def text_parts(rule: Rule) -> SentenceParts:
    """The rule's own text; a brace that is meant as such is written twice."""
    text = rule.text or ""
    parts: list[str | ObjectRef] = []
    done = 0
    for found in _SLOT.finditer(text):
        parts.append(text[done : found.start()])
        done = found.end()
        parts.append(_meant(rule, found, begins=_SENTENCE_END.search(text[: found.start()]) is not None))
    parts.append(text[done:])
    return tuple(part for part in parts if part != "")


def unknown_slots(rule: Rule) -> Iterator[str]:
    """What stands between braces in a rule's text, and is nothing that the rule speaks of."""
    for found in _SLOT.finditer(rule.text or ""):
        if found[1] is not None and not isinstance(_meant(rule, found, begins=False), ObjectRef):
            yield found[1]


def has_lone_brace(rule: Rule) -> bool:
    return re.search(r"[{}]", _SLOT.sub("", rule.text or "")) is not None


def _meant(rule: Rule, found: re.Match[str], begins: bool) -> str | ObjectRef:
    """What a slot stands for: labels come before types, inputs before outputs."""
    if found[1] is None:
        return found[0][0]
    name = found[1].strip()
    terms = [(False, index, term) for index, term in enumerate(rule.inputs)]
    terms += [(True, index, term) for index, term in enumerate(rule.outputs)]
    labelled = [(output, n) for output, n, term in terms if name in (term.label, f"{term.type}#{term.label}")]
    typed = [(output, n) for output, n, term in terms if name == term.type]
    for output, index in (*labelled, *typed):
        return ObjectRef(output, index, begins)
    return found[0]


def _plain_sentence(pack: Pack, rule: Rule) -> SentenceParts:
    parts: list[str | ObjectRef] = ["You ", *action_parts(pack, rule), "."]
    new = [
        ObjectRef(True, j) for j, outcome in enumerate(outcomes(rule)) if outcome.origin is not Origin.BOUND
    ]
    for number, ref in enumerate(new):
        parts += [" There is now: " if number == 0 else ", ", ref]
    return (*parts, ".") if new else tuple(parts)


def action_parts(pack: Pack, rule: Rule) -> SentenceParts:
    """`unlock the safe with the badge`: what a rule does to things, from its action alone."""
    return clause(pack, rule).parts()


def plain_action(pack: Pack, rule: Rule, names: Sequence[str]) -> str:
    """What a rule does to things with these names, from its action alone."""
    return in_words(action_parts(pack, rule), lambda ref: names[ref.index])


def command_label(rule: Rule) -> str:
    """What the rule is called by itself."""
    return one_line(rule.name) if rule.name else words(rule.action)


def use_phrase(pack: Pack, rule: Rule, names: Sequence[str], made: Sequence[str] = ()) -> str:
    """The rule's own name with the things that it does not mention, or one made from its action.

    `made` are the items that it makes where the rule alone does not say."""
    named = rule_name(pack, rule)
    phrase = plain_action(pack, rule, names) if named is None else named.phrase(names)
    return f"{phrase}, for {listed(made)}" if made else phrase


def distinction(pack: Pack, rule: Rule, among: Container[int] | None = None) -> list[str]:
    """What a rule leads to, where others that are called the same can be possible for the same things.

    `among`: the numbers of the rules that a game has, if not all."""
    namesakes = [other for other in pack.namesakes[rule.number] if among is None or other.number in among]
    rivals = [other for other in namesakes if other != rule and _can_coincide(pack, rule, other)]
    if not rivals:
        return []
    made = results(rule)
    if all(results(other) != made for other in rivals):
        return made
    # Numbered among all of them, so that no two have the same number, whichever of them are possible.
    return [*made, f"way {namesakes.index(rule) + 1}"]


def _can_coincide(pack: Pack, one: Rule, other: Rule) -> bool:
    """Whether the same things can match the inputs of both rules, one by one."""
    return not any(_exclude(pack, mine, yours) for mine, yours in zip(one.inputs, other.inputs, strict=True))


def _exclude(pack: Pack, one: Term, other: Term) -> bool:
    """Whether nothing matches both terms, as far as they themselves say."""
    known = dict(one.properties)
    if any(name in known and known[name] != value for name, value in other.properties):
        return True
    inside = (one.contains, other.contains)
    if None in inside or one.contains == other.contains:
        return False
    mine, yours = ({item.name for item in pack.members.get(type_ or "", ())} for type_ in inside)
    return NOTHING in inside or mine.isdisjoint(yours)


def results(rule: Rule) -> list[str]:
    """What a rule leads to, in a few words: `disguise`, `lamp (lit)`. What comes out of something is not told before."""
    found = []
    for outcome in outcomes(rule):
        if outcome.changes(rule) and outcome.origin is not Origin.RELEASED:
            states = listed(_states(outcome.term))
            found.append(words(outcome.term.type) + (f" ({states})" if states else ""))
    return found


# ---------------------------------------------------------------- goals


def term_phrase(term: Term) -> str:
    """`Keeper[awake: True]` -> `the keeper to be awake`; `Door[locked: False]` -> `the door not to be locked`."""
    wanted = _states(term)
    name = f"the {words(term.type)}"
    if wanted and all(text.startswith("not ") for text in wanted):
        return f"{name} not to be {listed((text[4:] for text in wanted), 'or')}"
    return f"{name} to be {listed(wanted)}" if wanted else name


def _states(term: Term) -> list[str]:
    """What a term says about an object's state; what is not to be comes last."""
    found = [
        words(name) if value is True else f"not {words(name)}" if value is False else f"{words(name)} {value}"
        for name, value in sorted(term.properties, key=lambda pair: pair[1] is False)
    ]
    if term.contains == NOTHING:
        found.append("empty")
    elif term.contains is not None:
        found.append(f"holding {words(term.contains)}")
    return found


def goal_phrase(term: Term) -> str:
    """The goal of an area, for a player who wonders what to do."""
    phrase = term_phrase(term)
    return f"You want {phrase}." if " to be " in phrase else f"You are after {phrase}."

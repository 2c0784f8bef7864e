"""Sentences from rules and goals: what the designer wrote, and decent words where there are none.

A rule's text is data. `{Badge}` in it stands for a name and nothing else is ever looked up; what is not known stays.
Names are filled in by whoever knows them, so a sentence is a row of texts and of references to the rule's terms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from .model import NOTHING, Rule, Term
from .outcomes import Origin, outcomes
from .wording import listed, one_line, words

_SLOT = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_SENTENCE_END = re.compile(r"(?:^|[.!?][\"'”’)]*\s+)[\"'“‘(]*$|:\s+[\"“‘]$")
_GIVING = ("give", "offer", "show", "hand", "bring", "return", "feed")
"""Actions that somebody is at the other end of."""
_WHERE = {
    *("across", "at", "behind", "in", "inside", "into", "off", "on", "onto"),
    *("out", "over", "through", "under", "up", "with"),
}
"""Words at the end of an action that a thing follows: look under the pot."""


@dataclass(frozen=True)
class Ref:
    """A place in a sentence where the name of an object stands."""

    output: bool
    index: int
    first: bool = False
    """Whether it begins a sentence."""


Parts = tuple[str | Ref, ...]


def in_words(parts: Parts, name: Callable[[Ref], str]) -> str:
    return "".join(part if isinstance(part, str) else name(part) for part in parts)


# ---------------------------------------------------------------- rules


def sentence(rule: Rule) -> Parts:
    """What the player reads when the rule is applied."""
    return _plain_sentence(rule) if rule.text is None else text_parts(rule)


def text_parts(rule: Rule) -> Parts:
    """The rule's own text; a brace that is meant as such is written twice."""
    text = rule.text or ""
    parts: list[str | Ref] = []
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
        if found[1] is not None and not isinstance(_meant(rule, found, begins=False), Ref):
            yield found[1]


def has_lone_brace(rule: Rule) -> bool:
    return re.search(r"[{}]", _SLOT.sub("", rule.text or "")) is not None


def _meant(rule: Rule, found: re.Match[str], begins: bool) -> str | Ref:
    """What a slot stands for: labels come before types, inputs before outputs."""
    if found[1] is None:
        return found[0][0]
    name = found[1].strip()
    terms = [(False, index, term) for index, term in enumerate(rule.inputs)]
    terms += [(True, index, term) for index, term in enumerate(rule.outputs)]
    labelled = [(output, n) for output, n, term in terms if name in (term.label, f"{term.type}#{term.label}")]
    typed = [(output, n) for output, n, term in terms if name == term.type]
    for output, index in (*labelled, *typed):
        return Ref(output, index, begins)
    return found[0]


def _plain_sentence(rule: Rule) -> Parts:
    parts: list[str | Ref] = ["You ", *action_parts(rule), "."]
    new = [Ref(True, j) for j, outcome in enumerate(outcomes(rule)) if outcome.origin is not Origin.BOUND]
    for number, ref in enumerate(new):
        parts += [" There is now: " if number == 0 else ", ", ref]
    return (*parts, ".") if new else tuple(parts)


def action_parts(rule: Rule) -> Parts:
    """`unlock the safe with the badge`: what a rule does to things, from its action alone."""
    verb, _, rest = words(rule.action).partition(" ")
    things = [Ref(False, index) for index in range(len(rule.inputs))]
    if rest and any(rest == words(term.type) for term in rule.outputs if term not in rule.inputs):
        return (f"{verb} the {rest}", *_joined(things, "with"))
    if rest and things and words(rule.inputs[0].type).endswith(rest):
        rest = ""
    start = f"{verb} {rest}".strip()
    if not things:
        return (start,)
    if rest and rest.split()[-1] not in _WHERE:
        between: list[str | Ref] = [part for thing in things for part in (", ", thing)][1:]
        return (f"{start} (", *between, ")")
    joint = "to" if verb in _GIVING and len(things) == 2 else "with"
    return (f"{start} the ", things[0], *_joined(things[1:], joint))


def _joined(things: Sequence[Ref], joint: str) -> Iterator[str | Ref]:
    """` with the glasses, the hat and the moustache`."""
    for position, thing in enumerate(things):
        last = position == len(things) - 1
        yield f" {joint} the " if position == 0 else " and the " if last else ", the "
        yield thing


def plain_action(rule: Rule, names: Sequence[str]) -> str:
    """What a rule does to things with these names, from its action alone."""
    return in_words(action_parts(rule), lambda ref: names[ref.index])


def command_label(rule: Rule) -> str:
    """What the rule is called by itself."""
    return one_line(rule.name) if rule.name else words(rule.action)


def use_phrase(rule: Rule, names: Sequence[str], made: Sequence[str] = ()) -> str:
    """The rule's own name with the things that it does not mention, or one made from its action.

    `made` are the items that it makes where the rule alone does not say."""
    if rule.name is None:
        phrase = plain_action(rule, names)
    else:
        missing = [name for name in names if not _mentions(rule.name, name)]
        phrase = one_line(rule.name) + (f" ({', '.join(missing)})" if missing else "")
    return f"{phrase}, for {listed(made)}" if made else phrase


def results(rule: Rule) -> list[str]:
    """What a rule leads to, in a few words: `disguise`, `lamp (lit)`."""
    found = []
    for outcome in outcomes(rule):
        if outcome.changes(rule):
            states = listed(_states(outcome.term))
            found.append(words(outcome.term.type) + (f" ({states})" if states else ""))
    return found


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) is not None


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

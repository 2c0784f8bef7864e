"""Readable names and sentences: from `FakeMoustache` to *fake moustache*, from a rule's text to its parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import Formatter

from puzzlesynth.pack.model import Area, Item, Pack, Rule
from puzzlesynth.pack.outcomes import Origin, outcomes

_BREAKS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_\s]+")
_TWICE = re.compile(r"\s+")

TAKE_CARE = "Take care: some of what makes this game impossible to win is neither refused nor told."
"""What a game says that should keep its players from harm, or tell them of it, and cannot always."""


def readable(name: str) -> str:
    """`FakeMoustache` as *fake moustache*; what is written in capitals stays so."""
    words = [word for word in _BREAKS.split(name) if word]
    return " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in words) or name


def item_label(item: Item) -> str:
    return readable(item.name)


def area_title(area: Area) -> str:
    """The title that the designer gave, or the name with a capital."""
    return one_line(area.title) if area.title else capital(readable(area.name))


def pack_title(pack: Pack) -> str:
    return one_line(pack.title) if pack.title else capital(readable(pack.name))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def one_line(text: str) -> str:
    """The text with every run of white space as one blank."""
    return _TWICE.sub(" ", text).strip()


def listed(names: Iterable[str], word: str = "and") -> str:
    """*a, b and c*."""
    known = list(names)
    return known[0] if len(known) == 1 else f"{', '.join(known[:-1])} {word} {known[-1]}" if known else ""


def command_label(rule: Rule) -> str:
    """What the rule is called in a menu."""
    return one_line(rule.name) if rule.name else readable(rule.action)


def choice_label(rule: Rule, inputs: Sequence[str], made: Sequence[str] = ()) -> str:
    """A menu entry for a rule with the names of its inputs; `made` where it could make different things."""
    if rule.name:
        label = f"{capital(command_label(rule))} ({', '.join(inputs)})" if inputs else capital(rule.name)
    else:
        rest = f" with the {listed(inputs[1:])}" if len(inputs) > 1 else ""
        label = capital(f"{readable(rule.action)} the {inputs[0]}{rest}" if inputs else readable(rule.action))
    return f"{label}: {listed(made)}" if made else label


@dataclass(frozen=True)
class Ref:
    """A place in a sentence where the name of an object stands."""

    output: bool
    index: int
    first: bool = False
    """Whether it begins a sentence."""


def sentence(rule: Rule) -> tuple[str | Ref, ...]:
    """What the player reads when the rule is applied: texts, and the inputs and outputs that they speak of."""
    if rule.text is None:
        return _plain_sentence(rule)
    try:
        pieces = list(Formatter().parse(rule.text))
    except ValueError:
        return (rule.text,)
    parts: list[str | Ref] = []
    for text, name, _, _ in pieces:
        if text:
            parts.append(text)
        if name is not None:
            parts.append(_meant(rule, name, _ends_sentence(parts[-1] if parts else ".")))
    return tuple(parts)


def _ends_sentence(part: str | Ref) -> bool:
    return isinstance(part, str) and part.rstrip(" \n\"'”’").endswith((".", "!", "?"))


def _meant(rule: Rule, name: str, first: bool) -> str | Ref:
    for output, terms in ((False, rule.inputs), (True, rule.outputs)):
        for index, term in enumerate(terms):
            if term.label == name:
                return Ref(output, index, first)
    for output, terms in ((False, rule.inputs), (True, rule.outputs)):
        for index, term in enumerate(terms):
            if term.type == name:
                return Ref(output, index, first)
    return capital(readable(name)) if first else readable(name)


def _plain_sentence(rule: Rule) -> tuple[str | Ref, ...]:
    """A decent sentence where the designer wrote none."""
    parts: list[str | Ref] = [f"You {readable(rule.action)}"]
    for index in range(len(rule.inputs)):
        joint = " the " if index == 0 else " with the " if index == 1 else " and the "
        parts += [joint, Ref(False, index)]
    parts.append(".")
    new = [Ref(True, j) for j, outcome in enumerate(outcomes(rule)) if outcome.origin is not Origin.BOUND]
    for number, ref in enumerate(new):
        parts += [" There is now: " if number == 0 else ", ", ref]
    if new:
        parts.append(".")
    return tuple(parts)

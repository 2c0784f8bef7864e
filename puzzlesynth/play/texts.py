"""What players read: rule texts with the right names in them, and decent sentences where there are none.

A text is data. `{Badge}` in it is replaced by a name and nothing else is ever looked up; what is not known stays.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from puzzlesynth.pack.model import NOTHING, Pack, Rule, Term, Value
from puzzlesynth.play.names import Names, capital, is_or_are, listed, the_area, words
from puzzlesynth.world import Drop, Move, Take, Use, Walk

_SLOT = re.compile(r"\{([^{}]*)\}")
_SENTENCE_END = re.compile(r"(?:^|[.!?:][\"'”’)]*\s+)[\"'“‘(]*$")


GIVING = ("give", "offer", "show", "hand", "bring", "return", "feed")
"""Actions that somebody is at the other end of."""


def filled(template: str, values: Mapping[str, str]) -> str:
    """The template with names in its slots; at the beginning of a sentence with a capital letter."""

    def replaced(found: re.Match[str]) -> str:
        value = values.get(found[1].strip())
        if value is None:
            return found[0]
        before = template[: found.start()]
        begins = _SENTENCE_END.search(before) and not before.rstrip().endswith(":")
        return capital(value) if begins else value

    return _SLOT.sub(replaced, template)


def slot_values(rule: Rule, inputs: Mapping[int, str], outputs: Mapping[int, str]) -> dict[str, str]:
    """What the slots of a rule's text stand for: types, labels, and both together; inputs come first."""
    values: dict[str, str] = {}
    for terms, names in ((rule.inputs, inputs), (rule.outputs, outputs)):
        for position, term in enumerate(terms):
            name = names.get(position)
            if name is None:
                continue
            if term.label is not None:
                values.setdefault(f"{term.type}#{term.label}", name)
                values.setdefault(term.label, name)
            values.setdefault(term.type, name)
    return values


def plain_action(rule: Rule, names: list[str]) -> str:
    """`unlock the safe with the badge`: what a rule does to things, from its action alone."""
    parts = words(rule.action).split()
    verb, rest = parts[0], " ".join(parts[1:])
    things = [f"the {name}" for name in names]
    if rest and any(rest == words(term.type) for term in rule.outputs if term not in rule.inputs):
        return f"{verb} the {rest} with {listed(things)}" if things else f"{verb} the {rest}"
    if rest and names and names[0].endswith(rest):
        rest = ""
    start = f"{verb} {rest}".strip()
    if not things:
        return start
    if rest:
        return f"{start} ({', '.join(names)})"
    joint = "to" if verb in GIVING and len(things) == 2 else "with"
    return f"{start} {things[0]}" + (f" {joint} {listed(things[1:])}" if len(things) > 1 else "")


def action_phrase(pack: Pack, names: Names, move: Move) -> str:
    """What a move is called in a menu."""
    if isinstance(move, Walk):
        return f"go to {the_area(pack.areas[move.area])}"
    if isinstance(move, Take):
        return f"take the {names[move.object]}"
    if isinstance(move, Drop):
        return f"put down the {names[move.object]}"
    return use_phrase(pack.rule(move.rule), [names[name] for name in move.inputs], move)


def use_phrase(rule: Rule, names: list[str], move: Use | None = None) -> str:
    """The rule's own name with the things that it does not mention, or one made from its action."""
    if rule.name is None:
        phrase = plain_action(rule, names)
    else:
        missing = [name for name in names if not _mentions(rule.name, name)]
        phrase = rule.name + (f" ({', '.join(missing)})" if missing else "")
    made = [words(item) for item in move.items] if move is not None and _undecided(rule, move) else []
    return f"{phrase}, for {listed(made)}" if made else phrase


def _undecided(rule: Rule, move: Use) -> bool:
    """Whether the rule alone does not say what it makes."""
    types = {term.type for term in rule.outputs} | {term.contains for term in rule.outputs}
    return any(item not in types for item in move.items)


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) is not None


def term_phrase(term: Term) -> str:
    """`Keeper[awake: True]` -> `the keeper to be awake`; `Door[locked: False]` -> `the door not to be locked`."""
    wanted = [
        words(name) if value is True else f"not {words(name)}" if value is False else f"{words(name)} {value}"
        for name, value in sorted(term.properties, key=lambda pair: pair[1] is False)
    ]
    if term.contains == NOTHING:
        wanted.append("empty")
    elif term.contains is not None:
        wanted.append(f"holding {words(term.contains)}")
    name = f"the {words(term.type)}"
    if wanted and all(text.startswith("not ") for text in wanted):
        return f"{name} not to be {listed((text[4:] for text in wanted), 'or')}"
    return f"{name} to be {listed(wanted)}" if wanted else name


def property_phrase(name: str, value: Value) -> str:
    if isinstance(value, bool):
        return words(name) if value else f"no longer {words(name)}"
    return f"{words(name)} {value}"


def goal_phrase(term: Term) -> str:
    """The goal of an area, for a player who wonders what to do."""
    phrase = term_phrase(term)
    return f"You want {phrase}." if " to be " in phrase else f"You are after {phrase}."


def state_change(name: str, before: Mapping[str, Value], after: Mapping[str, Value]) -> str | None:
    """`The safe is no longer locked.`"""
    now = [
        property_phrase(key, value)
        for key, value in after.items()
        if key not in before or before[key] != value
    ]
    gone = [f"no longer {words(key)}" for key in before if key not in after]
    if not now and not gone:
        return None
    return f"The {name} {is_or_are(name)} {'now ' if now else ''}{listed(now + gone)}."

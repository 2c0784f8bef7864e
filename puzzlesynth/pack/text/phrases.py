"""Sentences from rules and goals: what the designer wrote, and decent words where there are none.

A rule's text is data. `{Badge}` in it stands for a name and nothing else is ever looked up; what is not known stays.
Names are filled in by the caller, so a sentence is a row of texts and of references to the rule's terms.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from enum import Enum

from puzzlesynth.pack.model import NOTHING, Pack, Rule, Term
from puzzlesynth.pack.rules.effects import Origin, output_effects
from puzzlesynth.pack.rules.participants import Fate, Participant, participants
from puzzlesynth.quick_dataclasses import dataclass

from .clauses import ObjectRef, SentenceParts, clause, in_words
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
    """What is in braces in a rule's text but is no term of the rule."""
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
        ObjectRef(True, j)
        for j, outcome in enumerate(output_effects(rule))
        if outcome.origin is not Origin.BOUND
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
    """What a rule leads to, in a few words: `disguise`, `lamp (lit)`. What comes out of something is not revealed."""
    found = []
    for outcome in output_effects(rule):
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


# --- a rule's own name ------------------------------------------------------------------------------------


class Mention(Enum):
    """Where an input goes that the rule's own name does not mention.

        make an axe from the axe head and the handle       what is used up, where the name mentions the result
        feed the woodcutter with the bread                 what else can be carried
        cut a branch with the knife (second tree)          what has to be told apart and fits nowhere

    A fixture that exists only once needs no mention: `give her the pipe`.
    """

    FROM = "from"
    WITH = "with"
    BRACKETS = "brackets"
    NOWHERE = "nowhere"


@dataclass(frozen=True)
class RuleName:
    name: str
    inputs: tuple[Mention, ...]

    def phrase(self, names: Sequence[str]) -> str:
        """The whole phrase for things with these names."""
        where = [self.mention(index, name) for index, name in enumerate(names)]
        phrase = self.name
        for word in (Mention.FROM, Mention.WITH):
            found = [f"the {name}" for name, mention in zip(names, where, strict=True) if mention is word]
            phrase += f" {word.value} {listed(found)}" if found else ""
        rest = [name for name, mention in zip(names, where, strict=True) if mention is Mention.BRACKETS]
        return phrase + (f" ({', '.join(rest)})" if rest else "")

    def mention(self, index: int, name: str) -> Mention:
        """Where a thing goes that is called so."""
        where = self.inputs[index]
        if where is Mention.NOWHERE or self.says(name):
            return Mention.NOWHERE
        # The second safe is one that the name speaks of.
        return Mention.BRACKETS if self.says(_last_word(name)) else where

    def says(self, name: str) -> bool:
        return _says(self.name, name)


def rule_name(pack: Pack, rule: Rule) -> RuleName | None:
    """None: the rule has no name of its own."""
    if not rule.name:
        return None
    name = one_line(rule.name)
    parts = participants(pack, rule)
    made = any(_says(name, words(o.term.type)) for o in output_effects(rule) if o.origin is Origin.CREATED)
    made = made and not any(one.person for one in parts)
    full = any(_says(name, word) for word in ("with", "it", "them"))
    found = []
    for one in parts:
        if _exists_once(pack, one.type) and (not one.tool or _says(name, _last_word(words(one.type)))):
            found.append(Mention.NOWHERE)
        elif full or not one.tool or _is_changed(one):
            found.append(Mention.BRACKETS)
        else:
            found.append(Mention.FROM if made and _is_material(one) else Mention.WITH)
    return RuleName(name, tuple(found))


def _is_changed(one: Participant) -> bool:
    """Whether it is what the rule is about: one does nothing with it, something is done to it."""
    return one.fate is Fate.CHANGED and not (one.filled or one.emptied)


def _is_material(one: Participant) -> bool:
    return one.fate is Fate.USED_UP


def _exists_once(pack: Pack, type_: str) -> bool:
    items = pack.members.get(type_, ())
    return len(items) == 1 and items[0].copies == 1


def _last_word(name: str) -> str:
    return name.rsplit(" ", 1)[-1]


def _says(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) is not None

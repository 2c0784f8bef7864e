"""A rule's own name, and how it goes on where it does not mention everything that the rule takes.

    make an axe from the axe head and the handle       what is used up, where the name mentions what comes of it
    feed the woodcutter with the bread                 what else can be carried
    cut a branch with the knife (second tree)          what has to be told apart and fits nowhere

What stands somewhere and exists only once needs no mention: `give her the pipe`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from puzzlesynth.pack.model import Pack, Rule
from puzzlesynth.pack.rules.effects import Origin, outcomes
from puzzlesynth.pack.rules.participants import Fate, Participant, participants

from .wording import listed, one_line, words


class Mention(Enum):
    """Where an input goes that the name does not mention."""

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
    made = any(_says(name, words(o.term.type)) for o in outcomes(rule) if o.origin is Origin.CREATED)
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

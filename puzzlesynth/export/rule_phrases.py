"""Names of rules in targets that learn the names of things only while they are played."""

from __future__ import annotations

from typing import Any

from puzzlesynth.pack.model import Rule
from puzzlesynth.pack.text.clauses import ObjectRef, SentenceParts
from puzzlesynth.pack.text.phrases import Mention, RuleName, action_parts, rule_name
from puzzlesynth.pack.text.wording import words

from .game_model import GameModel


def phrase_parts(game: GameModel, rule: Rule) -> SentenceParts:
    """The phrase for a rule, whichever things it is applied to."""
    named = rule_name(game.pack, rule)
    if named is None:
        return action_parts(game.pack, rule)
    places = [_mention(game, named, index, term.type) for index, term in enumerate(rule.inputs)]
    found = {word: [index for index, place in enumerate(places) if place is word] for word in Mention}
    return (
        named.name,
        *_listed(found[Mention.FROM], " from the ", " and the ", ", the "),
        *_listed(found[Mention.WITH], " with the ", " and the ", ", the "),
        *_bracketed(found[Mention.BRACKETS]),
    )


def _mention(game: GameModel, named: RuleName, index: int, type_: str) -> Mention:
    """Where an input goes, whichever thing it is."""
    items = game.fitting(type_)
    found = {named.mention(index, words(item.name)) for item in items}
    # Copies are distinguished by a number.
    if found == {Mention.NOWHERE} and any(game.most[item.name] > 1 for item in items):
        return Mention.BRACKETS
    return found.pop() if len(found) == 1 else Mention.BRACKETS


def _listed(inputs: list[int], first: str, last: str, other: str) -> SentenceParts:
    parts: list[str | ObjectRef] = []
    for number, index in enumerate(inputs):
        parts += [
            first if number == 0 else last if number == len(inputs) - 1 else other,
            ObjectRef(False, index),
        ]
    return tuple(parts)


def _bracketed(inputs: list[int]) -> SentenceParts:
    return (*_listed(inputs, " (", ", ", ", "), ")") if inputs else ()


def naming_data(game: GameModel, rule: Rule) -> dict[str, Any] | None:
    """The rule's own name, and for each input where each item goes that fits, by the word before it; what is not listed
    goes in brackets, and so does anything with a number. None where the rule has no name."""
    named = rule_name(game.pack, rule)
    if named is None:
        return None
    inputs = []
    for index, term in enumerate(rule.inputs):
        places = {item.name: named.mention(index, words(item.name)) for item in game.fitting(term.type)}
        always = named.inputs[index] is Mention.NOWHERE
        inputs.append(
            {
                "silent": always,
                "mentioned": [name for name, place in places.items() if place is Mention.NOWHERE],
                "from": [name for name, place in places.items() if place is Mention.FROM],
                "with": [name for name, place in places.items() if place is Mention.WITH],
            }
        )
    return {"name": named.name, "inputs": inputs}

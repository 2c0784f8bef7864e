"""Why an action is not possible now, as far as a player can see it: what is missing, in the wrong state, full, or there
already. It never tells what is hidden inside something, nor what is missing if the player did not name it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING

from puzzlesynth.pack.model import NOTHING, Item, Rule, Term, Value
from puzzlesynth.pack.text.wording import a_or_some, is_or_are, words
from puzzlesynth.play.text.phrases import ObjectNames, within_reach
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.world import Thing
from puzzlesynth.world.apply import too_many
from puzzlesynth.world.rule_semantics import content_matches, is_a

from .commands import USE, content_words, matched, word_score

if TYPE_CHECKING:
    from puzzlesynth.play.game import Game

MOST_TRIED = 1000
"""Most ways to fill a rule's inputs that are tried: a player does not wait for more."""


@dataclass(frozen=True)
class Refusal:
    text: str
    closeness: int
    """How little is wrong: 3 the result alone, 2 the state of something, 1 something is missing."""


def refusal(game: Game, line: str) -> Refusal | None:
    """The best reason why what was typed is not possible; None where it is like nothing that could ever be done."""
    asking = _Asking(game)
    found = [reason for rule in game.pack.rules for reason in islice(asking.reasons(rule, line), 1)]
    return max(found, key=lambda reason: reason.closeness, default=None)


class _Asking:
    """A moment of a game, and what of it a player can see."""

    def __init__(self, game: Game) -> None:
        self.game, self.state = game, game.state
        self.names = ObjectNames(game.state)
        self.hidden = game.undo_history.hidden()
        self.instance = game.chapter.world.instance
        self.at_hand = within_reach(game.state)

    def reasons(self, rule: Rule, line: str) -> Iterator[Refusal]:
        """Reasons why a rule cannot be applied to what was named, the closest first."""
        typed = content_words(line, [word for term in rule.inputs for word in words(term.type).split()])
        verbs = content_words(f"{words(rule.action)} {rule.name or ''}")
        if not typed or not self.instance.choices[rule.number - 1]:
            return
        if typed[0] not in USE and not word_score(typed[0], verbs):
            return
        found = [self._reason(rule, chosen) for chosen in self._chosen(rule, typed[1:], verbs)]
        yield from sorted((one for one in found if one is not None), key=lambda one: -one.closeness)

    def _chosen(
        self, rule: Rule, typed: Sequence[str], verbs: list[str]
    ) -> Iterator[tuple[Thing | None, ...]]:
        """Things within reach for the inputs, None where there is none; all that the player named are among them."""
        pools: list[list[Thing | None]] = [
            [t for t in self.at_hand if is_a(t.form.item, term.type)] or [None] for term in rule.inputs
        ]
        for chosen in islice(product(*pools), MOST_TRIED):
            present = [thing.id for thing in chosen if thing is not None]
            if len(set(present)) < len(present):
                continue
            known = [word for name in present for word in self.names[name].split()]
            absent = [term for thing, term in zip(chosen, rule.inputs, strict=True) if thing is None]
            known += [word for term in absent for word in self._words_for(term)]
            if matched(typed, [*verbs, *known]) is not None:
                yield chosen

    def _words_for(self, term: Term) -> list[str]:
        """What a player may call something that is not here."""
        items = self.game.pack.members.get(term.type, ())
        return [word for name in (term.type, *(item.name for item in items)) for word in words(name).split()]

    def _reason(self, rule: Rule, chosen: Sequence[Thing | None]) -> Refusal | None:
        if any(thing is None for thing in chosen):
            return Refusal("Something you need for that is not here.", 1)
        things = [thing for thing in chosen if thing is not None]
        for thing, term in zip(things, rule.inputs, strict=True):
            wrong = self._wrong(thing, term)
            if wrong is not None:
                return Refusal(wrong, 2)
        text = self._blocked(rule, things)
        return None if text is None else Refusal(text, 3)

    # --- the state of a thing ------------------------------------------------------------------------

    def _wrong(self, thing: Thing, term: Term) -> str | None:
        name = self.names[thing.id]
        for key, value in term.properties:
            found = thing.carryable if key == "carryable" else thing.properties.get(key, False)
            if type(found) is not type(value) or found != value:
                return f"The {name} {is_or_are(name)} {_not_so(key, value, found)}."
        if content_matches(self.state.node(thing.id), term):
            return None
        inside = self.state.content(thing.id)
        if inside is None or inside in self.hidden:
            return f"That does not work with the {name} now."  # Whether something is in it is not for us to tell.
        held = words(self.state.things[inside].item)
        full = "already " if term.contains == NOTHING else ""
        return f"The {name} {full}{'hold' if is_or_are(name) == 'are' else 'holds'} {held}."

    # --- what would happen ----------------------------------------------------------------------------

    def _blocked(self, rule: Rule, things: Sequence[Thing]) -> str | None:
        """Everything fits, but something is full, or there would be too many of something."""
        mechanics = self.instance.mechanics
        nodes = [self.state.node(thing.id) for thing in things]
        for items in self.instance.choices[rule.number - 1]:
            effect = mechanics.carry_out(rule.number - 1, nodes, items)
            if effect is None:
                return self._full(things)
            surplus = too_many(self.state, effect, items)
            if surplus is not None:
                return self._enough(next(item for item in items if item.name == surplus))
        return None

    def _full(self, things: Sequence[Thing]) -> str:
        for thing in things:
            inside = self.state.content(thing.id)
            if inside is not None and inside not in self.hidden:
                name = self.names[thing.id]
                held = words(self.state.things[inside].item)
                return f"The {name} already {'hold' if is_or_are(name) == 'are' else 'holds'} {held}."
        return "There is no room for it."

    def _enough(self, item: Item) -> str:
        name = words(item.name)
        known = [
            thing for thing in self.state.things.values() if thing.item == item.name and self._is_known(thing)
        ]
        if not known:
            return "That has no effect now."
        if item.copies == 1:
            return f"There {is_or_are(name)} {a_or_some(name)} already."
        return f"There cannot be more than {item.copies} of this at once: {name}."

    def _is_known(self, thing: Thing) -> bool:
        """Whether a player can know of it: neither it nor what it is in is hidden or behind a closed way."""
        while thing.inside is not None:
            if thing.id in self.hidden:
                return False
            thing = self.state.things[thing.inside]
        return thing.area is None or thing.area in self.state.open


def _not_so(name: str, wanted: Value, found: Value) -> str:
    """What is wrong: `locked`, `not awake`, `not hour 4`."""
    if isinstance(wanted, bool):
        return f"not {words(name)}" if wanted else words(name)
    return f"{words(name)} {found}" if not isinstance(found, bool) else "not in the right state"

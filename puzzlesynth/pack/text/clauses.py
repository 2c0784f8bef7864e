"""English clauses for rules: which input is the object of the verb, and which word precedes each of the others.

The grammar is small. A verb has a frame, from the tables below; a frame says who plays which part:

    give    GIFT to/at/with PERSON   feed the biscuit to the parrot, trade the corn with the crow
    put     THING in/on/to PLACE     insert the coin into the slot, tie the rope to the hook
    take    (THING) from PERSON      steal from the guard
    ask     PERSON about THING       ask the king about the sword
    fill    VESSEL with/from/at      fill the jug at the spring
    use     TOOL on THING            use the oven on the bread
    make    what is new, with …      brew the tea at the stove with the kettle
    treat   who or what it is for, with what it takes: wake the captain with the coffee
    change  what becomes something else, with what stays: melt the ice with the lamp

Parts are told from what the rule does: what is used up is given away, put somewhere or spent; what changes is what it
happens to; what stays as it is is a tool or a place. Where that does not decide, and for every other verb, the action
belongs to the first input: `unlock the safe with the badge`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from puzzlesynth.pack.model import Pack, Rule
from puzzlesynth.pack.rules.effects import Origin, output_effects
from puzzlesynth.pack.rules.participants import Fate, Participant, participants
from puzzlesynth.quick_dataclasses import dataclass

from .verbs import (
    ABOUT,
    ALWAYS_PUT,
    CHANGE,
    FILL,
    FROM,
    GIVE,
    MAKE,
    PARTICLES,
    PERFORM,
    PUT,
    TREAT,
    USE,
    YIELD,
)
from .wording import words


@dataclass(frozen=True)
class ObjectRef:
    """A place in a sentence for the name of an object."""

    output: bool
    index: int
    first: bool = False
    """Whether it begins a sentence."""


SentenceParts = tuple[str | ObjectRef, ...]

Phrase = tuple[str, Sequence[Participant]]
"""A word and what follows it: `with` the glasses and the hat. The object of the verb follows no word."""


def in_words(parts: SentenceParts, name: Callable[[ObjectRef], str]) -> str:
    return "".join(part if isinstance(part, str) else name(part) for part in parts)


@dataclass(frozen=True)
class Clause:
    """What a rule does: the verb with what is said right after it, and the inputs in order, with words before them."""

    verb: str
    phrases: tuple[Phrase, ...]
    in_brackets: bool = False
    """The action says more than a verb can take, so the inputs are merely listed."""

    def parts(self) -> SentenceParts:
        if self.in_brackets:
            things = [ObjectRef(False, one.index) for _, group in self.phrases for one in group]
            between: list[str | ObjectRef] = [part for thing in things for part in (", ", thing)][1:]
            return (f"{self.verb} (", *between, ")")
        return (self.verb, *(part for word, group in self.phrases for part in _joined(word, group)))

    def nouns(self) -> Iterator[tuple[str, int]]:
        """The inputs in the order in which they are said, each with the word before it, as they can be typed."""
        for word, group in self.phrases:
            for number, one in enumerate(group):
                yield (word if number == 0 else "and"), one.index


def _joined(word: str, group: Sequence[Participant]) -> Iterator[str | ObjectRef]:
    """` with the glasses, the hat and the moustache`."""
    for number, one in enumerate(group):
        last = number == len(group) - 1
        yield f" {word} the ".replace("  ", " ") if number == 0 else " and the " if last else ", the "
        yield ObjectRef(False, one.index)


def clause(pack: Pack, rule: Rule) -> Clause:
    """The clause for a rule, from its action and what it does."""
    verb, _, rest = words(rule.action).partition(" ")
    parts = participants(pack, rule)
    if not parts:
        return Clause(words(rule.action), ())
    if rest in _new(rule):
        return Clause(f"{verb} the {rest}", _made(verb, parts))
    if rest in _released(rule):
        boxes = [one for one in parts if one.emptied]
        return Clause(f"{verb} the {rest}", _kept([("from", boxes), ("with", _without(parts, boxes))]))
    named = next((one for one in parts if rest and words(one.type).endswith(rest)), None)
    if not rest or named is not None:
        return _framed(verb, rule, parts, named)
    if rest.split()[-1] in PARTICLES:
        frame = _give if verb in GIVE and rest in ("back", "away", "over") else _plain
        return Clause(f"{verb} {rest}", _kept(frame(verb, parts, None)))
    return Clause(f"{verb} {rest}", (("", parts),), in_brackets=True)


def _framed(verb: str, rule: Rule, parts: Sequence[Participant], named: Participant | None) -> Clause:
    if verb in MAKE and _new(rule) and named is None:
        return Clause(f"{verb} the {_new(rule)[0]}", _made(verb, parts))
    if len(parts) == 1:
        word = "from" if verb in FROM and parts[0].person and _new(rule) else ""
        return Clause(verb, ((word, parts),))
    if verb in _FRAMES:
        return Clause(verb, _kept(_FRAMES[verb](verb, parts, named)))
    return Clause(verb, _kept(_plain(verb, parts, named)))


# ---------------------------------------------------------------- frames


def _give(verb: str, parts: Sequence[Participant], named: Participant | None) -> Iterable[Phrase]:
    """A person gets what is used up, or else what can be carried."""
    target = _only(parts, lambda one: one.person) or _receiver(parts)
    others = _without(parts, [target])
    gifts = [one for one in others if one.leaves] or others
    word = {**GIVE, **PERFORM}[verb]
    # One throws a bone to a dog and a stone at a window.
    word = "to" if word == "at" and target.person else word
    return ("", gifts), (word, [target]), ("with", _without(others, gifts))


def _perform(verb: str, parts: Sequence[Participant], named: Participant | None) -> Iterable[Phrase]:
    has_person = any(one.person for one in parts)
    return _give(verb, parts, named) if has_person else _plain(verb, parts, named)


def _receiver(parts: Sequence[Participant]) -> Participant:
    """Without a person: what stays though others go, what cannot be carried, what changes, what is named first."""
    tests: list[Callable[[Participant], bool]] = [
        lambda one: not one.leaves,
        lambda one: not one.carryable,
        lambda one: one.fate is Fate.CHANGED,
    ]
    return next((found for test in tests if (found := _only(parts, test))), parts[0])


def _put(verb: str, parts: Sequence[Participant], named: Participant | None) -> Iterable[Phrase]:
    """What goes somewhere is stored, used up or poured out; where it goes is filled, changes or stays."""
    moved = [one for one in parts if one.fate is Fate.STORED]
    moved = moved or [one for one in parts if one.leaves and one.carryable]
    moved = moved or [one for one in parts if one.emptied]
    if not moved and verb in ALWAYS_PUT:
        moved = [one for one in parts if one.carryable] or [parts[0]]
    if not moved:
        return _plain(verb, parts, named)
    if len(moved) == len(parts):
        moved = [named or parts[0]]
    others = _without(parts, moved)
    tests: list[Callable[[Participant], bool]] = [
        lambda one: one.filled,
        lambda one: one.fate is Fate.CHANGED,
        lambda one: not one.carryable,
    ]
    target = next((found for test in tests if (found := next(filter(test, others), None))), others[0])
    inside, outside = PUT[verb]
    word = inside if target.filled else outside
    return ("", moved), (word, [target]), ("with", _without(others, [target]))


def _take(verb: str, parts: Sequence[Participant], named: Participant | None) -> Iterable[Phrase]:
    """From whom; what is spent on it or helps comes last. What one gets may be an input, or new and not said."""
    source = _only(parts, lambda one: one.person)
    if source is None:
        return _plain(verb, parts, named)
    others = _without(parts, [source])
    # What is named before its owner is what one is after: steal the purse from the merchant.
    wanted = [one for one in others if one.index < source.index]
    return ("", wanted), ("from", [source]), ("with", _without(others, wanted))


def _ask(verb: str, parts: Sequence[Participant], named: Participant | None) -> Iterable[Phrase]:
    asked = _only(parts, lambda one: one.person) or parts[0]
    return ("", [asked]), ("about", _without(parts, [asked]))


def _fill(verb: str, parts: Sequence[Participant], named: Participant | None) -> Iterable[Phrase]:
    vessel = _only(parts, lambda one: one.filled) or _only(parts, lambda one: _changes(one)) or parts[0]
    others = _without(parts, [vessel])
    spent = [one for one in others if one.leaves]
    poured = [one for one in others if one.emptied or (one.carryable and one.fate is Fate.CHANGED)]
    rest = _without(others, [*spent, *poured])
    sites = [one for one in rest if one.site]
    return ("", [vessel]), ("from", poured), ("at", sites), ("with", [*spent, *_without(rest, sites)])


def _use(verb: str, parts: Sequence[Participant], named: Participant | None) -> Iterable[Phrase]:
    target = _only(parts, _changes) or _only(parts, lambda one: one.person)
    if target is None:
        return _with(parts[0], parts)
    return ("", _without(parts, [target])), ("on", [target])


def _treat(verb: str, parts: Sequence[Participant], named: Participant | None) -> Iterable[Phrase]:
    """Who is woken or bribed, what is unlocked or lit."""
    tests: list[Callable[[Participant], bool]] = [
        lambda one: one.person,
        _changes,
        lambda one: not (one.leaves or one.carryable),
        lambda one: not one.carryable,
    ]
    patient = next((found for test in tests if (found := _only(parts, test))), None)
    return _with(patient or next(filter(_changes, parts), None), parts)


def _change(verb: str, parts: Sequence[Participant], named: Participant | None) -> Iterable[Phrase]:
    """What becomes something else; what stays as it is does it."""
    fates = (Fate.CHANGED, Fate.USED_UP)
    return _with(next((one for fate in fates for one in parts if one.fate is fate), None), parts)


def _plain(verb: str, parts: Sequence[Participant], named: Participant | None) -> Iterable[Phrase]:
    """What the action names, or the first input, unless that is spent on a person or thing that it changes."""
    first = parts[0]
    if named is not None:
        return _with(named, parts)
    target = _only(parts, _changes) or _only(parts, lambda one: one.person)
    spent = first.leaves and first.tool and target is not None and not (target.leaves or target.tool)
    return _with(target if spent else None, parts)


_FRAMES: dict[str, Callable[[str, Sequence[Participant], Participant | None], Iterable[Phrase]]] = {
    **dict.fromkeys(GIVE, _give),
    **dict.fromkeys(PERFORM, _perform),
    **dict.fromkeys(PUT, _put),
    **dict.fromkeys(FROM, _take),
    **dict.fromkeys(ABOUT, _ask),
    **dict.fromkeys(FILL, _fill),
    **dict.fromkeys(TREAT, _treat),
    **dict.fromkeys(CHANGE, _change),
    **dict.fromkeys(USE, _use),
}


# ---------------------------------------------------------------- parts of a clause


def _with(patient: Participant | None, parts: Sequence[Participant]) -> tuple[Phrase, ...]:
    patient = patient or parts[0]
    return _kept([("", [patient]), ("with", _without(parts, [patient]))])


def _made(verb: str, parts: Sequence[Participant]) -> tuple[Phrase, ...]:
    """What something new is made with, and where, or what it comes from."""
    sites = [one for one in parts if one.site]
    people = [one for one in parts if one.person] if verb in YIELD else []
    word = "from" if verb in YIELD else "at"
    return _kept([(word, [*people, *sites]), ("with", _without(parts, [*people, *sites]))])


def _kept(phrases: Iterable[Phrase]) -> tuple[Phrase, ...]:
    return tuple((word, group) for word, group in phrases if group)


def _without(parts: Sequence[Participant], some: Sequence[Participant]) -> list[Participant]:
    return [one for one in parts if one not in some]


def _only(parts: Sequence[Participant], test: Callable[[Participant], bool]) -> Participant | None:
    """The one that passes a test, if it is one."""
    found = [one for one in parts if test(one)]
    return found[0] if len(found) == 1 else None


def _changes(one: Participant) -> bool:
    return one.fate is Fate.CHANGED


def _new(rule: Rule) -> list[str]:
    """What a rule makes that its inputs do not name."""
    known = {term.type for term in rule.inputs}
    return [
        words(outcome.term.type)
        for outcome in output_effects(rule)
        if outcome.origin is Origin.CREATED and outcome.term.type not in known
    ]


def _released(rule: Rule) -> list[str]:
    """What a rule lets out of its inputs."""
    return [words(outcome.term.type) for outcome in output_effects(rule) if outcome.origin is Origin.RELEASED]

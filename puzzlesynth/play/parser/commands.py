"""What a player types, understood: numbers, commands, and actions in the player's own words.

Words may be shortened. Where several things fit equally well the answer is a question; where nothing fits, it is
the closest thing that would.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Sequence

from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.text.wording import words
from puzzlesynth.play.text.phrases import ORDINALS, ObjectNames, action_phrase, distinct_moves
from puzzlesynth.play.text.reply import SessionReply
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.world import Drop, Move, State, Take, Use, Walk

_FILLERS = "the a an with on to and in into of at from my some using onto about for is it then please"
FILLERS = frozenset(_FILLERS.split())
NUMBERS = {word: number for number, word in enumerate(ORDINALS, 1)}

GO = ("go", "walk", "enter", "visit")
TAKE = ("take", "get", "pick", "grab")
DROP = ("drop", "put", "leave")
USE = ("use", "combine", "try")
EXAMINE = ("examine", "x", "inspect", "describe")


@dataclass(frozen=True)
class CommandMatch:
    """A move that fits what was typed, and how well."""

    move: Move
    phrase: str
    score: int


@dataclass(frozen=True)
class ParsedCommand:
    """What an action in the player's own words means: one move, several, or none and the closest."""

    fits: tuple[CommandMatch, ...] = ()
    closest: str | None = None


def typed_words(text: str) -> list[str]:
    return re.findall(r"[\w'’-]+", text.lower())


def content_words(text: str, names: Iterable[str] = ()) -> list[str]:
    """The words that matter: without `the` and `with`, unless something is called that."""
    return [word for word in typed_words(text) if word not in FILLERS or word in names]


def number_in(text: str) -> int | None:
    """The number that a text is, also as the menu writes it: `3`, `3.`, `[3]`."""
    found = re.fullmatch(r"[\[(#]?(\d+)[\]).:]?", text.strip())
    return int(found[1][:9]) if found else None


def object_of(words: Sequence[str]) -> str:
    """What a command is about, in the player's own words: without `up`, `at`, `the` and the like around it."""
    plain = [(typed_words(word) or [""])[0] for word in words]
    if plain == ["a"] or plain[-2:] == ["to", "a"]:
        return words[-1]  # Nothing follows the article, so it is a name.
    first, last = 0, len(plain)
    while first < last and (plain[first] in FILLERS or plain[first] in ("up", "down")):
        first += 1
    while first < last and plain[last - 1] in ("up", "down", "please", ""):
        last -= 1
    return " ".join(words[first:last]).strip(" ,.;!?")


def parts_of(text: str) -> list[str]:
    """Several things in one breath: `the axe, the knife and the saw`."""
    found = (object_of(part.split()) for part in re.split(r",|;|&|\band\b", text, flags=re.IGNORECASE))
    return [part for part in found if part]


def understand(text: str, pack: Pack, state: State, moves: Sequence[Move]) -> ParsedCommand:
    """Which of the possible moves a text means."""
    names = ObjectNames(state)
    if not content_words(text):
        return ParsedCommand()
    fits = [fit for move in moves if (fit := _fit(text, pack, state, names, move)) is not None]
    if fits:
        best = max(fit.score for fit in fits)
        found = {fit.move: fit for fit in fits if fit.score == best}
        return ParsedCommand(tuple(found[move] for move in distinct_moves(pack, state, found)))
    return ParsedCommand(closest=closest(text, [action_phrase(pack, names, move) for move in moves]))


def _fit(text: str, pack: Pack, state: State, names: ObjectNames, move: Move) -> CommandMatch | None:
    phrase = action_phrase(pack, names, move)
    if typed_words(text) == typed_words(phrase):
        return CommandMatch(move, phrase, 1000)
    verbs, things = _vocabulary(pack, state, names, move)
    first, *rest = content_words(text, things)
    if isinstance(move, Use) and first in USE:
        score = matched(rest, things)
        return (
            None
            if score is None or not rest
            else CommandMatch(move, phrase, score + _all_used(rest, state, names, move))
        )
    if not rest and not isinstance(move, Use) and len(typed_words(text)) > 1:
        return None
    verb = word_score(first, verbs)
    if verb:
        score = matched(rest, verbs + things)
        if score is not None:
            return CommandMatch(move, phrase, 10 * verb + score + _all_used(rest, state, names, move))
    return None


def _all_used(typed: list[str], state: State, names: ObjectNames, move: Move) -> int:
    """A move with nothing but what was named fits better than one with more."""
    if not isinstance(move, Use):
        return 0
    named = sum(any(word_score(word, content_words(names[n])) for word in typed) for n in move.inputs)
    return 1 if named == len(move.inputs) else 0


def _vocabulary(pack: Pack, state: State, names: ObjectNames, move: Move) -> tuple[list[str], list[str]]:
    """The words for what a move does, and the words for the things in it."""
    if isinstance(move, Walk):
        area = pack.areas[move.area]
        return [*GO], typed_words(f"{words(area.name)} {area.title or ''}")
    if isinstance(move, Take):
        return [*TAKE, "up"], _thing_words(names, state, move.object)
    if isinstance(move, Drop):
        return [*DROP, "down"], _thing_words(names, state, move.object)
    rule = pack.rule(move.rule)
    verbs = [*content_words(f"{words(rule.action)} {rule.name or ''}"), rule.action.lower()]
    things = [word for name in move.inputs for word in _thing_words(names, state, name)]
    return verbs, things + [word for item in move.items for word in content_words(words(item))]


def _thing_words(names: ObjectNames, state: State, name: str) -> list[str]:
    """The words of a name; `tree 2` is the second tree."""
    found = typed_words(names[name])
    number = NUMBERS.get(found[0]) if found else None
    return [*found, str(number)] if number is not None else found


def matched(typed: Iterable[str], known: list[str]) -> int | None:
    """How well all typed words are among the known ones; None: one of them is not."""
    total = 0
    for word in typed:
        score = word_score(word, known)
        if not score:
            return None
        total += score
    return total


def word_score(word: str, known: Iterable[str]) -> int:
    """2: the same word, 1: the beginning of one, 0: neither."""
    best = 0
    for other in known:
        if word == other:
            return 2
        if other.startswith(word) and not word.isdigit():
            best = 1
    return best


def knows_verb(text: str, pack: Pack) -> bool:
    """Whether the first word is something that can be done somewhere, at some time."""
    first = (content_words(text) or [""])[0]
    if first in (*GO, *TAKE, *DROP, *USE, *EXAMINE):
        return True
    known = (word for rule in pack.rules for word in content_words(f"{words(rule.action)} {rule.name or ''}"))
    return bool(first) and bool(word_score(first, known))


def spelt_right(text: str, pack: Pack) -> str | None:
    """The text with the verb that its first word looks like, where it is none."""
    first, *rest = typed_words(text) or [""]
    actions = (content_words(words(rule.action)) for rule in pack.rules)
    verbs = dict.fromkeys(action[0] for action in actions if action)
    found = difflib.get_close_matches(first, [*verbs, *GO, *TAKE, *DROP, *USE, *EXAMINE], 1, 0.7)
    return " ".join([found[0], *rest]) if found else None


def find_named(text: str, names: Sequence[tuple[str, str]]) -> list[str]:
    """Of things with names, those that a text means best: ids."""
    scored = []
    for id_, name in names:
        known = typed_words(name)
        typed = content_words(text, known)
        number = NUMBERS.get(known[0]) if known else None
        score = matched(typed, [*known, str(number)] if number else known)
        if typed and score is not None:
            exact = typed_words(text) in (known, known[1:] if number else known)
            scored.append((score + (100 if exact else 0), id_))
    best = max((score for score, _ in scored), default=0)
    return [id_ for score, id_ in scored if score == best]


def closest(text: str, phrases: Iterable[str], likeness: float = 0.45) -> str | None:
    """The phrase that looks most like a text, if any does."""
    known = {_squeezed(phrase): phrase for phrase in phrases}
    typed = content_words(text)
    for found in difflib.get_close_matches(_squeezed(text), known, 3, likeness):
        if any(difflib.get_close_matches(word, found.split(), 1) for word in typed):
            return known[found]
    return _sharing_a_word(typed, known.values())


def _squeezed(text: str) -> str:
    return " ".join(content_words(text))


def _sharing_a_word(typed: Sequence[str], phrases: Iterable[str]) -> str | None:
    for phrase in phrases:
        if difflib.get_close_matches(typed[-1] if typed else "", content_words(phrase), 1, 0.75):
            return phrase
    return None


def abbreviated(word: str, commands: Iterable[str]) -> str | None:
    """The one command that begins with a word, if it is only one."""
    found = [command for command in commands if command.startswith(word)]
    return found[0] if len(found) == 1 else None


YES = ("y", "yes", "yeah", "yep", "sure", "ok", "okay")
NO = ("n", "no", "nope")


@dataclass(frozen=True)
class Choice:
    """One of the things that a player may have meant."""

    phrase: str
    do: Callable[[SessionReply], None]


def chosen(text: str, choices: Sequence[Choice]) -> list[Choice]:
    """The choices that an answer fits: `2`, `the blue one`, `second`."""
    number = number_in(text)
    if number is not None:
        return list(choices[number - 1 : number]) if number else []
    words = [word for word in content_words(text) if word != "one"]
    found = find_named(" ".join(words), [(str(n), choice.phrase) for n, choice in enumerate(choices)])
    if found:
        return [choices[int(n)] for n in found]
    place = NUMBERS.get(words[0]) if len(words) == 1 else None
    return list(choices[place - 1 : place]) if place is not None else []

"""The grammar: the pack's own verbs, and what every player expects. Nothing else, so that no verb means two things."""

from __future__ import annotations

from collections.abc import Iterator

from ..exporting import ExportError
from .deeds import Deeds
from .words import quoted

MOST_VERBS = 200
SEPARATOR = "'with'"
ANY_PHRASE = 10_000
"""From here on a number stands for whatever phrase begins with a verb; `engine.inf` knows it too."""
LOOSE_SEPARATOR = "'with'/'on'/'to'/'in'/'into'/'from'/'at'"
"""Between nouns where only the first word of a phrase was typed: UNLOCK CLIFF GATE WITH GATE KEY."""

_META = {
    "score": ["* -> Score"],
    "quit": ["* -> Quit"],
    "q": ["* -> Quit"],
    "restart": ["* -> Restart"],
    "restore": ["* -> Restore"],
    "save": ["* -> Save"],
    "script": ["* -> ScriptOn", "* 'off' -> ScriptOff"],
    "verify": ["* -> Verify"],
    "version": ["* -> Version"],
    "brief": ["* -> LMode1"],
    "verbose": ["* -> LMode2"],
    "superbrie": ["* -> LMode3"],
    "notify": ["* -> NotifyOn", "* 'on' -> NotifyOn", "* 'off' -> NotifyOff"],
    "hint": ["* -> HintMe"],
    "hints": ["* -> HintMe"],
    "help": ["* -> HintMe"],
    "actions": ["* -> Actions"],
}
_ROOM = "* scope=RoomScope -> GoTo"
_WALK = ["* noun=ADirection -> Go", "* 'to' scope=RoomScope -> GoTo", _ROOM]
_TAKE = ["* multi -> Take"]
_DROP = ["* multiheld -> Drop"]
_PLAIN = {
    "look": ["* -> Look", "* 'at' noun -> Examine"],
    "l": ["* -> Look", "* 'at' noun -> Examine"],
    "examine": ["* noun -> Examine"],
    "x": ["* noun -> Examine"],
    "read": ["* noun -> Examine"],
    "inventory": ["* -> Inv"],
    "inv": ["* -> Inv"],
    "i": ["* -> Inv"],
    "take": _TAKE,
    "get": _TAKE,
    "carry": _TAKE,
    "pick": ["* 'up' multi -> Take", "* multi 'up' -> Take"],
    "drop": _DROP,
    "put": ["* 'down' multiheld -> Drop", "* multiheld 'down' -> Drop"],
    "wait": ["* -> Wait"],
    "z": ["* -> Wait"],
    "go": _WALK,
    "walk": _WALK,
    "enter": [_ROOM],
    "exits": ["* -> Exits"],
    "do": ["* number -> DoNumber"],
}

_USUAL = {
    **dict.fromkeys(("take", "get", "carry"), "##Take"),
    **dict.fromkeys(("look", "l", "examine", "x", "read"), "##Examine"),
    **dict.fromkeys(("go", "walk"), "##Go"),
    "drop": "##Drop",
}
"""What everybody expects of a verb with one noun where the pack's own meaning does not apply."""

_STUBS = """
[ ADirection; if (noun in Compass) rtrue; rfalse; ];
Default d_obj NULL;
Default u_obj NULL;
Stub AfterLife 0;
Stub AfterPrompt 0;
Stub Amusing 0;
Stub DarkToDark 0;
Stub Epilogue 0;
Stub GamePostRoutine 0;
Stub GamePreRoutine 0;
Stub InScope 1;
Stub NewRoom 0;
Stub ObjectDoesNotFit 2;
Stub ParseNumber 2;
Stub ParserError 1;
Stub PrintTaskName 1;
Stub PrintVerb 1;
Stub TimePasses 0;
Stub UnknownVerb 1;
Stub AfterSave 1;
Stub AfterRestore 1;
[ PrintRank; print ".^"; ];
[ ParseNoun obj; obj = obj; return -1; ];
"""


def grammar_lines(deeds: Deeds) -> Iterator[str]:
    """Verbs in the order of their words, the pack's own meanings before the others."""
    most = _arities(deeds)
    yield from _phrase_routines(deeds, most)
    yield _STUBS
    phrases, single = _long_phrases(deeds, most), _single_words(deeds, most)
    if len({*phrases, *single}) > MOST_VERBS:
        raise ExportError(f"more than {MOST_VERBS} different verbs do not fit into a story file")
    for word in sorted({*_META, *_PLAIN, *phrases, *single}):
        own, usual = phrases.get(word, []), [*_META.get(word, []), *_PLAIN.get(word, [])]
        # SAVE alone saves the game. And who types TAKE alone is asked about the first line, so not about TAKE FLAME.
        alone = [line for line in usual if line.startswith("* ->")]
        others = [line for line in usual if line not in alone]
        lines = [*single.get(word, []), *others]
        lines = [*alone, *lines, *own] if usual else [*own, *lines]
        meta = "meta " if lines == _META.get(word) else ""
        yield f"Verb {meta}{quoted(word)}\n  " + "\n  ".join(lines) + ";"


def _long_phrases(deeds: Deeds, most: dict[int, int]) -> dict[str, list[str]]:
    """By their first word; those with more words first."""
    found: dict[str, list[str]] = {}
    for words, number in sorted(deeds.phrase_numbers.items(), key=lambda known: -len(known[0])):
        if len(words) > 1:
            fixed = " ".join(map(quoted, words[1:]))
            lines = [_line(fixed, number, count) for count in _counts(words, most[number])]
            found.setdefault(words[0], []).extend(lines)
    return found


def _single_words(deeds: Deeds, most: dict[int, int]) -> dict[str, list[str]]:
    """Verbs that are a phrase of their own, and those that are enough for one."""
    found: dict[str, list[str]] = {}
    for words, number in deeds.phrase_numbers.items():
        if len(words) == 1:
            found[words[0]] = [_line("", number, count) for count in _counts(words, most[number])]
    for word, number in loose_verbs(deeds).items():
        found[word] = [f"* noun -> W{number}x1", f"* noun {LOOSE_SEPARATOR} noun -> W{number}x2"]
    return found


def _counts(words: tuple[str, ...], most: int) -> range:
    """How many nouns may be typed. A usual verb keeps its usual meaning where there are none."""
    usual = len(words) == 1 and most > 0 and words[0] in {*_META, *_PLAIN}
    return range(int(usual), most + 1)


def _line(fixed: str, number: int, count: int) -> str:
    nouns = f" {SEPARATOR} ".join(_token(position) for position in range(count))
    return " ".join(part for part in ("*", fixed, nouns, f"-> P{number}x{count}") if part)


def loose_verbs(deeds: Deeds) -> dict[str, int]:
    """Verbs that are enough by themselves, numbered from 1: no phrase is just this word, and nobody expects another
    meaning of it."""
    words = {phrase[0] for phrase in deeds.phrase_numbers} - {*_META, *_PLAIN}
    words -= {phrase[0] for phrase in deeds.phrase_numbers if len(phrase) == 1}
    return {word: number for number, word in enumerate(sorted(words), 1)}


def _arities(deeds: Deeds) -> dict[int, int]:
    """For each phrase how many nouns it takes at most."""
    found: dict[int, int] = {}
    for working in deeds.workings:
        number = deeds.phrase_numbers[deeds.phrases[working.rule.number]]
        found[number] = max(found.get(number, 0), len(working.rule.inputs))
    return found


def _token(position: int) -> str:
    return "noun" if position < 2 else f"Noun{position}"


def _phrase_routines(deeds: Deeds, most: dict[int, int]) -> Iterator[str]:
    for position in range(2, max(most.values(), default=0)):
        yield f"[ Noun{position} x;"
        yield "  x = ParseToken(ELEMENTARY_TT, NOUN_TOKEN);"
        yield "  if (x == GPR_FAIL or GPR_REPARSE or GPR_MULTIPLE) return x;"
        yield f"  typed-->{position} = x;\n  return GPR_PREPOSITION;\n];"
    for words, number in deeds.phrase_numbers.items():
        for count in _counts(words, most[number]):
            given = "".join(
                f" typed-->{k} = {name};" for k, name in enumerate(("noun", "second")) if k < count
            )
            usual = _USUAL.get(words[0], "0") if len(words) == 1 and count == 1 else "0"
            attempt = f"Attempt({number}, {usual});"
            yield f"[ P{number}x{count}Sub; typed_count = {count};{given} {attempt} ]; ! {' '.join(words)}"
    loose = loose_verbs(deeds)
    for word, number in loose.items():
        for count, given in ((1, "typed-->0 = noun;"), (2, "typed-->0 = noun; typed-->1 = second;")):
            attempt = f"Attempt({ANY_PHRASE + number}, 0);"
            yield f"[ W{number}x{count}Sub; typed_count = {count}; {given} {attempt} ]; ! {word}"
    yield "[ PhraseOf act;"
    for number in deeds.phrase_numbers.values():
        acts = " or ".join(f"##P{number}x{count}" for count in range(1, most[number] + 1))
        if acts:
            yield f"  if (act == {acts}) return {number};"
    for number in loose.values():
        yield f"  if (act == ##W{number}x1 or ##W{number}x2) return {ANY_PHRASE + number};"
    yield "  act = act;\n  return -1;\n];"
    yield "[ VerbOf ph;"
    for words, number in deeds.phrase_numbers.items():
        if words[0] in loose:
            yield f"  if (ph == {number}) return {loose[words[0]]};"
    yield "  ph = ph;\n  return 0;\n];"
    yield "[ PrintPhrase ph;"
    for words, number in deeds.phrase_numbers.items():
        yield f'  if (ph == {number}) print "{" ".join(words)}";'
    yield "  ph = ph;\n];"

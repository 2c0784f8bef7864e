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
_WALK = ["* noun=ADirection -> Go", "* 'to' scope=RoomScope -> GoTo", "* scope=RoomScope -> GoTo"]
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
    "do": ["* number -> DoNumber"],
}

_STUBS = """
[ ADirection; if (noun in Compass) rtrue; rfalse; ];
Default d_obj NULL;
Default u_obj NULL;
Stub AfterLife 0;
Stub AfterPrompt 0;
Stub Amusing 0;
Stub BeforeParsing 0;
Stub ChooseObjects 2;
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
    """Verbs in the order of their words; lines with more fixed words first, the pack's own before the others."""
    most = _arities(deeds)
    yield from _phrase_routines(deeds, most)
    yield _STUBS
    own: dict[str, list[tuple[int, str]]] = {}
    for words, number in deeds.phrase_numbers.items():
        for count in range(most[number], -1, -1):
            fixed = " ".join(map(quoted, words[1:]))
            nouns = f" {SEPARATOR} ".join(_token(position) for position in range(count))
            line = " ".join(part for part in ("*", fixed, nouns, f"-> P{number}x{count}") if part)
            own.setdefault(words[0], []).append((-len(words) * 100 + count, line))
    for word, number in loose_verbs(deeds).items():
        own[word].append((0, f"* noun -> W{number}x1"))
        own[word].append((1, f"* noun {LOOSE_SEPARATOR} noun -> W{number}x2"))
    if len(own) > MOST_VERBS:
        raise ExportError(f"more than {MOST_VERBS} different verbs do not fit into a story file")
    for word in sorted({*_META, *_PLAIN, *own}):
        lines = [line for _, line in sorted(own.get(word, []))]
        lines += _META.get(word, []) + _PLAIN.get(word, [])
        meta = "meta " if word in _META and word not in own else ""
        yield f"Verb {meta}{quoted(word)}\n  " + "\n  ".join(lines) + ";"


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
        for count in range(most[number] + 1):
            given = "".join(
                f" typed-->{k} = {name};" for k, name in enumerate(("noun", "second")) if k < count
            )
            yield f"[ P{number}x{count}Sub; typed_count = {count};{given} Attempt({number}); ]; ! {' '.join(words)}"
    loose = loose_verbs(deeds)
    for word, number in loose.items():
        for count, given in ((1, "typed-->0 = noun;"), (2, "typed-->0 = noun; typed-->1 = second;")):
            attempt = f"Attempt({ANY_PHRASE + number});"
            yield f"[ W{number}x{count}Sub; typed_count = {count}; {given} {attempt} ]; ! {word}"
    yield "[ VerbOf ph;"
    for words, number in deeds.phrase_numbers.items():
        if words[0] in loose:
            yield f"  if (ph == {number}) return {loose[words[0]]};"
    yield "  ph = ph;\n  return 0;\n];"
    yield "[ PrintPhrase ph;"
    for words, number in deeds.phrase_numbers.items():
        yield f'  if (ph == {number}) print "{" ".join(words)}";'
    yield "  ph = ph;\n];"

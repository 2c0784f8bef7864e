"""The grammar: the pack's own verbs, and what every player expects. Nothing else, so that no verb means two things."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.export.interface import ExportError

from .dictionary import quoted
from .rules import RuleRoutines

MOST_VERBS = 200
SEPARATOR, LEAD = "Joint", "Lead"
"""The tokens for the words between nouns and before them; a list of words in every line would take much more room."""

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
Stub TimePasses 0;
Stub UnknownVerb 1;
Stub AfterSave 1;
Stub AfterRestore 1;
[ PrintRank; print ".^"; ];
[ ParseNoun obj; obj = obj; return -1; ];
"""


def grammar_lines(routines: RuleRoutines) -> Iterator[str]:
    """Verbs in the order of their words, the pack's own meanings before the others."""
    most = arities(routines)
    yield from phrase_routines(routines, most)
    yield _STUBS
    phrases, single = _long_phrases(routines, most), _single_words(routines, most)
    if len({*phrases, *single}) > MOST_VERBS:
        raise ExportError(f"more than {MOST_VERBS} different verbs do not fit into a story file")
    for word in sorted({*META, *PLAIN, *phrases, *single}):
        own, usual = phrases.get(word, []), [*META.get(word, []), *PLAIN.get(word, [])]
        # SAVE alone saves the game. And TAKE alone is asked about the first line, so not about TAKE FLAME.
        alone = [line for line in usual if line.startswith("* ->")]
        others = [line for line in usual if line not in alone]
        lines = [*single.get(word, []), *others]
        lines = [*alone, *lines, *own] if usual else [*own, *lines]
        meta = "meta " if lines == META.get(word) else ""
        yield f"Verb {meta}{quoted(word)}\n  " + "\n  ".join(lines) + ";"


def _long_phrases(routines: RuleRoutines, most: dict[int, int]) -> dict[str, list[str]]:
    """By their first word; those with more words first."""
    found: dict[str, list[str]] = {}
    for words, number in sorted(routines.phrase_numbers.items(), key=lambda known: -len(known[0])):
        if len(words) > 1:
            fixed = " ".join(map(quoted, words[1:]))
            found.setdefault(words[0], []).extend(_lines(fixed, f"P{number}", counts(words, most[number])))
    return found


def _single_words(routines: RuleRoutines, most: dict[int, int]) -> dict[str, list[str]]:
    """Verbs that are a phrase of their own, and those that are enough for one."""
    found: dict[str, list[str]] = {}
    for words, number in routines.phrase_numbers.items():
        if len(words) == 1:
            found[words[0]] = _lines("", f"P{number}", counts(words, most[number]))
    for word, number in loose_verbs(routines).items():
        found[word] = _lines("", f"W{number}", range(1, most_nouns(routines, word, most) + 1))
    return found


def _lines(fixed: str, name: str, several: range) -> list[str]:
    """A line for each number of nouns; and again for FISH IN SEA, where a word comes before the first."""
    plain = [_line(fixed, name, count) for count in several]
    return plain + [_line(f"{fixed} {LEAD}".strip(), name, count) for count in several if count]


def _line(fixed: str, name: str, count: int) -> str:
    nouns = f" {SEPARATOR} ".join(_token(position) for position in range(count))
    return " ".join(part for part in ("*", fixed, nouns, f"-> {name}x{count}") if part)


def _token(position: int) -> str:
    return "noun" if position < 2 else f"Noun{position}"


ANY_PHRASE = 10_000
"""From here on a number means any phrase that begins with a verb; `engine.inf` knows it too."""


def arities(routines: RuleRoutines) -> dict[int, int]:
    """For each phrase how many nouns it takes at most."""
    found: dict[int, int] = {}
    for prepared in routines.prepared_rules:
        number = routines.phrase_numbers[routines.phrases[prepared.rule.number]]
        found[number] = max(found.get(number, 0), len(prepared.rule.inputs))
    return found


def counts(words: tuple[str, ...], most: int) -> range:
    """How many nouns may be typed. A usual verb keeps its usual meaning where there are none."""
    usual = len(words) == 1 and most > 0 and words[0] in {*META, *PLAIN}
    return range(int(usual), most + 1)


def loose_verbs(routines: RuleRoutines) -> dict[str, int]:
    """Verbs that are enough alone, numbered from 1: no phrase is just this word, and players expect no other meaning."""
    words = {phrase[0] for phrase in routines.phrase_numbers} - {*META, *PLAIN}
    words -= {phrase[0] for phrase in routines.phrase_numbers if len(phrase) == 1}
    return {word: number for number, word in enumerate(sorted(words), 1)}


def most_nouns(routines: RuleRoutines, verb: str, most: dict[int, int]) -> int:
    """How many nouns the phrases that begin with a verb take; the first word alone is typed for things, so one."""
    return max([1, *(most[number] for words, number in routines.phrase_numbers.items() if words[0] == verb)])


def phrase_routines(routines: RuleRoutines, most: dict[int, int]) -> Iterator[str]:
    loose = loose_verbs(routines)
    yield from _further_nouns(max(most.values(), default=0))
    yield from _attempts(routines, most)
    yield from _loose_attempts(routines, loose, most)
    yield from _phrase_of_an_action(routines, most, loose)
    yield from _verbs_for_several(routines, most)
    yield from _verb_of_a_phrase(routines, loose)
    yield from _phrases_told(routines)


def _further_nouns(most: int) -> Iterator[str]:
    """Inform's grammar has two nouns; these tokens take further ones."""
    for position in range(2, most):
        yield f"[ Noun{position} x;"
        yield "  x = ParseToken(ELEMENTARY_TT, NOUN_TOKEN);"
        yield "  if (x == GPR_FAIL or GPR_REPARSE or GPR_MULTIPLE) return x;"
        yield f"  typed-->{position} = x;\n  return GPR_PREPOSITION;\n];"


def _attempts(routines: RuleRoutines, most: dict[int, int]) -> Iterator[str]:
    """The routine for a phrase with this many nouns."""
    for words, number in routines.phrase_numbers.items():
        for count in counts(words, most[number]):
            usual = USUAL.get(words[0], "0") if len(words) == 1 and count == 1 else "0"
            yield _attempt(f"P{number}", count, f"{number}, {usual}", " ".join(words))


def _loose_attempts(routines: RuleRoutines, loose: dict[str, int], most: dict[int, int]) -> Iterator[str]:
    for word, number in loose.items():
        for count in range(1, most_nouns(routines, word, most) + 1):
            yield _attempt(f"W{number}", count, f"{ANY_PHRASE + number}, 0", word)


def _attempt(name: str, count: int, what: str, comment: str) -> str:
    given = "".join(f" typed-->{k} = {noun};" for k, noun in enumerate(("noun", "second")[:count]))
    return f"[ {name}x{count}Sub; typed_count = {count};{given} Attempt({what}); ]; ! {comment}"


def _phrase_of_an_action(
    routines: RuleRoutines, most: dict[int, int], loose: dict[str, int]
) -> Iterator[str]:
    yield "[ PhraseOf act;"
    for number in routines.phrase_numbers.values():
        acts = " or ".join(f"##P{number}x{count}" for count in range(1, most[number] + 1))
        if acts:
            yield f"  if (act == {acts}) return {number};"
    for word, number in loose.items():
        acts = " or ".join(f"##W{number}x{count}" for count in range(1, most_nouns(routines, word, most) + 1))
        yield f"  if (act == {acts}) return {ANY_PHRASE + number};"
    yield "  act = act;\n  return -1;\n];"


def _verbs_for_several(routines: RuleRoutines, most: dict[int, int]) -> Iterator[str]:
    """The verbs that allow AND between their nouns; with a usual verb it makes a list: TAKE BOOK AND COIN."""
    verbs = sorted({words[0] for words in routines.phrase_numbers} - {*META, *PLAIN})
    yield "[ TakesSeveral w;"
    for verb in verbs:
        if most_nouns(routines, verb, most) > 1:
            yield f"  if (w == {quoted(verb)}) rtrue;"
    yield "  w = w;\n  rfalse;\n];"


def _verb_of_a_phrase(routines: RuleRoutines, loose: dict[str, int]) -> Iterator[str]:
    yield "[ VerbOf ph;"
    for words, number in routines.phrase_numbers.items():
        if words[0] in loose:
            yield f"  if (ph == {number}) return {loose[words[0]]};"
    yield "  ph = ph;\n  return 0;\n];"


def _phrases_told(routines: RuleRoutines) -> Iterator[str]:
    yield "[ PrintPhrase ph;"
    for words, number in routines.phrase_numbers.items():
        yield f'  if (ph == {number}) print "{" ".join(routines.spoken[words])}";'
    yield "  ph = ph;\n];"
    # The verb for taking should not be one that a rule of the pack uses.
    own = {words[0] for words in routines.phrase_numbers}
    taking = next((verb for verb in ("take", "get", "carry") if verb not in own), "pick up")
    yield f'[ PrintTake; print "{taking}"; ];'
    # The library would print what its dictionary keeps of a verb.
    yield "[ PrintVerb v;"
    for verb, whole in {words[0]: spoken[0] for words, spoken in routines.spoken.items()}.items():
        if verb != whole:
            yield f'  if (v == {quoted(verb)}) {{ print "{whole}"; rtrue; }}'
    yield "  v = v;\n  rfalse;\n];"


META = {
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
    "goals": ["* -> Goals"],
    "goal": ["* -> Goals"],
}
_ROOM = "* scope=RoomScope -> GoTo"
_WALK = ["* noun=ADirection -> Go", "* 'to' scope=RoomScope -> GoTo", _ROOM]
_TAKE = ["* multi -> Take"]
_DROP = ["* multiheld -> Drop"]
PLAIN = {
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

USUAL = {
    **dict.fromkeys(("take", "get", "carry"), "##Take"),
    **dict.fromkeys(("look", "l", "examine", "x", "read"), "##Examine"),
    **dict.fromkeys(("go", "walk"), "##Go"),
    "drop": "##Drop",
}
"""The usual meaning of a verb with one noun where the pack's own meaning does not apply."""

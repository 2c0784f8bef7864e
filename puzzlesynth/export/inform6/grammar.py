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


ANY_PHRASE = 10_000
"""From here on a number means any phrase that begins with a verb; `engine.inf` knows it too."""


def grammar_lines(routines: RuleRoutines) -> Iterator[str]:
    """Verbs in the order of their words, the pack's own meanings before the others."""
    grammar = InformGrammar(routines)
    yield from grammar.routines()
    yield _STUBS
    phrases, single = grammar.long_phrases(), grammar.single_words()
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


class InformGrammar:
    """The phrases of a pack's actions, and how many nouns each of them takes."""

    def __init__(self, routines: RuleRoutines) -> None:
        self._spoken, self._phrases = routines.spoken, routines.phrase_numbers
        self._most: dict[int, int] = {}
        """For each phrase how many nouns it takes at most."""
        for prepared in routines.prepared_rules:
            number = self._phrases[routines.phrases[prepared.rule.number]]
            self._most[number] = max(self._most.get(number, 0), len(prepared.rule.inputs))
        self._verbs = {words[0] for words in self._phrases}
        loose = self._verbs - {*META, *PLAIN} - {words[0] for words in self._phrases if len(words) == 1}
        self.loose = {word: number for number, word in enumerate(sorted(loose), 1)}
        """Verbs that are enough alone, from 1: no phrase is just this word, and players expect no other meaning."""

    def long_phrases(self) -> dict[str, list[str]]:
        """By their first word; those with more words first."""
        found: dict[str, list[str]] = {}
        for words, number in sorted(self._phrases.items(), key=lambda known: -len(known[0])):
            if len(words) > 1:
                fixed = " ".join(map(quoted, words[1:]))
                found.setdefault(words[0], []).extend(_lines(fixed, f"P{number}", self._counts(words)))
        return found

    def single_words(self) -> dict[str, list[str]]:
        """Verbs that are a phrase of their own, and those that are enough for one."""
        single = {words: number for words, number in self._phrases.items() if len(words) == 1}
        found = {words[0]: _lines("", f"P{number}", self._counts(words)) for words, number in single.items()}
        return found | {word: _lines("", f"W{n}", self._loose_counts(word)) for word, n in self.loose.items()}

    def _counts(self, words: tuple[str, ...]) -> range:
        """How many nouns may be typed. A usual verb keeps its usual meaning where there are none."""
        most = self._most[self._phrases[words]]
        usual = len(words) == 1 and most > 0 and words[0] in {*META, *PLAIN}
        return range(int(usual), most + 1)

    def _loose_counts(self, verb: str) -> range:
        """The same for a verb alone, which is typed for at least one thing."""
        most = (self._most[number] for words, number in self._phrases.items() if words[0] == verb)
        return range(1, max([1, *most]) + 1)

    def routines(self) -> Iterator[str]:
        """What the lines of the grammar call, and what the engine asks about phrases."""
        yield from _further_nouns(max(self._most.values(), default=0))
        for words, number in self._phrases.items():
            for count in self._counts(words):
                usual = USUAL.get(words[0], "0") if len(words) == 1 and count == 1 else "0"
                yield _attempt(f"P{number}", count, f"{number}, {usual}", " ".join(words))
        for word, number in self.loose.items():
            for count in self._loose_counts(word):
                yield _attempt(f"W{number}", count, f"{ANY_PHRASE + number}, 0", word)
        yield from self._phrase_of_an_action()
        # The verbs that allow AND between their nouns; with a usual verb it makes a list: TAKE BOOK AND COIN.
        yield "[ TakesSeveral w;"
        for verb in sorted(self._verbs - {*META, *PLAIN}):
            if len(self._loose_counts(verb)) > 1:
                yield f"  if (w == {quoted(verb)}) rtrue;"
        yield "  w = w;\n  rfalse;\n];\n[ VerbOf ph;"
        for words, number in self._phrases.items():
            if words[0] in self.loose:
                yield f"  if (ph == {number}) return {self.loose[words[0]]};"
        yield "  ph = ph;\n  return 0;\n];"
        yield from self._phrases_told()

    def _phrase_of_an_action(self) -> Iterator[str]:
        yield "[ PhraseOf act;"
        for number, most in ((number, self._most[number]) for number in self._phrases.values()):
            if most:
                yield f"  if (act == {_actions(f'P{number}', range(1, most + 1))}) return {number};"
        for word, number in self.loose.items():
            acts = _actions(f"W{number}", self._loose_counts(word))
            yield f"  if (act == {acts}) return {ANY_PHRASE + number};"
        yield "  act = act;\n  return -1;\n];"

    def _phrases_told(self) -> Iterator[str]:
        yield "[ PrintPhrase ph;"
        for words, number in self._phrases.items():
            yield f'  if (ph == {number}) print "{" ".join(self._spoken[words])}";'
        yield "  ph = ph;\n];"
        # The verb for taking should not be one that a rule of the pack uses.
        taking = next((verb for verb in ("take", "get", "carry") if verb not in self._verbs), "pick up")
        yield f'[ PrintTake; print "{taking}"; ];'
        # The library would print what its dictionary keeps of a verb.
        yield "[ PrintVerb v;"
        for verb, whole in {words[0]: spoken[0] for words, spoken in self._spoken.items()}.items():
            if verb != whole:
                yield f'  if (v == {quoted(verb)}) {{ print "{whole}"; rtrue; }}'
        yield "  v = v;\n  rfalse;\n];"


def _lines(fixed: str, name: str, several: range) -> list[str]:
    """A line for each number of nouns; and again for FISH IN SEA, where a word comes before the first."""
    plain = [_line(fixed, name, count) for count in several]
    return plain + [_line(f"{fixed} {LEAD}".strip(), name, count) for count in several if count]


def _line(fixed: str, name: str, count: int) -> str:
    nouns = f" {SEPARATOR} ".join("noun" if n < 2 else f"Noun{n}" for n in range(count))
    return " ".join(part for part in ("*", fixed, nouns, f"-> {name}x{count}") if part)


def _further_nouns(most: int) -> Iterator[str]:
    """Inform's grammar has two nouns; these tokens take further ones."""
    for position in range(2, most):
        yield f"[ Noun{position} x;"
        yield "  x = ParseToken(ELEMENTARY_TT, NOUN_TOKEN);"
        yield "  if (x == GPR_FAIL or GPR_REPARSE or GPR_MULTIPLE) return x;"
        yield f"  typed-->{position} = x;\n  return GPR_PREPOSITION;\n];"


def _attempt(name: str, count: int, what: str, comment: str) -> str:
    """The routine for a phrase with this many nouns."""
    given = "".join(f" typed-->{k} = {noun};" for k, noun in enumerate(("noun", "second")[:count]))
    return f"[ {name}x{count}Sub; typed_count = {count};{given} Attempt({what}); ]; ! {comment}"


def _actions(name: str, counts: range) -> str:
    return " or ".join(f"##{name}x{count}" for count in counts)


def _by_word(verbs: dict[str, list[str]]) -> dict[str, list[str]]:
    return {word: lines for words, lines in verbs.items() for word in words.split()}


META = _by_word(
    {
        "score": ["* -> Score"],
        "quit q": ["* -> Quit"],
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
        "hint hints help": ["* -> HintMe"],
        "actions": ["* -> Actions"],
        "goals goal": ["* -> Goals"],
    }
)
_ROOM = "* scope=RoomScope -> GoTo"
PLAIN = _by_word(
    {
        "look l": ["* -> Look", "* 'at' noun -> Examine"],
        "examine x read": ["* noun -> Examine"],
        "inventory inv i": ["* -> Inv"],
        "take get carry": ["* multi -> Take"],
        "pick": ["* 'up' multi -> Take", "* multi 'up' -> Take"],
        "drop": ["* multiheld -> Drop"],
        "put": ["* 'down' multiheld -> Drop", "* multiheld 'down' -> Drop"],
        "wait z": ["* -> Wait"],
        "go walk": ["* noun=ADirection -> Go", "* 'to' scope=RoomScope -> GoTo", _ROOM],
        "enter": [_ROOM],
        "exits": ["* -> Exits"],
        "do": ["* number -> DoNumber"],
    }
)

USUAL = {
    **dict.fromkeys(("take", "get", "carry"), "##Take"),
    **dict.fromkeys(("look", "l", "examine", "x", "read"), "##Examine"),
    **dict.fromkeys(("go", "walk"), "##Go"),
    "drop": "##Drop",
}
"""The usual meaning of a verb with one noun where the pack's own meaning does not apply."""

"""The grammar: the pack's own verbs, and what every player expects. Nothing else, so that no verb means two things."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.export.interface import ExportError

from .dictionary import quoted
from .phrases import arities, counts, loose_verbs, most_nouns, phrase_routines
from .rules import RuleRoutines
from .standard_verbs import META, PLAIN

MOST_VERBS = 200
SEPARATOR, LEAD = "Joint", "Lead"
"""The tokens for what stands between nouns and before them; a list of words in every line would take much more room."""

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


def grammar_lines(deeds: RuleRoutines) -> Iterator[str]:
    """Verbs in the order of their words, the pack's own meanings before the others."""
    most = arities(deeds)
    yield from phrase_routines(deeds, most)
    yield _STUBS
    phrases, single = _long_phrases(deeds, most), _single_words(deeds, most)
    if len({*phrases, *single}) > MOST_VERBS:
        raise ExportError(f"more than {MOST_VERBS} different verbs do not fit into a story file")
    for word in sorted({*META, *PLAIN, *phrases, *single}):
        own, usual = phrases.get(word, []), [*META.get(word, []), *PLAIN.get(word, [])]
        # SAVE alone saves the game. And who types TAKE alone is asked about the first line, so not about TAKE FLAME.
        alone = [line for line in usual if line.startswith("* ->")]
        others = [line for line in usual if line not in alone]
        lines = [*single.get(word, []), *others]
        lines = [*alone, *lines, *own] if usual else [*own, *lines]
        meta = "meta " if lines == META.get(word) else ""
        yield f"Verb {meta}{quoted(word)}\n  " + "\n  ".join(lines) + ";"


def _long_phrases(deeds: RuleRoutines, most: dict[int, int]) -> dict[str, list[str]]:
    """By their first word; those with more words first."""
    found: dict[str, list[str]] = {}
    for words, number in sorted(deeds.phrase_numbers.items(), key=lambda known: -len(known[0])):
        if len(words) > 1:
            fixed = " ".join(map(quoted, words[1:]))
            found.setdefault(words[0], []).extend(_lines(fixed, f"P{number}", counts(words, most[number])))
    return found


def _single_words(deeds: RuleRoutines, most: dict[int, int]) -> dict[str, list[str]]:
    """Verbs that are a phrase of their own, and those that are enough for one."""
    found: dict[str, list[str]] = {}
    for words, number in deeds.phrase_numbers.items():
        if len(words) == 1:
            found[words[0]] = _lines("", f"P{number}", counts(words, most[number]))
    for word, number in loose_verbs(deeds).items():
        found[word] = _lines("", f"W{number}", range(1, most_nouns(deeds, word, most) + 1))
    return found


def _lines(fixed: str, name: str, several: range) -> list[str]:
    """A line for each number of nouns; and again for FISH IN SEA, where a word stands before the first."""
    plain = [_line(fixed, name, count) for count in several]
    return plain + [_line(f"{fixed} {LEAD}".strip(), name, count) for count in several if count]


def _line(fixed: str, name: str, count: int) -> str:
    nouns = f" {SEPARATOR} ".join(_token(position) for position in range(count))
    return " ".join(part for part in ("*", fixed, nouns, f"-> {name}x{count}") if part)


def _token(position: int) -> str:
    return "noun" if position < 2 else f"Noun{position}"

"""The legend: `A = B`, `A = B and C`, `A = B or C`."""

from __future__ import annotations

from collections.abc import Callable

from puzzlesynth.levels.parser.draft import LegendEntry, SourceDraft
from puzzlesynth.levels.parser.scanner import Line, ParseState
from puzzlesynth.levels.parser.tokens import BLANKS, KEYWORDS, LEGEND_EQUALS, LEGEND_NAME, NAME

_FORMS = '"A = B", "A = B or C [ or D ...]", "A = B and C [ and D ...]"'


def read_token(reading: ParseState, line: Line, starts_line: bool) -> None:
    """One word of a definition; the last one of a line completes it."""
    if reading.token == 0:
        reading.words.append(line.take_word(LEGEND_NAME) or "")
        reading.token = 1
    elif reading.token == 1:
        _read_equals(reading, line)
    elif reading.token % 2 == 1:
        _read_conjunction(reading, line)
    else:
        name = line.take_word(NAME)
        if name is None:
            _complain(reading, line)
        else:
            reading.words.append(name)
            reading.token += 1
    if line.at_end:
        finish_line(reading, line)


def _read_equals(reading: ParseState, line: Line) -> None:
    equals = line.take(LEGEND_EQUALS)
    if equals is None:
        reading.error(
            f"In the legend, define new items using the equals symbol - declarations must look like {_FORMS}."
        )
        line.skip_to_comment()
    reading.words.append(equals or "ERROR")
    line.take(BLANKS)
    reading.token = 2


def _read_conjunction(reading: ParseState, line: Line) -> None:
    word = line.take_word(NAME)
    reading.token += 1
    if word is None:
        _complain(reading, line)
        return
    if word not in ("and", "or"):
        reading.error(
            f"Expected and 'AND' or an 'OR' here, but got {word.upper()} instead. In the legend, define new "
            "items using the equals symbol - declarations must look like 'A = B' or 'A = B and C' or 'A = B "
            "or C'."
        )
    elif len(reading.words) > 3 and word != reading.words[3]:
        reading.error("Hey! You can't go mixing ANDs and ORs in a single legend entry.")
    reading.words.append(word)


def _complain(reading: ParseState, line: Line) -> None:
    reading.error("Something bad's happening in the LEGEND")
    line.skip_to_comment()


def finish_line(reading: ParseState, line: Line) -> None:
    """Turn the words of a line into a definition."""
    words = reading.words
    if not words:
        return
    if len(words) == 1:
        reading.error(f"Incorrect format of legend - should be one of {_FORMS}.")
    elif len(words) % 2 == 0:
        reading.error(
            f"Incorrect format of legend - should be one of {_FORMS}, but it looks like you have a dangling "
            f'"{words[-1].upper()}"?'
        )
    else:
        acceptable = _check_names(reading)
        _define(reading, line, acceptable)


def _check_names(reading: ParseState) -> bool:
    """Look at the new name and at its parts; a name defined by itself loses those parts."""
    words, draft = reading.words, reading.draft
    name = words[0]
    acceptable = True
    earlier = draft.definition_line(name)
    if earlier is not None:
        reading.error(f'Name "{name.upper()}" already in use (on line line {earlier}).')
        acceptable = False
    if name in KEYWORDS:
        reading.warning(f'You named an object "{name.upper()}", but this is a keyword. Don\'t do that!')

    position = 2
    while position < len(words):
        part = words[position]
        if part == name:
            reading.error(f"You can't define object {name.upper()} in terms of itself!")
            acceptable = False
            _remove_part(words, name)
        for other in words[2:position:2]:
            if other == part:
                reading.warning(
                    f"You're repeating the object {other.upper()} here multiple times on the RHS.  "
                    "This makes no sense.  Don't do that."
                )
        position += 2
    for part in words[2::2]:
        if part != name and not draft.is_declared(part):
            reading.error(f"You're talking about {part.upper()} but it's not defined anywhere.")
    return acceptable


def _remove_part(words: list[str], part: str) -> None:
    while part in words[2:]:
        position = words.index(part, 2)
        start = position - 1 if position >= 4 else position
        del words[start : start + 2]


def _define(reading: ParseState, line: Line, acceptable: bool) -> None:
    words, draft = reading.words, reading.draft
    name = words[0]
    if len(words) == 3:
        draft.synonyms.add(LegendEntry(name, [words[2]], reading.number))
    elif len(words) > 4 and words[3] == "and":
        parts = [member for word in words[2::2] for member in _aggregate_members(reading, word)]
        draft.aggregates.add(LegendEntry(name, _bounded(reading, parts), reading.number))
    elif len(words) > 4 and words[3] == "or":
        if any(word != "or" for word in words[5::2]):
            return
        parts = _property_parts(reading, words[2::2])
        draft.properties.add(LegendEntry(name, _bounded(reading, parts), reading.number))
    else:
        if acceptable:
            reading.error(
                "This legend-entry is incorrectly-formatted - it should be one of A = B, A = B or C ( or D "
                "...), A = B and C (and D ...)"
            )
        return
    reading.remember_spelling(name, line.original)


MOST_PARTS = 1000
"""How many objects an entry may stand for, repetitions counted: `B = A and A`, `C = B and B` ... double each time."""


def _bounded(reading: ParseState, parts: list[str]) -> list[str]:
    if len(parts) <= MOST_PARTS:
        return parts
    reading.error(f"This legend-entry stands for more than {MOST_PARTS} objects. Please split it up.")
    return list(dict.fromkeys(parts))[:MOST_PARTS]


def _aggregate_members(reading: ParseState, name: str) -> list[str]:
    """The objects that a part of an AND stands for."""

    def refuse(entry: LegendEntry, follow: Follow) -> list[str]:
        reading.error(
            "Cannot define an aggregate (using 'and') in terms of properties (something that uses 'or')."
        )
        return [entry.name]

    return resolve(reading.draft, name, follow_members, refuse, lambda unknown: [unknown])


def _property_parts(reading: ParseState, parts: list[str]) -> list[str]:
    """The members of an OR. The first two are resolved at once, later ones when all names are known."""

    def refuse(entry: LegendEntry, follow: Follow) -> list[str]:
        reading.error(
            "Cannot define a property (something defined in terms of 'or') in terms of an aggregate "
            "(something that uses 'and').  In this case, you can't define "
            f'"{reading.words[0].upper()}" in terms of "{entry.name.upper()}".'
        )
        return []

    def keep_unless_aggregate(part: str) -> list[str]:
        return resolve(reading.draft, part, refuse, lambda *_: [part], lambda _: [part]) and [part]

    result: list[str] = []
    for part in parts[:2]:
        result += resolve(reading.draft, part, refuse, follow_members, lambda unknown: [unknown])
    for part in parts[2:]:
        result += keep_unless_aggregate(part)
    return result


Follow = Callable[[str], list[str]]
OnEntry = Callable[[LegendEntry, Follow], list[str]]
_DEEPEST = 200


def follow_members(entry: LegendEntry, follow: Follow) -> list[str]:
    """What all members of an entry stand for."""
    return [found for member in entry.members if member != entry.name for found in follow(member)]


def resolve(
    draft: SourceDraft,
    name: str,
    on_aggregate: OnEntry,
    on_property: OnEntry,
    on_unknown: Callable[[str], list[str]],
    path: frozenset[str] = frozenset(),
) -> list[str]:
    """Follow a name through the legend down to objects. Names that go round in a circle stay as they are."""
    seen = set(path)
    while name not in draft.objects and (synonym := draft.synonyms.find(name)):
        if name in seen:
            return [name]
        seen.add(name)
        name = synonym.members[0]
    if name in draft.objects or name in path or len(path) > _DEEPEST:
        return [name]

    def follow(other: str) -> list[str]:
        return resolve(draft, other, on_aggregate, on_property, on_unknown, path | {name})

    if aggregate := draft.aggregates.find(name):
        return on_aggregate(aggregate, follow)
    if either := draft.properties.find(name):
        return on_property(either, follow)
    return on_unknown(name)

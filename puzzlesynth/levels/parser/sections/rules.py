"""The rules section: lines are kept for later, but undefined names are reported at once."""

from __future__ import annotations

from puzzlesynth.levels.parser.draft import RuleLine
from puzzlesynth.levels.parser.scanner import IN_MESSAGE, Line, ParseState
from puzzlesynth.levels.parser.tokens import (
    ARROW,
    BEFORE_COMMENT,
    BLANKS,
    CELL_DIRECTIONS,
    COMMANDS,
    ELLIPSIS,
    LOOP_MARKERS,
    RULE_PREFIXES,
    RULE_WORD,
    WHITE,
)

_BEFORE_BRACKETS, _AFTER_BRACKET = 0, 1
_KNOWN_WORDS = {_BEFORE_BRACKETS: LOOP_MARKERS | RULE_PREFIXES, _AFTER_BRACKET: CELL_DIRECTIONS}


def read_token(reading: ParseState, line: Line, starts_line: bool) -> None:
    """One word or bracket of a rule. White space of any kind separates words, so none of it is a word itself."""
    if reading.token != IN_MESSAGE:
        line.take(BLANKS)
        if line.at_end:
            return
    if starts_line:
        beginning = BEFORE_COMMENT.search(line.text)
        if beginning:
            reading.draft.rules.append(RuleLine(beginning[0], line.original, reading.number))
        reading.token = _BEFORE_BRACKETS
    if reading.token == IN_MESSAGE:
        line.skip_to_end()
    elif line.take(ARROW) is not None:
        return
    elif line.next_character in ("[", "|", "]", "+"):
        if line.next_character != "+":
            reading.token = _AFTER_BRACKET
        line.step()
        line.take(BLANKS)
    else:
        _read_word(reading, line, starts_line)


def _read_word(reading: ParseState, line: Line, starts_line: bool) -> None:
    word = (line.take(RULE_WORD) or "").strip(WHITE)
    if word in _KNOWN_WORDS.get(reading.token, ()):
        line.take(BLANKS)
    elif word in reading.draft.rule_names:
        if starts_line:
            reading.error("Objects cannot appear outside of square brackets in rules, only directions can.")
        line.take(BLANKS)
    elif word in COMMANDS:
        if word == "message":
            reading.token = IN_MESSAGE
    elif word not in (ELLIPSIS, "rigid", "random"):
        reading.error(f'Name "{word}", referred to in a rule, does not exist.')

"""The win conditions: `No X`, `Some X [on Y]`, `All X [on Y]`, one a line."""

from __future__ import annotations

import re

from puzzlesynth.levels.parser.draft import WinLine
from puzzlesynth.levels.parser.scanner import Line, ParseState
from puzzlesynth.levels.parser.tokens import BEFORE_COMMENT, PADDED_WORD, SPACE, WIN_QUANTIFIERS

_QUANTIFIER, _SUBJECT, _ON, _TARGET = range(4)
_GAPS = re.compile(f"[{SPACE}]+")


def read_token(reading: ParseState, line: Line, starts_line: bool) -> None:
    """One word of a condition."""
    if starts_line:
        beginning = BEFORE_COMMENT.search(line.text)
        words = _GAPS.split(beginning[0]) if beginning else []
        reading.draft.win_lines.append(WinLine(tuple(word for word in words if word), reading.number))
        reading.token = _QUANTIFIER
    else:
        reading.token += 1
    word = line.take_word(PADDED_WORD)
    if word is None:
        reading.error("incorrect format of win condition.")
        line.skip_to_comment()
    elif complaint := _complaint(reading, word):
        reading.error(complaint)


def _complaint(reading: ParseState, word: str) -> str | None:
    loud = word.upper()
    if reading.token == _QUANTIFIER:
        if word not in WIN_QUANTIFIERS:
            return f'Expecting the start of a win condition ("ALL","SOME","NO") but got "{loud}\'.'
    elif reading.token == _ON:
        if word != "on":
            return f'Expecting the word "ON" but got "{loud}".'
    elif reading.token in (_SUBJECT, _TARGET):
        if word not in reading.draft.rule_names:
            return f'Error in win condition: "{loud}" is not a valid object name.'
    else:
        return f"Error in win condition: I don't know what to do with {loud}."
    return None

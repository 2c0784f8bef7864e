"""The win conditions: `No X`, `Some X [on Y]`, `All X [on Y]`, one per line. First words, then masks."""

from __future__ import annotations

import re

from puzzlesynth.levels.model import Quantifier, WinCondition
from puzzlesynth.levels.parser.draft import SourceDraft, WinLine
from puzzlesynth.levels.parser.messages import MessageLog
from puzzlesynth.levels.parser.scanner import Line, ParseState
from puzzlesynth.levels.parser.symbol_table import SymbolTable
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


_QUANTIFIERS: dict[str, Quantifier] = {"no": "no", "all": "all"}


def build_win_conditions(draft: SourceDraft, names: SymbolTable, log: MessageLog) -> tuple[WinCondition, ...]:
    """All conditions that can be understood."""
    conditions = []
    for line in draft.win_lines:
        if len(line.words) <= 1:
            log.error(
                'Win conditions is badly formatted - needs to look something like "No Fruit", "All Target '
                'On Crate", "Some Fruit", "Some Gold on Chest", "No Gold on Chest", or the like.',
                line.line,
            )
        else:
            conditions.append(_build(line, names, log))
    return tuple(conditions)


def _build(line: WinLine, names: SymbolTable, log: MessageLog) -> WinCondition:
    subject, subject_is_aggregate = _look_up(line.words[1], line.line, names, log)
    target, target_is_aggregate = (1 << len(names.ids)) - 1, False
    has_target = len(line.words) == 4
    if has_target:
        target, target_is_aggregate = _look_up(line.words[3], line.line, names, log)
    return WinCondition(
        quantifier=_QUANTIFIERS.get(line.words[0], "some"),
        subject_mask=subject,
        subject_is_aggregate=subject_is_aggregate,
        target_mask=target,
        target_is_aggregate=target_is_aggregate,
        has_target=has_target,
        line=line.line,
    )


def _look_up(name: str, line: int, names: SymbolTable, log: MessageLog) -> tuple[int, bool]:
    if name in names.masks:
        return names.masks[name], False
    if name in names.aggregate_masks:
        return names.aggregate_masks[name], True
    log.error(
        f"Unwelcome term \"{name}\" found in win condition. I don't know what I'm supposed to do with this. ",
        line,
    )
    return 0, False

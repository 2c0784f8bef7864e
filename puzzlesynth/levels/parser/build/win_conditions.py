"""Win conditions: words become masks."""

from __future__ import annotations

from puzzlesynth.levels.model import Quantifier, WinCondition
from puzzlesynth.levels.parser.draft import SourceDraft, WinLine
from puzzlesynth.levels.parser.messages import MessageLog
from .symbol_table import SymbolTable

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

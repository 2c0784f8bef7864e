"""Levels: rows of letters become cells of objects."""

from __future__ import annotations

from puzzlesynth.levels.model import Level, LevelEntry, LevelMessage
from puzzlesynth.levels.parser.draft import SourceDraft, MapDraft, MessageDraft
from puzzlesynth.levels.parser.messages import MessageLog
from .symbol_table import SymbolTable
from .text_screen import wrap

_MESSAGE_LINES = 12


def build_levels(draft: SourceDraft, names: SymbolTable, log: MessageLog) -> tuple[LevelEntry, ...]:
    """All levels and the messages between them."""
    entries: list[LevelEntry] = []
    for item in draft.levels:
        if isinstance(item, MessageDraft):
            if len(wrap(item.text)) > _MESSAGE_LINES:
                log.warning("Message too long to fit on screen.", item.line)
            entries.append(LevelMessage(item.text, item.line))
        elif item.rows and item.rows[0]:
            entries.append(_build_level(item, names, log))
    return tuple(entries)


def _build_level(item: MapDraft, names: SymbolTable, log: MessageLog) -> Level:
    """A level; one with a letter that means nothing stays empty from there on."""
    width, height = len(item.rows[0]), len(item.rows)
    cells = [0] * (width * height)
    for x in range(width):
        for y, row in enumerate(item.rows):
            letter = row[x] if x < len(row) else row[-1:]
            mask = names.glyphs.get(letter)
            if mask is None:
                _complain_of_letter(letter, item.line + y, names, log)
                return Level(width, height, tuple(cells), item.line)
            cells[x * height + y] = mask
    _fill_background(cells, names, log)
    return Level(width, height, tuple(cells), item.line)


def _complain_of_letter(letter: str, line: int, names: SymbolTable, log: MessageLog) -> None:
    if letter in names.properties:
        log.error(
            f'Error, symbol "{letter}" is defined using OR, and therefore ambiguous - it cannot be used in a '
            "map. "
            "Did you mean to define it in terms of AND?",
            line,
        )
    else:
        log.error(f'Error, symbol "{letter}", used in map, not found.', line)


def _fill_background(cells: list[int], names: SymbolTable, log: MessageLog) -> None:
    """Cells without a background get the one that the map uses first, or else the game's."""
    if names.background_layer is None or names.background_id is None:
        log.error("you have to have a background layer")
        return
    layer = names.layer_masks[names.background_layer]
    filling = next((cell & layer for cell in cells if cell & layer), 1 << names.background_id)
    for index, cell in enumerate(cells):
        if not cell & layer:
            cells[index] = cell | filling

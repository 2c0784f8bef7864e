"""The levels: maps of one-letter names, and messages between them. First rows of letters, then cells of objects."""

from __future__ import annotations

from puzzlesynth.levels.model import Level, LevelEntry, LevelMessage
from puzzlesynth.levels.parser.draft import MapDraft, MessageDraft, SourceDraft
from puzzlesynth.levels.parser.messages import MessageLog
from puzzlesynth.levels.parser.scanner import IN_MESSAGE, Line, ParseState
from puzzlesynth.levels.parser.symbol_table import SymbolTable
from puzzlesynth.levels.parser.text_screen import wrap
from puzzlesynth.levels.parser.tokens import BEFORE_COMMENT, GLUED_MESSAGE, LEVEL_MESSAGE, WHITE

_IN_MAP = 2


def read_token(reading: ParseState, line: Line, starts_line: bool) -> None:
    """A message, or one letter of a map."""
    if starts_line:
        if line.take(LEVEL_MESSAGE) is not None:
            _add_message(reading, line)
            return
        if line.take(GLUED_MESSAGE) is not None:
            reading.warning(
                "You probably meant to put a space after 'message' innit.  That's ok, I'll still interpret "
                "it as a message, but you probably want to put a space there."
            )
            _add_message(reading, line)
            return
        _add_row(reading, line)
    elif reading.token == IN_MESSAGE:
        line.skip_to_end()
        return
    if reading.token == _IN_MAP and _reads_well(reading, line):
        line.skip_to_comment()
    elif not line.at_end:
        letter = line.next_character
        line.step()
        if reading.token == _IN_MAP and letter not in reading.draft.map_names:
            reading.error(
                f'Key "{letter.upper()}" not found. Do you need to add it to the legend, or define a new '
                "object?"
            )


def _reads_well(reading: ParseState, line: Line) -> bool:
    """Whether there is nothing to say about what is left of a row, as in most of them."""
    letters = line.look(BEFORE_COMMENT) or ""
    return ")" not in letters and reading.draft.map_names.issuperset(
        letters.replace(" ", "").replace("\t", "")
    )


def end_level(reading: ParseState) -> None:
    """A blank line: what follows belongs to another level."""
    last = reading.draft.levels[-1]
    if isinstance(last, MessageDraft) or last.rows:
        reading.draft.levels.append(MapDraft())


def _add_message(reading: ParseState, line: Line) -> None:
    reading.token = IN_MESSAGE
    message = MessageDraft(line.original[line.position :].strip(WHITE), reading.number)
    levels = reading.draft.levels
    last = levels[-1]
    if isinstance(last, MapDraft) and not last.rows:
        levels.insert(len(levels) - 1, message)
    else:
        levels.append(message)


def _add_row(reading: ParseState, line: Line) -> None:
    letters = line.look(BEFORE_COMMENT) or ""
    row = letters.strip(WHITE)
    reading.draft.map_letters.update(line.original[line.position : line.position + len(letters)])
    reading.token = _IN_MAP
    levels = reading.draft.levels
    last = levels[-1]
    if isinstance(last, MessageDraft):
        levels.append(MapDraft(reading.number, [row], reading.number))
        return
    if not last.rows:
        last.line = reading.number
    last.rows.append(row)
    last.last_line = reading.number
    if len(row) != len(last.rows[0]):
        reading.warning("Maps must be rectangular, yo (In a level, the length of each row must be the same).")


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
                return Level(width, height, tuple(cells), item.line, item.last_line)
            cells[x * height + y] = mask
    _fill_background(cells, names, log)
    return Level(width, height, tuple(cells), item.line, item.last_line)


def _complain_of_letter(letter: str, line: int, names: SymbolTable, log: MessageLog) -> None:
    if letter in names.properties:
        log.error(
            f'Error, symbol "{letter}" is defined using OR, and therefore ambiguous - it cannot be used in a '
            "map. Did you mean to define it in terms of AND?",
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

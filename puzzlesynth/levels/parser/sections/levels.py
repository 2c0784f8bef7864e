"""The levels: maps of one-letter names, and messages between them."""

from __future__ import annotations

from puzzlesynth.levels.parser.draft import MapDraft, MessageDraft
from puzzlesynth.levels.parser.scanner import IN_MESSAGE, Line, ParseState
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
        levels.append(MapDraft(reading.number, [row]))
        return
    if not last.rows:
        last.line = reading.number
    last.rows.append(row)
    if len(row) != len(last.rows[0]):
        reading.warning("Maps must be rectangular, yo (In a level, the length of each row must be the same).")

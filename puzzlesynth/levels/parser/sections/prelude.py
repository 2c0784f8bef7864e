"""The prelude: settings before the first section heading."""

from __future__ import annotations

from puzzlesynth.levels.parser.scanner import Line, ParseState
from puzzlesynth.levels.parser.tokens import BEFORE_COMMENT, FLAG_SETTINGS, PADDED_WORD, VALUE_SETTINGS, WHITE

_CASE_MATTERS = frozenset(("title", "author", "homepage"))
_YOUTUBE = (
    "Unfortunately, YouTube support hasn't been working properly for a long time - it was always a hack and "
    "it hasn't gotten less hacky over time, so I can no longer pretend to support it."
)


def read_token(reading: ParseState, line: Line, starts_line: bool) -> None:
    """A setting's name at the start of a line, or the rest of a line that has been dealt with."""
    if starts_line:
        reading.token = 0
    if reading.token == 0:
        _read_key(reading, line, starts_line)
    else:
        line.skip_to_comment()
        reading.token += 1
        if reading.token > 2:
            reading.warning(
                "Error: you can't embed comments in metadata values. Anything after the comment will be "
                "ignored."
            )


def _read_key(reading: ParseState, line: Line, starts_line: bool) -> None:
    key = line.take_word(PADDED_WORD)
    if key is None:
        reading.error(f'Unrecognised stuff "{line.text}" in the prelude.')
        line.step()
    elif not starts_line:
        return
    elif key in VALUE_SETTINGS:
        _read_value(reading, line, key)
        reading.token = 1
    elif key in FLAG_SETTINGS:
        reading.draft.settings.append((key, "true"))
        reading.token = -1
        extra = line.look(BEFORE_COMMENT)
        if extra is not None:
            reading.warning(
                f"MetaData {key.upper()} doesn't take any parameters, but you went and gave it "
                f'"{extra.strip(WHITE)}".'
            )
    else:
        reading.error("Unrecognised stuff in the prelude.")


def _read_value(reading: ParseState, line: Line, key: str) -> None:
    if key in _CASE_MATTERS:
        line.text = line.original
    if key == "youtube":
        reading.warning(_YOUTUBE)
    value = line.look(BEFORE_COMMENT)
    if value is None:
        reading.error(f'MetaData "{key}" needs a value.')
        return
    reading.draft.settings.append((key, value.strip(WHITE)))
    earlier = reading.draft.setting_lines.get(key)
    if earlier is not None:
        reading.warning(f"You've already defined a {key.upper()} in the prelude on line {earlier}.")
    reading.draft.setting_lines[key] = reading.number

"""The prelude: settings before the first section heading. First its tokens, then the settings checked and typed."""

from __future__ import annotations

import math
import re
from typing import Any

from puzzlesynth.levels.model import Settings
from puzzlesynth.levels.parser.draft import SourceDraft
from puzzlesynth.levels.parser.messages import MessageLog
from puzzlesynth.levels.parser.palettes import Palette, to_hex
from puzzlesynth.levels.parser.scanner import Line, ParseState
from puzzlesynth.levels.parser.tokens import (
    BEFORE_COMMENT,
    FLAG_SETTINGS,
    PADDED_WORD,
    VALUE_SETTINGS,
    WHITE,
    is_color,
)

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


_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,300}\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]{1,5})?$", re.IGNORECASE)
_LEADING_INTEGER = re.compile(r"[+-]?[0-9]+")


def screen_sizes(draft: SourceDraft, log: MessageLog) -> dict[str, tuple[int, int]]:
    """`flickscreen` and `zoomscreen`, where they make sense."""
    settings = dict(draft.settings)
    sizes: dict[str, tuple[int, int]] = {}
    for key in ("flickscreen", "zoomscreen"):
        if key in settings:
            size = _read_size(settings[key], draft.setting_lines.get(key), log)
            if size:
                sizes[key] = size
    return sizes


def _read_size(value: str, line: int | None, log: MessageLog) -> tuple[int, int] | None:
    parts = value.split("x")
    if len(parts) != 2:
        log.warning("Dimensions must be of the form AxB.", line)
        return None
    width, height = (_read_dimension(part, line, log) for part in parts)
    if width is None or height is None:
        log.warning(
            f'Couldn\'t understand the dimensions given to me (you gave "{value}") - should be of the form '
            "AxB.",
            line,
        )
        return None
    if width <= 0 or height <= 0:
        log.warning(f'The dimensions given to me (you gave "{value}") are baad - they should be > 0.', line)
    return width, height


def _read_dimension(text: str, line: int | None, log: MessageLog) -> int | None:
    number = _read_number(text)
    whole = _LEADING_INTEGER.match(text.strip(WHITE))
    if number is None or not number.is_integer() or whole is None:
        log.warning(f'Wasn\'t able to make sense of "{text}" as a (whole number) dimension.', line)
        return None
    dimension = int(whole[0])
    if dimension <= 0:
        log.warning(
            f'The dimension given to me (you gave "{text}") is baad - it should be greater than 0.', line
        )
    return dimension


def _read_number(text: str | None) -> float | None:
    text = (text or "").strip(WHITE)
    if not _NUMBER.match(text):
        return None
    number = float(text)
    return number if math.isfinite(number) else None


def screen_colors(draft: SourceDraft, palette: Palette, log: MessageLog) -> dict[str, str]:
    """The colours of text and of what surrounds the level."""
    settings = dict(draft.settings)
    colors = {}
    for key, fallback, fallback_name in (
        ("text_color", "#FFFFFF", "white"),
        ("background_color", "#000000", "black"),
    ):
        color = to_hex(palette, settings[key]) if key in settings else fallback
        if not is_color(color):
            log.error(
                f"{key} in incorrect format - found {color}, but I expect a color name (like 'pink') or "
                f"hex-formatted color (like '#1412FA').  Defaulting to {fallback_name}.",
                draft.setting_lines.get(key),
            )
            color = fallback
        colors[key] = color
    return colors


def build_settings(draft: SourceDraft, sizes: dict[str, tuple[int, int]], colors: dict[str, str]) -> Settings:
    """All settings; of a setting given twice the later one counts."""
    values = dict(draft.settings)
    flags: dict[str, Any] = {flag: flag in values for flag in FLAG_SETTINGS}
    return Settings(
        values=values,
        title=values.get("title", ""),
        author=values.get("author", ""),
        homepage=values.get("homepage", "").replace("http://", "", 1).replace("https://", "", 1),
        background_color=colors["background_color"],
        text_color=colors["text_color"],
        again_interval=_read_number(values.get("again_interval")),
        realtime_interval=_read_number(values.get("realtime_interval")),
        key_repeat_interval=_read_number(values.get("key_repeat_interval")),
        flickscreen=sizes.get("flickscreen"),
        zoomscreen=sizes.get("zoomscreen"),
        **flags,
    )

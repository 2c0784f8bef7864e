"""The objects section: a line with the name, a line with the colours, and five rows of the sprite.

First its tokens, then their meaning: colours from the palette, sprites as matrices of colour indices.
"""

from __future__ import annotations

from puzzlesynth.levels.model import TRANSPARENT, GameObject
from puzzlesynth.levels.parser.draft import LegendEntry, ObjectDraft, SourceDraft
from puzzlesynth.levels.parser.messages import MessageLog
from puzzlesynth.levels.parser.palettes import DEFAULT_PALETTE, Palette, find_palette, palette_name, to_hex
from puzzlesynth.levels.parser.scanner import Line, ObjectPart, ParseState
from puzzlesynth.levels.parser.symbol_table import SymbolTable, in_listing_order
from puzzlesynth.levels.parser.tokens import (
    BEFORE_COMMENT,
    COLOR,
    KEYWORDS,
    LOOSE_NAME,
    NAME,
    PIXEL,
    is_color,
)

_SIZE = 5
_JUNK = (
    "Unknown junk in object section (possibly: sprites have to be 5 pixels wide and 5 pixels high exactly. "
    "Or maybe: the main names for objects have to be words containing only the letters a-z0.9 - if you want "
    "to call "
    'them something like ",", do it in the legend section).'
)


def read_token(reading: ParseState, line: Line, starts_line: bool) -> None:
    """One name, colour or pixel."""
    if starts_line and reading.object_part in (ObjectPart.NAME_GIVEN, ObjectPart.COLORS):
        reading.object_part = ObjectPart(reading.object_part + 1)
    if reading.object_part in (ObjectPart.NAME, ObjectPart.NAME_GIVEN):
        reading.sprite_rows = []
        _read_name(reading, line, starts_line)
    elif reading.object_part is ObjectPart.COLORS:
        _read_color(reading, line)
    else:
        _read_pixel(reading, line, starts_line)


def _read_name(reading: ParseState, line: Line, starts_line: bool) -> None:
    name = line.take_word(NAME if starts_line else LOOSE_NAME)
    if name is None:
        line.skip_to_comment()
        if line.position > 0:
            reading.warning(_JUNK)
        return
    draft = reading.draft
    if name in draft.objects:
        reading.error(f'Object "{name.upper()}" defined multiple times.')
        return
    if draft.synonyms.find(name):
        reading.error(f'Name "{name.upper()}" already in use.')
    if name in KEYWORDS:
        reading.warning(f'You named an object "{name.upper()}", but this is a keyword. Don\'t do that!')
    reading.remember_spelling(name, line.original)
    if starts_line:
        reading.object_name = name
        draft.objects[name] = ObjectDraft(name, reading.number)
    else:
        draft.synonyms.add(LegendEntry(name, [reading.object_name], reading.number))
    reading.object_part = ObjectPart.NAME_GIVEN


def _read_color(reading: ParseState, line: Line) -> None:
    reading.token = 0
    color = line.take_word(COLOR)
    if color is None:
        found = line.take(NAME) or line.take(BEFORE_COMMENT) or ""
        reading.error(
            f'Was looking for color for object {reading.object_name.upper()}, got "{found}" instead.'
        )
    elif definition := reading.draft.objects.get(reading.object_name):
        definition.colors.append(color)


def _read_pixel(reading: ParseState, line: Line, starts_line: bool) -> None:
    rows = reading.sprite_rows
    name = reading.object_name
    pixel = line.take(PIXEL)
    if pixel is None:
        if not rows:
            _read_name(reading, line, starts_line)
        else:
            reading.error(f"Unknown junk in spritematrix for object {name.upper()}.")
            line.skip_to_comment()
        return
    if starts_line or not rows:
        rows.append("")
    rows[-1] += pixel
    if len(rows[-1]) > _SIZE:
        reading.warning("Sprites must be 5 wide and 5 high.")
        line.skip_to_comment()
        return
    definition = reading.draft.objects.get(name)
    if definition is None:
        return
    definition.sprite = rows
    if len(rows) == _SIZE and len(rows[-1]) == _SIZE:
        reading.object_part = ObjectPart.NAME
    if pixel != "." and int(pixel) >= len(definition.colors):
        reading.error(
            f"Trying to access color number {pixel} from the color palette of sprite {name.upper()}, "
            f"but there are only {len(definition.colors)} defined in it."
        )


_MOST_COLORS = 10
_WRONG = "#ff00ff"


def choose_palette(draft: SourceDraft, log: MessageLog) -> Palette:
    """The palette that the prelude asks for."""
    palette = find_palette(DEFAULT_PALETTE) or {}
    for key, value in draft.settings:
        if key == "color_palette":
            wanted = find_palette(value)
            if wanted is None:
                log.error(f'Palette "{palette_name(value)}" not found, defaulting to arnecolors.', 0)
            else:
                palette = wanted
    return palette


def check_sprites(names: SymbolTable, palette: Palette, log: MessageLog) -> None:
    """Turn colour names into hex, and complain of colours and sprites that make no sense."""
    for definition in in_listing_order(names.objects):
        _check_colors(definition, palette, log)
        rows = definition.sprite
        if rows and (len(rows) != _SIZE or any(len(row) != _SIZE for row in rows)):
            log.warning("Sprite graphics must be 5 wide and 5 high exactly.", definition.line)


def _check_colors(definition: ObjectDraft, palette: Palette, log: MessageLog) -> None:
    if len(definition.colors) > _MOST_COLORS:
        log.error(
            "a sprite cannot have more than 10 colors.  Why you would want more than 10 is beyond me.",
            definition.line + 1,
        )
    for index, color in enumerate(definition.colors):
        if is_color(color):
            definition.colors[index] = to_hex(palette, color)
        else:
            log.error(
                f'Invalid color specified for object "{definition.name}", namely "{color}".',
                definition.line + 1,
            )
            definition.colors[index] = _WRONG
    if not definition.colors:
        log.error(f'color not specified for object "{definition.name}".', definition.line)
        definition.colors.append(_WRONG)


def build_objects(draft: SourceDraft, names: SymbolTable) -> tuple[GameObject, ...]:
    """The objects that are in a layer, by id."""
    return tuple(
        GameObject(
            id=number,
            name=name,
            display_name=draft.display_names.get(name, name),
            layer=names.layer_of(name) or 0,
            colors=tuple(names.objects[name].colors),
            sprite=_sprite(names.objects[name].sprite),
            line=names.objects[name].line,
        )
        for number, name in enumerate(names.ids)
    )


def _sprite(rows: list[str]) -> tuple[tuple[int, ...], ...]:
    if not rows:
        return ((0,) * _SIZE,) * _SIZE
    width = len(rows)
    return tuple(
        tuple(int(pixel) if pixel.isdigit() else TRANSPARENT for pixel in row[:width].ljust(width, "."))
        for row in rows
    )

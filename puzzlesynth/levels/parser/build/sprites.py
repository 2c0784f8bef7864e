"""How objects look: colours from the palette, sprites as matrices of colour indices."""

from __future__ import annotations

from puzzlesynth.levels.model import TRANSPARENT, GameObject
from puzzlesynth.levels.parser.draft import SourceDraft, ObjectDraft
from puzzlesynth.levels.parser.messages import MessageLog
from .symbol_table import SymbolTable, in_listing_order
from .palettes import DEFAULT_PALETTE, Palette, find_palette, palette_name, to_hex
from puzzlesynth.levels.parser.tokens import is_color

_MOST_COLORS = 10
_SIZE = 5
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

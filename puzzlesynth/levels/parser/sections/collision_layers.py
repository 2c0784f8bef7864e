"""The collision layers: one layer a line, names separated by commas."""

from __future__ import annotations

from puzzlesynth.levels.parser.draft import LegendEntry
from puzzlesynth.levels.parser.scanner import Line, ParseState
from puzzlesynth.levels.parser.tokens import LAYER_SEPARATORS, NAME

from .legend import Follow, follow_members, resolve

_BACKGROUND_SEEN = 1


def read_token(reading: ParseState, line: Line, starts_line: bool) -> None:
    """One name or the commas between two."""
    if starts_line:
        reading.draft.layers.append([])
        reading.words = []
        reading.token = 0
    name = line.take_word(NAME)
    if name is None:
        _skip_separators(reading, line)
        return
    layers = reading.draft.layers
    if name == "background":
        if layers and layers[-1]:
            reading.error("Background must be in a layer by itself.")
        reading.token = _BACKGROUND_SEEN
    elif reading.token == _BACKGROUND_SEEN:
        reading.error("Background must be in a layer by itself.")

    members = _members(reading, name)
    if not layers:
        reading.error("no layers found.")
        return
    _warn_of_repetition(reading, name, members)
    reading.words.append(name)
    layers[-1].extend(members)
    for member in members:
        places = reading.layers_of.setdefault(member, [])
        if not places or places[-1] != len(layers) - 1:
            places.append(len(layers) - 1)


def _skip_separators(reading: ParseState, line: Line) -> None:
    before = line.position
    line.take(LAYER_SEPARATORS)
    if line.position == before:
        reading.error(f"error detected - unexpected character {line.next_character}")
        line.step()


def _members(reading: ParseState, name: str) -> list[str]:
    """The objects that a name puts into the layer."""

    def refuse(entry: LegendEntry, follow: Follow) -> list[str]:
        reading.error(
            f'"{entry.name}" is an aggregate (defined using "and"), and cannot be added to a single layer '
            "because its constituent objects must be able to coexist."
        )
        return []

    def undeclared(_: str) -> list[str]:
        reading.error(f'Cannot add "{name.upper()}" to a collision layer; it has not been declared.')
        return []

    return resolve(reading.draft, name, refuse, follow_members, undeclared)


def _warn_of_repetition(reading: ParseState, name: str, members: list[str]) -> None:
    layers = reading.draft.layers
    current = len(layers) - 1
    elsewhere = [
        index for member in members for index in reading.layers_of.get(member, ()) if index != current
    ]
    if elsewhere:
        places = "".join(f"#{index + 1}, " for index in elsewhere)
        reading.warning(
            f'Object "{name.upper()}" included in multiple collision layers ( layers {places}#{len(layers)} '
            "). You should fix this!"
        )
    if name in reading.words:
        reading.warning(
            f'Object "{name.upper()}" included explicitly multiple times in the same layer. Don\'t do that '
            "innit."
        )

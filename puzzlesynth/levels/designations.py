"""What a designer says objects are: `(puzzlesynth wall: Brick, Water; floor: Grass)` anywhere in the source.

It is a comment, so the game still opens in the original editor. What is said on the command line replaces it.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from puzzlesynth.bad_input import BadInput
from puzzlesynth.suggestions import did_you_mean, hint_for

from .model import Designations, PuzzleScriptGame

if TYPE_CHECKING:
    from puzzlesynth.levels.parser.messages import Message

ROLES = {"wall": "walls", "floor": "floors", "player": "players"}
"""The words of designers, and the fields of `Designations`."""

_COMMENT = re.compile(r"\(\s*puzzlesynth\b([^()]*)\)", re.IGNORECASE)
_PART = re.compile(r"[^;]+")
_NAME = re.compile(r"[^,]+")


class BadDesignation(BadInput):
    """An object or a role that the game does not have, or that cannot be; the message says where and why."""


class UnknownObject(ValueError):
    """No object has this name; the message has the closest that there is."""


def designated(
    game: PuzzleScriptGame, source: str, name: str, said: Mapping[str, Iterable[str]] | None = None
) -> PuzzleScriptGame:
    """The game with what its source says about objects (`name` is the file) and, in its place, what is said
    elsewhere: roles (`wall`, `floor`, `player`) with lists of names. Raises `BadDesignation`."""
    found: dict[str, list[int]] = {}
    for role, place, word in _commented(source, name):
        found.setdefault(role, []).extend(_checked(game, role, word, f"{place}: "))
    for role, texts in (said or {}).items():
        words = [word.strip() for text in texts for word in text.split(",")]
        if words:
            found[role] = [
                thing for word in words for thing in _checked(game, role, word, f"--{role} {word}: ")
            ]
    roles = {ROLES[role]: tuple(dict.fromkeys(things)) for role, things in found.items()}
    designations = Designations(**roles)
    _refuse_two_roles(game, designations, name)
    return dataclasses.replace(game, designations=designations)


def objects_named(game: PuzzleScriptGame, name: str) -> tuple[int, ...]:
    """The objects that a name stands for; a name of the legend stands for all of its objects."""
    wanted = name.strip().lower()
    ids = {thing.name: thing.id for thing in game.objects}
    legend = game.legend
    if wanted in ids:
        return (ids[wanted],)
    if wanted in legend.synonyms:
        members: Iterable[str] = (legend.synonyms[wanted],)
    else:
        members = legend.aggregates.get(wanted) or legend.properties.get(wanted) or ()
    if members:
        return tuple(sorted({ids[member] for member in members}))
    raise UnknownObject(f'the game has no object named "{name.strip()}"{spelling_hint(wanted, game.names)}')


def spelling_hint(word: str, known: Iterable[str]) -> str:
    """`; did you mean …?`, or nothing if no name is close. Single letters of a legend are not."""
    hint = did_you_mean(word, [name for name in known if len(name) > 1])
    return f"; {hint}" if hint else ""


_UNKNOWN_NAME = re.compile(r'Name "([^"]+)", referred to in a rule, does not exist')


def placed_messages(
    messages: Iterable[Message],
    place_of: Callable[[int], str | None],
    known: Iterable[str],
    elsewhere: str = "",
) -> list[str]:
    """What the compiler says of a source that was put together, with the designer's own places (`elsewhere` for what
    has none) and the closest of the names. What follows from the first mistake of a place is left out."""
    known = list(known)
    found: dict[str | None, str] = {}
    for message in messages:
        place = place_of(message.line) if message.line is not None else None
        if place in found or (place is None and found):
            continue
        text = message.text
        if unknown := _UNKNOWN_NAME.match(text):
            text = text.rstrip(".") + (spelling_hint(unknown[1], known) or ".")
        found[place] = f"{place}: {text}" if place is not None else elsewhere + text
    return list(found.values())


def _commented(source: str, name: str) -> Iterator[tuple[str, str, str]]:
    """Roles, places and names in the comments of a source."""
    for comment in _COMMENT.finditer(source):
        if not comment[1].strip():
            raise BadDesignation(f"{_place(source, name, comment.start())}: {_FORM}")
        for part in _PART.finditer(source, *comment.span(1)):
            role, colon, _ = part[0].partition(":")
            word = role.strip().lower()
            place = _place(source, name, part.start() + len(role) - len(role.lstrip()))
            if word not in ROLES:
                raise BadDesignation(f'{place}: "{role.strip()}" is not a role; {hint_for(word, ROLES)}')
            if not colon:
                raise BadDesignation(f"{place}: {_FORM}")
            for one in _NAME.finditer(source, part.start() + len(role) + 1, part.end()):
                begin = one.start() + len(one[0]) - len(one[0].lstrip())
                yield word, _place(source, name, begin), one[0].strip()


_FORM = "write a role and the names of objects, as in (puzzlesynth wall: Brick, Water)"


def _place(source: str, name: str, at: int) -> str:
    before = re.split(r"\r\n?|\n", source[:at])
    return f"{name}:{len(before)}:{len(before[-1]) + 1}"


def _checked(game: PuzzleScriptGame, role: str, word: str, place: str) -> tuple[int, ...]:
    try:
        things = objects_named(game, word)
    except UnknownObject as error:
        raise BadDesignation(f"{place}{error}") from None
    for thing in things:
        reason = _objection(game, role, thing)
        if reason is not None:
            raise BadDesignation(f"{place}{game.objects[thing].display_name} {reason}")
    return things


def _objection(game: PuzzleScriptGame, role: str, thing: int) -> str | None:
    """Why an object cannot have a role; None if it can."""
    is_player = bool(game.player_mask >> thing & 1)
    layer = game.objects[thing].layer
    if role == "player":
        members = [game.objects[other].display_name for other in game.player_objects]
        if not is_player:
            return f"does not move with the keys; the game's Player is {', '.join(members)}"
        if game.player_is_aggregate:
            return f"is only a part of the player, which is {' and '.join(members)} together"
        return None
    if is_player:
        return f"is the player, so it cannot be a {role}"
    if role == "wall":
        return (
            "is in the layer of the background, so it is not in anyone's way"
            if layer == game.background_layer
            else None
        )
    return None


SAID = "said with --wall, --floor or a comment such as (puzzlesynth floor: Grass)"


def _refuse_two_roles(game: PuzzleScriptGame, said: Designations, name: str) -> None:
    both = set(said.walls) & set(said.floors)
    if both:
        raise BadDesignation(
            f"{name}: {game.objects[min(both)].display_name} cannot be both wall and floor ({SAID})"
        )
    for thing in said.floors:
        layer = game.objects[thing].layer
        if layer == game.background_layer:
            continue
        others = [other for other in game.layers[layer].object_ids if other not in said.floors]
        if others:
            raise BadDesignation(
                f"{name}: {game.objects[thing].display_name} cannot be a floor, because it shares its collision layer "
                f"with {game.objects[others[0]].display_name}: no two objects of one layer share a cell ({SAID})"
            )

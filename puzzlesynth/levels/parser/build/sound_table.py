"""Sounds: which seed is played for which event, object and direction."""

from __future__ import annotations

from puzzlesynth.levels.model import ACTION, DOWN, LEFT, MOVEMENT_BITS, RIGHT, UP, MaskSound, Sounds
from puzzlesynth.levels.parser.draft import SourceDraft, SoundLine
from puzzlesynth.levels.parser.messages import MessageLog
from .symbol_table import SymbolTable

_DIRECTIONS = {
    "up": UP,
    "down": DOWN,
    "left": LEFT,
    "right": RIGHT,
    "horizontal": LEFT | RIGHT,
    "vertical": UP | DOWN,
    "orthogonal": UP | DOWN | LEFT | RIGHT,
}
_LONGEST_SEED = 100
"""Digits of a seed that count; nobody writes more, and Python refuses to read thousands."""


def build_sounds(draft: SourceDraft, names: SymbolTable, log: MessageLog) -> Sounds:
    """All sounds that can be played."""
    events: dict[str, int] = {}
    creation: list[MaskSound] = []
    destruction: list[MaskSound] = []
    movement: list[list[MaskSound]] = [[] for _ in range(names.layer_count)]
    failure: list[MaskSound] = []
    for sound in draft.sounds:
        if len(sound.words) == 1:
            log.warning("incorrect sound declaration.", sound.line)
            continue
        seed = _seed(sound, log)
        subject, verb = sound.words[0], sound.words[1].text
        if subject.kind == "event":
            if subject.text in events:
                log.warning(f"{subject.text.upper()} already declared.", sound.line)
            events[subject.text] = seed
            continue
        _check_target(subject.text, sound.line, names, log)
        if verb in ("move", "action"):
            for played in _movement_sounds(sound, seed, names):
                movement[played.layer].append(played)
        elif verb == "cantmove":
            failure += _movement_sounds(sound, seed, names)
        elif subject.text in names.masks:
            table = creation if verb == "create" else destruction
            table.append(MaskSound(names.masks[subject.text], seed))
    return Sounds(
        events, tuple(creation), tuple(destruction), tuple(tuple(layer) for layer in movement), tuple(failure)
    )


def _seed(sound: SoundLine, log: MessageLog) -> int:
    last = sound.words[-1]
    if last.kind != "seed":
        log.error(f'Expecting sfx data, instead found "{last.text}".', sound.line)
        return 0
    return int(last.text[:_LONGEST_SEED])


def _check_target(target: str, line: int, names: SymbolTable, log: MessageLog) -> None:
    if target in names.aggregates:
        log.error(
            'cannot assign sound events to aggregate objects (declared with "and"), only to regular '
            f'objects, or properties, things defined in terms of "or" ("{target}").',
            line,
        )
    elif target not in names.masks:
        log.error(f'Object "{target}" not found.', line)


def _movement_sounds(sound: SoundLine, seed: int, names: SymbolTable) -> list[MaskSound]:
    """One sound for each object that the sound's subject stands for."""
    if sound.words[1].text == "action":
        directions = ACTION
    else:
        directions = 0
        for word in sound.words[2:-1]:
            directions |= _DIRECTIONS[word.text]
        directions = directions or _DIRECTIONS["orthogonal"]
    sounds = []
    for name in _targets(sound.words[0].text, names):
        layer = names.layer_of(name)
        if layer is not None:
            sounds.append(MaskSound(names.bit_of(name), seed, directions << MOVEMENT_BITS * layer, layer))
    return sounds


def _targets(name: str, names: SymbolTable) -> list[str]:
    name = names.synonyms.get(name, name)
    return names.properties.get(name, [name])

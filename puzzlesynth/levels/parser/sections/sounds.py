"""The sounds section: `EVENT seed` and `Object VERB [directions] seed`.

First its tokens, then which seed is played for which event, object and direction.
"""

from __future__ import annotations

from puzzlesynth.levels.model import MaskSound, Sounds
from puzzlesynth.levels.movements import ACTION, DOWN, LEFT, MOVEMENT_BITS, RIGHT, UP
from puzzlesynth.levels.parser.draft import SoundLine, SoundWord, SourceDraft
from puzzlesynth.levels.parser.messages import MessageLog
from puzzlesynth.levels.parser.scanner import Line, ParseState
from puzzlesynth.levels.parser.symbol_table import SymbolTable
from puzzlesynth.levels.parser.tokens import (
    DIRECTIONAL_SOUND_VERBS,
    NAME,
    SOUND_DIRECTION,
    SOUND_EVENT,
    SOUND_SEED,
    SOUND_VERB,
)


def read_token(reading: ParseState, line: Line, starts_line: bool) -> None:
    """One word of a declaration; the last one of a line completes it."""
    words = reading.sound_words
    if reading.sound_spoiled:
        line.take_anything()
    elif not words:
        _read_subject(reading, line)
    elif len(words) == 1:
        _read_second(reading, line)
    elif words[0].kind == "event" or words[-1].kind == "seed":
        last, extra = words[-1].text.upper(), line.take_anything().upper()
        _spoil(
            reading,
            f"I wasn't expecting anything after the sound declaration {last} on this line, so I don't know "
            "what "
            f'to do with "{extra}" here.',
        )
    else:
        _read_direction_or_seed(reading, line)
    if line.at_end:
        finish_line(reading)


def finish_line(reading: ParseState) -> None:
    """Keep what the line declares, unless something in it was wrong."""
    if reading.sound_words and not reading.sound_spoiled:
        reading.draft.sounds.append(SoundLine(tuple(reading.sound_words), reading.number))


def _read_subject(reading: ParseState, line: Line) -> None:
    event = line.take_word(SOUND_EVENT)
    if event is not None:
        reading.sound_words.append(SoundWord(event, "event"))
        return
    name = line.take_word(NAME)
    if name is None:
        line.take_anything()
        reading.sound_spoiled = True
        reading.warning(
            "Was expecting a sound event (like SFX3, or ENDLEVEL) or an object name, but didn't find either."
        )
    elif not reading.draft.is_declared(name):
        _spoil(reading, f'unexpected sound token "{name}".')
    else:
        reading.sound_words.append(SoundWord(name, "name"))


def _read_second(reading: ParseState, line: Line) -> None:
    is_event = reading.sound_words[0].kind == "event"
    word = line.take_word(SOUND_SEED if is_event else SOUND_VERB)
    if word is not None:
        reading.sound_words.append(SoundWord(word, "seed" if is_event else "verb"))
        return
    line.take_anything()
    if is_event:
        _spoil(
            reading,
            "Was expecting a sound seed here (a number like 123123, like you generate by pressing the "
            "buttons above the console panel), but found something else.",
        )
    else:
        _spoil(
            reading,
            "Was expecting a soundverb here (MOVE, DESTROY, CANTMOVE, or the like), but found something "
            "else.",
        )


def _read_direction_or_seed(reading: ParseState, line: Line) -> None:
    words = reading.sound_words
    directional = words[1].text in DIRECTIONAL_SOUND_VERBS
    if directional and (direction := line.take_word(SOUND_DIRECTION)) is not None:
        words.append(SoundWord(direction, "direction"))
        return
    seed = line.take_word(SOUND_SEED)
    if seed is not None:
        words.append(SoundWord(seed, "seed"))
        return
    expected = "direction or a sound seed" if directional else "a sound seed"
    found = line.take_anything().upper()
    _spoil(
        reading,
        f"Ah I was expecting {expected} here after {words[-1].text.upper()}, but I don't know what to make "
        "of "
        f'"{found}".',
    )


def _spoil(reading: ParseState, complaint: str) -> None:
    reading.sound_spoiled = True
    reading.error(complaint)


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
"""Digits of a seed that count; more are unlikely, and Python refuses to read thousands."""


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

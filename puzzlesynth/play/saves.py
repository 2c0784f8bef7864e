"""Games as JSON and back.

A save holds the puzzle and every move, not the state: loading plays the moves again, so what is loaded is a game
that can have happened, with all of its past to undo. What is wrong with a save is a `SaveError` that says why, and
nothing is loaded then.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from puzzlesynth.pack.model import Cruelty, Pack
from puzzlesynth.play.just_in_time.chapters import (
    Chapter,
    Make,
    empty_world,
    goes_on,
    joined,
    objects_of,
    progress_of,
)
from puzzlesynth.puzzle.game_pack import pack_for
from puzzlesynth.puzzle.game_state import GameState
from puzzlesynth.puzzle.json_io import puzzle_from_dict, puzzle_to_dict
from puzzlesynth.puzzle.json_shapes import PuzzleError
from puzzlesynth.puzzle.model import Object, Puzzle, pack_mismatch
from puzzlesynth.puzzle.strict_json import JsonError, read_json, shown
from puzzlesynth.world import Drop, IllegalMove, Move, State, Take, Use, Walk, WorldError
from puzzlesynth.world.state import settled

from .game import Game
from .undo_history import Moment, UndoHistory

FORMAT = "puzzlesynth.save/1"

Read = TypeVar("Read")


class SaveError(ValueError):
    """This save cannot be loaded; the message says why."""


def save_game(game: Game) -> str:
    """The game as one JSON text, with its past and with what could be redone."""
    moments = game.undo_history.moments
    chapters = [
        {"at": position, "puzzle": puzzle_to_dict(moment.chapter.puzzle)}
        for position, moment in enumerate(moments)
        if game.puzzle is None and _begins(moments, position)
    ]
    data = {
        "format": FORMAT,
        "pack": {"name": game.pack.name, "sha256": game.pack.sha256},
        "seed": game.seed,
        "cruelty": game.cruelty.value,
        "puzzle": None if game.puzzle is None else puzzle_to_dict(game.puzzle),
        "chapters": chapters,
        "moves": [_move_to_list(moment.move) for moment in moments[1:] if moment.move is not None],
        "now": game.undo_history.now,
        "state": fingerprint(game.state),
    }
    data["sha256"] = _digest(data)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def _digest(data: dict[str, Any]) -> str:
    """The hash of everything else in a save: the moves alone do not show that a puzzle has been damaged."""
    rest = {key: value for key, value in data.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def _begins(moments: list[Moment], position: int) -> bool:
    """Whether a chapter begins here. The first one of a living world, without goals, goes without saying."""
    chapter = moments[position].chapter
    if position == 0:
        return bool(chapter.puzzle.areas)
    return chapter is not moments[position - 1].chapter


def fingerprint(state: State) -> str:
    """The same for the same state."""
    told = [
        sorted(_as_told(thing) for thing in objects_of(state)),
        sorted(state.open),
        sorted(state.solved),
        state.player,
        state.status.value,
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def _as_told(thing: Object) -> list[Any]:
    values = sorted((name, type(v).__name__, v) for name, v in thing.properties.items() if v is not False)
    return [thing.id, thing.item, thing.area or "", thing.inside or "", values]


def _move_to_list(move: Move) -> list[Any]:
    if isinstance(move, Walk):
        return ["walk", move.area]
    if isinstance(move, Use):
        return ["use", move.rule, list(move.inputs), list(move.items)]
    return ["take" if isinstance(move, Take) else "drop", move.object]


def load_game(
    text: str | bytes,
    pack: Pack,
    *,
    make: Make | None = None,
    worker: str | None = None,
) -> Game:
    """The game that a save holds. `SaveError` if it belongs to another pack or is broken.

    A puzzle that fills a map is played with the pack of that filling; `pack` may be it, or the one that has the map."""
    save = _loaded(text, pack)
    return Game(
        save.pack,
        save.puzzle,
        seed=save.seed,
        cruelty=save.cruelty,
        make=make,
        worker=worker,
        undo_history=save.undo_history,
    )


def saved_state(text: str | bytes, pack: Pack) -> GameState:
    """The state of a saved game, as a state file has it. `SaveError` as for `load_game`, and for a map's own world."""
    save = _loaded(text, pack)
    if save.pack is not pack:
        raise SaveError("puzzle: this game is played in the world of a map, which is not the pack's own")
    state = save.undo_history.present.state
    return GameState(objects_of(state), progress_of(pack, state), state.player)


def is_save(text: str | bytes) -> bool:
    """Whether a text says that it is a saved game, whatever else may be wrong with it."""
    try:
        _parsed(text)
    except SaveError:
        return False
    return True


class _Save(NamedTuple):
    """A save that has been played again."""

    seed: int
    cruelty: Cruelty
    pack: Pack
    """The one that the puzzle is played with."""
    puzzle: Puzzle | None
    undo_history: UndoHistory


def _loaded(text: str | bytes, pack: Pack) -> _Save:
    data = _parsed(text)
    _check_pack(data, pack)
    save = _Save(_get(data, "seed", _whole), _get(data, "cruelty", _cruelty), *_undo_history(data, pack))
    if _get(data, "state", _text) != fingerprint(save.undo_history.present.state):
        raise SaveError("state: the moves lead to another state than the one that was saved")
    _check_digest(data)
    return save


def _undo_history(data: dict[str, Any], pack: Pack) -> tuple[Pack, Puzzle | None, UndoHistory]:
    """The moves of a save played again, with the puzzle and the pack that they are played with."""
    try:
        puzzle = None if data.get("puzzle") is None else puzzle_from_dict(data["puzzle"])
        chapters = {
            _get(entry, "at", _whole): puzzle_from_dict(_get(entry, "puzzle", _mapping))
            for entry in map(_mapping, _get(data, "chapters", _listed))
        }
        for made in (*chapters.values(), *(() if puzzle is None else (puzzle,))):
            if pack_mismatch(pack, made.pack, made.pack_sha256) is not None:
                raise SaveError("puzzle: it belongs to another pack")
        if puzzle is not None:
            pack = pack_for(pack, puzzle)
        undo_history = _replayed(pack, puzzle, chapters, list(map(_move, _get(data, "moves", _listed))))
    except (PuzzleError, WorldError) as problem:
        raise SaveError(f"puzzle: {problem}") from None
    except RecursionError:
        raise SaveError("the save is nested too deeply") from None
    now = _get(data, "now", _whole)
    if not 0 <= now < len(undo_history.moments):
        raise SaveError(f"now: there is no move {now}")
    undo_history.now = now
    return pack, puzzle, undo_history


def checked_save(text: str | bytes) -> dict[str, Any]:
    """A save's data, of any pack. `SaveError` if it has been changed since it was written."""
    data = _parsed(text)
    _check_digest(data)
    for entry in map(_mapping, _get(data, "chapters", _listed)):
        _get(entry, "puzzle", _mapping)
    _get(data, "pack", _mapping)
    _get(data, "moves", _listed)
    return data


def _check_digest(data: dict[str, Any]) -> None:
    if _get(data, "sha256", _text) != _digest(data):
        raise SaveError("sha256: the save has been changed or damaged since it was written")


def rewritten_save(data: dict[str, Any], pack: Pack) -> str:
    """A save with other puzzles or moves, played again. `SaveError` if it cannot be."""
    whole = {key: value for key, value in data.items() if key != "sha256"}
    whole["state"] = fingerprint(_undo_history(whole, pack)[2].present.state)
    whole["sha256"] = _digest(whole)
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")) + "\n"


def _check_pack(data: dict[str, Any], pack: Pack) -> None:
    named = _get(data, "pack", _mapping)
    wrong = pack_mismatch(pack, str(named.get("name")), str(named.get("sha256")), "save")
    if wrong is not None:
        raise SaveError(f"pack: {wrong}")


def _replayed(
    pack: Pack, puzzle: Puzzle | None, chapters: dict[int, Puzzle], moves: list[Move]
) -> UndoHistory:
    chapter = Chapter(pack, puzzle if puzzle is not None else empty_world(pack))
    state = chapter.world.start()
    if puzzle is not None and chapters:
        raise SaveError("chapters: a game that was made ahead has none")
    if any(not 0 <= at <= len(moves) for at in chapters):
        raise SaveError("chapters: one begins after the last move")
    living = puzzle is None
    moments: list[Moment] = []
    for position in range(len(moves) + 1):
        move = moves[position - 1] if position else None
        if move is not None:
            try:
                move = _with_action(pack, move)
                state = chapter.world.apply(state, move).state
            except IllegalMove as problem:
                raise SaveError(f"moves[{position - 1}]: {problem}") from None
        if living:
            state = goes_on(pack, state)
        if position in chapters:
            chapter = Chapter(pack, chapters[position])
            state = _entered(pack, chapter, state, position)
        moments.append(Moment(chapter, state, move))
    undo_history = UndoHistory(moments[0])
    undo_history.moments = moments
    return undo_history


def _with_action(pack: Pack, move: Move) -> Move:
    """A save names rules by number alone."""
    if isinstance(move, Use) and 1 <= move.rule <= len(pack.rules):
        return replace(move, action=pack.rule(move.rule).action)
    return move


def _entered(pack: Pack, chapter: Chapter, state: State, position: int) -> State:
    """The state with what a chapter adds to it, if it is a chapter of this game."""
    puzzle = chapter.puzzle
    there = sorted(_as_told(thing) for thing in puzzle.objects if not thing.placed)
    if there != sorted(_as_told(thing) for thing in objects_of(state)):
        raise SaveError(f"chapters: the one at move {position} begins in another world")
    if (chapter.world.instance.open, chapter.world.instance.solved) != (state.open, state.solved):
        raise SaveError(f"chapters: the one at move {position} begins with other areas")
    new = joined(pack, state, chapter)
    if new is None:
        raise SaveError(f"chapters: the one at move {position} has more of something than can exist")
    return goes_on(pack, settled(chapter.world.instance, new)[0])


# --- reading, with nothing trusted ---------------------------------------------------------------------


def _parsed(text: str | bytes) -> dict[str, Any]:
    try:
        data = _mapping(read_json(text))
    except JsonError as problem:
        raise SaveError(str(problem)) from None
    if data.get("format") != FORMAT:
        raise SaveError(f"format: {shown(data.get('format'))}, expected {FORMAT!r}")
    return data


def _get(data: dict[str, Any], key: str, read: Callable[[Any], Read]) -> Read:
    if key not in data:
        raise SaveError(f"{key}: is missing")
    try:
        return read(data[key])
    except SaveError as problem:
        raise SaveError(f"{key}: {problem}") from None


def _reader(kind: type[Read], what: str) -> Callable[[Any], Read]:
    def read(data: Any) -> Read:
        if not isinstance(data, kind) or (isinstance(data, bool) and kind is not bool):
            raise SaveError(f"expected {what}")
        return data

    return read


_mapping = _reader(dict, "an object")
_listed = _reader(list, "a list")
_whole = _reader(int, "a whole number")
_text = _reader(str, "a text")


def _cruelty(data: Any) -> Cruelty:
    try:
        return Cruelty(data)
    except ValueError:
        raise SaveError(f"expected merciful, polite or cruel, found {shown(data)}") from None


def _texts(data: Any) -> tuple[str, ...]:
    return tuple(_text(entry) for entry in _listed(data))


def _move(data: Any) -> Move:
    match data:
        case ["walk", str(area)]:
            return Walk(area)
        case ["take", str(name)]:
            return Take(name)
        case ["drop", str(name)]:
            return Drop(name)
        case ["use", int(rule), inputs, items] if not isinstance(rule, bool):
            return Use(rule, "", _texts(inputs), _texts(items))
    raise SaveError(f"moves: {str(data)[:80]} is not a move")

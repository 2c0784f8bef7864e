"""Games as JSON and back.

A save holds the puzzle and every move, not the state: loading plays the moves again, so what is loaded is a game
that can have happened, with all of its past to undo. What is wrong with a save is a `SaveError` that says why, and
nothing is loaded then.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, NamedTuple

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
from puzzlesynth.puzzle.json_io import PACK, PUZZLE, PackReference
from puzzlesynth.puzzle.json_shapes import (
    SEED,
    TEXT,
    JsonKey,
    JsonShape,
    PuzzleError,
    constant,
    listed,
    record,
)
from puzzlesynth.puzzle.model import Object, Puzzle, pack_mismatch
from puzzlesynth.puzzle.strict_json import JsonError, read_json, shown
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.world import Drop, IllegalMove, Move, State, Take, Use, Walk, WorldError
from puzzlesynth.world.state import settled

from .game import Game
from .undo_history import Moment, UndoHistory

FORMAT = "puzzlesynth.save/1"


class SaveError(ValueError):
    """This save cannot be loaded; the message says why."""


class SavedChapter(NamedTuple):
    """A puzzle of a living game, and the move at which it begins."""

    at: int
    puzzle: Puzzle


@dataclass(frozen=True)
class SavedGame:
    """What a save says."""

    pack: PackReference
    seed: int
    cruelty: Cruelty
    puzzle: Puzzle | None
    chapters: tuple[SavedChapter, ...]
    moves: tuple[Move, ...]
    now: int
    state: str
    sha256: str = ""
    format: str = FORMAT


def _cruelty(data: Any, where: str) -> Cruelty:
    try:
        return Cruelty(data)
    except ValueError:
        raise PuzzleError(f"{where}: expected merciful, polite or cruel, found {shown(data)}") from None


def _move(data: Any, where: str) -> Move:
    match data:
        case ["walk", str(area)]:
            return Walk(area)
        case ["take", str(name)]:
            return Take(name)
        case ["drop", str(name)]:
            return Drop(name)
        case ["use", int(rule), inputs, items] if not isinstance(rule, bool):
            return Use(rule, "", _NAMES.read(inputs, where), _NAMES.read(items, where))
    raise PuzzleError(f"{where}: {str(data)[:80]} is not a move")


def _move_to_list(move: Move) -> list[Any]:
    if isinstance(move, Walk):
        return ["walk", move.area]
    if isinstance(move, Use):
        return ["use", move.rule, list(move.inputs), list(move.items)]
    return ["take" if isinstance(move, Take) else "drop", move.object]


_NAMES = listed(TEXT)
_CRUELTY = JsonShape(_cruelty, {"enum": [one.value for one in Cruelty]}, lambda one: one.value)
_MOVE = JsonShape(_move, {"type": "array"}, _move_to_list)
_WHOLE_PUZZLE = JsonShape(PUZZLE.read, {"type": "object"}, PUZZLE.write)
_CHAPTER = record(
    SavedChapter,
    JsonKey("at", SEED, "The number of moves before it begins."),
    JsonKey("puzzle", _WHOLE_PUZZLE, "Its puzzle."),
)
_SAVE = record(
    SavedGame,
    JsonKey("format", constant(FORMAT), "What this file is."),
    JsonKey("pack", PACK, "The pack it belongs to."),
    JsonKey("seed", SEED, "The seed of the game."),
    JsonKey("cruelty", _CRUELTY, "How the game treats moves that make it unwinnable."),
    JsonKey("puzzle", _WHOLE_PUZZLE, "The puzzle; null in a living game.", None),
    JsonKey("chapters", listed(_CHAPTER), "In a living game, its puzzles."),
    JsonKey(
        "moves",
        listed(_MOVE),
        'Every move: `["walk", AREA]`, `["take", OBJECT]`, `["drop", OBJECT]` or '
        '`["use", RULE, [OBJECT, …], [ITEM, …]]`.',
    ),
    JsonKey("now", SEED, "How many of the moves are done; the rest can be redone."),
    JsonKey("state", TEXT, "A hash of the state that the moves lead to."),
    JsonKey("sha256", TEXT, "A hash of everything else in the file."),
    what="save",
)


def save_schema() -> dict[str, Any]:
    """The JSON Schema of a saved game."""
    return dict(_SAVE.schema)


def save_game(game: Game) -> str:
    """The game as one JSON text, with its past and with what could be redone."""
    moments = game.undo_history.moments
    chapters = [
        SavedChapter(position, moment.chapter.puzzle)
        for position, moment in enumerate(moments)
        if game.puzzle is None and _begins(moments, position)
    ]
    return _written(
        SavedGame(
            PackReference(game.pack.name, game.pack.sha256),
            game.seed,
            game.cruelty,
            game.puzzle,
            tuple(chapters),
            tuple(moment.move for moment in moments[1:] if moment.move is not None),
            game.undo_history.now,
            fingerprint(game.state),
        )
    )


def _written(save: SavedGame) -> str:
    assert _SAVE.write is not None
    data: dict[str, Any] = _SAVE.write(save)
    data["sha256"] = _digest(data)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def _digest(data: dict[str, Any]) -> str:
    """The hash of everything else in a save: the moves alone do not show that a puzzle has been damaged."""
    rest = {key: value for key, value in data.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def _begins(moments: list[Moment], position: int) -> bool:
    """Whether a chapter begins here. The first one of a living world, without goals, need not be saved."""
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


class _Loaded(NamedTuple):
    """A save that has been played again."""

    seed: int
    cruelty: Cruelty
    pack: Pack
    """The one that the puzzle is played with."""
    puzzle: Puzzle | None
    undo_history: UndoHistory


def _loaded(text: str | bytes, pack: Pack) -> _Loaded:
    data = _parsed(text)
    save = _read(data)
    wrong = pack_mismatch(pack, save.pack.name, save.pack.sha256, "save")
    if wrong is not None:
        raise SaveError(f"pack: {wrong}")
    loaded = _Loaded(save.seed, save.cruelty, *_undo_history(save, pack))
    if save.state != fingerprint(loaded.undo_history.present.state):
        raise SaveError("state: the moves lead to another state than the one that was saved")
    _check_digest(data)
    return loaded


def _parsed(text: str | bytes) -> dict[str, Any]:
    try:
        data = read_json(text)
    except JsonError as problem:
        raise SaveError(str(problem)) from None
    if not isinstance(data, dict):
        raise SaveError("expected an object")
    if data.get("format") != FORMAT:
        raise SaveError(f"format: {shown(data.get('format'))}, expected {FORMAT!r}")
    return data


def _read(data: dict[str, Any]) -> SavedGame:
    try:
        save: SavedGame = _SAVE.read(data, "")
    except PuzzleError as problem:
        raise SaveError(str(problem)) from None
    return save


def _check_digest(data: dict[str, Any]) -> None:
    if data["sha256"] != _digest(data):
        raise SaveError("sha256: the save has been changed or damaged since it was written")


def _undo_history(save: SavedGame, pack: Pack) -> tuple[Pack, Puzzle | None, UndoHistory]:
    """The moves of a save played again, with the puzzle and the pack that they are played with."""
    puzzle, chapters = save.puzzle, {chapter.at: chapter.puzzle for chapter in save.chapters}
    for made in (*chapters.values(), *(() if puzzle is None else (puzzle,))):
        if pack_mismatch(pack, made.pack, made.pack_sha256) is not None:
            raise SaveError("puzzle: it belongs to another pack")
    try:
        if puzzle is not None:
            pack = pack_for(pack, puzzle)
        undo_history = _replayed(pack, puzzle, chapters, save.moves)
    except (PuzzleError, WorldError) as problem:
        raise SaveError(f"puzzle: {problem}") from None
    if not 0 <= save.now < len(undo_history.moments):
        raise SaveError(f"now: there is no move {save.now}")
    undo_history.now = save.now
    return pack, puzzle, undo_history


def checked_save(text: str | bytes) -> SavedGame:
    """What a save says, of any pack. `SaveError` if it has been changed since it was written."""
    data = _parsed(text)
    save = _read(data)
    _check_digest(data)
    return save


def rewritten_save(save: SavedGame, pack: Pack) -> str:
    """A save with other puzzles or moves, played again. `SaveError` if it cannot be."""
    state = _undo_history(save, pack)[2].present.state
    return _written(replace(save, state=fingerprint(state)))


def _replayed(
    pack: Pack, puzzle: Puzzle | None, chapters: dict[int, Puzzle], moves: tuple[Move, ...]
) -> UndoHistory:
    chapter = Chapter(pack, puzzle if puzzle is not None else empty_world(pack))
    state = chapter.world.start()
    if puzzle is not None and chapters:
        raise SaveError("chapters: a game with a finished puzzle has none")
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

"""The way in: a PuzzleScript source becomes a game and a list of messages."""

from __future__ import annotations

from puzzlesynth.levels.parser.game_builder import assemble
from puzzlesynth.levels.parser.messages import MessageLog, TooManyMessages
from puzzlesynth.levels.parser.source_parser import read_source
from puzzlesynth.levels.parser.text_screen import check_title_screen

from .model import Compilation, PuzzleScriptGame


def compile_source(text: str) -> Compilation:
    """Read and compile a source. Whatever is wrong with it is said in the messages, never raised."""
    log = MessageLog()
    try:
        game = _compile(text, log)
    except TooManyMessages:
        game = None
        log.note("Too many errors/warnings; aborting compilation.")
    return Compilation(game, tuple(log.messages))


def _compile(text: str, log: MessageLog) -> PuzzleScriptGame | None:
    draft = read_source(text, log)
    if draft is None:
        log.note("too many errors, aborting compilation")
        return None
    game = assemble(draft, log)
    if log.gives_up or game is None:
        return None
    if game.levels:
        check_title_screen(draft, log)
    return game

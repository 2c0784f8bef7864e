"""The way in: a PuzzleScript source becomes a game and a list of messages."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlesynth.levels.parser.game_builder import assemble
from puzzlesynth.levels.parser.messages import Message, MessageLog, TooManyMessages
from puzzlesynth.levels.parser.source_parser import read_source
from puzzlesynth.levels.parser.text_screen import check_title_screen

from .model import PuzzleScriptGame


@dataclass(frozen=True, slots=True)
class Compilation:
    """A source after compiling: what can be played (None if nothing can), and what there is to say about it.
    A few sources have errors and can be played nevertheless."""

    game: PuzzleScriptGame | None
    messages: tuple[Message, ...]

    @property
    def errors(self) -> tuple[Message, ...]:
        return tuple(message for message in self.messages if message.kind == "error")

    @property
    def warnings(self) -> tuple[Message, ...]:
        return tuple(message for message in self.messages if message.kind == "warning")


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

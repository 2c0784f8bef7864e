"""Playing levels: at a terminal with keys, or without one from a script of moves."""

from __future__ import annotations

import dataclasses
import shutil
import sys
import textwrap
import time
from typing import TYPE_CHECKING, Literal

from puzzlesynth.cli.common.standard_streams import wants_colour
from puzzlesynth.pack.text.wording import counted

from .keys import Keys
from .sources import chosen_levels

if TYPE_CHECKING:
    from puzzlesynth.levels.engine import LevelSession
    from puzzlesynth.levels.model import PuzzleScriptGame

_ENTER_SCREEN = "\033[?1049h\033[?25l"
_LEAVE_SCREEN = "\033[?25h\033[?1049l"
_INPUTS: dict[str, int | Literal["undo", "restart"]] = {
    **{key: number for number, key in enumerate(("up", "left", "down", "right", "action"))},
    "undo": "undo",
    "restart": "restart",
}
_AGAIN_SECONDS = 0.12
_LONGEST_PAUSE = 0.5

Turn = Literal["next", "previous", "quit"]
_WAYS_OUT: tuple[Turn, ...] = ("next", "previous", "quit")


def play_in_terminal(game: PuzzleScriptGame, number: int | None, seed: str | None) -> None:
    """Play from a level on until the player has had enough. Ctrl-C ends the command as any other."""
    first = 0 if number is None else chosen_levels(game, number)[0][1]
    chosen_levels(game, None)
    screen = _Screen(game)
    try:
        with Keys() as keys:
            print(_ENTER_SCREEN, end="")
            try:
                _through(game, first, seed, keys, screen)
            finally:
                print(_LEAVE_SCREEN, end="", flush=True)
    finally:
        print(f"{counted(screen.won, 'level')} solved.")


def _through(game: PuzzleScriptGame, entry: int, seed: str | None, keys: Keys, screen: _Screen) -> None:
    from puzzlesynth.levels.model import LevelMessage

    step = 1
    while 0 <= entry < len(game.levels):
        item = game.levels[entry]
        if isinstance(item, LevelMessage):
            if step > 0 and screen.tell(item.text, keys) == "quit":
                return
        else:
            turn = _Play(game, entry, seed, keys, screen).run()
            if turn == "quit":
                return
            step = -1 if turn == "previous" else 1
        entry += step
        if entry < 0:
            entry, step = 0, 1
    screen.tell("That was the last level. Well done!", keys)


def _help(game: PuzzleScriptGame) -> str:
    """The keys that do something in this game, in less than 80 columns."""
    settings = game.settings
    keys = ["arrows/WASD move"]
    keys += [] if settings.noaction else ["x action"]
    keys += [] if settings.noundo else ["z undo"]
    keys += [] if settings.norestart else ["r restart"]
    return "  ".join([*keys, "n next", "p previous", "q quit"])


class _Screen:
    """What the player looks at."""

    def __init__(self, game: PuzzleScriptGame) -> None:
        from puzzlesynth.levels.show.terminal import TerminalArtist

        self.artist = TerminalArtist(game, colors=wants_colour(sys.stdout))
        self.title = "".join(letter for letter in game.settings.title if letter.isprintable())
        self.won = 0

    def draw(self, session: LevelSession, status: str, footer: str) -> None:
        from puzzlesynth.levels.show.images import session_view

        columns, rows = shutil.get_terminal_size()
        board = self.artist.lines(session_view(session), columns, max(1, rows - 3))
        head = f"{self.title[: max(0, columns - len(status) - 3)]}  {status}".strip()
        self._put([head[:columns], *board, "", footer[:columns]])

    def tell(self, text: str, keys: Keys) -> str:
        """A message on its own, until a key is pressed."""
        columns, rows = shutil.get_terminal_size()
        lines = textwrap.wrap(text, max(10, min(70, columns - 4)))[: max(1, rows - 4)]
        self._put(["", *(f"  {line}" for line in lines), "", "  (press a key)"])
        return keys.next() or "other"

    def _put(self, lines: list[str]) -> None:
        # Each line is cleared to its end, so that nothing flickers and nothing is left over.
        text = "".join(f"{line}\033[K\r\n" for line in lines[:-1]) + f"{lines[-1]}\033[K"
        print(f"\033[H{text}\033[J", end="", flush=True)


class _Play:
    """One level being played."""

    def __init__(
        self, game: PuzzleScriptGame, entry: int, seed: str | None, keys: Keys, screen: _Screen
    ) -> None:
        levels = chosen_levels(game, None)
        self.game = game
        self.keys = keys
        self.screen = screen
        self.number = next(number for number, place, _ in levels if place == entry)
        self.count = len(levels)
        self.session = level_session(game, entry, seed)
        self.moves = 0

    def run(self) -> Turn:
        """Until the level is won or left."""
        tick = self.game.settings.realtime_interval
        while True:
            if self.session.levels_won:
                return self._celebrate()
            self._draw(_help(self.game))
            key = self.keys.next(max(0.02, tick) if tick else None)
            for way in _WAYS_OUT:
                if key == way:
                    return way
            if key is None:
                self.session.press("tick")
            elif key in _INPUTS:
                self._press(key)
            if self.session.message:
                self._draw("")
                text, self.session.message = self.session.message, ""
                if self.screen.tell(text, self.keys) == "quit":
                    return "quit"

    def _press(self, key: str) -> None:
        if key == "action" and self.game.settings.noaction:
            return
        before = self.session.board
        self.session.press_unsettled(_INPUTS[key])
        self._show_again_turns()
        if key == "restart":
            self.moves = 0
        elif self.session.board != before:
            self.moves = max(0, self.moves - 1) if key == "undo" else self.moves + 1

    def _show_again_turns(self) -> None:
        """Turn by turn, as the game wants it; the next key cuts it short."""
        wanted = self.game.settings.again_interval
        pause = min(_LONGEST_PAUSE, max(0.0, wanted if wanted is not None else _AGAIN_SECONDS))
        stop = time.monotonic() + 10 * _LONGEST_PAUSE
        while self.session.again_pending:
            if time.monotonic() > stop:
                self.session.settle()
                return
            self._draw("")
            time.sleep(pause)
            self.session.step_again()

    def _celebrate(self) -> Turn:
        self.screen.won += 1
        self._draw(f"Solved in {counted(self.moves, 'move')}! (any key continues, q quits)")
        key = self.keys.next()
        return "quit" if key == "quit" else "next"

    def _draw(self, footer: str) -> None:
        status = f"level {self.number} of {self.count}  moves {self.moves}"
        self.screen.draw(self.session, status, footer)


def level_session(game: PuzzleScriptGame, entry: int, seed: str | None) -> LevelSession:
    """A play of one level, which ends when it is won. Chance falls as in a play of the whole game."""
    from puzzlesynth.levels.engine import LevelSession
    from puzzlesynth.levels.engine.native.fastest_engine import fastest_engine

    alone = dataclasses.replace(game, levels=(game.levels[entry],))
    return LevelSession(
        alone, 0, seed=seed if seed is not None else f"level {entry}", engine=fastest_engine(alone, wait=0.5)
    )


def run_script(game: PuzzleScriptGame, number: int | None, script: str, seed: str | None) -> None:
    """Make the moves on one level (the first, if none is named) and print the result."""
    from puzzlesynth.levels.show import Glyphs, level_text, read_moves
    from puzzlesynth.levels.show.images import session_view

    moves = read_moves(script)
    level, entry, _ = chosen_levels(game, number)[0]
    session = level_session(game, entry, seed)
    made = 0
    while made < len(moves) and not session.levels_won:
        session.press(moves[made])
        made += 1
        if session.message:
            print(f"message: {session.message}")
            session.message = ""
    glyphs = Glyphs(game)
    print(level_text(session_view(session), glyphs))
    for line in glyphs.key():
        print(line)
    for notice in session.notices:
        print(f"note: {notice}")
    outcome = "won" if session.levels_won else "not won"
    left = f", {len(moves) - made} not needed" if made < len(moves) else ""
    print(f"Level {level}: {outcome} after {counted(made, 'move')}{left}")

"""Commands that are no moves: looking around, help, time, files."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from puzzlesynth.play import room as see
from puzzlesynth.play.reply import Reply
from puzzlesynth.play.room import Style
from puzzlesynth.play.saving import SaveError, load_game, save_game
from puzzlesynth.play.solution import way_to_win

if TYPE_CHECKING:
    from puzzlesynth.play.session import Session

Aside = Callable[["Session", list[str], Reply], None]
"""What a command does with the words after it."""

MOST_BEGINNING = 1000

_SAVED = re.compile(r'\s*\{\s*"format"\s*:\s*"puzzlesynth\.save/')

HELP = (
    ("a number", "does what has that number in the menu"),
    ("unlock safe, use badge with safe", "does it in your own words; words may be shortened"),
    ("take X, drop X, take all", "picks things up and puts them down"),
    ("go X", "walks there, also through other areas"),
    ("look, examine X", "looks around, or at something"),
    ("inventory, map, goals", "what you carry, where you can go, what is wanted"),
    ("hint", "a hint; ask again for a clearer one"),
    ("undo, redo, restart", "takes moves back, as many as you like, and does them again"),
    ("save [FILE], load [FILE]", "keeps the game in a file"),
    ("solution", "the whole way to win from here (asks first)"),
    ("quit", "ends the game"),
)


def look(session: Session, _: list[str], reply: Reply) -> None:
    session.arrive(reply, full=True)
    session.show_menu(reply)


def inventory(session: Session, _: list[str], reply: Reply) -> None:
    reply.lines += see.inventory(session.game)


def show_map(session: Session, _: list[str], reply: Reply) -> None:
    reply.lines += see.map_lines(session.game)


def goals(session: Session, _: list[str], reply: Reply) -> None:
    reply.lines += see.goals(session.game)


def hint(session: Session, _: list[str], reply: Reply) -> None:
    reply.say(Style.HINT, session.game.hint().text)


def undo(session: Session, words: list[str], reply: Reply) -> None:
    _travel(session, words, reply, session.game.undo, "undone", "There is nothing to undo.")


def redo(session: Session, words: list[str], reply: Reply) -> None:
    _travel(session, words, reply, session.game.redo, "done again", "There is nothing to do again.")


def restart(session: Session, _: list[str], reply: Reply) -> None:
    session.game.restart()
    reply.note("Back to the beginning. (`redo` takes it back.)")
    look(session, [], reply)


def _travel(
    session: Session, words: list[str], reply: Reply, go: Callable[[int], int], done: str, nothing: str
) -> None:
    wish = words[0] if words else "1"
    count = go(min(int(wish), 10**9) if wish.isdecimal() and len(wish) < 12 else 1)
    if not count:
        reply.note(nothing)
        return
    reply.note(f"{count} move{'s' if count > 1 else ''} {done}.")
    session.arrive(reply)
    session.show_menu(reply)


def save(session: Session, words: list[str], reply: Reply) -> None:
    name = " ".join(words) or session.default_save
    try:
        if not _may_be_written(session, name):
            reply.note(
                f"{name} is there already and is no saved game, so it stays as it is. Try another name."
            )
            return
        session.files.write(name, save_game(session.game))
    except (OSError, ValueError) as problem:
        reply.note(f"It could not be saved: {_reason(problem)}.")
    else:
        reply.note(f"Saved in {name}.")


def _may_be_written(session: Session, name: str) -> bool:
    try:
        return looks_saved(session.files.read(name))
    except FileNotFoundError:
        return True


def load(session: Session, words: list[str], reply: Reply) -> None:
    name = " ".join(words) or session.default_save
    try:
        loaded = load_game(session.files.read(name), session.game.pack)
    except SaveError as problem:
        reply.note(f"{name} was not loaded: {problem}.")
    except (OSError, ValueError) as problem:
        reply.note(f"It could not be loaded: {_reason(problem)}.")
    else:
        session.game.close()
        session.game = loaded
        reply.note(f"Loaded from {name}.")
        look(session, [], reply)


def looks_saved(text: str | bytes) -> bool:
    """Whether a file holds a game, of whatever pack and version."""
    beginning = text[:MOST_BEGINNING]
    if isinstance(beginning, bytes):
        beginning = beginning.decode("utf-8-sig", errors="replace")
    return _SAVED.match(beginning) is not None


def _reason(problem: Exception) -> str:
    return (problem.strerror if isinstance(problem, OSError) else None) or str(problem)


def solution(session: Session, _: list[str], reply: Reply) -> None:
    reply.note("Do you really want to see the whole solution? (yes or no)")

    def answer(text: str, reply: Reply) -> bool:
        if text in ("y", "yes"):
            for number, phrase in enumerate(way_to_win(session.game), 1):
                reply.say(Style.HINT, f"{number:>3}. {phrase}", 5)
            if not reply.lines:
                reply.say(Style.HINT, session.game.hint(3).text)
            return True
        if text in ("n", "no"):
            reply.note("Good.")
            return True
        return False

    session.question = answer


def show_help(_: Session, __: list[str], reply: Reply) -> None:
    for what, does in HELP:
        reply.say(Style.TEXT, f"{what:<34}{does}", 34)


def leave(_: Session, __: list[str], reply: Reply) -> None:
    reply.note("Goodbye.")
    reply.over = True


ASIDES: dict[str, Aside] = {
    "look": look,
    "inventory": inventory,
    "map": show_map,
    "goals": goals,
    "hint": hint,
    "undo": undo,
    "redo": redo,
    "restart": restart,
    "save": save,
    "load": load,
    "solution": solution,
    "help": show_help,
    "quit": leave,
}

SHORT = {
    "l": "look",
    "i": "inventory",
    "m": "map",
    "g": "goals",
    "h": "hint",
    "u": "undo",
    "r": "redo",
    "q": "quit",
    "exit": "quit",
    "bye": "quit",
    "?": "help",
}

"""Commands that are not moves: looking around, help, undo, files."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from puzzlesynth.pack.text.wording import listed, the_area
from puzzlesynth.play.hints import walkthrough_of
from puzzlesynth.play.saves import SaveError, load_game, save_game
from puzzlesynth.play.text import room_description as see
from puzzlesynth.play.text.reply import ReplyLine, SessionReply, Style

from .commands import NO, YES, content_words, number_in, object_of, typed_words
from .verbs import ALL, examine

if TYPE_CHECKING:
    from puzzlesynth.play.game import Game
    from puzzlesynth.play.session import Session

MetaCommand = Callable[["Session", list[str], SessionReply], None]
"""What a command does with the words after it."""

HINTS = (1, 2, 3)

ALL_MOVES = 10**9

MOMENT = 2.0
"""How many seconds the command `wait` waits."""

MOST_BEGINNING = 1000

_SAVED = re.compile(r'\s*\{\s*"format"\s*:\s*"puzzlesynth\.save/')

HELP = (
    ("a number", "does the action with that number in the menu"),
    ("unlock safe, use badge with safe", "does it in your own words; words may be shortened"),
    ("take X, drop X and Y, take all", "picks things up and puts them down"),
    ("go X", "walks there, even through other areas"),
    ("look, look at X", "looks around, or at something"),
    ("inventory, map, goals", "what you carry, where you can go, what is wanted"),
    ("hint, hint 3", "a hint; ask again for a clearer one, up to 3"),
    ("undo, undo 3, redo, restart", "undoes moves, as many as you like, and redoes them"),
    ("wait", "lets a moment pass"),
    ("save [FILE], load [FILE]", "saves the game in a file"),
    ("solution", "the way to win from here, as far as it is made (asks first)"),
    ("quit", "ends the game"),
)


def look(session: Session, words: list[str], reply: SessionReply) -> None:
    text = object_of(words)
    if text and text.lower() not in ("around", "about", "here"):
        examine(session, text, reply)
    else:
        look_around(session, reply)


def look_around(session: Session, reply: SessionReply) -> None:
    session.arrive(reply, full=True)
    session.show_menu(reply)


def _showing(described: Callable[[Game], list[ReplyLine]]) -> MetaCommand:
    def show(session: Session, _: list[str], reply: SessionReply) -> None:
        reply.lines += described(session.game)

    return show


def hint(session: Session, words: list[str], reply: SessionReply) -> None:
    level = number_in(words[0]) if words else None
    if level is None or level in HINTS:
        reply.say(Style.HINT, session.game.hint(level).text)
    else:
        reply.note("There are hints 1, 2 and 3: where to look, what is missing, what to do.")


def undo(session: Session, words: list[str], reply: SessionReply) -> None:
    _travel(session, words, reply, session.game.undo, ("undo", "undone", "There is nothing to undo."))


def redo(session: Session, words: list[str], reply: SessionReply) -> None:
    texts = ("redo", "done again", "There is nothing to redo.")
    _travel(session, words, reply, session.game.redo, texts)


def restart(session: Session, _: list[str], reply: SessionReply) -> None:
    count = session.game.restart()
    if count:
        reply.note(f"Back to the beginning. (`redo{f' {count}' if count > 1 else ''}` takes that back.)")
    else:
        reply.note("This is the beginning.")
    look_around(session, reply)


def _travel(
    session: Session,
    words: list[str],
    reply: SessionReply,
    go: Callable[[int], int],
    texts: tuple[str, str, str],
) -> None:
    verb, done, nothing = texts
    wish = _how_many(words)
    if wish is None:
        reply.note(f"How many moves? Say `{verb}` for one, `{verb} 3`, or `{verb} all`.")
        return
    count = go(wish) if wish else 0
    if not count:
        reply.note(nothing if wish else f"No move {done}.")
        return
    reply.note(f"{count} move{'s' if count > 1 else ''} {done}.")
    session.arrive(reply)
    session.show_menu(reply)


def _how_many(words: list[str]) -> int | None:
    """How many moves a player means; None: that is not clear."""
    if not content_words(" ".join(words)):
        return 1
    return ALL_MOVES if words[0].lower() in ALL else number_in(words[0])


def save(session: Session, words: list[str], reply: SessionReply) -> None:
    name = " ".join(words) or session.default_save
    try:
        if not _may_be_written(session, name):
            reply.note(
                f"{name} already exists and is not a saved game, so it is left unchanged. Try another name."
            )
            return
        session.files.write(name, save_game(session.game))
    except (OSError, ValueError) as problem:
        reply.note(f"The game could not be saved: {_reason(problem)}.")
    else:
        reply.note(f"Saved in {name}.")


def _may_be_written(session: Session, name: str) -> bool:
    try:
        return looks_saved(session.files.read(name))
    except FileNotFoundError:
        return True


def load(session: Session, words: list[str], reply: SessionReply) -> None:
    name = " ".join(words) or session.default_save
    try:
        game = session.game
        loaded = load_game(session.files.read(name), session.pack, make=game.make, worker=game.worker)
    except SaveError as problem:
        reply.note(f"{name} was not loaded: {problem}.")
    except (OSError, ValueError) as problem:
        reply.note(f"The game could not be loaded: {_reason(problem)}.")
    else:
        session.go_on_with(loaded)
        reply.note(f"Loaded from {name}.")
        look_around(session, reply)


def looks_saved(text: str | bytes) -> bool:
    """Whether a file is a saved game, of any pack and version."""
    beginning = text[:MOST_BEGINNING]
    if isinstance(beginning, bytes):
        beginning = beginning.decode("utf-8-sig", errors="replace")
    return _SAVED.match(beginning) is not None


def _reason(problem: Exception) -> str:
    return (problem.strerror if isinstance(problem, OSError) else None) or str(problem)


def solution(session: Session, _: list[str], reply: SessionReply) -> None:
    far = "whole solution" if session.game.living_world is None else "solution, as far as the world is made"
    reply.note(f"Do you really want to see the {far}? (yes or no)")

    def answer(text: str, reply: SessionReply) -> bool:
        first = (typed_words(text) or [""])[0]
        if first in YES:
            _show_solution(session, reply)
        elif first in NO:
            reply.note("Good.")
        return first in YES or first in NO

    session.question = answer


def _show_solution(session: Session, reply: SessionReply) -> None:
    session.take_in(session.game.wait(), reply)
    way = walkthrough_of(session.game)
    for number, phrase in enumerate(way.steps, 1):
        reply.say(Style.HINT, f"{number:>3}. {phrase}", 5)
    if not way.steps:
        reply.say(Style.HINT, session.game.hint(3).text)
    if way.goes_on:
        reply.note("The world is generated up to here; the rest follows when you get there.")


def wait(session: Session, _: list[str], reply: SessionReply) -> None:
    """Nothing happens by itself here, but a puzzle may arrive."""
    game = session.game
    session.take_in(game.wait(MOMENT), reply)
    if game.pending:
        where = listed(the_area(game.pack.areas[area]) for area in game.pending)
        reply.note(f"Time passes. The puzzle for {where} is still being made.")
    elif not reply.lines:
        reply.note("Time passes. Nothing happens until you do something.")


def show_help(_: Session, __: list[str], reply: SessionReply) -> None:
    for what, does in HELP:
        reply.say(Style.TEXT, f"{what:<34}{does}", 34)


def leave(_: Session, __: list[str], reply: SessionReply) -> None:
    reply.note("Goodbye.")
    reply.over = True


ASIDES: dict[str, MetaCommand] = {
    "look": look,
    "inventory": _showing(see.inventory),
    "map": _showing(see.map_lines),
    "goals": _showing(see.goals),
    "hint": hint,
    "undo": undo,
    "redo": redo,
    "restart": restart,
    "save": save,
    "load": load,
    "solution": solution,
    "wait": wait,
    "help": show_help,
    "quit": leave,
}

YIELDING = ("wait",)
"""Commands that give way to an action of the pack that is called the same."""

SHORT = {
    "l": "look",
    "i": "inventory",
    "m": "map",
    "g": "goals",
    "h": "hint",
    "u": "undo",
    "r": "redo",
    "z": "wait",
    "q": "quit",
    "exit": "quit",
    "bye": "quit",
    "?": "help",
}

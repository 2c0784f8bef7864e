"""A text adventure: a line goes in, lines come out. Knows nothing of screens; files go through `Files`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from puzzlesynth.play import room as see
from puzzlesynth.play.commands import (
    DROP,
    EXAMINE,
    GO,
    TAKE,
    abbreviated,
    closest,
    content_words,
    find_named,
    knows_verb,
    typed_words,
    understand,
)
from puzzlesynth.play.events import Appeared, GameEvent, Opened, Prepared
from puzzlesynth.play.game import Game
from puzzlesynth.play.hints import walk_to
from puzzlesynth.play.names import Names, area_name, capital, listed, the_area
from puzzlesynth.play.room import Line, Menu, Style
from puzzlesynth.play.saving import SaveError, load_game, save_game
from puzzlesynth.play.solution import way_to_win
from puzzlesynth.play.telling import arrivals, tell
from puzzlesynth.play.texts import action_phrase
from puzzlesynth.world import Drop, Move, Status, Take, Walk

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


class Files(Protocol):
    """Where games are kept. What goes wrong is an `OSError`."""

    def read(self, name: str) -> str | bytes: ...

    def write(self, name: str, text: str) -> None: ...


@dataclass
class Reply:
    """What a command leads to."""

    lines: list[Line] = field(default_factory=list)
    over: bool = False
    """The player wants to end the session."""
    command: str | None = None
    """The command in words that mean the same whenever they are typed, for a transcript."""

    def say(self, style: Style, text: str, indent: int = 0) -> None:
        self.lines.append(Line(style, text, indent))


class Session:
    """One player at one game."""

    def __init__(self, game: Game, files: Files, default_save: str = "game.save.json") -> None:
        self.game, self._files, self._default_save = game, files, default_save
        self._visited: set[str] = set()
        self._menu = Menu((), ())
        self._question: Callable[[str, Reply], bool] | None = None
        self._commands: dict[str, Callable[[list[str], Reply], None]] = {
            "look": self._look,
            "inventory": self._inventory,
            "map": self._map,
            "goals": self._goals,
            "hint": self._hint,
            "undo": self._undo,
            "redo": self._redo,
            "restart": self._restart,
            "save": self._save,
            "load": self._load,
            "solution": self._solution,
            "help": self._help,
            "quit": self._quit,
        }
        self._short = {"l": "look", "i": "inventory", "m": "map", "h": "hint", "u": "undo", "r": "redo"}
        self._short |= {"q": "quit", "exit": "quit", "bye": "quit", "?": "help", "g": "goals"}

    # --- the conversation ----------------------------------------------------------------------------

    def opening(self) -> Reply:
        """What a player reads first."""
        reply = Reply()
        pack = self.game.pack
        reply.say(Style.TITLE, pack.title or capital(pack.name))
        if pack.description:
            reply.say(Style.TEXT, pack.description)
        reply.say(Style.NOTE, "Type a number, or what you want to do. `help` tells more.")
        self.game.wait()
        self._arrive(reply, full=True)
        return self._finished(reply)

    def respond(self, text: str) -> Reply:
        """Does what a player typed."""
        reply = Reply()
        line = " ".join(text.split())
        reply.command = line
        self._take_in(self.game.poll(), reply)
        question, self._question = self._question, None
        if not line or (question is not None and question(line.lower(), reply)):
            return reply
        if line.isdecimal():
            self._numbered(int(line[:9]), reply)
        elif not self._command(line, reply):
            self._in_own_words(line, reply)
        return reply

    def settle(self, timeout: float | None = None) -> Reply:
        """Waits for puzzles that are being made, and tells what they brought."""
        reply = Reply()
        self._take_in(self.game.wait(timeout), reply)
        return reply

    def turn(self, text: str, patience: float | None = None) -> Reply:
        """Does what a player typed, and waits a moment for puzzles: what they bring is told in the same breath."""
        reply = self.respond(text)
        if not reply.over:
            more = self.settle(patience)
            if any(line.style is Style.MENU for line in more.lines):
                reply.lines = [line for line in reply.lines if line.style is not Style.MENU]
            reply.lines += more.lines
        return reply

    def _take_in(self, events: Sequence[GameEvent], reply: Reply) -> None:
        # What lies where the player has not been yet is for the player to find.
        seen = [e for e in events if not isinstance(e, Appeared) or e.area in self._visited]
        for line in arrivals(self.game.pack, seen):
            reply.say(Style.NEWS, line)
        here = self.game.state.player
        if any(isinstance(event, Prepared) for event in events):
            reply.lines += [line for line in see.room(self.game, False) if line.style is Style.GOAL]
            if here in self._visited:
                self._show_menu(reply)

    def _finished(self, reply: Reply) -> Reply:
        self._show_menu(reply)
        return reply

    def _show_menu(self, reply: Reply) -> None:
        self._menu = see.menu(self.game)
        reply.lines += self._menu.lines

    def _arrive(self, reply: Reply, full: bool = False) -> None:
        here = self.game.state.player
        reply.lines += see.room(self.game, full or here not in self._visited)
        self._visited.add(here)

    # --- which command -------------------------------------------------------------------------------

    def _command(self, line: str, reply: Reply) -> bool:
        first, *rest = typed_words(line) or [line]
        name = self._short.get(first, first)
        if name in self._commands and (not rest or not self._possible(line)):
            self._commands[name](line.split()[1:], reply)
            return True
        for verbs, do in ((GO, self._go), (TAKE, self._take), (DROP, self._drop), (EXAMINE, self._examine)):
            if first in verbs and not self._possible(line):
                if not rest:
                    reply.say(Style.NOTE, "Where to?" if verbs is GO else f"{capital(verbs[0])} what?")
                    return True
                named = [word for word in rest if word not in ("up", "down")]
                if verbs is EXAMINE or not self._over(reply):
                    do(" ".join(content_words(" ".join(named)) or named), reply)
                return True
        if not rest and not self._possible(line):
            found = abbreviated(first, self._commands, lambda name: len(first) > 1)
            if found is not None:
                self._commands[found]([], reply)
                return True
        return False

    def _possible(self, line: str) -> bool:
        """Whether it is one of the moves that can be made now."""
        return bool(understand(line, self.game.pack, self.game.state, self.game.moves()).fits)

    def _numbered(self, number: int, reply: Reply) -> None:
        if 1 <= number <= len(self._menu.moves):
            move = self._menu.moves[number - 1]
            reply.command = action_phrase(self.game.pack, Names(self.game.state), move)
            self._do([move], reply)
        elif self._over(reply):
            return
        else:
            reply.say(Style.NOTE, f"There is no number {number} in the menu.")

    def _in_own_words(self, line: str, reply: Reply) -> None:
        game = self.game
        if self._over(reply):
            return
        found = understand(line, game.pack, game.state, game.moves())
        if len(found.fits) == 1:
            self._do([found.fits[0].move], reply)
        elif found.fits:
            self._ask([fit.move for fit in found.fits], reply)
        else:
            known = knows_verb(line, game.pack)
            likely = closest(line, self._commands) if " " not in line and not known else None
            likely = likely or found.closest
            reply.say(
                Style.NOTE, "That does not work here and now." if known else "That makes no sense here."
            )
            if likely is not None:
                reply.say(Style.NOTE, f"Did you mean: {likely}?")

    def _over(self, reply: Reply) -> bool:
        if self.game.status is Status.PLAYING:
            return False
        reply.say(Style.NOTE, "The game is over. You can undo, restart or quit.")
        return True

    def _ask(self, moves: list[Move], reply: Reply) -> None:
        """Which one? A number answers; anything else is a new command."""
        names = Names(self.game.state)
        reply.say(Style.NOTE, "Which do you mean?")
        for number, move in enumerate(moves, 1):
            reply.say(Style.MENU, f"      [{number}] {action_phrase(self.game.pack, names, move)}", 10)

        def answer(text: str, reply: Reply) -> bool:
            if not text.isdecimal() or not 1 <= int(text[:9]) <= len(moves):
                return False
            move = moves[int(text[:9]) - 1]
            reply.command = action_phrase(self.game.pack, Names(self.game.state), move)
            self._do([move], reply)
            return True

        self._question = answer

    # --- moving --------------------------------------------------------------------------------------

    def _do(self, moves: Sequence[Move], reply: Reply) -> None:
        """Makes moves one after the other and tells what happened."""
        walked = False
        for move in moves:
            before, chapter = self.game.state, self.game.chapter
            if move not in self.game.moves():
                reply.say(Style.NOTE, "That is not possible any more.")
                break
            events = self.game.apply(move)
            told = tell(self.game.pack, chapter, before, self.game.state, move, events)
            if told.deed and self.game.state is not before:
                reply.say(Style.TEXT, told.deed)
            for line in told.news:
                reply.say(Style.NEWS, line)
            self._take_in([e for e in events if not isinstance(e, Opened)], reply)
            walked = walked or isinstance(move, Walk)
        if walked:
            self._arrive(reply)
        self._finished(reply)
        if self.game.status is not Status.PLAYING:
            reply.say(Style.NOTE, "You can undo, restart or quit.")

    def _go(self, text: str, reply: Reply) -> None:
        game = self.game
        known = [(name, f"{area_name(area)} {name}") for name, area in game.pack.areas.items()]
        found = find_named(text, known)
        opened = [name for name in found if name in game.state.open]
        if len(opened) == 1:
            path = walk_to(game.chapter.world, game.state, opened[0])
            if not path:
                reply.say(Style.NOTE, "You are there already.")
            else:
                self._do(path, reply)
        elif opened:
            reply.say(
                Style.NOTE, f"Which one: {listed((area_name(game.pack.areas[n]) for n in opened), 'or')}?"
            )
        elif found:
            reply.say(Style.NOTE, f"The way to {the_area(game.pack.areas[found[0]])} is not open.")
        else:
            self._nothing_like(text, [area_name(game.pack.areas[n]) for n in game.state.open], reply)

    def _take(self, text: str, reply: Reply) -> None:
        here = [t for t in self.game.state.things.values() if t.area == self.game.state.player]
        if text in ("all", "everything"):
            self._all([Take(thing.id) for thing in here if thing.carryable], "take", reply)
            return
        found = self._things(text, [thing.id for thing in here], reply)
        if found is not None:
            names = Names(self.game.state)
            reply.say(Style.NOTE, f"You cannot carry the {names[found]}.")

    def _drop(self, text: str, reply: Reply) -> None:
        carried = [thing for thing in self.game.state.things.values() if thing.carried]
        if text in ("all", "everything"):
            self._all([Drop(thing.id) for thing in carried], "put down", reply)
        else:
            self._nothing_like(text, [Names(self.game.state)[thing.id] for thing in carried], reply)

    def _all(self, moves: Sequence[Move], verb: str, reply: Reply) -> None:
        if self._over(reply):
            return
        if moves:
            self._do(moves, reply)
        else:
            reply.say(Style.NOTE, f"There is nothing to {verb}.")

    def _examine(self, text: str, reply: Reply) -> None:
        state = self.game.state
        seen = [t.id for t in state.things.values() if t.inside is None and t.area in (None, state.player)]
        found = self._things(text, seen, reply)
        if found is not None:
            reply.lines.append(see.examined(self.game, found))

    def _things(self, text: str, ids: Sequence[str], reply: Reply) -> str | None:
        """The one thing that a text means."""
        names = Names(self.game.state)
        found = find_named(text, [(id_, names[id_]) for id_ in ids])
        if len(found) == 1:
            return found[0]
        if found:
            reply.say(Style.NOTE, f"Which one: {listed((names.the(id_) for id_ in found), 'or')}?")
        else:
            self._nothing_like(text, [names[id_] for id_ in ids], reply)
        return None

    def _nothing_like(self, text: str, known: Sequence[str], reply: Reply) -> None:
        likely = closest(text, known)
        reply.say(Style.NOTE, f"There is no “{text}” here.{f' Did you mean: {likely}?' if likely else ''}")

    # --- other commands ------------------------------------------------------------------------------

    def _look(self, _: list[str], reply: Reply) -> None:
        self._arrive(reply, full=True)
        self._finished(reply)

    def _inventory(self, _: list[str], reply: Reply) -> None:
        reply.lines += see.inventory(self.game)

    def _map(self, _: list[str], reply: Reply) -> None:
        reply.lines += see.map_lines(self.game)

    def _goals(self, _: list[str], reply: Reply) -> None:
        reply.lines += see.goals(self.game)

    def _hint(self, _: list[str], reply: Reply) -> None:
        reply.say(Style.HINT, self.game.hint().text)

    def _undo(self, words: list[str], reply: Reply) -> None:
        self._travel(words, reply, self.game.undo, "undone", "There is nothing to undo.")

    def _redo(self, words: list[str], reply: Reply) -> None:
        self._travel(words, reply, self.game.redo, "done again", "There is nothing to do again.")

    def _restart(self, _: list[str], reply: Reply) -> None:
        self.game.restart()
        reply.say(Style.NOTE, "Back to the beginning. (`redo` takes it back.)")
        self._arrive(reply, full=True)
        self._finished(reply)

    def _travel(
        self, words: list[str], reply: Reply, go: Callable[[int], int], done: str, nothing: str
    ) -> None:
        wish = words[0] if words else "1"
        count = go(min(int(wish), 10**9) if wish.isdecimal() and len(wish) < 12 else 1)
        if not count:
            reply.say(Style.NOTE, nothing)
            return
        reply.say(Style.NOTE, f"{count} move{'s' if count > 1 else ''} {done}.")
        self._arrive(reply)
        self._finished(reply)

    def _save(self, words: list[str], reply: Reply) -> None:
        name = " ".join(words) or self._default_save
        try:
            self._files.write(name, save_game(self.game))
        except (OSError, ValueError) as problem:
            reply.say(Style.NOTE, f"It could not be saved: {_reason(problem)}.")
        else:
            reply.say(Style.NOTE, f"Saved in {name}.")

    def _load(self, words: list[str], reply: Reply) -> None:
        name = " ".join(words) or self._default_save
        try:
            loaded = load_game(self._files.read(name), self.game.pack)
        except SaveError as problem:
            reply.say(Style.NOTE, f"{name} was not loaded: {problem}.")
        except (OSError, ValueError) as problem:
            reply.say(Style.NOTE, f"It could not be loaded: {_reason(problem)}.")
        else:
            self.game.close()
            self.game = loaded
            reply.say(Style.NOTE, f"Loaded from {name}.")
            self._arrive(reply, full=True)
            self._finished(reply)

    def _solution(self, _: list[str], reply: Reply) -> None:
        reply.say(Style.NOTE, "Do you really want to see the whole solution? (yes or no)")

        def answer(text: str, reply: Reply) -> bool:
            if text in ("y", "yes"):
                for number, phrase in enumerate(way_to_win(self.game), 1):
                    reply.say(Style.HINT, f"{number:>3}. {phrase}", 5)
                if not reply.lines:
                    reply.say(Style.HINT, self.game.hint(3).text)
                return True
            if text in ("n", "no"):
                reply.say(Style.NOTE, "Good.")
                return True
            return False

        self._question = answer

    def _help(self, _: list[str], reply: Reply) -> None:
        for what, does in HELP:
            reply.say(Style.TEXT, f"{what:<34}{does}", 34)

    def _quit(self, _: list[str], reply: Reply) -> None:
        reply.say(Style.NOTE, "Goodbye.")
        reply.over = True


def _reason(problem: Exception) -> str:
    return (problem.strerror if isinstance(problem, OSError) else None) or str(problem)

"""A text adventure: a line goes in, lines come out. Knows nothing of screens; files go through `Files`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.text.wording import area_title, capital, words
from puzzlesynth.play.parser import commands
from puzzlesynth.play.parser.meta_commands import ASIDES, SHORT, YIELDING
from puzzlesynth.play.parser.refusals import refusal
from puzzlesynth.play.text.narration import arrivals, news, tell
from puzzlesynth.play.text.phrases import ObjectNames, action_phrase
from puzzlesynth.play.text.reply import SessionReply, Style
from puzzlesynth.play.text.room_description import Menu
from puzzlesynth.world import IllegalMove, Move, Status, Walk

from .events import Appeared, GameEvent, MoveRefused, Prepared, Unprepared
from .game import Game
from .parser import verbs as handling
from .text import room_description as see

Handle = Callable[["Session", str, SessionReply], None]

HANDLING: tuple[tuple[Sequence[str], Handle], ...] = (
    (commands.GO, handling.go),
    (commands.TAKE, handling.take),
    (commands.DROP, handling.drop),
    (commands.EXAMINE, handling.examine),
)


class Files(Protocol):
    """Where games are kept. What goes wrong is an `OSError`."""

    def read(self, name: str) -> str | bytes: ...

    def write(self, name: str, text: str) -> None: ...


class Session:
    """One player at one game."""

    def __init__(
        self, game: Game, files: Files, default_save: str = "game.save.json", pack: Pack | None = None
    ) -> None:
        """`pack`: the one as it was loaded, where the game is played with one of the fillings of its maps."""
        self.game, self.files, self.default_save = game, files, default_save
        self.pack = pack if pack is not None else game.pack
        self.question: Callable[[str, SessionReply], bool] | None = None
        """What the player was asked last: takes the answer, if it is one."""
        self._visited: set[str] = set()
        self._menu = Menu((), ())

    # --- the conversation ----------------------------------------------------------------------------

    def opening(self) -> SessionReply:
        """What a player reads first."""
        reply = SessionReply()
        pack = self.game.pack
        reply.say(Style.TITLE, pack.title or capital(pack.name))
        if pack.description:
            reply.say(Style.TEXT, pack.description)
        reply.note("Type a number, or what you want to do. Type `help` for more.")
        events = self.game.wait()
        self.arrive(reply, full=True)
        self._tell_news(events, reply)
        self.show_menu(reply)
        return reply

    def respond(self, text: str) -> SessionReply:
        """Does what a player typed."""
        reply = SessionReply()
        line = " ".join(text.split())
        reply.command = line
        menu = self._menu  # The one that the player saw.
        self.take_in(self.game.poll(), reply)
        if not line:
            return reply
        question, self.question = self.question, None
        if question is not None and question(line, reply):
            return reply
        number = commands.number_in(line)
        if number is not None:
            self._numbered(number, menu, reply)
        elif not self._command(line, reply):
            self._in_own_words(line, reply)
        return reply

    def go_on_with(self, game: Game) -> None:
        """Leaves the game for another one."""
        self.game.close()
        self.game = game
        self._visited = {moment.state.player for moment in game.undo_history.moments[: game.undo_history.now]}

    def settle(self, timeout: float | None = None) -> SessionReply:
        """Waits for puzzles that are being made, and tells their news."""
        reply = SessionReply()
        self.take_in(self.game.wait(timeout), reply)
        return reply

    def turn(self, text: str, patience: float | None = None) -> SessionReply:
        """Does what a player typed, and waits a moment for puzzles, so that their news is part of the same reply."""
        reply = self.respond(text)
        if not reply.over:
            more = self.settle(patience)
            reply.lines += more.lines
            if any(line.style is Style.MENU for line in more.lines):
                self.show_menu(reply)
        return reply

    def take_in(self, events: Sequence[GameEvent], reply: SessionReply) -> None:
        """Tells news that no move has caused."""
        self._tell_news(events, reply)
        self._tell_arrivals(events, reply)

    def _tell_news(self, events: Sequence[GameEvent], reply: SessionReply) -> None:
        for line in news(self.game.pack, events):
            reply.say(Style.NEWS, line)
        if any(isinstance(event, Unprepared) for event in events) and self.game.history:
            reply.note("You can undo.")

    def _tell_arrivals(self, events: Sequence[GameEvent], reply: SessionReply) -> None:
        # What lies where the player has not been yet is for the player to find.
        seen = [e for e in events if not isinstance(e, Appeared) or e.area in self._visited]
        for line in arrivals(self.game.pack, seen):
            reply.say(Style.NEWS, line)
        here = self.game.state.player
        if any(isinstance(event, Prepared) for event in events):
            reply.lines += [line for line in see.room(self.game, False) if line.style is Style.GOAL]
        came = any(isinstance(event, Prepared | Unprepared) for event in events)
        # Below a question there is no menu: its numbers would be taken for answers.
        if came and here in self._visited and self.question is None:
            self.show_menu(reply)

    def show_menu(self, reply: SessionReply) -> None:
        """One menu is enough: the last one, at the end."""
        self._menu = see.menu(self.game)
        reply.lines = [line for line in reply.lines if line.style is not Style.MENU]
        reply.lines += self._menu.lines

    def arrive(self, reply: SessionReply, full: bool = False) -> None:
        here = self.game.state.player
        reply.lines += see.room(self.game, full or here not in self._visited)
        self._visited.add(here)

    # --- which command -------------------------------------------------------------------------------

    def _command(self, line: str, reply: SessionReply) -> bool:
        first, *rest = commands.typed_words(line) or [line]
        possible = self._possible(line)
        name = SHORT.get(first, first)
        if name in ASIDES and not (possible and (rest or name in YIELDING)):
            ASIDES[name](self, line.split()[1:], reply)
            return True
        if possible:
            return False
        for verbs, do in HANDLING:
            if first in verbs:
                self._handle(first, line, verbs, do, reply)
                return True
        if first in commands.USE and not rest:
            self._ask_what("Use what?", first, reply)
            return True
        found = commands.abbreviated(first, ASIDES) if not rest and len(first) > 1 else None
        if found is not None:
            ASIDES[found](self, [], reply)
        return found is not None

    def _handle(self, verb: str, line: str, verbs: Sequence[str], do: Handle, reply: SessionReply) -> None:
        text = commands.object_of(line.split()[1:]) or self._called_so(line.split()[1:])
        if verbs is not commands.EXAMINE and self.is_over(reply):
            return
        if text:
            do(self, text, reply)
        else:
            self._ask_what("Where to?" if verbs is commands.GO else f"{capital(verbs[0])} what?", verb, reply)

    def _called_so(self, rest: Sequence[str]) -> str:
        """What would mean nothing by itself, like UP or IT, unless something is called that."""
        text = " ".join(rest)
        pack, state = self.game.pack, self.game.state
        known = {words(thing.item) for thing in state.things.values()}
        known |= {area_title(pack.areas[name]).lower() for name in state.open}
        return text if text.lower() in known else ""

    def _ask_what(self, question: str, verb: str, reply: SessionReply) -> None:
        """What is answered goes with the verb, unless it is a command itself."""
        reply.note(question)

        def answer(line: str, reply: SessionReply) -> bool:
            whole = f"{verb} {line}"
            if commands.number_in(line) is not None or (
                self._begins_command(line) and not self._possible(whole)
            ):
                return False
            if not self._command(whole, reply):
                self._in_own_words(whole, reply)
            return True

        self.question = answer

    def _begins_command(self, line: str) -> bool:
        first = (commands.typed_words(line) or [line])[0]
        verbs = (*ASIDES, *SHORT, *commands.USE, *(verb for verbs, _ in HANDLING for verb in verbs))
        return first in verbs or (len(commands.content_words(line)) > 1 and self._possible(line))

    def _possible(self, line: str) -> bool:
        """Whether it is one of the moves that can be made now."""
        return bool(commands.understand(line, self.game.pack, self.game.state, self.game.moves()).fits)

    def _numbered(self, number: int, menu: Menu, reply: SessionReply) -> None:
        if 1 <= number <= len(menu.moves):
            self._chosen(menu.moves[number - 1], reply)
        elif not self.is_over(reply):
            reply.note(f"There is no number {number} in the menu.")

    def _in_own_words(self, line: str, reply: SessionReply) -> None:
        game = self.game
        if self.is_over(reply):
            return
        found = commands.understand(line, game.pack, game.state, game.moves())
        if len(found.fits) == 1:
            self.do([found.fits[0].move], reply)
        elif found.fits:
            self.ask(
                [commands.Choice(fit.phrase, partial(self._chosen, fit.move)) for fit in found.fits], reply
            )
        else:
            known = commands.knows_verb(line, game.pack)
            likely = commands.closest(line, ASIDES, 0.6) if " " not in line and not known else None
            likely = likely or found.closest or (None if known else commands.spelt_right(line, game.pack))
            why = refusal(game, line) if known else None
            reply.note("That does not work here and now." if known else "That makes no sense here.")
            if why is not None:
                reply.note(why.text)
            if likely is not None and (why is None or why.closeness < 2):
                reply.note(f"Did you mean: {likely}?")

    def is_over(self, reply: SessionReply) -> bool:
        """Whether the game is over; if so, says it."""
        if self.game.status is Status.PLAYING:
            return False
        reply.note("The game is over. You can undo, restart or quit.")
        return True

    def ask(self, choices: Sequence[commands.Choice], reply: SessionReply) -> None:
        """Which one? A number or a name answers; anything else is a new command."""
        reply.note("Which do you mean?")
        for number, choice in enumerate(choices, 1):
            reply.say(Style.THING, f"      [{number}] {choice.phrase}", 10)

        def answer(line: str, reply: SessionReply) -> bool:
            meant = (
                []
                if (commands.typed_words(line) or [""])[0] in (*ASIDES, *SHORT)
                else commands.chosen(line, choices)
            )
            if len(meant) == 1:
                meant[0].do(reply)
            elif meant and not self._possible(line):
                self.ask(meant, reply)
            else:
                return False
            return True

        self.question = answer

    def _chosen(self, move: Move, reply: SessionReply) -> None:
        """Does what was chosen by its number."""
        reply.command = action_phrase(self.game.pack, ObjectNames(self.game.state), move)
        self.do([move], reply)

    # --- moving --------------------------------------------------------------------------------------

    def do(self, moves: Sequence[Move], reply: SessionReply) -> None:
        """Makes moves one after the other and tells what happened."""
        walked = False
        for move in moves:
            try:
                events = self.game.apply(move)
            except IllegalMove:
                # A puzzle that has just arrived may have changed the world.
                reply.note("That is not possible any more.")
                self.take_in(self.game.poll(), reply)
                break
            if not any(isinstance(event, MoveRefused) for event in events):
                self._tell_move(move, events, reply)
            self.take_in(events, reply)
            walked = walked or isinstance(move, Walk)
        if walked:
            self.arrive(reply)
        self.show_menu(reply)
        if self.game.status is not Status.PLAYING:
            reply.note("You can undo, restart or quit.")

    def _tell_move(self, move: Move, events: Sequence[GameEvent], reply: SessionReply) -> None:
        undo_history = self.game.undo_history
        before = undo_history.moments[undo_history.now - 1]
        told = tell(self.game.pack, before.chapter, before.state, self.game.state, move, events)
        if told:
            reply.say(Style.TEXT, told)

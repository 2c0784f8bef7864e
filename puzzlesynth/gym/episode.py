"""One game that an agent plays: what it sees, what it can do, what a move leads to. Knows nothing of Gymnasium.

What there is to see and to do depends on the state and on what is still hidden alone, so each situation is worked out
once. Agents come back to the same situations all the time, within a game and from one game to the next.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property

from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.text.phrases import goal_phrase
from puzzlesynth.pack.text.wording import area_title
from puzzlesynth.play import Game, GameEvent
from puzzlesynth.play.hints import winning_moves
from puzzlesynth.play.parser import commands as parser
from puzzlesynth.play.text import room_description
from puzzlesynth.play.text.narration import news, tell
from puzzlesynth.play.text.phrases import action_phrase, names_in
from puzzlesynth.play.winnability import Chance
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass, field
from puzzlesynth.world import Move, State, Status
from puzzlesynth.world.events import Solved

MOST_SITUATIONS = 20_000
"""Situations of one puzzle that are remembered; after that, all are forgotten."""

NOT_POSSIBLE = "That is not possible now."


@dataclass(eq=False)
class Situation:
    """A moment of a game as its player meets it."""

    state: State
    hidden: frozenset[str]
    """Objects inside others that the player cannot know about."""
    description: str
    """The room."""
    inventory: str
    moves: tuple[Move, ...]
    commands: tuple[str, ...]
    """For each move what a player would type."""
    notes: dict[Hashable, object] = field(default_factory=dict)
    """What else has been worked out for it."""

    @cached_property
    def text(self) -> str:
        return f"{self.description}\n{self.inventory}"

    @cached_property
    def by_command(self) -> Mapping[str, Move]:
        found: dict[str, Move] = {}
        for command, move in zip(self.commands, self.moves, strict=True):
            found.setdefault(command, move)
        return found


Memory = dict[Hashable, Situation]


@dataclass(frozen=True)
class EpisodeTurn:
    """What a move led to."""

    text: str
    """The text for the player."""
    solved: tuple[str, ...] = ()
    """The areas that were solved."""
    refused: bool = False
    """Nothing happened: the move was not possible."""


class Episode:
    """A game from its start to its end."""

    def __init__(self, pack: Pack, puzzle: Puzzle, memory: Memory | None = None) -> None:
        """`pack`: the one that the puzzle is played with. `memory`: of earlier episodes with the same puzzle."""
        self.pack, self.puzzle = pack, puzzle
        self.memory: Memory = {} if memory is None else memory
        self._begin()

    def _begin(self) -> None:
        # No action is refused or commented on: what it does to the chance to win is for the agent to find out.
        self.game = Game(self.pack, self.puzzle, cruelty="cruel")
        self.turns = 0
        self.refused = 0
        self.situation = self._seen()

    def restart(self) -> None:
        """The same puzzle from its start."""
        self._begin()

    def _seen(self) -> Situation:
        game = self.game
        state, hidden = game.state, game.undo_history.hidden()
        things = tuple((t.id, t.form.index, t.area, t.inside) for t in state.things.values())
        key = (things, hidden, state.player, state.open, state.solved, state.status)
        found = self.memory.get(key)
        if found is None:
            if len(self.memory) >= MOST_SITUATIONS:
                self.memory.clear()
            found = self.memory[key] = self._described(state, hidden)
        return found

    def _described(self, state: State, hidden: frozenset[str]) -> Situation:
        game = self.game
        moves = tuple(game.moves())
        names = names_in(state)
        commands = tuple(action_phrase(self.pack, names, move) for move in moves)
        room = "\n".join(line.text for line in room_description.room(game, True))
        carried = "\n".join(line.text for line in room_description.inventory(game))
        return Situation(state, hidden, room, carried, moves, commands)

    # --- what is -------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.situation.state

    @property
    def won(self) -> bool:
        return self.state.status is Status.WON

    @property
    def lost(self) -> bool:
        return self.state.status is Status.LOST

    @property
    def over(self) -> bool:
        return self.state.status is not Status.PLAYING

    @cached_property
    def area_names(self) -> tuple[str, ...]:
        """The areas that are to be solved."""
        return tuple(goal.name for goal in self.puzzle.areas)

    @property
    def solved_share(self) -> float:
        """From 0 to 1."""
        solved = self.state.solved
        return sum(name in solved for name in self.area_names) / max(1, len(self.area_names))

    @cached_property
    def opening(self) -> str:
        """What a player reads first."""
        lines = [self.pack.title or area_title(self.pack.areas[self.state.player]), self.pack.description]
        return "\n".join(line for line in lines if line)

    @property
    def objective(self) -> str:
        """The goals of the open areas that are not solved yet, in words."""
        goals, state = self.game.chapter.world.instance.goals, self.state
        left = [name for name in goals if name in state.open and name not in state.solved]
        return "\n".join(f"{area_title(self.pack.areas[name])}: {goal_phrase(goals[name])}" for name in left)

    def chance(self) -> Chance:
        """Whether the game can still be won: exact, by search where that is necessary."""
        known = self.situation.notes
        if "chance" not in known:
            known["chance"] = self.game.chance()
        found = known["chance"]
        assert isinstance(found, Chance)
        return found

    def hints(self) -> tuple[str, str, str]:
        """Where to look, what is missing, what to do."""
        known = self.situation.notes
        if "hints" not in known:
            known["hints"] = tuple(self.game.hint(level).text for level in (1, 2, 3))
        found = known["hints"]
        assert isinstance(found, tuple)
        return found

    def walkthrough(self) -> tuple[str, ...]:
        """Commands that win from here; none where no way is left."""
        known = self.situation.notes
        if "walkthrough" not in known:
            way = winning_moves(self.game)
            known["walkthrough"] = tuple(
                action_phrase(self.pack, names_in(state), move) for state, move in way
            )
        found = known["walkthrough"]
        assert isinstance(found, tuple)
        return found

    # --- doing it ------------------------------------------------------------------------------------

    def move_for(self, command: str) -> Move | None:
        """The move that a command means, in the game's own words or in the player's; None: none, or not just one."""
        situation = self.situation
        line = " ".join(command.split())
        found = situation.by_command.get(line) or situation.by_command.get(line.lower().rstrip("."))
        if found is not None or not line:
            return found
        fits = parser.understand(line, self.pack, situation.state, situation.moves).fits
        return fits[0].move if len(fits) == 1 else None

    def play(self, move: Move | None) -> EpisodeTurn:
        """Does a move. None, and a move that is not possible now, change nothing but the number of turns."""
        self.turns += 1
        before = self.situation
        if move is None or move not in before.moves:
            self.refused += 1
            return EpisodeTurn(NOT_POSSIBLE, refused=True)
        events = self.game.apply(move)
        told = self._told(before, move, events)
        self.situation = self._seen()
        return EpisodeTurn(told, tuple(e.area for e in events if isinstance(e, Solved)))

    def _told(self, before: Situation, move: Move, events: tuple[GameEvent, ...]) -> str:
        told = before.notes.get(move)
        if not isinstance(told, str):
            chapter = self.game.chapter
            first = tell(self.pack, chapter, before.state, self.game.state, move, events)
            told = "\n".join(line for line in (first, *news(self.pack, events)) if line)
            before.notes[move] = told
        return told

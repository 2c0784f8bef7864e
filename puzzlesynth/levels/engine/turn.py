"""What one turn is: the vocabulary shared by the interpreter, the compiled engine and the session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from puzzlesynth.levels.model import Level, PuzzleScriptGame, RuleProgram
from puzzlesynth.levels.movements import ACTION, DOWN, LEFT, RIGHT, UP

from .rng import RandomStream

INPUT_MOVEMENTS = (UP, LEFT, DOWN, RIGHT, ACTION)
"""The movement that each input (0 up, 1 left, 2 down, 3 right, 4 action) gives the player."""

NO_INPUT = -1
"""The input of a tick, of an `again` turn and of the rules that run when a level starts."""

MAX_GROUP_PASSES = 200
"""How often a rule group is gone through before the original gives up on it."""

MAX_LOOPS = 200
"""How often a turn jumps back to a `startloop` before the original gives up."""

MAX_RIGID_RUNS = 50
"""How often a turn starts afresh because a rigid group could not move."""

ENDLESS_GROUP = "Got caught looping lots in a rule group :O"
ENDLESS_LOOP = "got caught in an endless startloop...endloop vortex, escaping!"
ENDLESS_RIGID = "Looped through 50 times, gave up.  too many loops!"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that went wrong while rules ran, in the original's words, with the rule's line if known."""

    text: str
    line: int | None = None

    def __str__(self) -> str:
        return self.text if self.line is None else f"line {self.line} : {self.text}"


def endless_loop(program: RuleProgram, index: int) -> Notice:
    """That the way back to this group is taken again and again."""
    return Notice(ENDLESS_LOOP, program.groups[index].line if index < len(program.groups) else None)


@dataclass(frozen=True, slots=True)
class Turn:
    """What came of running the rules once: the board afterwards, and all that the session must act upon."""

    board: Any
    commands: tuple[str, ...] = ()
    """Command names in the order in which rules asked for them, each once."""
    message: str = ""
    """The text of the `message` command, if there is one."""
    cantmove_seeds: tuple[int, ...] = ()
    move_seeds: tuple[int, ...] = ()
    created: int = 0
    """Every object that some rule put into a cell."""
    destroyed: int = 0
    """Every object that some rule took out of a cell."""
    player_count: int = 0
    """How many cells held the player when the turn began, for an input; 0 for a turn without input."""
    player_moved: bool = False
    """Whether one of those cells holds no player any more."""
    notices: tuple[Notice, ...] = ()


class Engine(Protocol):
    """Runs the rules of one game. Boards are values: a turn makes a new one and leaves the old one alone."""

    @property
    def game(self) -> PuzzleScriptGame: ...

    def start(self, level: Level) -> Any:
        """The board of a level, before any rule has run."""

    def turn(self, board: Any, direction: int, rng: RandomStream) -> Turn:
        """One turn with the input 0..4, or `NO_INPUT`."""

    def is_won(self, board: Any) -> bool:
        """Whether the board meets the win conditions; never, if the game has none."""

    def cells(self, board: Any) -> tuple[int, ...]:
        """The object mask of every cell, column by column."""

    def size(self, board: Any) -> tuple[int, int]:
        """Width and height."""


class CommandQueue:
    """The commands that rules ask for during a turn. Cancel beats restart, and restart beats all others."""

    __slots__ = ("message", "names")

    def __init__(self) -> None:
        self.names: list[str] = []
        self.message = ""

    def clear(self) -> None:
        self.names = []
        self.message = ""

    def add(self, names: tuple[str, ...], message: str | None) -> None:
        """Queue the commands of one matching rule."""
        if "cancel" in self.names:
            return
        if "restart" in self.names and "cancel" not in names:
            return
        if "cancel" in names or "restart" in names:
            self.clear()
        for name in names:
            if name in self.names:
                continue
            self.names.append(name)
            if name == "message":
                self.message = message or ""

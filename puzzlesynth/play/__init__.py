"""A player's session: a game that an engine can embed, with hints, undo and saves, and its texts.

with Game(pack, puzzle) as game:
    for move in game.moves(): …
    events = game.apply(move)
"""

from puzzlesynth.pack.model import Cruelty
from puzzlesynth.play.just_in_time.chapters import Make, NoPuzzle, RunningWorld
from puzzlesynth.world import Drop, IllegalMove, Move, Status, Take, Use, Walk

from .events import (
    Appeared,
    Changed,
    Created,
    Destroyed,
    Doomed,
    GameEvent,
    Lost,
    Moved,
    Opened,
    Prepared,
    Refused,
    Released,
    Solved,
    Stored,
    Unprepared,
    Walked,
    Won,
)
from .game import Game
from .hints import About, Hint
from .saves import SaveError, load_game, save_game
from .winnability import Chance

__all__ = [
    "About",
    "Appeared",
    "Chance",
    "Changed",
    "Created",
    "Cruelty",
    "Destroyed",
    "Doomed",
    "Drop",
    "Game",
    "GameEvent",
    "Hint",
    "IllegalMove",
    "Lost",
    "Make",
    "Move",
    "Moved",
    "NoPuzzle",
    "Opened",
    "Prepared",
    "Refused",
    "Released",
    "RunningWorld",
    "SaveError",
    "Solved",
    "Status",
    "Stored",
    "Take",
    "Unprepared",
    "Use",
    "Walk",
    "Walked",
    "Won",
    "load_game",
    "save_game",
]

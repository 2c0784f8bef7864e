"""A player's session: a game that an engine can embed, with hints, undo and saves, and its texts.

with Game(pack, puzzle) as game:
    for move in game.moves(): …
    events = game.apply(move)
"""

from puzzlesynth.pack.model import Cruelty
from puzzlesynth.play.just_in_time.chapters import Make, NoPuzzle, RunningWorld
from puzzlesynth.world import Drop, IllegalMove, Move, Status, Take, Use, Walk
from puzzlesynth.world.events import (
    Lost,
    ObjectChanged,
    ObjectCreated,
    ObjectDestroyed,
    ObjectMoved,
    ObjectReleased,
    ObjectStored,
    Opened,
    Solved,
    Walked,
    Won,
)

from .events import Appeared, Doomed, GameEvent, MoveRefused, Prepared, Unprepared
from .game import Game
from .hints import About, Hint
from .saves import SaveError, load_game, save_game
from .winnability import Chance

__all__ = [
    "About",
    "Appeared",
    "Chance",
    "Cruelty",
    "Doomed",
    "Drop",
    "Game",
    "GameEvent",
    "Hint",
    "IllegalMove",
    "Lost",
    "Make",
    "Move",
    "MoveRefused",
    "NoPuzzle",
    "ObjectChanged",
    "ObjectCreated",
    "ObjectDestroyed",
    "ObjectMoved",
    "ObjectReleased",
    "ObjectStored",
    "Opened",
    "Prepared",
    "RunningWorld",
    "SaveError",
    "Solved",
    "Status",
    "Take",
    "Unprepared",
    "Use",
    "Walk",
    "Walked",
    "Won",
    "load_game",
    "save_game",
]

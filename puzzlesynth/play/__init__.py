"""A player's session: a game that an engine can embed, with hints, undo and saves, and its texts.

with Game(pack, puzzle) as game:
    for move in game.moves(): …
    events = game.apply(move)
"""

from puzzlesynth.pack.model import Cruelty as Cruelty
from puzzlesynth.play.just_in_time.chapters import Make as Make
from puzzlesynth.play.just_in_time.chapters import NoPuzzle as NoPuzzle
from puzzlesynth.play.just_in_time.chapters import RunningWorld as RunningWorld
from puzzlesynth.world import Drop as Drop
from puzzlesynth.world import IllegalMove as IllegalMove
from puzzlesynth.world import Move as Move
from puzzlesynth.world import Status as Status
from puzzlesynth.world import Take as Take
from puzzlesynth.world import Use as Use
from puzzlesynth.world import Walk as Walk
from puzzlesynth.world.events import Lost as Lost
from puzzlesynth.world.events import ObjectChanged as ObjectChanged
from puzzlesynth.world.events import ObjectCreated as ObjectCreated
from puzzlesynth.world.events import ObjectDestroyed as ObjectDestroyed
from puzzlesynth.world.events import ObjectMoved as ObjectMoved
from puzzlesynth.world.events import ObjectReleased as ObjectReleased
from puzzlesynth.world.events import ObjectStored as ObjectStored
from puzzlesynth.world.events import Opened as Opened
from puzzlesynth.world.events import Solved as Solved
from puzzlesynth.world.events import Walked as Walked
from puzzlesynth.world.events import Won as Won

from .events import Appeared as Appeared
from .events import Doomed as Doomed
from .events import GameEvent as GameEvent
from .events import MoveRefused as MoveRefused
from .events import Prepared as Prepared
from .events import Unprepared as Unprepared
from .game import Game as Game
from .hints import About as About
from .hints import Hint as Hint
from .saves import SaveError as SaveError
from .saves import load_game as load_game
from .saves import save_game as save_game
from .winnability import Chance as Chance

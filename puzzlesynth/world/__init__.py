"""Rules running forwards: states, moves, exploration, `verify`. Knows packs and puzzles, not how they are made."""

from puzzlesynth.world.search.state_space import LIMIT, Exploration, explore
from puzzlesynth.world.task.cached_task import Stage, staged
from puzzlesynth.world.task.reachable_task import TooLarge
from puzzlesynth.world.task.trace import Deed, Trace
from puzzlesynth.world.verification.dead_ends import DeadEnd, Defeat, can_be_lost, find_dead_end, has_dead_end
from puzzlesynth.world.verification.guarantees import (
    GUARANTEES,
    Outcome,
    Report,
    Verdict,
    fault_in_writing,
    verify,
)
from puzzlesynth.world.verification.quick_replay import rehearsed
from puzzlesynth.world.verification.replay import Replay, replay
from puzzlesynth.world.verification.shortcuts import (
    SequenceBreak,
    Shortcut,
    Undecided,
    find_sequence_break,
    find_shortcut,
)

from .instance import WorldError
from .playable_world import Drop, IllegalMove, Move, Take, Use, Walk, World
from .state import State, Status, Thing

__all__ = [
    "GUARANTEES",
    "LIMIT",
    "DeadEnd",
    "Deed",
    "Defeat",
    "Drop",
    "Exploration",
    "IllegalMove",
    "Move",
    "Outcome",
    "Replay",
    "Report",
    "SequenceBreak",
    "Shortcut",
    "Stage",
    "State",
    "Status",
    "Take",
    "Thing",
    "TooLarge",
    "Trace",
    "Undecided",
    "Use",
    "Verdict",
    "Walk",
    "World",
    "WorldError",
    "can_be_lost",
    "explore",
    "fault_in_writing",
    "find_dead_end",
    "find_sequence_break",
    "find_shortcut",
    "has_dead_end",
    "rehearsed",
    "replay",
    "staged",
    "verify",
]

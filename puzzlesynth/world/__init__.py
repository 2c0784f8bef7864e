"""Rules running forwards: states, moves, exploration, `verify`. Knows packs and puzzles, not how they are made."""

from puzzlesynth.state_limits import STATE_LIMIT
from puzzlesynth.world.search.state_space import Exploration, explore
from puzzlesynth.world.search.stubborn_sets import has_dead_end
from puzzlesynth.world.verification.consistency import consistency_fault
from puzzlesynth.world.verification.dead_ends import DeadEnd, Defeat, find_dead_end
from puzzlesynth.world.verification.guarantees import GUARANTEES, Outcome, Report, Verdict, verify
from puzzlesynth.world.verification.rehearsal import solution_surely_wins
from puzzlesynth.world.verification.replay import Replay, replay
from puzzlesynth.world.verification.shortcuts import (
    SequenceBreak,
    Shortcut,
    Undecided,
    find_sequence_break,
    find_shortcut,
)

from .grounder import TooLarge
from .playable_world import Drop, IllegalMove, Move, Take, Use, Walk, World
from .state import State, Status, Thing, WorldError
from .trace import Trace, TraceStep

__all__ = [
    "GUARANTEES",
    "STATE_LIMIT",
    "DeadEnd",
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
    "State",
    "Status",
    "Take",
    "Thing",
    "TooLarge",
    "Trace",
    "TraceStep",
    "Undecided",
    "Use",
    "Verdict",
    "Walk",
    "World",
    "WorldError",
    "consistency_fault",
    "explore",
    "find_dead_end",
    "find_sequence_break",
    "find_shortcut",
    "has_dead_end",
    "replay",
    "solution_surely_wins",
    "verify",
]

"""Rules running forwards: states, moves, exploration, `verify`. Knows packs and puzzles, not how they are made."""

from puzzlesynth.world.deadends import DeadEnd, Defeat, can_be_lost, find_dead_end, has_dead_end
from puzzlesynth.world.exploring import LIMIT, Exploration, explore
from puzzlesynth.world.grounding import TooLarge
from puzzlesynth.world.playing import Drop, IllegalMove, Move, Take, Use, Walk, World
from puzzlesynth.world.rehearsing import rehearsed
from puzzlesynth.world.replaying import Replay, replay
from puzzlesynth.world.setting import WorldError
from puzzlesynth.world.shortcuts import (
    SequenceBreak,
    Shortcut,
    Undecided,
    find_sequence_break,
    find_shortcut,
)
from puzzlesynth.world.staging import Stage, staged
from puzzlesynth.world.state import State, Status, Thing
from puzzlesynth.world.tracing import Deed, Trace
from puzzlesynth.world.verifying import GUARANTEES, Outcome, Report, Verdict, fault_in_writing, verify

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

"""Explanations: the synthesizer's side finds the contradiction, the world's side decides guarantees by playing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.state_limits import EXPLAINED_STATES
from puzzlesynth.world import Shortcut, TooLarge, find_dead_end
from puzzlesynth.world.ground_task import GroundTask, ground_task
from puzzlesynth.world.trace import trace_text
from puzzlesynth.world.verification.dead_ends import DeadEnd
from puzzlesynth.world.verification.shortcuts import SequenceBreak, Undecided, sequence_breaks, shortcuts

if TYPE_CHECKING:
    from puzzlesynth.synth.explain.explanation import NoPuzzleExplanation
    from puzzlesynth.synth.initial_state import InitialState
    from puzzlesynth.synth.options import Targets

Way = TypeVar("Way", Shortcut, SequenceBreak)


def explanation_for(
    pack: Pack,
    constraints: Sequence[str] = (),
    targets: Targets | None = None,
    time_limit: float | None = None,
    start: InitialState | None = None,
) -> NoPuzzleExplanation:
    """What explains why a pack has no puzzle."""
    from puzzlesynth.deadline import Deadline
    from puzzlesynth.synth.explain.explanation import NoPuzzleExplanation
    from puzzlesynth.synth.explain.oracle import Playtests
    from puzzlesynth.synth.options import NO_TARGETS

    players = Playtests(_shortcut, _sequence_break, _dead_end)
    return NoPuzzleExplanation(pack, constraints, targets or NO_TARGETS, players, Deadline(time_limit), start)


def _shortcut(pack: Pack, puzzle: Puzzle, areas: Collection[str]) -> str | None:
    found = _shortest(pack, puzzle, areas, shortcuts, "shortcuts")
    if not isinstance(found, Shortcut):
        return found
    step = puzzle.step(found.step)
    skipped = f"`{step.action} {' '.join(step.inputs)}`"
    return f"{found.area} can be solved without {skipped}: {trace_text(found.trace)}"


def _sequence_break(pack: Pack, puzzle: Puzzle, areas: Collection[str]) -> str | None:
    found = _shortest(pack, puzzle, areas, sequence_breaks, "ways past doors")
    if not isinstance(found, SequenceBreak):
        return found
    return f"{found.area} can be solved before it is open: {trace_text(found.trace)}"


def _shortest(
    pack: Pack,
    puzzle: Puzzle,
    areas: Collection[str],
    look: Callable[[GroundTask, int], Iterable[Way | Undecided]],
    what: str,
) -> Way | str | None:
    """The shortest way around something for these areas; a text: why this is not decided."""
    try:
        found = list(look(ground_task(pack, puzzle), EXPLAINED_STATES))
    except TooLarge as problem:
        return _not_decided(f"cannot look for {what}: {problem}")
    ways = [one for one in found if not isinstance(one, Undecided) and one.area in areas]
    if ways:
        return min(ways, key=lambda way: len(way.trace))
    undecided = next((one for one in found if isinstance(one, Undecided)), None)
    return _not_decided(f"not decided: {undecided.reason}") if undecided else None


def _dead_end(pack: Pack, puzzle: Puzzle, areas: Collection[str]) -> str | None:
    found = find_dead_end(pack, puzzle, EXPLAINED_STATES, areas)
    if found is None:
        return None
    if not isinstance(found, DeadEnd):
        return _not_decided(f"not decided: {found.reason}")
    return f"{', '.join(found.areas)} can become unsolvable: {trace_text(found.trace)}"


def _not_decided(text: str) -> str:
    from puzzlesynth.synth.explain.oracle import NotDecided

    return NotDecided(text)

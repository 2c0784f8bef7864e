"""Asking why: the synthesizer's side finds the contradiction, the world's side plays what guarantees are about."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.state_limits import EXPLAINED_STATES
from puzzlesynth.world import Shortcut, TooLarge, find_dead_end
from puzzlesynth.world.ground_task import ground_task
from puzzlesynth.world.trace import trace_text
from puzzlesynth.world.verification.dead_ends import DeadEnd
from puzzlesynth.world.verification.shortcuts import SequenceBreak, sequence_breaks, shortcuts

if TYPE_CHECKING:
    from puzzlesynth.synth.explain.explanation import NoPuzzleExplanation
    from puzzlesynth.synth.initial_state import InitialState
    from puzzlesynth.synth.options import Targets


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
    try:
        found = list(shortcuts(ground_task(pack, puzzle), EXPLAINED_STATES))
    except TooLarge as problem:
        return _not_decided(f"cannot look for shortcuts: {problem}")
    cuts = [one for one in found if isinstance(one, Shortcut) and one.area in areas]
    if cuts:
        best = min(cuts, key=lambda cut: len(cut.trace))
        step = puzzle.step(best.step)
        skipped = f"`{step.action} {' '.join(step.inputs)}`"
        return f"{best.area} can be solved without {skipped}: {trace_text(best.trace)}"
    undecided = [one for one in found if not isinstance(one, Shortcut)]
    return _not_decided(f"not decided: {undecided[0].reason}") if undecided else None


def _sequence_break(pack: Pack, puzzle: Puzzle, areas: Collection[str]) -> str | None:
    try:
        found = list(sequence_breaks(ground_task(pack, puzzle), EXPLAINED_STATES))
    except TooLarge as problem:
        return _not_decided(f"cannot look for ways past doors: {problem}")
    breaks = [one for one in found if isinstance(one, SequenceBreak) and one.area in areas]
    if breaks:
        first = min(breaks, key=lambda one: len(one.trace))
        return f"{first.area} can be solved before it is open: {trace_text(first.trace)}"
    undecided = [one for one in found if not isinstance(one, SequenceBreak)]
    return _not_decided(f"not decided: {undecided[0].reason}") if undecided else None


def _dead_end(pack: Pack, puzzle: Puzzle, areas: Collection[str]) -> str | None:
    found = find_dead_end(pack, puzzle, EXPLAINED_STATES)
    if found is None:
        return None
    if not isinstance(found, DeadEnd):
        return _not_decided(f"not decided: {found.reason}")
    if not set(found.areas) & set(areas):
        return None
    return f"{', '.join(found.areas)} can become unsolvable: {trace_text(found.trace)}"


def _not_decided(text: str) -> str:
    from puzzlesynth.synth.explain.oracle import NotDecided

    return NotDecided(text)

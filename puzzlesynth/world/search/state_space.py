"""Breadth-first search in the ground task: all states that a player can reach, or until a target is found."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass, field
from puzzlesynth.state_limits import STATE_LIMIT
from puzzlesynth.world.events import Solved
from puzzlesynth.world.ground_task import GroundTask, ground_task

CLOCK_MASK = 31
"""How often the clock is read: with few possible actions, reading it at each state would take longer than the rest."""

Arrival = tuple[int, int]
"""A state and the action that is done in it; (-1, -1): true from the start."""

AT_ONCE: Arrival = (-1, -1)


@dataclass(eq=False)
class Exploration:
    """The reached states, in the order of their distance from the start."""

    task: GroundTask
    states: list[int]
    parents: list[int] = field(default_factory=lambda: [-1])
    """The state from which each was first reached; -1 for the start."""
    via: list[int] = field(default_factory=lambda: [-1])
    """The action that first led there."""
    actions: list[list[int]] = field(default_factory=list)
    """The actions possible in each state that was expanded; none where the game is won."""
    successors: list[list[int]] = field(default_factory=list)
    """Where each of those actions leads."""
    complete: bool = True
    """Whether the exploration is exhaustive."""
    solved: dict[str, Arrival] = field(default_factory=dict)
    """For each area, how it is first solved."""
    solved_early: dict[str, Arrival] = field(default_factory=dict)
    """For each area that is solved while it is not open, how that first happens."""
    defeats: dict[int, int] = field(default_factory=dict)
    """For each action that ends the game in defeat (by index), the first state in which it is possible."""

    def won(self, index: int) -> bool:
        return self.task.is_won(self.states[index])

    @property
    def winning(self) -> list[int]:
        return [index for index in range(len(self.states)) if self.won(index)]

    def path(self, index: int) -> list[int]:
        """The actions of a shortest way to a state."""
        found = []
        while self.parents[index] >= 0:
            found.append(self.via[index])
            index = self.parents[index]
        return found[::-1]

    def path_through(self, arrival: Arrival) -> list[int]:
        """The actions of a shortest way to a state, and an action there."""
        position, action = arrival
        return [] if arrival == AT_ONCE else [*self.path(position), action]

    def dead_ends(self, goal: int | None = None) -> list[int]:
        """The states from which none with all these bits can be reached (default: winning), nearest first.

        If the exploration is not complete, only those that are certain.
        """
        bits = self.task.won if goal is None else goal
        expanded = len(self.successors)
        alive = bytearray([i >= expanded or state & bits == bits for i, state in enumerate(self.states)])
        lost = list(range(expanded - 1, -1, -1))
        # Most actions lead to states that were found later, so one backward pass is nearly always enough.
        while True:
            rest = []
            for index in lost:
                if not alive[index]:
                    for target in self.successors[index]:
                        if alive[target]:
                            alive[index] = 1
                            break
                    else:
                        rest.append(index)
            if len(rest) == len(lost) or not rest:
                return rest[::-1]
            lost = rest


def explore(pack: Pack, puzzle: Puzzle, limit: int = STATE_LIMIT) -> Exploration:
    """All states that a player can reach, up to a limit.

    `WorldError`: the puzzle cannot be run. `TooLarge`: there are too many possible actions to begin with.
    """
    return search(ground_task(pack, puzzle), limit)


def search(
    task: GroundTask,
    limit: int,
    without: Collection[int] = (),
    targets: Iterable[str] = (),
    barrier: int = 0,
    early: bool = False,
    start: int | None = None,
) -> Exploration:
    """Explores breadth first.

    `without`: actions that are not done. `targets`: stop when all these areas have been solved (or, if
    `early`, solved while they were not open). `barrier`: states with any of these bits are not expanded.
    `start`: another state than that of the task.
    """
    found = Exploration(task, [task.start if start is None else start])
    for event in task.opening if start is None else ():
        if isinstance(event, Solved):
            found.solved[event.area] = AT_ONCE
            if not event.in_turn:
                found.solved_early[event.area] = AT_ONCE
    wanted = set(targets)
    hits = found.solved_early if early else found.solved
    if wanted and wanted <= hits.keys():
        return found
    _run(found, limit, frozenset(without), wanted, hits, barrier)
    return found


def _run(
    found: Exploration,
    limit: int,
    without: frozenset[int],
    wanted: set[str],
    hits: dict[str, Arrival],
    barrier: int,
) -> None:
    """The inner loop. Tests that an action cannot have affected are not repeated in the next state."""
    task = found.task
    states, parents, via = found.states, found.parents, found.via
    deltas, won = task.deltas, task.won
    solves = [sum(task.solved_bit[area] for area in areas) for areas in task.solves]
    index = {states[0]: 0}
    possible: list[list[int] | None] = [possible_actions(task, states[0], without)]
    position = 0
    while position < len(states):
        if len(states) > limit:
            found.complete = False
            return
        if not position & CLOCK_MASK:
            check_time()
        state = states[position]
        acts = possible[position] or []
        possible[position] = None
        if state & won == won or state & barrier:
            acts = []
        row: list[int] = []
        for act in acts:
            new = state + deltas[act]
            target = index.get(new)
            if target is None:
                raw = new
                if solves[act] & ~state:
                    new = _solve(found, raw, task.solves[act], (position, act))
                    target = index.get(new)
                    later = None if target is not None else possible_actions(task, new, without)
                else:
                    dirty, others = task.affected(act)
                    later = [b for b in acts if b not in dirty]
                    for b, bias, guard in others:
                        if (new + bias) & guard == guard and b not in without:
                            later.append(b)
                if target is None:
                    target = len(states)
                    index[new] = target
                    states.append(new)
                    parents.append(position)
                    via.append(act)
                    possible.append(later)
                if raw is not new:
                    index[raw] = target
                    if wanted and wanted <= hits.keys():
                        found.complete = False
                        return
            row.append(target)
        found.actions.append(acts)
        found.successors.append(row)
        if len(found.defeats) < len(task.defeats):
            _note_defeats(found, position)
        position += 1


def _solve(found: Exploration, raw: int, touched: Iterable[str], arrival: Arrival) -> int:
    """Settles a state and notes which areas are solved in it for the first time."""
    new, solved, early = found.task.settle(raw, touched)
    for area in solved:
        found.solved.setdefault(area, arrival)
    for area in early:
        found.solved_early.setdefault(area, arrival)
    return new


def possible_actions(task: GroundTask, state: int, without: Collection[int] = ()) -> list[int]:
    """The possible actions of a state, by number."""
    return [
        index
        for index, c in enumerate(task.conditions)
        if (state + c.bias) & c.guard == c.guard and index not in without
    ]


def _note_defeats(found: Exploration, position: int) -> None:
    state = found.states[position]
    if found.won(position):
        return
    for index, (_, c) in enumerate(found.task.defeats):
        if index not in found.defeats and (state + c.bias) & c.guard == c.guard:
            found.defeats[index] = position

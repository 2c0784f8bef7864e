"""How hard a puzzle is: a number from 0 to 100 made of measured parts.

Each part is between 0 and 1, and the difficulty is their weighted mean:

| part | weight | measured |
|---|---|---|
| steps | 25 | the mean of s / (s + 10) for s steps and a / (a + 4) for a steps an area |
| depth | 20 | d / (d + 5) for the longest chain d of any area |
| sight | 10 | o / (o + 10) for o objects in sight at the start: carried, or in an area that is open |
| states | 10 | l / (l + 8), where 2 to the l is the number of states a player can get into |
| dead_ends | 10 | the share of those states from which the game cannot be won |
| lost | 20 | 1 − how far a random player gets: the mean share of the kinds of step done in as many actions as steps |
| tightness | 5 | 1 − log(orders) / log(steps!): 1 if only one order of the steps works, 0 if every order does |

A puzzle is *easy* below 40, *hard* from 44, and *medium* in between. Games of about a dozen steps are of every grade.
An area has a difficulty too: that of the part of the game from when its turn has come until it is solved.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from random import Random

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Pack, Value
from puzzlesynth.puzzle.model import Puzzle, area_depths
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.state_limits import MEASURED_STATES
from puzzlesynth.world.search.state_space import Exploration, possible_actions, search
from puzzlesynth.world.verification.rehearsal import solution_actions
from puzzlesynth.world.verification.shortcuts import Undecided

from .ground_task import GroundTask, ground_task
from .grounder import TooLarge
from .state import open_at_start

WEIGHTS = {"steps": 25, "depth": 20, "sight": 10, "states": 10, "dead_ends": 10, "lost": 20, "tightness": 5}
EASY_BELOW, HARD_FROM = 40, 44
PLAYERS = 40
"""Random players that are sent into each puzzle."""

MEASURED_SETS = 50_000
"""Sets of done actions that are looked at to count the orders of a solution."""


@dataclass(frozen=True)
class Difficulty:
    score: float
    level: str
    """easy, medium or hard."""
    parts: dict[str, float]
    measured: dict[str, float]
    """What the parts were made from: steps, areas, depth, objects, states, dead_ends, progress, orders (−1: too many)."""


def difficulty_of(pack: Pack, puzzle: Puzzle, states: int = MEASURED_STATES) -> Difficulty:
    """Measures a puzzle. The random players are the same each time for the same puzzle."""
    steps = len(puzzle.steps)
    depth = max(area_depths(puzzle).values(), default=0)
    measured: dict[str, float] = {
        "steps": steps,
        "areas": len(puzzle.areas),
        "depth": depth,
        "objects": _in_sight(pack, puzzle),
    }
    try:
        task = ground_task(pack, puzzle)
    except TooLarge:
        measured |= {"states": states, "dead_ends": 0.0, "progress": 0.0, "orders": -1}
    else:
        found = search(task, states)
        measured |= _explored(found)
        own, moves = solution_actions(task), _Moves(found)
        measured["progress"] = _random_progress(moves, own or [], steps, Random(puzzle.tree or "puzzle"))
        measured["orders"] = -1 if own is None else _orders(moves, own)
    return _graded(measured)


def area_difficulties(
    pack: Pack, puzzle: Puzzle, areas: Iterable[str] | None = None, states: int = MEASURED_STATES
) -> Iterator[tuple[str, Difficulty]]:
    """How hard each area is by itself, from the moment when its turn has come until it is solved.

    The parts are those of a game that has this area alone and begins after the steps that other areas contribute, and so
    are the grades. `areas`: only these; each is measured when it is asked for."""
    known = [goal.name for goal in puzzle.areas]
    depths = area_depths(puzzle)
    task: GroundTask | None = None
    actions = None
    with suppress(TooLarge):
        task = ground_task(pack, puzzle)
        actions = solution_actions(task)
    for area in known if areas is None else [area for area in areas if area in known]:
        steps = sum(step.area == area for step in puzzle.steps)
        measured: dict[str, float] = {"steps": steps, "areas": 1, "depth": depths.get(area, 0)}
        if task is None or actions is None:
            measured |= {"objects": _in_sight(pack, puzzle), "states": states, "dead_ends": 0.0}
            measured |= {"progress": 0.0, "orders": -1}
        else:
            measured |= _measured_area(task, actions, area, states)
        yield area, _graded(measured)


def _measured_area(task: GroundTask, actions: Sequence[int], area: str, states: int) -> dict[str, float]:
    puzzle, goal = task.instance.puzzle, task.solved_bit[area]
    steps = [puzzle.step(name) for name in puzzle.solution]
    own = [action for step, action in zip(steps, actions, strict=True) if step.area == area]
    start = _turn_of(task, [(step.area == area, action) for step, action in zip(steps, actions, strict=True)])
    found = search(task, states, start=start, barrier=goal)
    moves = _Moves(found, goal)
    opened = {name for name, bit in task.open_bit.items() if start & bit}
    random = Random(f"{puzzle.tree or 'puzzle'} {area}")
    return {
        "objects": sum(
            thing.inside is None and (thing.area is None or thing.area in opened) for thing in puzzle.objects
        ),
        "states": len(found.states),
        "dead_ends": round(len(found.dead_ends(goal)) / len(found.states), 3),
        "progress": _random_progress(moves, own, len(own), random),
        "orders": _orders(moves, own),
    }


def _turn_of(task: GroundTask, solution: Sequence[tuple[bool, int]]) -> int:
    """The state in which an area's turn has come: what the solution does for others before the area is solved is done, as
    far as it needs nothing of the area. `solution`: for each action whether it is one of the area's own."""
    state = task.start
    last = max(number for number, (own, _) in enumerate(solution) if own)
    for own, action in solution[:last]:
        if not own and action in possible_actions(task, state):
            state = task.successor(state, action)
    return state


def _graded(measured: dict[str, float]) -> Difficulty:
    parts = _parts(measured)
    score = sum(WEIGHTS[name] * value for name, value in parts.items())
    # By the whole number that people see.
    score = round(score, 1)
    level = "easy" if round(score) < EASY_BELOW else "medium" if round(score) < HARD_FROM else "hard"
    return Difficulty(score, level, {n: round(v, 3) for n, v in parts.items()}, measured)


def _in_sight(pack: Pack, puzzle: Puzzle) -> int:
    """How many objects a player can see at once, wherever that is possible at the start."""
    opened = open_at_start(pack, puzzle)
    return sum(
        thing.inside is None and (thing.area is None or thing.area in opened) for thing in puzzle.objects
    )


def _explored(found: Exploration) -> dict[str, float]:
    states = len(found.states)
    return {"states": states, "dead_ends": round(len(found.dead_ends()) / states, 3)}


Row = list[tuple[int, int]]
"""What can be done in a state, by number, and the state that each action leads to."""


class _Moves:
    """Where actions lead, by states. What has been explored already is not worked out again: in a whole exploration
    a random player or another order of the solution meets nothing new."""

    def __init__(self, found: Exploration, goal: int | None = None) -> None:
        """`goal`: the bits that end it, unless it is the whole game."""
        self.task, self._found = found.task, found
        self.start = found.states[0]
        self._goal = found.task.won if goal is None else goal
        self._positions = {state: position for position, state in enumerate(found.states)}
        self._rows: dict[int, Row] = {}

    def __getitem__(self, state: int) -> Row:
        row = self._rows.get(state)
        if row is None:
            row = self._rows[state] = self._row(state)
        return row

    def is_over(self, state: int) -> bool:
        return state & self._goal == self._goal

    def _row(self, state: int) -> Row:
        found, position = self._found, self._positions.get(state, len(self._found.successors))
        # The exploration ends where the goal is reached; a search that goes on from there has to look again.
        if position >= len(found.successors) or self.is_over(state):
            check_time()
            return [(action, self._after(state, action)) for action in possible_actions(self.task, state)]
        states = found.states
        return sorted(
            zip(found.actions[position], [states[n] for n in found.successors[position]], strict=True)
        )

    def _after(self, state: int, action: int) -> int:
        return self.task.successor(state, action)


def _orders(moves: _Moves, own: Sequence[int]) -> int:
    """In how many orders the solution can be done; −1 where that takes too long to say."""
    orders = _extensions(moves, own, MEASURED_SETS)
    return orders.count if isinstance(orders, LinearExtensions) else -1


def _random_progress(moves: _Moves, own: Sequence[int], steps: int, random: Random) -> float:
    """The mean share of the solution's kinds of step that a random player does."""
    actions = moves.task.actions
    kinds = {actions[action].step_class: 0 for action in own}
    if not kinds:
        return 0.0
    for number, kind in enumerate(kinds):
        kinds[kind] = 1 << number
    bits = [kinds.get(action.step_class, 0) for action in actions]
    total = sum(_one_player(moves, bits, steps, random) / len(kinds) for _ in range(PLAYERS))
    return round(total / PLAYERS, 3)


def _one_player(moves: _Moves, bits: Sequence[int], number: int, random: Random) -> int:
    """How many of the kinds of step a random player does, of those that have a bit."""
    state, done, choose = moves.start, 0, random.choice
    for _ in range(number):
        row = moves[state]
        if not row or moves.is_over(state):
            break
        action, state = choose(row)
        done |= bits[action]
    return done.bit_count()


def _parts(measured: dict[str, float]) -> dict[str, float]:
    steps, orders = measured["steps"], measured["orders"]
    each = steps / max(measured["areas"], 1)
    log_states = math.log2(max(measured["states"], 1))
    all_orders = math.lgamma(steps + 1)
    tightness = 1 - math.log(orders) / all_orders if orders > 0 and all_orders > 0 else 0.0
    return {
        "steps": (steps / (steps + 10) + each / (each + 4)) / 2,
        "depth": measured["depth"] / (measured["depth"] + 5),
        "sight": measured["objects"] / (measured["objects"] + 10),
        "states": log_states / (log_states + 8),
        "dead_ends": measured["dead_ends"],
        "lost": 1 - measured["progress"],
        "tightness": tightness if orders > 0 else 0.0,
    }


def measured(pack: Pack, puzzle: Puzzle) -> Puzzle:
    """The puzzle with its difficulty and the parts of it, in hundredths."""
    found = difficulty_of(pack, puzzle)
    parts: dict[str, Value] = {name: round(100 * part) for name, part in found.parts.items()}
    return replace(puzzle, difficulty={"grade": found.level, "score": round(found.score), **parts})


MOST_SETS = 2_000_000
"""Sets of done actions that are looked at before the answer stays open."""


@dataclass(frozen=True)
class LinearExtensions:
    """In how many orders the actions of a solution can be done, and which of them must come before which."""

    count: int
    """How many different orders there are. Doing the same action twice counts once, whichever came first."""
    before: tuple[frozenset[int], ...]
    """For each position in the given order the positions that come before it in every order."""
    example: tuple[int, ...]
    """One order, as positions."""


def linear_extensions_of(
    task: GroundTask, actions: Sequence[int], most: int = MOST_SETS
) -> LinearExtensions | Undecided:
    """Looks at every order of these actions in which each is possible when its turn comes and the last one wins.

    Goes through the sets of actions that can have been done so far, each once, and not through the orders themselves:
    there are far fewer sets.
    """
    return _extensions(_Moves(Exploration(task, [task.start])), actions, most)


def _extensions(moves: _Moves, actions: Sequence[int], most: int) -> LinearExtensions | Undecided:
    size = len(actions)
    full = (1 << size) - 1
    positions: dict[int, list[int]] = {}
    for position, action in enumerate(actions):
        positions.setdefault(action, []).append(position)
    layers: list[dict[tuple[int, int], list[tuple[int, tuple[int, int]]]]] = [{(0, moves.start): []}]
    seen = 1
    for _ in range(size):
        layer: dict[tuple[int, int], list[tuple[int, tuple[int, int]]]] = {}
        for key in layers[-1]:
            check_time()
            mask, state = key
            for action, after in moves[state]:
                # Of the same action twice the first position goes first, so that swapping them is no new order.
                for position in positions.get(action, ()):
                    if not mask >> position & 1:
                        layer.setdefault((mask | 1 << position, after), []).append((position, key))
                        break
        seen += len(layer)
        if seen > most:
            return Undecided(f"more than {most} sets of actions", seen)
        layers.append(layer)
    ends = [key for key in layers[-1] if key[0] == full and moves.is_over(key[1])]
    return _counted(layers, ends, size)


def _counted(
    layers: list[dict[tuple[int, int], list[tuple[int, tuple[int, int]]]]],
    ends: list[tuple[int, int]],
    size: int,
) -> LinearExtensions:
    """Backwards from the ends: how many ways lead on from each set, and which actions ever came without which."""
    ways: list[dict[tuple[int, int], int]] = [{} for _ in layers]
    ways[-1] = dict.fromkeys(ends, 1)
    without: list[int] = [(1 << size) - 1] * size
    example: list[int] = []
    for depth in range(len(layers) - 1, 0, -1):
        for key, count in ways[depth].items():
            for position, earlier in layers[depth][key]:
                ways[depth - 1][earlier] = ways[depth - 1].get(earlier, 0) + count
                without[position] &= earlier[0]
    if ends:
        key = ends[0]
        for depth in range(len(layers) - 1, 0, -1):
            position, key = layers[depth][key][0]
            example.append(position)
    before = tuple(frozenset(other for other in range(size) if mask >> other & 1) for mask in without)
    return LinearExtensions(sum(ways[0].values()), before, tuple(reversed(example)))

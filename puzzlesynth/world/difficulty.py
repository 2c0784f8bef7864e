"""How hard a puzzle is: a number from 0 to 100 made of measured parts.

Each part is between 0 and 1, and the difficulty is their weighted mean:

| part | weight | measured |
|---|---|---|
| steps | 25 | the mean of s / (s + 10) for s steps and a / (a + 4) for a steps per area |
| depth | 20 | d / (d + 5) for the longest chain d of any area |
| sight | 10 | o / (o + 10) for o objects in sight at the start: carried, or in an area that is open |
| states | 10 | l / (l + 8), where 2 to the l is the number of states a player can get into |
| dead_ends | 10 | the share of those states from which the game cannot be won |
| lost | 20 | 1 − the progress of random players: the mean share of the kinds of step done in as many actions as steps |
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
from puzzlesynth.world.search.interference import Settlement
from puzzlesynth.world.search.state_count import count_orders, count_states
from puzzlesynth.world.search.state_space import search
from puzzlesynth.world.search.stubborn_sets import has_dead_end
from puzzlesynth.world.verification.rehearsal import solution_actions

from .ground_task import GroundTask, Mask, ground_task, members
from .grounder import TooLarge
from .state import open_at_start

WEIGHTS = {"steps": 25, "depth": 20, "sight": 10, "states": 10, "dead_ends": 10, "lost": 20, "tightness": 5}
EASY_BELOW, HARD_FROM = 40, 44
PLAYERS = 40
"""Random players of each puzzle."""

MEASURED_SETS = 50_000
"""The most sets of done actions when the orders of a solution are counted."""


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
        own = solution_actions(task)
        measured |= _measured_game(
            _Game(task, task.start, task.won), own or [], states, puzzle.tree or "puzzle"
        )
        if own is None:
            measured["orders"] = -1
    return _graded(measured)


def area_difficulties(
    pack: Pack, puzzle: Puzzle, areas: Iterable[str] | None = None, states: int = MEASURED_STATES
) -> Iterator[tuple[str, Difficulty]]:
    """The difficulty of each area by itself, from its turn in the solution until it is solved.

    The parts are those of a game that has this area alone and begins after the steps that other areas contribute, and so
    are the grades. `areas`: only these; each is measured when it is asked for."""
    known = [goal.name for goal in puzzle.areas]
    depths = area_depths(puzzle)
    task: GroundTask | None = None
    actions = None
    winnable = False
    with suppress(TooLarge):
        task = ground_task(pack, puzzle)
        actions = solution_actions(task)
        winnable = actions is not None and is_always_winnable(task, states)
    for area in known if areas is None else [area for area in areas if area in known]:
        steps = sum(step.area == area for step in puzzle.steps)
        measured: dict[str, float] = {"steps": steps, "areas": 1, "depth": depths.get(area, 0)}
        if task is None or actions is None:
            measured |= {"objects": _in_sight(pack, puzzle), "states": states, "dead_ends": 0.0}
            measured |= {"progress": 0.0, "orders": -1}
        else:
            measured |= _measured_area(task, actions, area, states, winnable)
        yield area, _graded(measured)


def _measured_area(
    task: GroundTask, actions: Sequence[int], area: str, states: int, winnable: bool
) -> dict[str, float]:
    puzzle, goal = task.instance.puzzle, task.solved_bit[area]
    steps = [puzzle.step(name) for name in puzzle.solution]
    own = [action for step, action in zip(steps, actions, strict=True) if step.area == area]
    start = _turn_of(task, [(step.area == area, action) for step, action in zip(steps, actions, strict=True)])
    opened = {name for name, bit in task.open_bit.items() if start & bit}
    in_sight = sum(
        thing.inside is None and (thing.area is None or thing.area in opened) for thing in puzzle.objects
    )
    game = _Game(task, start, goal, winnable)
    return {"objects": in_sight, **_measured_game(game, own, states, f"{puzzle.tree or 'puzzle'} {area}")}


def _turn_of(task: GroundTask, solution: Sequence[tuple[bool, int]]) -> int:
    """The state in which an area's turn has come: what the solution does for others before the area is solved is done, as
    far as it needs nothing of the area. `solution`: for each action whether it is one of the area's own."""
    state = task.start
    last = max(number for number, (own, _) in enumerate(solution) if own)
    for own, action in solution[:last]:
        if not own and task.holds(state, action):
            state = task.successor(state, action)
    return state


def _graded(measured: dict[str, float]) -> Difficulty:
    parts = _parts(measured)
    score = sum(WEIGHTS[name] * value for name, value in parts.items())
    # By the whole number that is shown.
    score = round(score, 1)
    level = "easy" if round(score) < EASY_BELOW else "medium" if round(score) < HARD_FROM else "hard"
    return Difficulty(score, level, {n: round(v, 3) for n, v in parts.items()}, measured)


def _in_sight(pack: Pack, puzzle: Puzzle) -> int:
    """The number of objects in sight at the start, in all open areas."""
    opened = open_at_start(pack, puzzle)
    return sum(
        thing.inside is None and (thing.area is None or thing.area in opened) for thing in puzzle.objects
    )


class _Game:
    """A game, or a part of it: from a state until some areas are solved."""

    def __init__(self, task: GroundTask, start: int, goal: int, winnable: bool | None = None) -> None:
        """`goal`: the bits that end it. `winnable`: whether all of the game can be won whatever a player does."""
        self.task, self.start, self.goal = task, start, goal
        self._winnable = winnable
        self._settlement = Settlement(task)
        self._listed: dict[Mask, list[int]] = {}
        self._nodes = {start: self._node(start, self._possible(start))}

    def explored(self, limit: int) -> dict[str, float]:
        """How many states there are, and the share of those from which the goal cannot be reached.

        Where the whole game can always be won, so can each part of it, and the states need only be counted."""
        winnable = self._winnable
        if winnable is None:
            winnable = is_always_winnable(self.task, limit)
        if winnable:
            states = count_states(self.task, limit, self.start, self.goal)
            return {"states": limit if states is None else states, "dead_ends": 0.0}
        found = search(
            self.task, limit, start=self.start, barrier=self.goal if self.goal != self.task.won else 0
        )
        share = len(found.dead_ends(self.goal)) / len(found.states)
        return {"states": len(found.states) if found.complete else limit, "dead_ends": round(share, 3)}

    @property
    def first(self) -> _Node:
        return self._nodes[self.start]

    def after(self, node: _Node, choice: int) -> _Node:
        """Where a choice leads that has not been followed yet."""
        action = node.actions[choice]
        state = node.state + self.task.deltas[action]
        if self.task.solves[action]:
            state = self._settlement.settled(state, action)
        found = self._nodes.get(state)
        if found is None:
            found = self._nodes[state] = self._node(state, self._possible(state, node, action))
        node.leads_to[choice] = found
        return found

    def _node(self, state: int, possible: Mask) -> _Node:
        actions = self._listed.get(possible)
        if actions is None:
            actions = self._listed[possible] = members(possible)
        return _Node(state, possible, actions)

    def _possible(self, state: int, before: _Node | None = None, action: int = -1) -> Mask:
        """What can be done in a state. What an action cannot have touched is not tested again, unless it opens areas."""
        check_time()
        task, found = self.task, 0
        if state & self.goal == self.goal:
            return 0
        if before is None or state != before.state + task.deltas[action]:
            for number, (_, bias, guard) in enumerate(task.conditions):
                if (state + bias) & guard == guard:
                    found |= 1 << number
            return found
        untouched, tests = task.retests(action)
        found = before.possible & untouched
        for bit, bias, guard in tests:
            if (state + bias) & guard == guard:
                found |= bit
        return found


class _Node:
    """A state that a random player reaches."""

    __slots__ = ("actions", "leads_to", "possible", "size", "state", "width")

    def __init__(self, state: int, possible: Mask, actions: list[int]) -> None:
        self.state, self.possible, self.actions = state, possible, actions
        """The possible actions, as a set and as a list."""
        self.size = len(actions)
        self.width = self.size.bit_length()
        self.leads_to: list[_Node | None] = [None] * self.size


def is_always_winnable(task: GroundTask, limit: int) -> bool:
    """Whether the game can be won from every state. False: no, or it was not decided within `limit` states."""
    return has_dead_end(task, limit) is False


def _measured_game(game: _Game, own: Sequence[int], states: int, seed: str) -> dict[str, float]:
    """`own`: the actions of the solution that are in it. `seed`: for the random players."""
    found = game.explored(states)
    orders = count_orders(game.task, own, MEASURED_SETS, game.start, game.goal)
    progress = _random_progress(game, own, len(own), Random(seed))
    return {**found, "progress": progress, "orders": -1 if orders is None else orders}


def _random_progress(game: _Game, own: Sequence[int], steps: int, random: Random) -> float:
    """The mean share of the solution's kinds of step that a random player does."""
    actions = game.task.actions
    kinds = {actions[action].step_class: 0 for action in own}
    if not kinds:
        return 0.0
    for number, kind in enumerate(kinds):
        kinds[kind] = 1 << number
    bits = [kinds.get(action.step_class, 0) for action in actions]
    total = sum(_one_player(game, bits, steps, random) / len(kinds) for _ in range(PLAYERS))
    return round(total / PLAYERS, 3)


def _one_player(game: _Game, bits: Sequence[int], number: int, random: Random) -> int:
    """How many of the kinds of step a random player does, of those that have a bit."""
    node, done, random_bits = game.first, 0, random.getrandbits
    for left in range(number - 1, -1, -1):
        size = node.size
        if not size:
            break
        # As `randrange` draws it.
        choice = random_bits(node.width)
        while choice >= size:
            choice = random_bits(node.width)
        done |= bits[node.actions[choice]]
        if left:
            node = node.leads_to[choice] or game.after(node, choice)
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

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
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.metrics import area_depths
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world.instance import open_at_start
from puzzlesynth.world.limits import MEASURED_STATES
from puzzlesynth.world.search.linear_extensions import LinearExtensions, linear_extensions_of
from puzzlesynth.world.search.state_space import Exploration, possible_actions, possible_after, search
from puzzlesynth.world.task.ground_task import GroundTask, ground_task
from puzzlesynth.world.task.grounder import TooLarge
from puzzlesynth.world.verification.dead_ends import solution_actions

WEIGHTS = {"steps": 25, "depth": 20, "sight": 10, "states": 10, "dead_ends": 10, "lost": 20, "tightness": 5}
EASY_BELOW, HARD_FROM = 40, 44
PLAYERS = 40
"""Random players that are sent into each puzzle."""

MOST_SETS = 50_000


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
        measured |= _explored(search(task, states))
        measured["progress"] = _random_progress(task, steps, Random(puzzle.tree or "puzzle"))
        measured["orders"] = _orders(task)
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


def _orders(task: GroundTask) -> int:
    """In how many orders the solution can be done; −1 where that takes too long to say."""
    actions = solution_actions(task)
    orders = linear_extensions_of(task, actions, MOST_SETS) if actions is not None else None
    return orders.count if isinstance(orders, LinearExtensions) else -1


def _random_progress(task: GroundTask, steps: int, random: Random) -> float:
    """The mean share of the solution's kinds of step that a random player does."""
    own = solution_actions(task) or []
    kinds = {task.actions[action].step_class for action in own}
    if not kinds:
        return 0.0
    total = sum(_one_player(task, kinds, steps, random) for _ in range(PLAYERS))
    return round(total / PLAYERS, 3)


def _one_player(task: GroundTask, kinds: set[tuple[int, str] | None], moves: int, random: Random) -> float:
    state, possible = task.start, possible_actions(task, task.start)
    done: set[tuple[int, str] | None] = set()
    for _ in range(moves):
        check_time()
        if not possible or task.is_won(state):
            break
        action = random.choice(possible)
        new = state + task.deltas[action]
        state, _, _ = task.settle(new)
        # Where something was solved, anything may have become possible.
        possible = (
            possible_after(task, possible, action, new) if state == new else possible_actions(task, state)
        )
        done.add(task.actions[action].step_class)
    return len(done & kinds) / len(kinds)


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

"""Random tiny worlds: a few items that can be carried, hold things, change, be made and used up."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st
from world_making import pack, puzzle

from puzzlesynth.pack.model import NOTHING, Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world import World

ITEMS = ("Ax", "Bag", "Cat", "Dew")
TYPES = (*ITEMS, "Kind")


def term(random: Random, names: tuple[str, ...]) -> str:
    inside = []
    if random.random() < 0.4:
        inside.append(f"p: {random.random() < 0.5}")
    if random.random() < 0.25:
        inside.append(f"contains: {random.choice((*ITEMS, NOTHING))}")
    label = random.choice(("", "", "", "", "#a", "#b"))
    return f"{random.choice(names)}{label}" + (f"[{', '.join(inside)}]" if inside else "")


def rule(random: Random) -> str:
    outputs = " ".join(term(random, ITEMS) for _ in range(random.choice((1, 2, 2))))
    inputs = " ".join(term(random, TYPES) for _ in range(random.choice((1, 2))))
    return f"{'!' if random.random() < 0.05 else ''}{outputs} ::= Do {inputs}"


def random_world(seed: int) -> tuple[Pack, Puzzle]:
    """Two areas, up to eight objects, some inside others, and rules that do anything to them."""
    random = Random(seed)
    items: dict[str, dict[str, object]] = {
        name: {
            "carryable": random.random() < 0.6,
            "copies": random.choice((1, 1, 2)),
            "p": random.random() < 0.3,
            "isa": ["Kind"] if random.random() < 0.5 else [],
        }
        for name in ITEMS
    }
    # A goal that nothing meets keeps the game going, so most worlds have one.
    goals = [term(random, ITEMS), term(random, ITEMS) if random.random() < 0.25 else "Goal"]
    areas = {
        "Here": {"start": True, "goals": [goals[0]], "connects": ["There"]},
        "There": {"start": random.random() < 0.4, "goals": [goals[1]]},
    }
    made = pack(items, [rule(random) for _ in range(random.randint(3, 7))], areas)
    objects: list[str] = []
    holders: list[str] = []
    for name in ITEMS:
        for number in range(random.randint(0, made.items[name].copies)):
            holder = random.choice((None, None, None, *holders))
            where = random.choice(("Here", "Here", "There")) if holder is None else f"in {holder}"
            objects.append(f"{name.lower()}{number} {name} {where}")
            if holder is not None:
                holders.remove(holder)
            holders.append(f"{name.lower()}{number}")
    return made, puzzle(made, objects)


def worlds() -> st.SearchStrategy[tuple[Pack, Puzzle]]:
    """Worlds in which something can be done."""
    return st.integers(0, 2**40).map(random_world).filter(_lively)


def _lively(made: tuple[Pack, Puzzle]) -> bool:
    world = World(*made)
    return next(world.uses(world.start()), None) is not None

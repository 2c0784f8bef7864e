"""Random tiny worlds: a few items that can be carried, hold things, change, be made and used up."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from puzzlesynth.pack.model import NOTHING, Pack
from puzzlesynth.puzzle.model import Created, Puzzle, Step
from puzzlesynth.world import World, events, explore
from puzzlesynth.world.trace import trace_path
from tests.support.tiny_packs import pack, puzzle

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


def random_world(seed: int, endless: float = 0.75) -> tuple[Pack, Puzzle]:
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
    goals = [term(random, ITEMS), "Goal" if random.random() < endless else term(random, ITEMS)]
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


def told_puzzles() -> st.SearchStrategy[tuple[Pack, Puzzle]]:
    """Worlds that can be won, each with a way to win it as its tree."""

    def tell(seed: int) -> tuple[Pack, Puzzle] | None:
        for number in range(seed, seed + 60):
            made = random_world(number, endless=0.0)
            puzzle = told(made)
            if puzzle is not None:
                return made[0], puzzle
        return None

    return st.integers(0, 2**40).map(tell).filter(lambda made: made is not None)  # type: ignore[return-value]


def _lively(made: tuple[Pack, Puzzle]) -> bool:
    world = World(*made)
    return next(world.uses(world.start()), None) is not None


def told(made: tuple[Pack, Puzzle]) -> Puzzle | None:
    """The world with a shortest way to win it written down as the puzzle's steps, if it can be won by play."""
    pack, bare = made
    found = explore(pack, bare, 3000)
    if not found.winning or found.winning[0] == 0:
        return None
    trace = trace_path(found.task, found.path(found.winning[0]))
    steps: list[Step] = []
    creates: list[Created] = []
    makers: dict[str, str] = {}
    solved_by: dict[str, str] = {}
    for number, applied in enumerate(trace):
        name = f"s{number + 1}"
        sources = tuple(makers.get(thing) for thing in applied.inputs)
        creates += [Created(e.id, e.item) for e in applied.events if isinstance(e, events.ObjectCreated)]
        solved_by |= {e.area: name for e in applied.events if isinstance(e, events.Solved)}
        after = tuple(step.id for step in steps)
        area = "Here" if "Here" not in solved_by or solved_by["Here"] == name else "There"
        steps.append(
            Step(
                name,
                area,
                applied.rule,
                applied.action,
                applied.inputs,
                sources,
                applied.outputs,
                after,
                applied.area,
            )
        )
        makers |= dict.fromkeys(applied.outputs, name)
    names = [made.id for made in creates]
    if len(set(names)) < len(names):
        return None
    areas = tuple(
        replace(goal, solved_by=solved_by[goal.name], opened_by=None if goal.start else "Here")
        for goal in bare.areas
        if goal.name in solved_by
    )
    if len(areas) < len(bare.areas):
        return None
    order = tuple(step.id for step in steps)
    return replace(bare, areas=areas, steps=tuple(steps), creates=tuple(creates), solution=order)

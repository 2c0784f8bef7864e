"""Small recipe books: packs in which every rule uses up what it takes and makes one thing."""

from __future__ import annotations

from random import Random

from puzzlesynth.pack import Pack
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.recipes.recipe_graph import RecipeGraph, recipe_graph
from puzzlesynth.synth.relevance import PackAnalysis
from tests.support.synth_packs import load

CAMP = """
    Plank: Oak
    Plank: Elm
    Stick: Plank
    Stick: Cane Knot
    Fire: Stick Oak
    Fire: Stick Elm
"""
"""A fire takes a stick, and a stick can be made in two ways."""


def book(rules: str, goal: str, least: int = 1, most: int = 4, copies: int = 1, placed: str = "") -> Pack:
    """Rules as `Stick: Plank Plank`, one per line. Without `placed`, what no rule makes is placed."""
    lines = [line.split(":") for line in rules.strip().splitlines()]
    made = {name.strip() for name, _ in lines}
    names = {*made, *(item for _, taken in lines for item in taken.split())}
    items = {
        name: {
            "carryable": True,
            "copies": copies,
            "notSpawnable": name not in placed.split() if placed else name in made,
        }
        for name in sorted(names)
    }
    area = {"start": True, "goals": [goal], "depth": {"min": least, "max": most}}
    return load(items, [f"{name.strip()} ::= Make {taken.strip()}" for name, taken in lines], {"Hut": area})


def graph_of(made: Pack) -> RecipeGraph:
    possible = PackAnalysis(made, fresh_start(made))
    found = recipe_graph(possible, possible.start.open)
    assert found is not None
    return found


def random_book(seed: int) -> Pack:
    """With circles, rules that take the same thing twice, several copies, and items that are placed or only made."""
    random = Random(seed)
    names = [f"T{n}" for n in range(random.randint(4, 9))]
    items = {
        name: {
            "carryable": True,
            "copies": random.choice((1, 1, 1, 2, 3)),
            "notSpawnable": random.random() > 0.45,
        }
        for name in names
    }
    rules = set()
    for _ in range(random.randint(4, 16)):
        made = random.choice(names)
        taken = [random.choice(names) for _ in range(random.choice((1, 1, 2, 2, 3)))]
        if made not in taken or random.random() < 0.2:
            rules.add(f"{made} ::= Make {' '.join(taken)}")
    least = random.randint(1, 3)
    depth = {"min": least, "max": least + random.randint(0, 2)}
    area = {"start": True, "goals": [random.choice(names)], "depth": depth}
    return load(items, sorted(rules), {"Hut": area}, limits={"copies": random.choice((2, 3, 4))})


def random_book_with_repeats(seed: int) -> Pack:
    """Steps that occur twice: the goal takes things twice, and there are several of most."""
    random = Random(f"repeats {seed}")
    raw = [f"R{n}" for n in range(random.randint(2, 3))]
    middle = [f"M{n}" for n in range(random.randint(2, 5))]
    items: dict[str, dict[str, object]] = {}
    for name in (*raw, *middle, "G"):
        hidden = name == "G" or (name in middle and random.random() < 0.5)
        items[name] = {"carryable": True, "copies": random.choice((1, 2, 2, 3)), "notSpawnable": hidden}
    rules = set()
    for made in middle:
        for _ in range(random.choice((1, 1, 2))):
            taken = random.choices([*raw, *middle], k=random.choice((1, 2, 2)))
            if made not in taken or random.random() < 0.1:
                rules.add(f"{made} ::= Make {' '.join(taken)}")
    for _ in range(random.choice((1, 1, 2))):
        twice = random.choice(middle)
        others = random.choices([*raw, *middle], k=random.choice((1, 2)))
        rules.add(f"G ::= Make {' '.join([twice, *others, *random.choice(([], [twice]))])}")
    least = random.randint(1, 3)
    area = {"start": True, "goals": ["G"], "depth": {"min": least, "max": least + random.randint(0, 2)}}
    return load(items, sorted(rules), {"Hut": area}, limits={"copies": random.choice((2, 3))})


def chain(rules: str, goals: str, least: int = 1, most: int = 4, copies: int = 1, placed: str = "") -> Pack:
    """The same with an area for each goal; each opens the next."""
    one = book(rules, goals.split()[0], least, most, copies, placed)
    names = [f"A{n}" for n in range(len(goals.split()))]
    areas: dict[str, dict[str, object]] = {}
    for n, (name, goal) in enumerate(zip(names, goals.split(), strict=True)):
        areas[name] = {
            "goals": [goal],
            "depth": {"min": least, "max": most},
            "connects": names[n + 1 : n + 2],
        }
    areas["A0"]["start"] = True
    items = {
        name: {"carryable": True, "copies": item.copies, "notSpawnable": not item.spawnable}
        for name, item in one.items.items()
    }
    return load(items, [str(rule) for rule in one.rules], areas)


def random_chain(seed: int) -> Pack:
    """Two or three areas. Some books have things that may only lie in some of them, goals that others are made of, a
    choice of goals, or goals that are parts of other things."""
    random = Random(f"chain {seed}")
    areas = [f"A{n}" for n in range(random.choice((2, 2, 2, 3)))]
    raw = [f"R{n}" for n in range(random.randint(4, 7))]
    middle = [f"M{n}" for n in range(random.randint(2, 4))]
    top = [f"G{n}" for n in range(len(areas))]
    items: dict[str, dict[str, object]] = {}
    for name in (*raw, *middle, *top):
        hidden = name not in raw and random.random() > 0.2
        items[name] = {"carryable": True, "copies": random.choice((1, 1, 2, 2, 3)), "notSpawnable": hidden}
    if random.random() < 0.25:
        for name in random.sample(list(items), 4):
            items[name]["area"] = random.sample(areas, random.randint(1, len(areas)))
    rules = set()
    for made in (*middle, *top):
        for _ in range(random.choice((1, 1, 1, 2))):
            pool = [*raw, *middle, *(top if random.random() < 0.25 else ())]
            taken = random.choices(pool, k=random.choice((1, 2, 2, 3) if made in top else (1, 1, 2)))
            if made not in taken or random.random() < 0.2:
                rules.add(f"{made} ::= Make {' '.join(taken)}")
    goals = list(top)
    if random.random() < 0.2:
        goals[random.randrange(len(goals))] = random.choice(middle)
    written: dict[str, dict[str, object]] = {}
    for n, name in enumerate(areas):
        chosen = {goals[n], random.choice(middle)} if random.random() < 0.1 else {goals[n]}
        least = random.choice((1, 1, 2))
        depth = {"min": least, "max": least + random.randint(0, 2)}
        written[name] = {"goals": sorted(chosen), "depth": depth, "connects": areas[n + 1 : n + 2]}
    written["A0"]["start"] = True
    return load(items, sorted(rules), written, limits={"copies": random.choice((2, 3))})


def kept_book(
    rules: str, goal: str, least: int = 1, most: int = 4, copies: int = 1, placed: str = "", then: str = ""
) -> Pack:
    """Like `book`, but what a rule takes is still there afterwards. `then`: the goal of an area that the first opens."""
    used_up = book(rules, goal, least, most, copies, placed)
    items = {
        name: {"carryable": True, "copies": copies, "notSpawnable": not item.spawnable}
        for name, item in used_up.items.items()
    }
    kept = _kept(used_up)
    depth = {"min": least, "max": most}
    areas: dict[str, dict[str, object]] = {"Hut": {"start": True, "goals": [goal], "depth": depth}}
    if then:
        areas["Hut"]["connects"] = ["Loft"]
        areas["Loft"] = {"goals": [then], "depth": depth}
    return load(items, kept, areas)


def _kept(used_up: Pack) -> list[str]:
    """The rules of a book with inputs that are still there afterwards."""
    found = []
    for rule in used_up.rules:
        taken = " ".join(map(str, rule.inputs))
        found.append(f"{rule.outputs[0]} {taken} ::= Make {taken}")
    return found


def kept(used_up: Pack) -> Pack:
    """The same book with inputs that are still there afterwards."""
    items = {
        name: {
            "carryable": True,
            "copies": item.copies,
            "notSpawnable": not item.spawnable,
            **({} if item.areas is None else {"area": list(item.areas)}),
        }
        for name, item in used_up.items.items()
    }
    areas = {
        name: {
            "goals": list(area.goal_texts),
            "depth": {"min": area.min_depth, "max": area.max_depth},
            "connects": list(area.connects),
            "start": area.start,
        }
        for name, area in used_up.areas.items()
    }
    return load(items, _kept(used_up), areas, limits={"copies": used_up.limits.copies})


def random_kept_book(seed: int) -> Pack:
    """Every rule keeps what it takes. Some take the same thing twice or whole types, and of some there can be two."""
    random = Random(f"kept {seed}")
    names = [f"T{n}" for n in range(random.randint(5, 9))]
    several = random.random() < 0.25
    items: dict[str, dict[str, object]] = {}
    for name in names:
        copies = random.choice((1, 2)) if several else 1
        items[name] = {"carryable": True, "copies": copies, "notSpawnable": random.random() > 0.6}
        if random.random() < 0.2:
            items[name]["isa"] = ["Some"]
    kinds = ["Some"] if any("isa" in item for item in items.values()) else []
    rules = set()
    for _ in range(random.randint(5, 14)):
        made = random.choice(names)
        taken = [random.choice([*names, *kinds]) for _ in range(random.choice((1, 2, 2, 3)))]
        if (made not in taken and "Some" not in taken) or random.random() < 0.3:
            rules.add(f"{made} {' '.join(taken)} ::= Make {' '.join(taken)}")
    least = random.randint(1, 3)
    area = {
        "start": True,
        "goals": sorted(random.sample(names, random.choice((1, 1, 1, 2)))),
        "depth": {"min": least, "max": least + random.randint(0, 2)},
    }
    return load(items, sorted(rules), {"Hut": area})

"""Random packs with many puzzles: things are made of things, often in several ways, with tools, by-products and states.

Unlike the packs of `random_packs` these make sense, so most of them have puzzles, and most puzzles have shortcuts to
be kept out.
"""

from __future__ import annotations

from random import Random
from typing import Any

from puzzlesynth.pack import Pack, PackError, Severity, check_pack
from tests.support.synth_packs import load

RAW = ("Wood", "Stone", "Rope", "Clay", "Reed")
MADE = ("Axe", "Raft", "Pot", "Torch", "Flute", "Kite")
STATE = "ready"


def workshop_pack(random: Random, raw: int = 4, made: int = 4, areas: int = 3) -> Pack | None:
    """None: what came out makes no sense to `check`."""
    raws = RAW[: random.randint(2, raw)]
    mades = MADE[: random.randint(2, made)]
    places = [f"A{n}" for n in range(1, random.randint(1, areas) + 1)]
    items = {name: _raw(random, places) for name in raws} | {name: _made(random) for name in mades}
    rules = [line for n, name in enumerate(mades) for line in _ways(random, name, [*raws, *mades[:n]])]
    rules += [_change(random, name, [*raws, *mades]) for name in random.sample([*raws, *mades], 2)]
    try:
        pack = load(items, rules, _areas(random, places, raws, mades), guarantees=_guarantees(random))
    except PackError:
        return None
    return None if any(one.severity is Severity.ERROR for one in check_pack(pack)) else pack


def _raw(random: Random, places: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {"carryable": random.random() < 0.75, "copies": random.choice((1, 1, 2))}
    if random.random() < 0.3:
        found["area"] = [random.choice(places)]
    return found


def _made(random: Random) -> dict[str, Any]:
    return {
        "carryable": random.random() < 0.8,
        "copies": random.choice((1, 1, 1, 2)),
        "notSpawnable": random.random() < 0.8,
    }


def _ways(random: Random, name: str, below: list[str]) -> list[str]:
    """One to three ways to make something; what it takes is used up, or kept as a tool, or spoilt."""
    found = []
    for _ in range(random.choice((1, 1, 2, 3))):
        inputs = random.sample(below, min(len(below), random.randint(1, 2)))
        kept = [item for item in inputs if random.random() < 0.3]
        asked = [f"{item}[{STATE}: True]" if random.random() < 0.15 else item for item in inputs]
        outputs = [name, *kept]
        spare = [item for item in below if item not in inputs]
        if spare and random.random() < 0.2:
            outputs.append(random.choice(spare))
        found.append(f"{' '.join(outputs)} ::= Make {' '.join(asked)}")
    return found


def _change(random: Random, name: str, all_items: list[str]) -> str:
    tool = random.choice([item for item in all_items if item != name])
    keep = f" {tool}" if random.random() < 0.6 else ""
    return f"{name}[{STATE}: True]{keep} ::= Treat {name}[{STATE}: False] {tool}"


def _areas(
    random: Random, places: list[str], raws: tuple[str, ...], mades: tuple[str, ...]
) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for n, name in enumerate(places):
        goals = {random.choice(mades) for _ in range(random.choice((1, 2)))}
        if random.random() < 0.3:
            goals = {f"{random.choice([*raws, *mades])}[{STATE}: True]"}
        found[name] = {
            "start": n == 0,
            "goals": sorted(goals),
            "depth": {"max": random.randint(2, 4)},
            "connects": [o for m, o in enumerate(places) if m == n + 1 or (m > n and random.random() < 0.4)],
            "contains": [item for item in raws if random.random() < 0.15],
        }
    return found


def _guarantees(random: Random) -> dict[str, str]:
    return {
        "shortcuts": random.choice(("forbid", "forbid", "report")),
        "dead_ends": random.choice(("report", "allow", "forbid")),
    }

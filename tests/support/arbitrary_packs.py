"""Random packs: a few items of every sort, rules that do anything to them, one to three areas.

Made from a `random.Random`, so that a property test can shrink them and a sweep can count through seeds.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from puzzlesynth.pack import Pack, PackError, Severity, check_pack
from tests.support.synth_packs import load

NAMES = ("Ax", "Bag", "Cat", "Dew", "Egg", "Fig")
KIND = "Kind"
FLAG, LEVEL = "wet", "level"


@dataclass(frozen=True)
class Size:
    """How large a random pack is, and how wild."""

    items: int = 5
    rules: int = 6
    areas: int = 3
    inputs: int = 3
    containers: float = 0.25
    abstract: float = 0.15
    labels: float = 0.1
    copies: float = 0.2
    fail: float = 0.05


TINY = Size(items=4, rules=4, areas=2, inputs=2, containers=0.25, abstract=0.1, labels=0.05, copies=0.2)
"""Small enough to look at every world and every plan."""


def random_pack(random: Random, size: Size = Size()) -> Pack | None:
    """None: what came out makes no sense to `check`."""
    names = NAMES[: random.randint(3, size.items)]
    makes = _Maker(random, size, names)
    rules = [makes.rule() for _ in range(random.randint(2, size.rules))]
    areas = makes.areas()
    text: dict[str, Any] = {
        "items": {name: makes.item(name, areas) for name in names},
        "rules": rules,
        "areas": areas,
        "guarantees": {
            "shortcuts": random.choice(("forbid", "forbid", "forbid", "report", "allow")),
            "dead_ends": random.choice(("report", "forbid", "forbid", "allow")),
        },
    }
    try:
        made = load(text["items"], text["rules"], text["areas"], guarantees=text["guarantees"])
    except PackError:
        return None
    if any(problem.severity is Severity.ERROR for problem in check_pack(made)):
        return None
    return made


class _Maker:
    def __init__(self, random: Random, size: Size, names: tuple[str, ...]) -> None:
        self.random, self.size, self.names = random, size, names
        self.results: list[str] = []
        self.wild = random.choice((0.3, 0.6, 1.0))
        """Tame packs have more puzzles."""

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def item(self, name: str, areas: dict[str, Any]) -> dict[str, Any]:
        random = self.random
        found: dict[str, Any] = {"carryable": self.chance(0.6)}
        if self.chance(0.5) or name in self.names[:2]:
            found["isa"] = [KIND]
        if self.chance(0.35):
            found["notSpawnable"] = True
        if self.chance(self.size.copies):
            found["copies"] = 2
        if self.chance(0.3):
            found[FLAG] = self.chance(0.5)
        if self.chance(0.3):
            found[LEVEL] = random.randint(0, 2)
        later = self.names[self.names.index(name) + 1 :]
        if later and self.chance(self.size.containers / 2):
            found["contains"] = random.choice(later)
        if self.chance(0.2):
            found["area"] = [random.choice(list(areas))]
        return found

    def term(self) -> str:
        random = self.random
        kinds = self.names if not self.chance(self.size.abstract * self.wild) else (KIND,)
        inside = []
        if self.chance(0.4 * self.wild):
            inside.append(f"{FLAG}: {self.chance(0.5)}")
        elif self.chance(0.3 * self.wild):
            inside.append(f"{LEVEL}: {random.randint(0, 2)}")
        if self.chance(self.size.containers * self.wild):
            inside.append(f"contains: {random.choice((*self.names, KIND, 'Nothing', 'Nothing'))}")
        return random.choice(kinds) + (f"[{', '.join(inside)}]" if inside else "")

    def rule(self) -> Any:
        random = self.random
        inputs = [self.term() for _ in range(random.randint(1, self.size.inputs))]
        outputs = [self.term() for _ in range(random.choice((1, 1, 2, 2, 3)))]
        # Most rules keep or change something that they take.
        if self.chance(0.6):
            outputs[random.randrange(len(outputs))] = self._changed(random.choice(inputs))
        fail = self.chance(self.size.fail)
        if not fail:
            self.results += outputs
        if self.chance(self.size.labels):
            self._tie(inputs, outputs)
        line = f"{' '.join(outputs)} ::= Do {' '.join(inputs)}"
        return {"rule": line, "fail": True} if fail else line

    def _changed(self, term: str) -> str:
        name = term.partition("[")[0]
        change = [f"{FLAG}: {self.chance(0.5)}", f"{LEVEL}: {self.random.randint(0, 2)}"]
        return name if self.chance(0.3) else f"{name}[{self.random.choice(change)}]"

    def _tie(self, inputs: list[str], outputs: list[str]) -> None:
        """The same label on one input and one output of the same type."""
        for o, output in enumerate(outputs):
            for i in self.random.sample(range(len(inputs)), len(inputs)):
                name = output.partition("[")[0]
                if inputs[i].partition("[")[0] == name:
                    outputs[o] = output.replace(name, f"{name}#a", 1)
                    inputs[i] = inputs[i].replace(name, f"{name}#a", 1)
                    return

    def goal(self) -> str:
        return self.random.choice(self.results) if self.results and self.chance(0.9) else self.term()

    def areas(self) -> dict[str, Any]:
        random = self.random
        names = [f"A{n}" for n in range(1, random.randint(1, self.size.areas) + 1)]
        found: dict[str, Any] = {}
        for n, name in enumerate(names):
            low = random.choice((1, 1, 1, 2, 2, 3))
            depth = {"min": low} | ({"max": low + random.randint(0, 2)} if self.chance(0.4) else {})
            found[name] = {
                "start": n == 0 or self.chance(0.15),
                "goals": sorted({self.goal() for _ in range(random.choice((1, 1, 2)))}),
                "depth": depth,
                "connects": [o for m, o in enumerate(names) if m != n and (m == n + 1 or self.chance(0.3))],
                "contains": [i for i in self.names if self.chance(0.12)],
            }
            if self.chance(0.1):
                found[name]["shortcuts"] = random.choice(("forbid", "report", "allow"))
            if self.chance(0.1):
                found[name]["dead_ends"] = random.choice(("forbid", "report", "allow"))
        return found

"""Small packs and puzzles, written down in a few lines, without files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from puzzlesynth.pack.model import ANYTHING, Area, Guarantees, Item, Pack, PackHashes, Policy, Rule, Term
from puzzlesynth.puzzle.model import Created, Goal, Object, Puzzle, Step
from tests.support.item_notation import pairs, read_items, value

SPECIAL = {"isa", "carryable", "notSpawnable", "area", "contains", "copies"}


def term(text: str) -> Term:
    found = re.fullmatch(r"(\w+)(?:#(\w+))?(?:\[(.*)\])?", text)
    assert found, text
    given = pairs(found[3] or "")
    inside = next((v for k, v in given if k == "contains"), None)
    properties = tuple((k, value(v)) for k, v in given if k != "contains")
    return Term(found[1], properties, inside, found[2])


def terms(text: str) -> tuple[Term, ...]:
    return tuple(term(part) for part in re.findall(r"[\w#]+(?:\[[^\]]*\])?", text))


def rule(number: int, text: str) -> Rule:
    fail = text.startswith("!")
    left, right = text.lstrip("!").split("::=")
    action, _, inputs = right.strip().partition(" ")
    return Rule(number, action, terms(left), terms(inputs), fail=fail)


Items = Mapping[str, Mapping[str, Any] | None]
Areas = Mapping[str, Mapping[str, Any]]


def pack(
    items: Items | str,
    rules: str | Sequence[str],
    areas: Areas | None = None,
    shortcuts: str = "forbid",
    dead_ends: str = "report",
) -> Pack:
    lines = rules.strip().splitlines() if isinstance(rules, str) else rules
    promised = Guarantees(Policy(shortcuts), Policy(dead_ends))
    made = {}
    for name, about in (read_items(items) if isinstance(items, str) else items).items():
        given = dict(about or {})
        isa = tuple(given.get("isa", ()))
        types = {name, ANYTHING, *isa}
        made[name] = Item(
            name,
            isa,
            frozenset(types),
            {k: v for k, v in given.items() if k not in SPECIAL},
            given.get("carryable", False),
            not given.get("notSpawnable", False),
            tuple(given["area"]) if "area" in given else None,
            given.get("contains"),
            given.get("copies", 1),
        )
    areas = areas or {"Here": {"start": True, "goals": ["Goal"]}}
    if "Goal" not in made:
        made["Goal"] = Item("Goal", (), frozenset({"Goal", ANYTHING}))
    return Pack(
        "test",
        made,
        tuple(rule(n + 1, line.strip()) for n, line in enumerate(lines) if line.strip()),
        {
            name: Area(
                name,
                tuple(term(t) for t in given.get("goals", ["Goal"])),
                given.get("start", False),
                given.get("min", 1),
                given.get("max"),
                tuple(given.get("connects", ())),
                tuple(given.get("contains", ())),
                Guarantees(
                    Policy(given.get("shortcuts", shortcuts)), Policy(given.get("dead_ends", dead_ends))
                ),
            )
            for name, given in areas.items()
        },
        guarantees=promised,
        hashes=PackHashes("0" * 64),
    )


def things(pack: Pack, *placed: str) -> tuple[Object, ...]:
    """`safe Safe Bank`, or `water Water in bucket`: objects as their items start."""
    found = []
    for line in placed:
        name, item, *where = line.split()
        inside = where[1] if where[:1] == ["in"] else None
        area = None if inside else (where[0] if where else next(iter(pack.areas)))
        own = inside is None and area is not None and item in pack.areas[area].contains
        found.append(Object(name, item, area, inside, not own, dict(pack.items[item].properties)))
    return tuple(found)


def puzzle(
    pack: Pack,
    objects: Sequence[str],
    steps: Sequence[str] = (),
    creates: Mapping[str, str] | None = None,
    solved_by: Mapping[str, str] | None = None,
    opened_by: Mapping[str, str] | None = None,
    goals: Mapping[str, str] | None = None,
) -> Puzzle:
    """Steps as `s1 Area 3: inputs -> outputs`, an input as `name` or `name<s2` where s2 makes it; `@Place`."""
    made = []
    for line in steps:
        head, _, body = line.partition(":")
        body, _, after = body.partition("after")
        name, area, number, *place = head.split()
        left, _, right = body.partition("->")
        taken = [part.partition("<") for part in left.split()]
        made.append(
            Step(
                name,
                area,
                int(number),
                pack.rules[int(number) - 1].action,
                tuple(p[0] for p in taken),
                tuple(p[2] or None for p in taken),
                tuple(right.split()),
                tuple(after.split()),
                place[0].lstrip("@") if place else None,
            )
        )
    last = {step.area: step.id for step in made}
    areas = tuple(
        Goal(
            name,
            (goals or {}).get(name, str(area.goals[0])),
            area.start,
            (opened_by or {}).get(name),
            (solved_by or {}).get(name, last.get(name, "")),
        )
        for name, area in pack.areas.items()
        if area.goals
    )
    return Puzzle(
        pack.name,
        pack.sha256,
        areas,
        things(pack, *objects),
        tuple(made),
        tuple(Created(k, v) for k, v in (creates or {}).items()),
        tuple(step.id for step in made),
    )


HEIST = pack(
    {
        "Gold": {"carryable": True, "notSpawnable": True},
        "Safe": {"locked": True},
        "Badge": {"carryable": True, "notSpawnable": True},
        "Security": {"isa": ["Npc"]},
        "CarAlarm": None,
        "Disguise": {"carryable": True, "notSpawnable": True},
        "Glasses": {"carryable": True},
        "FakeMoustache": {"carryable": True},
    },
    """
    Gold Safe ::= Open Safe[locked: False]
    Safe[locked: False] Badge ::= Unlock Safe[locked: True] Badge
    Badge Security ::= Steal Security[distracted: True] Disguise
    Security[distracted: True] ::= Trigger CarAlarm Security[distracted: False]
    Disguise ::= CreateDisguise Glasses FakeMoustache
    """,
    {"Bank": {"start": True, "goals": ["Gold"], "min": 3, "max": 6}},
)


def heist_puzzle(pack: Pack) -> Puzzle:
    """The one puzzle of the heist, for whichever pack says what `HEIST` says."""
    return puzzle(
        pack,
        [
            "safe Safe",
            "security Security",
            "caralarm CarAlarm",
            "glasses Glasses",
            "fakemoustache FakeMoustache",
        ],
        [
            "s1 Bank 5: glasses fakemoustache -> disguise",
            "s2 Bank 4: caralarm security -> security",
            "s3 Bank 3: security<s2 disguise<s1 -> badge security after s1 s2",
            "s4 Bank 2: safe badge<s3 -> safe badge after s3",
            "s5 Bank 1: safe<s4 -> gold safe after s4",
        ],
        {"disguise": "Disguise", "badge": "Badge", "gold": "Gold"},
    )


HEIST_PUZZLE = heist_puzzle(HEIST)

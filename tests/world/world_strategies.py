"""Random tiny worlds: a few items that can be carried, hold things, change, be made and used up."""

from __future__ import annotations

from hypothesis import strategies as st
from world_making import pack, puzzle

from puzzlesynth.pack.model import NOTHING, Pack
from puzzlesynth.puzzle.model import Puzzle

ITEMS = ("Ax", "Bag", "Cat", "Dew")
TYPES = (*ITEMS, "Kind")


@st.composite
def terms(draw: st.DrawFn, output: bool) -> str:
    name = draw(st.sampled_from(ITEMS if output else TYPES))
    inside = []
    if draw(st.integers(0, 2)) == 0:
        inside.append(f"p: {draw(st.booleans())}")
    if draw(st.integers(0, 3)) == 0:
        inside.append(f"contains: {draw(st.sampled_from((*ITEMS, NOTHING)))}")
    label = draw(st.sampled_from(("", "", "", "#a", "#b")))
    return f"{name}{label}" + (f"[{', '.join(inside)}]" if inside else "")


@st.composite
def rules(draw: st.DrawFn) -> str:
    outputs = draw(st.lists(terms(output=True), min_size=1, max_size=2))
    inputs = draw(st.lists(terms(output=False), min_size=1, max_size=2))
    fail = "!" if draw(st.integers(0, 9)) == 0 else ""
    return f"{fail}{' '.join(outputs)} ::= Do {' '.join(inputs)}"


@st.composite
def worlds(draw: st.DrawFn) -> tuple[Pack, Puzzle]:
    """Packs in which every way to make something is decided, with a few objects lying about."""
    items: dict[str, dict[str, object]] = {
        name: {
            "carryable": draw(st.booleans()),
            "copies": draw(st.integers(1, 2)),
            "p": draw(st.booleans()),
            "isa": ["Kind"] if draw(st.booleans()) else [],
        }
        for name in ITEMS
    }
    lines = draw(st.lists(rules(), min_size=1, max_size=4))
    goals = [draw(terms(output=True)) for _ in range(2)]
    areas = {
        "Here": {"start": True, "goals": [goals[0]], "connects": ["There"]},
        "There": {"start": draw(st.booleans()), "goals": [goals[1]]},
    }
    made = pack(items, lines, areas)
    objects = []
    holders: list[str] = []
    for name in ITEMS:
        most = made.items[name].copies
        for number in range(draw(st.integers(0, most))):
            holder = draw(st.sampled_from((None, None, *holders)))
            where = draw(st.sampled_from(("Here", "There"))) if holder is None else f"in {holder}"
            objects.append(f"{name.lower()}{number} {name} {where}")
            if holder is not None:
                holders.remove(holder)
            holders.append(f"{name.lower()}{number}")
    return made, puzzle(made, objects)

"""Traces: what actions do to objects with names, and where."""

from __future__ import annotations

from dataclasses import replace

from puzzlesynth.puzzle.model import GameProgress, Object
from puzzlesynth.world.ground_task import ground_task
from puzzlesynth.world.trace import made_items, start_objects, trace_path, trace_text
from tests.support.tiny_packs import Areas, pack, puzzle

AREAS: Areas = {
    "Attic": {"goals": ["Gold"]},
    "Cellar": {"start": True, "goals": ["Candle"], "connects": ["Attic"]},
}
PACK = pack("Candle+- Wax+ Wick+ Gold+", ["Candle ::= Dip Wax Wick"], AREAS)
STEPS = ["s1 Cellar 1: wax wick -> candle"]


def test_what_lies_somewhere_is_used_there() -> None:
    made = puzzle(PACK, ["wax Wax Cellar", "wick Wick Cellar"], STEPS, {"candle": "Candle"})
    task = ground_task(PACK, made)
    (step,) = trace = trace_path(task, [0])
    assert (step.area, step.inputs) == ("Cellar", ("wax", "wick"))
    assert trace_text(trace) == "Dip wax wick"
    assert (start_objects(task, trace), made_items(trace)) == (("wax", "wick"), ("Candle",))


def test_what_is_carried_is_used_in_the_first_open_area() -> None:
    made = puzzle(PACK, ["wax Wax Cellar", "wick Wick Cellar"], STEPS, {"candle": "Candle"})
    carried = tuple(Object(thing.id, thing.item, None) for thing in made.objects)
    running = replace(made, objects=carried, progress=GameProgress(("Cellar",), ()))
    (step,) = trace_path(ground_task(PACK, running), [0])
    assert step.area == "Cellar"
    assert str(step) == "Dip wax wick (in Cellar)"

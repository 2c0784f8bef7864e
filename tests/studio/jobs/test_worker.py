"""The process of a lane."""

from __future__ import annotations

import importlib
import sys
from contextlib import suppress

import clingo

from puzzlesynth.studio.jobs.worker import must_not_be_interrupted, task_at


def test_a_task_is_found_by_its_place() -> None:
    assert task_at("tests.studio.jobs.example_tasks:count").__name__ == "count"


def test_an_import_is_noticed_from_inside() -> None:
    assert not must_not_be_interrupted(sys._getframe())
    seen: list[bool] = []

    class Finder:
        def find_spec(self, name: str, path: object = None, target: object = None) -> None:
            if name == "no_such_module_at_all":
                seen.append(must_not_be_interrupted(sys._getframe()))

    finder = Finder()
    sys.meta_path.insert(0, finder)
    try:
        with suppress(ModuleNotFoundError):
            importlib.import_module("no_such_module_at_all")
    finally:
        sys.meta_path.remove(finder)
    assert seen == [True]


def test_a_call_from_clingo_is_noticed_from_inside() -> None:
    seen: list[bool] = []

    class Watching(clingo.Propagator):
        def check(self, control: clingo.PropagateControl) -> None:
            seen.append(must_not_be_interrupted(sys._getframe()))

    program = clingo.Control()
    program.register_propagator(Watching())
    program.add("base", [], "a.")
    program.ground([("base", [])])
    program.solve()
    assert seen
    assert all(seen)

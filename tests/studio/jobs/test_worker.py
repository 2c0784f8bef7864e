"""The process of a lane."""

from __future__ import annotations

import importlib
import sys
from contextlib import suppress

from puzzlesynth.studio.jobs.worker import _is_importing, task_at


def test_a_task_is_found_by_its_place() -> None:
    assert task_at("tests.studio.jobs.example_tasks:count").__name__ == "count"


def test_an_import_is_noticed_from_inside() -> None:
    assert not _is_importing(sys._getframe())
    seen: list[bool] = []

    class Finder:
        def find_spec(self, name: str, path: object = None, target: object = None) -> None:
            if name == "no_such_module_at_all":
                seen.append(_is_importing(sys._getframe()))

    finder = Finder()
    sys.meta_path.insert(0, finder)
    try:
        with suppress(ModuleNotFoundError):
            importlib.import_module("no_such_module_at_all")
    finally:
        sys.meta_path.remove(finder)
    assert seen == [True]

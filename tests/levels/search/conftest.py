"""What the tests of searches in machine code need."""

from __future__ import annotations

import pytest

from puzzlesynth.levels.engine.native.compiler.loading import native_code, native_obstacle
from puzzlesynth.levels.engine.native.compiler.machine_code import NativeCode
from tests.support.engine_games import shorten


@pytest.fixture(scope="module")
def code() -> NativeCode:
    found = native_code(wait=None)
    if found is None:
        pytest.skip(native_obstacle())
    return found


@pytest.fixture
def shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch)
    module = "puzzlesynth.levels.search.native.search"
    monkeypatch.setattr(f"{module}.MAX_GROUP_PASSES", 12)
    monkeypatch.setattr(f"{module}.MAX_LOOPS", 7)

"""What the tests of searches in machine code need."""

from __future__ import annotations

import pytest

from puzzlesynth.levels.engine.native.loading import native_code, native_obstacle
from puzzlesynth.levels.engine.native.machine_code import NativeCode


@pytest.fixture(scope="module")
def code() -> NativeCode:
    found = native_code(wait=None)
    if found is None:
        pytest.skip(native_obstacle())
    return found

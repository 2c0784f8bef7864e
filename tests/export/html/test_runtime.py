"""The browser's runtime and the Python world are the same world."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.support.export_puzzles import Maker, gated, heist, meadow
from tests.support.node_scripts import run_node_on_lines
from tests.support.paths import ROOT
from tests.support.random_worlds import random_world
from tests.support.transition_vectors import vectors

RUNTIME = ROOT / "puzzlesynth" / "export" / "html" / "runtime.js"


def compared(sets: Iterable[dict[str, Any]]) -> int:
    found = run_node_on_lines("vectors.js", RUNTIME, asked=sets)
    assert found["wrong"] == []
    return int(found["compared"])


@pytest.mark.seconds
@pytest.mark.parametrize("made", [heist, meadow, gated], ids=lambda made: made.__name__)
def test_example_games_run_the_same(made: Maker) -> None:
    assert compared(vectors(*made(), seed, 40, every=seed == 0) for seed in range(4)) > 50


@pytest.mark.seconds
def test_random_worlds_run_the_same() -> None:
    assert compared(vectors(*random_world(seed), seed, 12) for seed in range(100)) > 600


@pytest.mark.slow
def test_many_random_worlds_run_the_same() -> None:
    assert compared(vectors(*random_world(seed), seed, 25) for seed in range(1000, 3000)) > 10000

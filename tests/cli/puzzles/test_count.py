"""`count`: what it prints."""

from __future__ import annotations

import json

import pytest

from tests.support.commands import Run
from tests.support.paths import ROOT

MEADOW = ROOT / "examples/meadow"


@pytest.mark.seconds
def test_a_limit_that_is_given_ends_the_counting(run: Run) -> None:
    done = run("count", MEADOW, "--limit", 3)
    assert (done.stdout, done.returncode) == ("at least 3 puzzles\n", 0)
    said = json.loads(run("count", MEADOW, "--limit", 3, "--json").stdout)
    assert said == {"count": 3, "exact": False}


@pytest.mark.seconds
def test_an_estimate_says_what_it_is(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzlesynth.pipeline.counting.MANY_PLAYED", 0)
    said = json.loads(run("count", MEADOW, "--limit", 3, "--estimate", "--json").stdout)
    estimate = said.pop("estimate")
    assert said == {"count": 3, "exact": False}
    assert estimate.pop("guesses") > 0
    left_out = ["puzzles that only playing shows to have no shortcut"]
    assert estimate == {"count": 127, "low": 127, "high": 127, "confidence": 0.9, "left_out": left_out}
    text = run("count", MEADOW, "--limit", 3, "--estimate").stdout
    assert text.splitlines() == [
        "at least 3 puzzles",
        "about 127; probably from 127 to 127 (not proven)",
        f"  without {left_out[0]}",
        "no upper bound is proven",
    ]


def test_large_numbers_are_rounded() -> None:
    from puzzlesynth.cli.puzzles.count import _rounded

    assert [_rounded(n) for n in (7, 1_234, 12_345_678, 135_849_357)] == [
        "7",
        "1,230",
        "12,300,000",
        "136,000,000",
    ]
    assert _rounded(123_456 * 10**30) == "1.23e35"
    assert _rounded(123_456, up=True) == "124,000"
    assert _rounded(10**400 + 1, up=True) == "1.01e400"

"""Targets: how they are written, and that puzzles keep to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import islice

import pytest

from puzzlesynth.pack import load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import Puzzle, area_depths
from puzzlesynth.synth.options import TargetError, read_targets
from tests.support.paths import ROOT

MEADOW = load_pack(ROOT / "examples" / "meadow")


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("steps", "six", "expected a number or a range"),
        ("steps", "..", "expected a number or a range"),
        ("steps", "6-9", "expected a number or a range"),
        ("steps", "9..6", "6 is less than 9"),
        ("steps", "Medow:6", "did you mean `Meadow`?"),
        ("steps", "99999999999", "no area can have that many"),
        ("herrings", "1..2", "expected one number"),
    ],
)
def test_nonsense_is_told(kind: str, text: str, said: str) -> None:
    with pytest.raises(TargetError) as caught:
        read_targets(MEADOW, {kind: [text]})
    assert said in str(caught.value)
    assert f"--{kind} {text}" in str(caught.value)


@pytest.mark.parametrize("text", ["9" * 5_000, "1.." + "9" * 5_000])
def test_a_number_that_python_does_not_read_is_told(text: str) -> None:
    with pytest.raises(TargetError, match=r"^--depth .{40}…: no area can have that many$"):
        read_targets(MEADOW, {"depth": [text]})


def test_the_same_target_twice_is_an_error() -> None:
    with pytest.raises(TargetError, match="twice"):
        read_targets(MEADOW, {"steps": ["1..2", "3"]})


def test_grades() -> None:
    assert read_targets(MEADOW, {}, "hard").grade == "hard"
    both = read_targets(MEADOW, {}, ["RiverBank:easy", "hard"])
    assert (both.grade, both.area_grades, both.has_grades) == ("hard", (("RiverBank", "easy"),), True)
    assert not read_targets(MEADOW, {}).has_grades
    with pytest.raises(TargetError, match="did you mean `Meadow`"):
        read_targets(MEADOW, {}, ["Meadw:easy"])
    with pytest.raises(TargetError, match="RiverBank has two grades"):
        read_targets(MEADOW, {}, ["RiverBank:easy", "RiverBank:hard"])
    with pytest.raises(TargetError, match="easy, medium or hard"):
        read_targets(MEADOW, {}, "tricky")


def _some(given: Mapping[str, list[str]], seed: int = 1) -> list[Puzzle]:
    found = list(islice(make_puzzles(MEADOW, seed=seed, targets=read_targets(MEADOW, given)), 5))
    assert found
    return found


def _steps(puzzle: Puzzle) -> Counter[str]:
    """The number of steps of each area."""
    return Counter(step.area for step in puzzle.steps)


@pytest.mark.parametrize(
    ("text", "least", "most"), [("3", 3, 3), ("5..6", 5, 6), ("..3", 1, 3), ("6..", 6, 99)]
)
def test_steps(text: str, least: int, most: int) -> None:
    for puzzle in _some({"steps": [f"Meadow:{text}"]}):
        assert least <= _steps(puzzle)["Meadow"] <= most


def test_what_is_said_for_one_area_counts_there() -> None:
    for puzzle in _some({"steps": ["2..4", "Meadow:5"]}):
        found = _steps(puzzle)
        assert found["Meadow"] == 5
        assert 2 <= found["RiverBank"] <= 4


def test_depth() -> None:
    for puzzle in _some({"depth": ["3"]}):
        assert set(area_depths(puzzle).values()) == {3}


def test_width() -> None:
    for puzzle in _some({"width": ["2"]}):
        for goal in puzzle.areas:
            steps = {step.id: step for step in puzzle.steps if step.area == goal.name}
            first = [step for step in steps.values() if not any(source in steps for source in step.sources)]
            assert len(first) == 2


@pytest.mark.seconds
def test_targets_that_cannot_be_met_leave_nothing() -> None:
    targets = read_targets(MEADOW, {"steps": ["2"], "depth": ["3"]})
    assert not list(make_puzzles(MEADOW, targets=targets))

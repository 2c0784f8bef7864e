"""The tree as text: what a designer reads about a puzzle fits the screen and leaves out nothing that matters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pack.model import Value
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import DisabledRule, Puzzle
from puzzlesynth.puzzle.model import StatedConstraint
from puzzlesynth.puzzle.text_tree import WIDTH, tree_text
from puzzlesynth.world.difficulty import measured
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"


@pytest.fixture(scope="module")
def made() -> tuple[Pack, Puzzle]:
    pack = load_pack(EXAMPLES / "meadow")
    return pack, next(make_puzzles(pack, seed=5))


def _notes(pack: Pack, puzzle: Puzzle) -> str:
    return tree_text(pack, puzzle).split("Guarantees:")[1]


def test_every_step_and_every_leaf_is_there(made: tuple[Pack, Puzzle]) -> None:
    pack, puzzle = made
    text = tree_text(pack, puzzle)
    assert all(f"{step.id} {step.action} " in text for step in puzzle.steps)
    used = {name for step in puzzle.steps for name in step.inputs}
    for thing in puzzle.objects:
        if thing.id in used and thing.area is not None:
            assert f"{thing.item} (in {thing.area}" in text


def test_nothing_about_what_was_not_asked_for(made: tuple[Pack, Puzzle]) -> None:
    text = tree_text(*made)
    assert "Preferences" not in text
    assert "Rules" not in text
    assert "Difficulty" not in text


def test_rules_that_are_off_are_named_with_the_reason(made: tuple[Pack, Puzzle]) -> None:
    pack, puzzle = made
    rule = pack.rules[2]
    off = (DisabledRule(rule.number, "it leads to a dead end: " + "and so on " * 12),)
    notes = _notes(pack, replace(puzzle, rules="safe, best so far", rules_off=off))
    assert "Rules (safe, best so far): 1 rule off" in notes
    assert f"  {rule.name or rule.action}: it leads to a dead end" in notes
    assert all(len(line) <= WIDTH for line in notes.splitlines())
    assert "every rule is on" in _notes(pack, replace(puzzle, rules="safe"))


@pytest.mark.parametrize("optimum", ["best", "best so far"])
def test_preferences_say_how_well_they_are_met(made: tuple[Pack, Puzzle], optimum: str) -> None:
    pack, puzzle = made
    wishes = (
        StatedConstraint("few_npcs", "prefer", "As few people as possible.", 1, 3),
        StatedConstraint("short", "prefer", "", 2, 0),
        StatedConstraint("no_saw", "forbid", "No saw."),
    )
    notes = _notes(pack, replace(puzzle, constraints=wishes, optimum=optimum))
    assert f"Preferences ({optimum}):" in notes
    assert "few_npcs: not met, cost 3 (As few people as possible.)" in notes
    assert "short: met" in notes
    assert "no_saw" not in notes


def test_difficulty_with_its_parts(made: tuple[Pack, Puzzle]) -> None:
    pack, puzzle = made
    rated = measured(pack, puzzle)
    notes = " ".join(_notes(pack, rated).split())
    assert f"Difficulty: {rated.difficulty['score']} of 100, {rated.difficulty['grade']} (steps" in notes
    assert "dead ends" in notes


def test_a_part_of_the_difficulty_is_never_broken(made: tuple[Pack, Puzzle]) -> None:
    pack, puzzle = made
    difficulty: dict[str, Value] = {
        "score": 26,
        "grade": "easy",
        **dict.fromkeys(("steps", "depth", "sight", "states", "dead_ends"), 20),
    }
    *_, first, second = tree_text(pack, replace(puzzle, difficulty=difficulty)).splitlines()
    assert first.startswith("Difficulty: 26 of 100, easy (steps 20%, depth 20%, ")
    assert len(first) <= 80
    assert first.endswith(",")
    assert second == "  dead ends 20%)"

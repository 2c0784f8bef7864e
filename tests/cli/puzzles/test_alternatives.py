"""`synth --keep`, `synth --never` and `alternatives`, as a designer uses them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from puzzlesynth import load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import Puzzle, puzzle_from_json, puzzle_to_json
from tests.support.commands import Run
from tests.support.paths import ROOT

MEADOW = ROOT / "examples" / "meadow"


@cache
def model() -> Puzzle:
    return next(make_puzzles(load_pack(MEADOW), seed=3))


@pytest.fixture
def base(tmp_path: Path) -> Path:
    path = tmp_path / "base.json"
    path.write_text(puzzle_to_json(model()), "utf-8")
    return path


def rules(puzzle: Puzzle) -> set[int]:
    return {step.rule for step in puzzle.steps}


def test_what_is_kept_is_there_and_the_rest_is_new(run: Run, base: Path) -> None:
    done = run(
        "synth", MEADOW, "--base", base, "--keep", "s5", "--keep", "s6", "-n", 3, "--seed", 1, "--json"
    )
    assert done.returncode == 0
    puzzles = [puzzle_from_json(line) for line in done.stdout.splitlines()]
    assert len({puzzle.tree for puzzle in puzzles}) == 3
    for puzzle in puzzles:
        assert {model().step("s5").rule, model().step("s6").rule} <= rules(puzzle)


def test_all_that_the_choices_leave_is_said(run: Run, base: Path) -> None:
    done = run("synth", MEADOW, "--base", base, "--keep", "Meadow", "-n", 99, "--json", "--no-measure")
    assert done.returncode == 0
    assert "with these options" in done.stderr


@pytest.mark.seconds
def test_choices_that_leave_nothing_are_named(run: Run, base: Path) -> None:
    action = model().step("s1").action
    done = run("synth", MEADOW, "--base", base, "--keep", "s1", "--keep", "s5", "--never", action)
    assert done.returncode == 1
    assert "these cannot hold together:\n  - keep s1\n  - never " in done.stderr
    assert "keep s5" not in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--keep", "s1"], "--keep needs --base"),
        (["--base", "BASE"], "--base needs --keep"),
        (["--base", "BASE", "--keep", "s77"], "--keep s77: the puzzle has no such step, object or area"),
        (
            ["--never", "Whetston"],
            "--never Whetston: the pack has no such item or rule; did you mean `Whetstone`",
        ),
        (["--base", "nothing.json", "--keep", "s1"], "nothing.json"),
    ],
)
def test_what_makes_no_sense_is_an_error_that_helps(
    run: Run, base: Path, words: list[str], said: str
) -> None:
    done = run("synth", MEADOW, *[str(base) if word == "BASE" else word for word in words])
    assert done.returncode == 2
    assert said in done.stderr


def test_a_broken_puzzle_is_refused(run: Run, base: Path) -> None:
    broken = json.loads(base.read_text("utf-8"))
    broken["steps"][0]["inputs"][0] = "nobody"
    base.write_text(json.dumps(broken), "utf-8")
    done = run("synth", MEADOW, "--base", base, "--keep", "s1")
    assert done.returncode == 2
    assert "nobody" in done.stderr


@pytest.mark.parametrize(
    "asked",
    [
        "--never Flour",
        "--steps 3",
        "--difficulty easy",
        "--rules tree",
        "--diverse",
        "--area Shop",
        "--herrings 1",
    ],
)
def test_what_maps_do_not_have_is_refused_and_not_passed_over(run: Run, asked: str) -> None:
    name, *value = asked.split()
    done = run("synth", ROOT / "examples" / "bakery", "--map", "mix", name, *value)
    assert done.returncode == 2
    assert f"{name} does not go with --map" in done.stderr


def test_relations_belong_to_a_map(run: Run) -> None:
    done = run("synth", MEADOW, "--relations", "all")
    assert done.returncode == 2
    assert "--relations needs --map" in done.stderr


def test_alternatives_to_a_step(run: Run, base: Path) -> None:
    done = run("alternatives", MEADOW, base, "s2", "-n", 2, "--json")
    assert done.returncode == 0
    for line in done.stdout.splitlines():
        assert json.loads(line)["tree"] != model().tree
        assert {step.rule for step in model().steps if step.area == "RiverBank"} <= rules(
            puzzle_from_json(line)
        )
    text = run("alternatives", MEADOW, base, "s2", "-n", 2)
    assert text.stdout.count("Meadow: ") == 2


def test_no_alternative_is_a_proof(run: Run, tmp_path: Path) -> None:
    heist = ROOT / "examples" / "heist"
    puzzle = next(make_puzzles(load_pack(heist), seed=1))
    path = tmp_path / "heist.json"
    path.write_text(puzzle_to_json(puzzle), "utf-8")
    last = puzzle.steps[-1].id
    done = run("alternatives", heist, path, last)
    assert done.returncode == 1
    assert done.stderr == f"There is no other way to get what {last} makes\n"
    done = run("alternatives", heist, path, "s99")
    assert done.returncode == 2
    assert "the puzzle has no such step" in done.stderr

"""`puzzlesynth level suggest` as a designer meets it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.model import Level
from tests.support.commands import Run, RunProcess
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples" / "levels"
SOKOBAN = EXAMPLES / "sokoban.txt"
QUICK = ("--level", "3", "--count", "60", "--seed", "1")


def suggest(run: Run, *words: object, game: Path = SOKOBAN) -> Any:
    done = run("level", "suggest", game, *words)
    assert "Traceback" not in done.stderr
    return done


def events(done: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_help_has_an_example(process: RunProcess) -> None:
    done = process("level", "suggest", "--help")
    assert done.returncode == 0
    assert "Example: puzzlesynth level suggest examples/levels/" in " ".join(done.stdout.split())


def test_suggestions_are_shown_and_the_best_at_the_end(run: Run) -> None:
    done = suggest(run, *QUICK)
    assert done.returncode == 0
    assert "#1  difficulty " in done.stdout
    assert "yours" in done.stdout
    assert "solved in" in done.stdout
    assert "60 different levels" in done.stderr
    assert "solvable" in done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_json_tells_everything_and_is_the_same_for_a_seed(run: Run) -> None:
    done = suggest(run, *QUICK, "--json")
    told = events(done)
    assert told[0] == {"event": "begin", "seed": 1, "rank": "difficulty", "keep": 4}
    assert told[-1]["event"] == "done"
    tally = told[-1]["tally"]
    assert tally["distinct"] == 60 == tally["solvable"] + tally["unsolvable"] + tally["timed_out"]
    assert {"generated", "shown", "threshold", "candidate_limit"} <= set(tally)
    assert all(len(event["moves"]) == event["measures"]["length"] for event in told[1:-1])
    assert suggest(run, *QUICK, "--json").stdout == done.stdout


def test_no_spoilers_says_nothing_about_solutions_and_difficulty(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "new.txt"
    done = suggest(run, *QUICK, "--no-spoilers", "-o", game)
    assert "difficulty" not in done.stdout
    assert "solved" not in done.stdout
    assert "solved in" not in game.read_text("utf-8")
    for event in events(suggest(run, *QUICK, "--no-spoilers", "--json")):
        assert not {"moves", "solution", "measures", "value", "better"} & set(event)
        assert "threshold" not in event.get("tally", {})
        assert all(not {"moves", "solution", "measures"} & set(item) for item in event.get("best", []))


def test_files_are_written(run: Run, tmp_path: Path) -> None:
    game, lines = tmp_path / "new.txt", tmp_path / "new.jsonl"
    assert suggest(run, *QUICK, "-o", game, "-o", lines, "-n", 2).returncode == 0
    compiled = compile_source(game.read_text("utf-8")).game
    assert compiled is not None
    assert sum(isinstance(entry, Level) for entry in compiled.levels) == 2
    records = [json.loads(line) for line in lines.read_text("utf-8").splitlines()]
    assert all({"solution", "measures", "seed"} <= set(record) for record in records)


def test_a_transformation_comes_from_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("(one wall more)\nchoose 1 [ no Wall no Crate no Player no Target ] -> [ Wall ]\n")
    told = events(suggest(run, *QUICK, "--transform", file, "--json"))
    assert told[-1]["stopped"] == "exhausted"


def test_a_preset_can_be_printed_and_used_as_a_file(run: Run, tmp_path: Path) -> None:
    printed = suggest(run, "--preset", "walls", "--print-transform").stdout
    assert "choose 20 option 0.4 [ Wall ] -> [ ]" in printed
    file = tmp_path / "walls.txt"
    file.write_text(printed)
    assert suggest(run, *QUICK, "--transform", file, "--freeze-object", "crate").returncode in (0, 3)


def test_frozen_parts_stay(run: Run, tmp_path: Path) -> None:
    mask = tmp_path / "mask.txt"
    mask.write_text("#########\n#...#####\n#.*.....#\n#...#####\n#########\n")
    done = suggest(
        run, *QUICK, "--freeze", mask, "--freeze-cells", "2,2", "--freeze-object", "target", "--json"
    )
    for event in events(done):
        if event["event"] == "suggestion":
            assert event["rows"][2][2] == "*"
            assert event["rows"][1][1] == "."


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--preset", "walsl"), "did you mean `walls`"),
        (("--rank", "hardness"), "no measure"),
        (("--rank", "9" * 400 + "*difficulty"), "the weight of difficulty must be between"),
        (("--rank", "length - 1000000001*novelty"), "the weight of novelty must be between"),
        (("--rank", "nan*difficulty"), "no measure"),
        (("--rank", "inf*difficulty"), "no measure"),
        (("--rank", "1e400*difficulty"), "cannot read it from character 1"),
        (("--cost", "85=" + "9" * 400), "a cost must be a number between"),
        (("--rank", "cost"), "no rule has a cost"),
        (("--cost", "1=2"), "there is no rule on line 1"),
        (("--freeze-cells", "40,1"), "--freeze-cells 40,1: the level is 9 by 5"),
        (("--freeze-object", "nothing_such"), "--freeze-object"),
        (("--freeze-object", "crat"), "did you mean `crate`"),
        (("--candidate-limit", "soon"), "states"),
        (("-o", "levels.doc"), ".jsonl"),
        (("--level", "99"), "there is no level 99"),
    ],
)
def test_bad_wishes_are_refused(run: Run, words: tuple[str, ...], said: str) -> None:
    done = suggest(run, *QUICK, *words)
    assert done.returncode == 2
    assert said in done.stderr


def test_broken_files_are_refused_with_their_place(run: Run, tmp_path: Path) -> None:
    broken, mask = tmp_path / "broken.txt", tmp_path / "mask.txt"
    broken.write_text("(fine)\n[ Wal ] -> []\n")
    mask.write_text("...\n")
    done = suggest(run, *QUICK, "--transform", broken)
    assert done.returncode == 2
    assert f"{broken}:2: " in done.stderr
    done = suggest(run, *QUICK, "--freeze", mask)
    assert done.returncode == 2
    assert "1 row" in done.stderr
    assert suggest(run, *QUICK, "--transform", tmp_path / "none.txt").returncode == 2
    assert suggest(run, *QUICK, "--transform", broken, "--preset", "walls").returncode == 2


def test_a_level_must_be_named_where_there_are_several(run: Run) -> None:
    done = suggest(run, "--count", "5")
    assert done.returncode == 2
    assert "--level" in done.stderr


def test_a_game_without_a_way_to_win_is_refused(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    game.write_text(SOKOBAN.read_text("utf-8").replace("All Target on Crate", ""))
    done = suggest(run, *QUICK, game=game)
    assert done.returncode == 2
    assert "win" in done.stderr

"""`level solve` where chance or time has a say: a plan, what it promises, and how to ask for something else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.commands import Run
from tests.support.puzzlescript_sources import source

STUMBLE = (
    "random [ > Player | Crate ] -> [ Player | Crate ]\n+ [ > Player | Crate ] -> [ > Player | > Crate ]\n"
)
SLIP = "random [ > Player ] -> [ > Player ]\n+ [ > Player ] -> [ Player ]\n"
TRAP = "random [ > Player | Crate ] -> [ Player | Wall ]\n+ [ > Player | Crate ] -> [ > Player | ]\n"
WIN = "Some Player on Target\n"


def game(folder: Path, rules: str, levels: str, *, win: str = WIN, prelude: str = "title Test\n") -> Path:
    path = folder / "game.txt"
    path.write_text(source(rules, win=win, levels=levels, prelude=prelude), encoding="utf-8")
    return path


def solve(run: Run, path: Path, *options: object) -> tuple[int, str, str]:
    done = run("level", "solve", path, *options)
    return done.returncode, " ".join(done.stdout.split()), done.stderr


@pytest.mark.parametrize(
    ("rules", "level", "status", "promise"),
    [
        (
            STUMBLE,
            "#######\n#P.*.O#\n#.....#\n#######\n",
            0,
            "solved whatever happens, in at most 6 moves typed drrrur",
        ),
        (SLIP, "#P.O#\n", 0, "solved sooner or later, whatever happens"),
        (TRAP, "#P*O#\n", 0, "solved with a chance of 50.0 %"),
        (SLIP, "#P#O#\n", 1, "proven unsolvable, whatever happens"),
    ],
)
def test_the_plan_says_what_it_promises(
    run: Run, tmp_path: Path, rules: str, level: str, status: int, promise: str
) -> None:
    code, text, _ = solve(run, game(tmp_path, rules, level))
    assert code == status
    assert promise in text
    assert "This game has random rules, so a level has a plan" in text


def test_whoever_wants_certainty_gets_it_or_nothing(run: Run, tmp_path: Path) -> None:
    assert solve(run, game(tmp_path, TRAP, "#P*O#\n"), "--certain")[0] == 1
    assert solve(run, game(tmp_path, STUMBLE, "#PO#\n"), "--certain")[0] == 0


def test_a_seed_is_one_course_of_chance(run: Run, tmp_path: Path) -> None:
    code, text, _ = solve(run, game(tmp_path, SLIP, "#P.O#\n"), "--seed", "3")
    assert code == 0
    assert "moves (the fewest possible)" in text


def test_json_has_the_whole_plan(run: Run, tmp_path: Path) -> None:
    done = run("level", "solve", game(tmp_path, TRAP, "#P*O#\n"), "--json")
    (level,) = json.loads(done.stdout)["levels"]
    plan = level["plan"]
    assert (level["verdict"], plan["promise"], plan["chance"], plan["exact"]) == (
        "solved",
        "likely",
        0.5,
        True,
    )
    assert {"rows": ["#P*O#"], "move": "r"} in plan["policy"]


def test_in_real_time_waiting_is_a_move_and_that_is_said(run: Run, tmp_path: Path) -> None:
    rules = "[ stationary Player ] [ Crate ] -> [ Player ] [ ]\n"
    path = game(tmp_path, rules, "#P*O#\n", prelude="title Test\nrealtime_interval 0.5\n")
    code, text, _ = solve(run, path)
    assert code == 0
    assert "waiting for the next tick (.) counts as a move" in text
    assert "solved in 3 moves (the fewest possible)" in text
    assert "moves . → → typed .rr" in text


def test_a_game_that_cannot_be_won_can_still_be_played(run: Run, tmp_path: Path) -> None:
    code, _, error = solve(run, game(tmp_path, SLIP, "#P.O#\n", win=""))
    assert code == 2
    assert "no win conditions" in error
    assert "`level play` plays it" in error


def test_a_plan_has_no_animation(run: Run, tmp_path: Path) -> None:
    code, _, error = solve(run, game(tmp_path, SLIP, "#P.O#\n"), "--gif", tmp_path / "x.gif")
    assert code == 2
    assert "give a --seed" in error


ROOM = "#####\n#P.O#\n#...#\n#####\n"


@pytest.mark.seconds
def test_levels_with_random_rules_come_with_a_plan(run: Run, tmp_path: Path) -> None:
    words = ("--layout", "4x4", "--like", "none", "--method", "logic", "--seed", 1, "--time-limit", 60)
    path = game(tmp_path, SLIP, ROOM)
    made = run("level", "generate", path, *words)
    assert made.returncode == 0
    assert "solved sooner or later, whatever happens" in made.stdout
    assert "This game has random rules, so a level has a plan instead of a solution" in " ".join(
        made.stderr.split()
    )
    one_course = run("level", "generate", path, *words, "--course", 3, "--json")
    assert json.loads(one_course.stdout)["solution"]
    certain = run("level", "generate", path, *words, "--certain")
    assert certain.returncode == 3
    assert "12 with too small a chance of winning" in certain.stderr

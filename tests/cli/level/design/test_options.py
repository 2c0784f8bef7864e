"""Which objects are wall, floor and player, as a designer meets it on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import Run
from tests.support.paths import ROOT
from tests.support.puzzlescript_sources import source

SOKOBAN = ROOT / "examples" / "levels" / "sokoban.txt"
PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"
STUCK = "######\n#*..O#\n#.P..#\n######\n"
QUICK = {
    "generate": ("--layout", "6x6", "--effort", "2", "--seed", "1"),
    "suggest": ("-l", "1", "--count", "300", "--seed", "1", "--preset", "everything"),
    "repair": ("-l", "1", "-n", "100"),
    "simplify": ("-l", "2"),
}


def written(path: Path, rule: str, comment: str = "") -> Path:
    source = SOKOBAN.read_text("utf-8").replace(PUSH, f"{comment}\n{PUSH}\n{rule}")
    head, levels = source.split("LEVELS\n=======\n")
    path.write_text(f"{head}LEVELS\n=======\n\n{STUCK}\n{levels}", "utf-8")
    return path


def rows_of(record: Any) -> list[list[str]]:
    """All maps in a line of JSON."""
    if isinstance(record, dict):
        own = [record["rows"]] if "rows" in record else []
        return own + [rows for value in record.values() for rows in rows_of(value)]
    return [rows for value in record for rows in rows_of(value)] if isinstance(record, list) else []


@pytest.mark.seconds
@pytest.mark.parametrize("command", QUICK)
@pytest.mark.parametrize(
    "rule", ["[ > Player | no Wall ] -> [ > Player | ] sfx1", "[ > Player | Wall ] -> [ Player | Wall ]"]
)
def test_levels_keep_their_border_in_games_that_mention_walls(
    run: Run, tmp_path: Path, command: str, rule: str
) -> None:
    game = written(tmp_path / "game.txt", rule)
    done = run("level", command, game, *QUICK[command], "--json")
    assert done.returncode == 0, done.stderr
    maps = [rows for line in done.stdout.splitlines() for rows in rows_of(json.loads(line))]
    assert maps
    for rows in maps:
        edge = rows[0] + rows[-1] + "".join(row[0] + row[-1] for row in rows)
        assert set(edge) == {"#"}, rows


def test_suggestions_keep_the_border_where_nothing_but_the_player_moves(run: Run, tmp_path: Path) -> None:
    game = written(tmp_path / "game.txt", "[ > Player | Wall ] -> [ Player | Wall ]")
    source = game.read_text("utf-8").replace(PUSH, "").replace("All Target on Crate", "Some Player on Target")
    game.write_text(source, "utf-8")
    done = run("level", "suggest", game, "-l", 1, "--count", 300, "--seed", 1, "--preset", "move", "--json")
    maps = [rows for line in done.stdout.splitlines() for rows in rows_of(json.loads(line))]
    assert maps
    assert all(rows[0] == rows[-1] == "######" for rows in maps)


@pytest.mark.parametrize("command", ["analyse", *QUICK])
def test_a_name_that_the_game_lacks_is_refused_with_its_place(run: Run, tmp_path: Path, command: str) -> None:
    game = written(tmp_path / "game.txt", "", "(puzzlesynth wall: Wal)")
    done = run("level", command, game, *QUICK.get(command, ()))
    assert done.returncode == 2
    line = game.read_text("utf-8").splitlines().index("(puzzlesynth wall: Wal)") + 1
    assert f'game.txt:{line}:20: the game has no object named "Wal"; did you mean `wall`?' in done.stderr
    option = run("level", command, SOKOBAN, *QUICK.get(command, ()), "--wall", "Crat")
    assert option.returncode == 2
    assert '--wall Crat: the game has no object named "Crat"; did you mean `crate`?' in option.stderr


def test_rooms_are_built_of_the_wall_that_is_named(run: Run) -> None:
    done = run("level", "analyse", SOKOBAN, "--wall", "Target", "--json")
    types = {thing["name"]: thing["types"] for thing in json.loads(done.stdout)["objects"]}
    assert types["target"] == ["solid"]


def test_repair_opens_the_border_if_that_is_asked_for(run: Run, tmp_path: Path) -> None:
    game = written(tmp_path / "game.txt", "")
    kept, free = (
        json.loads(run("level", "repair", game, "-l", 1, "--json", *more).stdout)["rounds"][0]["tried"]
        for more in ((), ("--free-border",))
    )
    assert kept < free


TRAP = "random [ > Player | Crate ] -> [ Player | Wall ]\n+ [ > Player | Crate ] -> [ > Player | ]\n"


def risky(folder: Path, prelude: str = "title Risky\n", rules: str = TRAP) -> Path:
    path = folder / "risky.txt"
    text = source(rules, win="Some Player on Target\n", levels="#P*O#\n\n#P.O#\n", prelude=prelude)
    path.write_text(text, encoding="utf-8")
    return path


def test_with_random_rules_it_is_said_what_solved_means(run: Run, tmp_path: Path) -> None:
    path = risky(tmp_path)
    done = run("level", "repair", path, "-l", "1")
    assert done.returncode == 0
    assert "a level has a plan instead of a solution" in done.stderr
    assert "can be solved as it is: solved with a chance of 50.0 %" in done.stdout
    certain = run("level", "repair", path, "-l", "1", "--certain", "-n", "1")
    assert "Level 1 cannot be solved" in certain.stdout
    assert "solved whatever happens, in at most 2 moves: rr" in certain.stdout
    record = json.loads(run("level", "simplify", path, "-l", "2", "--json").stdout)
    assert record["plan"] == {"promise": "certain", "chance": 1.0, "exact": True, "most_moves": 2}


def test_one_course_of_chance_has_solutions(run: Run, tmp_path: Path) -> None:
    done = run("level", "simplify", risky(tmp_path), "-l", "2", "--course", "x")
    assert "solved in 2 moves: rr" in done.stdout
    assert "plan" not in done.stderr
    wrong = run("level", "simplify", risky(tmp_path), "-l", "2", "--course", "x", "--certain")
    assert wrong.returncode == 2
    assert "leave out --certain" in wrong.stderr


def test_in_real_time_levels_are_designed_with_waiting(run: Run, tmp_path: Path) -> None:
    rules = "[ stationary Player ] [ Crate ] -> [ Player ] [ ]\n"
    path = risky(tmp_path, "title Belt\nrealtime_interval 0.5\n", rules)
    done = run("level", "simplify", path, "-l", "1", "--keep-difficulty", "0")
    assert "waiting for the next tick (.) counts as a move" in done.stderr
    assert "solved in 3 moves: .rr" in done.stdout


@pytest.mark.parametrize("command", [*QUICK, "combine", "progression"])
def test_what_cannot_be_won_can_be_played(run: Run, tmp_path: Path, command: str) -> None:
    path = tmp_path / "free.txt"
    path.write_text(source("", levels="#P*O#\n\n#P.O#\n"), encoding="utf-8")
    options = QUICK.get(command, ("-l", "1", "--with", "2") if command == "combine" else ())
    done = run("level", command, path, *options)
    assert done.returncode == 2
    assert "nothing can be solved, but `level play` plays it" in done.stderr

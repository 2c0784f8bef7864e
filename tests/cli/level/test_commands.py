"""`puzzlesynth level …` as a user meets it: output, files, exit statuses, and no traceback whatever is fed in."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Protocol

import pytest

from tests.support.commands import CommandResult, Run
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples" / "levels"
SOKOBAN = str(EXAMPLES / "sokoban.txt")
DESTROY = str(EXAMPLES / "destroy.txt")
COMMAND = [sys.executable, "-c", "from puzzlesynth.cli.main import main; main()", "level"]


class RunLevel(Protocol):
    def __call__(self, *words: str, stdin: str = "") -> CommandResult: ...


@pytest.fixture
def level(run: Run, monkeypatch: pytest.MonkeyPatch) -> RunLevel:
    monkeypatch.setenv("COLUMNS", "80")

    def command(*words: str, stdin: str = "") -> CommandResult:
        done = run("level", *words, stdin=stdin)
        assert "Traceback" not in done.stderr
        return done

    return command


def own_levels(tmp_path: Path, *levels: str, game: str = "sokoban") -> str:
    """A game's rules with levels of one's own."""
    head, _, _ = (EXAMPLES / f"{game}.txt").read_text("utf-8").partition("\nLEVELS\n")
    path = tmp_path / "own.txt"
    path.write_text("\n".join([head, "LEVELS", "=======", "", "\n\n".join(levels), ""]), "utf-8")
    return str(path)


# help


@pytest.mark.seconds
@pytest.mark.parametrize("command", ["check", "info", "show", "solve", "play"])
def test_every_command_has_help_with_an_example(level: RunLevel, command: str) -> None:
    done = level(command, "--help")
    assert done.returncode == 0
    assert f"Example: puzzlesynth level {command} examples/levels/" in " ".join(done.stdout.split())
    assert all(len(line) <= 80 for line in done.stdout.split("\n"))


# check


def test_check_a_good_game(level: RunLevel) -> None:
    done = level("check", SOKOBAN)
    assert (done.returncode, done.stdout) == (0, "Night Shift: 5 objects, 10 levels, 0 errors, 0 warnings\n")


@pytest.mark.seconds
def test_check_names_the_line_of_an_error(level: RunLevel, tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(Path(SOKOBAN).read_text("utf-8").replace("[ > Player | Crate ]", "[ > Player | Crat ]"))
    done = level("check", str(path))
    number = next(n for n, line in enumerate(path.read_text().split("\n"), 1) if "Crat ]" in line)
    assert done.returncode == 1
    assert f"{path}:{number}: error: " in done.stdout
    said = json.loads(level("check", str(path), "--json").stdout)
    assert said["errors"] >= 1
    assert number in [message["line"] for message in said["messages"]]


# what cannot be used


@pytest.mark.seconds
def test_what_is_no_game_is_refused_with_a_reason(level: RunLevel, tmp_path: Path) -> None:
    (tmp_path / "binary.txt").write_bytes(b"title\0\x01\x02")
    (tmp_path / "latin.txt").write_bytes(b"title \xe9t\xe9\n")
    (tmp_path / "huge.txt").write_bytes(b"x" * (17 * 2**20))
    (tmp_path / "empty.txt").write_text("")
    for name, reason in (
        ("missing.txt", "No such file"),
        (".", "this is a folder"),
        ("binary.txt", "not a text file (byte 6 is zero)"),
        ("latin.txt", "not UTF-8 text (byte 7)"),
        ("huge.txt", "larger than 16 MiB"),
        ("empty.txt", "There must be a player!"),
    ):
        done = level("solve", str(tmp_path / name))
        assert done.returncode == 2, name
        assert reason in done.stderr


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["solve", SOKOBAN, "--level", "11"], "there is no level 11: the game has levels 1 to 10"),
        (["show", SOKOBAN, "--level", "0"], "there is no level 0"),
        (["play", SOKOBAN, "--level", "-3", "--script", "u"], "there is no level -3"),
        (["solve", SOKOBAN, "--solver", "dfs"], "choose bfs, astar, gbfs"),
        (["solve", SOKOBAN, "--gif", "all.gif"], "choose it with --level (1 to 10)"),
        (["solve", SOKOBAN, "--level", "1", "--gif", "all.png"], "an animation is a .gif file"),
        (["show", SOKOBAN, "-o", "level.bmp"], "pictures are .png or .svg files"),
        (["play", SOKOBAN, "--script", "uk"], "move 2: `k`"),
        (["play", "-"], "moves must be given with --script"),
        (["solve"], "Missing argument"),
    ],
)
def test_bad_usage_has_status_2_and_a_reason(level: RunLevel, arguments: list[str], reason: str) -> None:
    done = level(*arguments)
    assert done.returncode == 2
    assert reason in done.stderr
    assert done.stdout == ""


# info and show


def test_info_tells_of_objects_rules_and_search(level: RunLevel) -> None:
    said = level("info", DESTROY).stdout
    assert "Player (P), Wall (#), Crate (*), Gem ($)" in said
    assert "Won when: no gem" in said
    assert "Search: in machine code" in said


@pytest.mark.seconds
def test_info_lists_all_rules_only_if_asked(level: RunLevel, tmp_path: Path) -> None:
    rule = "[ > Player | Crate ] -> [ > Player | > Crate ]\n"
    path = tmp_path / "rules.txt"
    path.write_text(Path(SOKOBAN).read_text("utf-8").replace(rule, rule * 9))
    assert "and 6 more (--all-rules lists them)" in level("info", str(path)).stdout
    assert level("info", str(path), "--all-rules").stdout.count(" [ crate | up player ]") == 9


@pytest.mark.seconds
def test_show_prints_levels_in_the_legends_characters(level: RunLevel, tmp_path: Path) -> None:
    path = own_levels(tmp_path, "p*.o", "message half way", "#p*o")
    assert level("show", path).stdout == "Level 1 (4 by 1)\np*.o\n\nLevel 2 (4 by 1)\n#p*o\n"
    assert level("show", path, "--level", "2").stdout == "Level 2 (4 by 1)\n#p*o\n"


@pytest.mark.seconds
def test_show_draws_files(level: RunLevel, tmp_path: Path) -> None:
    for name, start in (("all.png", b"\x89PNG"), ("all.svg", b"<svg")):
        done = level("show", SOKOBAN, "-o", str(tmp_path / name))
        assert done.returncode == 0
        assert (tmp_path / name).read_bytes().startswith(start)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.png", "all.svg"]


def test_a_file_that_cannot_be_written_leaves_nothing_behind(level: RunLevel, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = level("show", SOKOBAN, "-o", str(tmp_path / "file" / "all.svg"))
    assert done.returncode == 2
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.seconds
def test_without_pillow_the_message_says_how_to_install_it(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['PIL'] = None; sys.modules['PIL.Image'] = None; "
        "from puzzlesynth.cli.main import main; main()"
    )
    for arguments in (["show", SOKOBAN, "-o"], ["solve", SOKOBAN, "-l", "1", "--gif"]):
        target = tmp_path / ("x.gif" if "--gif" in arguments else "x.png")
        done = subprocess.run(
            [sys.executable, "-c", code, "level", *arguments, str(target)],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 2
        assert "pip install 'puzzlesynth[levels]'" in done.stderr
        assert not target.exists()


# solve


def test_solve_prints_moves_states_and_difficulty(level: RunLevel) -> None:
    done = level("solve", SOKOBAN, "--level", "2")
    assert done.returncode == 0
    assert "Level 2 (7 by 6): solved in 5 moves (the fewest possible), difficulty " in done.stdout
    assert "↓ → → ↑ ↑" in done.stdout
    assert "typed   drruu" in done.stdout
    assert all(f"{solver} " in done.stdout for solver in ("bfs", "astar", "gbfs"))
    assert done.stderr == ""


def test_solve_all_levels(level: RunLevel, tmp_path: Path) -> None:
    path = own_levels(tmp_path, "p*o", "message between", "p*.o")
    done = level("solve", path)
    assert done.returncode == 0
    assert "Level 1 (3 by 1): solved in 1 move (" in done.stdout
    assert "Level 2 (4 by 1): solved in 2 moves (" in done.stdout
    assert done.stdout.endswith("2 levels: 2 solved\n")


def test_a_level_that_cannot_be_solved_has_status_1(level: RunLevel, tmp_path: Path) -> None:
    done = level("solve", own_levels(tmp_path, "p*o", "po*"))
    assert done.returncode == 1
    assert "Level 2 (3 by 1): proven unsolvable" in done.stdout
    assert "2 levels: 1 solved, 1 unsolvable" in done.stdout


@pytest.mark.seconds
def test_a_limit_that_is_reached_has_status_3(level: RunLevel) -> None:
    done = level("solve", SOKOBAN, "--level", "9", "--states", "50")
    assert done.returncode == 3
    assert "undecided (state limit reached)" in done.stdout
    assert level("solve", SOKOBAN, "--level", "9", "--time-limit", "0").returncode == 3


def test_what_three_solvers_leave_undecided_is_searched_by_walks_and_novelty(level: RunLevel) -> None:
    command = ["solve", SOKOBAN, "--level", "9", "--states", "50", "--json"]
    done = level(*command)
    (found,) = json.loads(done.stdout)["levels"]
    assert [solver["solver"] for solver in found["solvers"]] == ["bfs", "astar", "gbfs", "walks", "novelty"]
    assert level(*command).stdout == done.stdout


def test_solve_with_one_solver_as_json(level: RunLevel) -> None:
    done = level("solve", DESTROY, "--level", "1", "--solver", "astar", "--json")
    (found,) = json.loads(done.stdout)["levels"]
    assert found["verdict"] == "solved"
    assert found["moves"] == [3, 3]
    assert found["letters"] == "rr"
    assert [solver["solver"] for solver in found["solvers"]] == ["astar"]
    assert found["difficulty"] == found["solvers"][0]["explored"]
    assert not found["shortest"]


def test_verbose_names_the_engine_and_why_it_is_slow(
    level: RunLevel, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = "puzzlesynth.levels.search.solver"
    monkeypatch.setattr(f"{solver}.native_code", lambda: None)
    monkeypatch.setattr(f"{solver}.native_obstacle", lambda: "llvmlite is not installed")
    said = level("solve", SOKOBAN, "--level", "1", "-v").stdout
    assert "bfs     one function per turn: " in said
    assert "slow    searched in Python: llvmlite is not installed" in said


@pytest.mark.seconds
def test_chance_has_a_plan_or_a_seed(level: RunLevel, tmp_path: Path) -> None:
    rule = "[ > Player | Crate ] -> [ > Player | > Crate ]"
    path = tmp_path / "chance.txt"
    path.write_text(
        Path(SOKOBAN).read_text("utf-8").replace(rule, f"{rule}\nrandom [ Floor no Crate ] -> [ Floor ]")
    )
    planned = level("solve", str(path), "--level", "1")
    assert planned.returncode == 0
    assert "solved whatever happens, in at most 4 moves" in planned.stdout
    done = level("solve", str(path), "--level", "1", "--seed", "7", "--solver", "gbfs")
    assert done.returncode == 0


@pytest.mark.seconds
def test_a_solution_can_be_typed_into_play_and_drawn(level: RunLevel, tmp_path: Path) -> None:
    from PIL import Image

    target = tmp_path / "deep" / "solution.gif"
    done = level("solve", SOKOBAN, "--level", "3", "--json", "--gif", str(target))
    (found,) = json.loads(done.stdout)["levels"]
    with Image.open(target) as animation:
        assert animation.n_frames == len(found["moves"]) + 1  # type: ignore[attr-defined]
    played = level("play", SOKOBAN, "--level", "3", "--script", found["letters"])
    assert f"Level 3: won after {len(found['moves'])} moves" in played.stdout


@pytest.mark.seconds
@pytest.mark.skipif(sys.platform == "win32", reason="signals to child processes are a Unix matter")
def test_an_interrupted_search_reports_what_is_known(tmp_path: Path) -> None:
    hard = "\n".join(["." * 12] * 4 + ["..*.*.*.*.*.", "......p.....", ".o.o.o.o.o.."] + ["." * 12] * 4)
    path = own_levels(tmp_path, "p*o", hard)
    with subprocess.Popen(
        [*COMMAND, "solve", path, "--solver", "bfs", "--time-limit", "100"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        # Tests that run in the background ignore Ctrl-C, and a process inherits that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith("Level 1 (3 by 1): solved")
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        said = process.stdout.read()
        assert "Stopped after" in said
        assert process.wait(60) == 130
        assert "Traceback" not in process.stderr.read()


# play


def test_play_a_script(level: RunLevel) -> None:
    done = level("play", SOKOBAN, "--level", "2", "--script", "drruu")
    assert done.returncode == 0
    assert done.stdout == "#######\n#..@..#\n#..P..#\n#.....#\n#.....#\n#######\nLevel 2: won after 5 moves\n"


@pytest.mark.seconds
def test_play_undo_and_restart(level: RunLevel, tmp_path: Path) -> None:
    path = own_levels(tmp_path, "p*..o")
    assert level("play", path, "--script", "r r undo").stdout.startswith(".p*.o\n")
    assert level("play", path, "--script", "rr restart").stdout.startswith("p*..o\n")


def test_moves_come_from_standard_input_without_a_terminal(level: RunLevel, tmp_path: Path) -> None:
    done = level("play", own_levels(tmp_path, "p*.o"), stdin="→ →\n")
    assert done.stdout == "..p@\nLevel 1: won after 2 moves\n"


def test_a_game_may_come_from_standard_input(level: RunLevel) -> None:
    done = level("play", "-", "--script", "rrrr", stdin=Path(SOKOBAN).read_text("utf-8"))
    assert done.stdout.endswith("Level 1: won after 4 moves\n")


PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"


@pytest.mark.seconds
def test_moves_whose_again_never_ends_are_told(level: RunLevel, tmp_path: Path) -> None:
    path = own_levels(tmp_path, "#####\n#p.o#\n#.*.#\n#####")
    source = Path(path).read_text("utf-8")
    blink = "[ Wall no Target ] -> [ action Wall Target ]\n[ stationary Wall Target ] -> [ Wall ]\nlate [ Wall ] -> again"
    assert source.count(PUSH) == 1
    Path(path).write_text(source.replace(PUSH, blink), "utf-8")
    done = level("solve", path, "--json", "--time-limit", "20")
    assert json.loads(done.stdout)["levels"][0]["endless_moves"] > 0
    assert "never end" in level("solve", path, "--time-limit", "20").stdout

"""`puzzlesynth level analyse` and `level generate` as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import Run, RunProcess
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples" / "levels"
SOKOBAN, LAVA = EXAMPLES / "sokoban.txt", EXAMPLES / "lava.txt"
QUICK = ("--effort", "3", "--seed", "1")


def generate(run: Run, *words: object, game: Path = SOKOBAN) -> Any:
    done = run("level", "generate", game, *words)
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.parametrize("command", ["analyse", "generate"])
def test_every_command_has_help_with_an_example(process: RunProcess, command: str) -> None:
    done = process("level", command, "--help")
    assert done.returncode == 0
    assert f"Example: puzzlesynth level {command} examples/levels/" in " ".join(done.stdout.split())


# analyse


def test_the_analysis_is_a_table_or_json(run: Run) -> None:
    shown = run("level", "analyse", LAVA)
    assert shown.returncode == 0
    assert "critical" in shown.stdout
    told = json.loads(run("level", "analyse", LAVA, "--json").stdout)
    assert {thing["name"] for thing in told["objects"]} >= {"lava", "crate", "player"}


def test_the_graph_is_written_as_dot_without_any_other_program(run: Run, tmp_path: Path) -> None:
    assert run("level", "analyse", LAVA, "-o", tmp_path / "lava.dot").returncode == 0
    assert (tmp_path / "lava.dot").read_text("utf-8").startswith("graph")


def test_a_picture_of_another_kind_is_refused(run: Run, tmp_path: Path) -> None:
    done = run("level", "analyse", LAVA, "-o", tmp_path / "lava.gif")
    assert done.returncode == 2
    assert not list(tmp_path.iterdir())


# generate


def test_levels_come_with_solution_measures_and_seed(run: Run) -> None:
    done = generate(run, "--layout", "5x5", "-n", "2", "--json", *QUICK)
    assert done.returncode == 0
    levels = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(levels) == 2
    for level in levels:
        assert len(level["rows"]) == 5
        assert len(level["solution"]) == level["measures"]["length"]
        assert level["seed"] == 1
        assert {"score", "playing", "solution_length", "object_numbers", "box_line"} <= level[
            "measures"
        ].keys()
        assert {"applied_rules", "exploration", "difficulty", "detours", "dead_ends"} <= level[
            "measures"
        ].keys()


def test_the_printed_solution_wins_the_written_game(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "new.txt"
    assert generate(run, "--layout", "5x5", "-o", out, *QUICK).returncode == 0
    assert run("level", "check", out).returncode == 0
    moves = out.read_text("utf-8").rpartition("moves: ")[2].split(")")[0]
    played = run("level", "play", out, "--script", moves)
    assert played.returncode == 0
    assert f"won after {len(moves)} moves" in played.stdout


def test_pictures_and_lines_of_json_are_written_on_demand(run: Run, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.png", "a.svg", "a.jsonl", "levels.txt")]
    words = [word for file in files for word in ("-o", file)]
    assert generate(run, "--layout", "5x5", "-n", "2", "--levels-only", *words, *QUICK).returncode == 0
    assert files[0].read_bytes().startswith(b"\x89PNG")
    assert files[1].read_text("utf-8").startswith("<svg")
    assert len(files[2].read_text("utf-8").splitlines()) == 2
    assert "OBJECTS" not in files[3].read_text("utf-8")


def test_a_layout_from_a_file_is_kept(run: Run, tmp_path: Path) -> None:
    layout = tmp_path / "layout.txt"
    layout.write_text("######\n#O...#\n#.#..#\n#....#\n######\n", "utf-8")
    level = json.loads(generate(run, "--layout", layout, "--json", *QUICK).stdout)
    assert level["rows"][1][1] == "O"
    assert level["rows"][2][2] == "#"
    assert level["rows"][0] == level["rows"][4] == "######"


def test_a_designers_file_is_obeyed(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.lp"
    own.write_text(":- not at(player,1,1).\n", "utf-8")
    level = json.loads(generate(run, "--layout", "5x5", "--constraint", own, "--json", *QUICK).stdout)
    assert level["rows"][1][1] in "P+"


def test_the_same_seed_prints_the_same(run: Run) -> None:
    words = ("--layout", "5x5", "-n", "2", *QUICK)
    assert generate(run, *words, game=LAVA).stdout == generate(run, *words, game=LAVA).stdout


def test_a_conflict_is_told_with_status_one(run: Run) -> None:
    done = generate(run, "--layout", "5x5", "--number", "crate=20")
    assert done.returncode == 1
    assert "at least 20 crate" in done.stderr
    assert done.stdout == ""


def test_what_is_not_found_in_time_ends_with_status_three(run: Run) -> None:
    done = generate(run, "--layout", "5x5", "--length", "500..", "--tries", "5")
    assert done.returncode == 3
    assert "0 of 1 level after 5 candidates" in done.stderr
    assert "too short" in done.stderr or "unsolvable" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--layout", "5x"), "5x"),
        (("--layout", "900x900"), "at most"),
        (("--layout", "5x5", "--number", "crat=1"), "did you mean `crate`"),
        (("--layout", "5x5", "--number", "crate"), "--number"),
        (("--layout", "5x5", "--length", "9..2"), "the end is before the beginning"),
        (("--layout", "5x5", "--uses", "3"), "there is no rule on line 3"),
        (("--layout", "5x5", "--like", "9" * 5000), "--like"),
        (("--layout", "5x5", "--like", "²"), "--like"),
        (("--layout", "no-such.map"), "--layout no-such.map: this is neither a size"),
        (("--layout", "5x5", "--method", "magic"), "choose auto"),
        (("--layout", "5x5", "--symmetry", "magic"), "choose horizontal"),
        (("--layout", "5x5", "--apart", "crate=2"), "OBJECT,OBJECT=N"),
        (("--layout", "5x5", "--specific-solution", "rq"), "`q`"),
        (("--layout", "5x5", "--specific-solution", "r.r"), "does not run in real time"),
        (("--layout", "5x5", "--constraint", "nowhere.lp"), "nowhere.lp"),
        (("--layout", "5x5", "-o", "levels.doc"), ".jsonl"),
    ],
)
def test_bad_wishes_end_with_status_two_and_say_why(run: Run, words: tuple[str, ...], message: str) -> None:
    done = generate(run, *words)
    assert done.returncode == 2
    assert message in done.stderr


def test_ctrl_c_keeps_what_was_found(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from puzzlesynth.levels.generate.fitness import fitness_function as judging

    calls = iter(range(1000))
    judge = judging.FitnessFunction.judge

    def interrupted(self: judging.FitnessFunction, level: Any) -> judging.CandidateFitness:
        if next(calls) == 12:
            raise KeyboardInterrupt
        return judge(self, level)

    monkeypatch.setattr(judging.FitnessFunction, "judge", interrupted)
    done = generate(run, "--layout", "5x5", "-n", "2", "--json", "--effort", "500", "--seed", "1")
    assert done.returncode == 130
    assert len(done.stdout.splitlines()) == 2
    assert "stopped" in done.stderr


@pytest.mark.parametrize("text", ['a. #include "FILE".', '"\\q" ". #include "FILE" . "'])
def test_a_constraint_file_reads_no_other_file(run: Run, tmp_path: Path, text: str) -> None:
    secret, mine = tmp_path / "secret.lp", tmp_path / "mine.lp"
    secret.write_text("swordfish(1).\nswordfish swordfish.\n")
    mine.write_text(text.replace("FILE", str(secret)))
    pack = ROOT / "examples" / "heist"
    for done in (
        generate(run, "--layout", "6x6", "--constraint", mine, *QUICK),
        run("synth", pack, "--constraint", mine),
        run("why", pack, "--constraint", mine),
    ):
        assert done.returncode == 2
        assert "mine.lp:1" in done.stderr
        assert "swordfish" not in done.stdout + done.stderr


@pytest.mark.thorough
def test_fewer_levels_than_asked_for_are_said_to_be_all_that_are_different(run: Run, tmp_path: Path) -> None:
    layout = tmp_path / "corridor.txt"
    layout.write_text("########\n#......#\n########\n")
    wanted = ("--layout", layout, "-n", 20, "--seed", 1, "--effort", 1, "--tries", 120, "--like", "none")
    done = generate(run, *wanted, "--json")
    many = len(done.stdout.splitlines())
    assert done.returncode == 3
    assert 1 <= many < 20
    assert "found: levels of a run differ in at least a third of their things" in " ".join(
        done.stderr.split()
    )
    more = generate(run, *wanted, "--json", "--differ", 1)
    assert len(more.stdout.splitlines()) > many


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--layout", "6x6", "--rank", "beauty"), "--rank beauty: choose both, score or shortest"),
        (("--layout", "6x6", "--like", "99"), "--like 99: write all, none, or a level from 1 to 10"),
        (("--like", "none"), "--layout is missing: write a size such as 7x7, the file of a map, or --like N"),
    ],
)
def test_what_cannot_be_understood_is_refused(run: Run, options: tuple[str, ...], said: str) -> None:
    done = generate(run, *options)
    assert done.returncode == 2
    assert said in " ".join(done.stderr.split())


@pytest.mark.seconds
def test_without_a_layout_the_size_is_that_of_the_middle_level(run: Run) -> None:
    """Of the ten levels, ordered by their area, the fifth has 9 by 6 cells."""
    done = generate(run, "--seed", 1, "--effort", 5, "--json")
    (made,) = [json.loads(line) for line in done.stdout.splitlines()]
    assert (made["width"], made["height"]) == (9, 6)


@pytest.mark.seconds
def test_a_level_of_the_game_is_the_model(run: Run) -> None:
    done = generate(run, "--like", 1, "--seed", 1, "--effort", 5, "--json")
    (made,) = [json.loads(line) for line in done.stdout.splitlines()]
    assert (made["width"], made["height"]) == (8, 5)
    assert made["likeness"] > 0.5

"""`level repair`, `simplify`, `combine`, `swap` and `progression` as a designer meets them."""

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
SOKOBAN, LAVA = EXAMPLES / "sokoban.txt", EXAMPLES / "lava.txt"
MAPS = "(stuck)\n######\n#*..O#\n#.P..#\n######\n\nmessage well done\n\n(fine)\n######\n#P*.O#\n######\n"
PULL = "[ < Player | Crate ] -> [ < Player | < Crate ]\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    source = SOKOBAN.read_text("utf-8")
    path = tmp_path / "game.txt"
    path.write_text(source[: source.index("LEVELS\n")] + "LEVELS\n=======\n\n" + MAPS, "utf-8")
    return path


def level(run: Run, command: str, *words: object) -> Any:
    done = run("level", command, *words)
    assert "Traceback" not in done.stderr
    assert all(len(line) <= 80 for line in done.stdout.splitlines()) or "--json" in words
    return done


def maps(path: Path) -> list[Level]:
    compiled = compile_source(path.read_text("utf-8")).game
    assert compiled is not None
    return [entry for entry in compiled.levels if isinstance(entry, Level)]


@pytest.mark.seconds
@pytest.mark.parametrize("command", ["repair", "simplify", "combine", "swap", "progression"])
def test_every_command_has_help_with_an_example(process: RunProcess, command: str) -> None:
    done = process("level", command, "--help")
    assert done.returncode == 0
    assert f"Example: puzzlesynth level {command} examples/levels/" in " ".join(done.stdout.split())


# repair


@pytest.mark.seconds
def test_a_repair_is_told_in_words_and_shown(run: Run, game: Path) -> None:
    done = level(run, "repair", game, "-l", 1)
    assert done.returncode == 0
    assert "The smallest repair takes 1 change" in " ".join(done.stdout.split())
    assert "1. " in done.stdout
    assert "solved in" in done.stdout


def test_a_repair_is_json_too(run: Run, game: Path) -> None:
    told = json.loads(level(run, "repair", game, "-l", 1, "--json", "-n", 2).stdout)
    assert (told["given"], told["changes"], told["proven_smallest"]) == ("unsolvable", 1, True)
    assert len(told["repairs"]) == 2
    assert {"kind", "object", "at"} <= set(told["repairs"][0]["changes"][0])
    quiet = json.loads(level(run, "repair", game, "-l", 1, "--json", "--no-spoilers").stdout)
    assert not {"moves", "solution", "difficulty"} & set(quiet["repairs"][0])


def test_a_repaired_game_differs_in_that_level_only(run: Run, game: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.txt"
    assert level(run, "repair", game, "-l", 1, "-o", new).returncode == 0
    before, after = maps(game), maps(new)
    assert before[0].cells != after[0].cells
    assert before[1].cells == after[1].cells
    assert "message well done" in new.read_text("utf-8")


def test_ctrl_c_keeps_the_repairs_that_were_found(
    run: Run, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = tmp_path / "new.txt"
    _interrupt_second_batch(monkeypatch)
    done = level(run, "repair", game, "-l", 1, "-o", new)
    assert done.returncode == 130
    assert "1. " in done.stdout
    assert maps(new)[0].cells != maps(game)[0].cells
    _interrupt_second_batch(monkeypatch)
    told = json.loads(level(run, "repair", game, "-l", 1, "--json").stdout)
    assert told["stopped"] == "interrupted"
    assert told["repairs"]


def _interrupt_second_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while levels are judged for the second time."""
    from puzzlesynth.levels.search.batch.evaluator import BatchEvaluator, LevelEvaluation

    calls = iter(range(100))
    judge = BatchEvaluator.judge

    def interrupted(self: BatchEvaluator, levels: Any, **limits: Any) -> list[LevelEvaluation]:
        if next(calls) == 1:
            raise KeyboardInterrupt
        return judge(self, levels, **limits)

    monkeypatch.setattr(BatchEvaluator, "judge", interrupted)


def test_ctrl_c_keeps_the_combinations_that_were_found(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    _interrupt_second_batch(monkeypatch)
    done = level(run, "combine", SOKOBAN, "-l", 1, "--with", 2)
    assert done.returncode == 130
    assert "1. " in done.stdout
    assert "when you stopped it" in done.stdout


def test_a_level_that_can_be_solved_needs_no_repair(run: Run, game: Path) -> None:
    done = level(run, "repair", game, "-l", 2)
    assert done.returncode == 0
    assert "can be solved as it is" in done.stdout


def test_no_repair_at_all_is_status_one(run: Run, game: Path) -> None:
    done = level(run, "repair", game, "-l", 1, "--freeze-cells", "1-6,1-4")
    assert done.returncode == 1
    assert "help" in done.stdout


# simplify


@pytest.mark.seconds
def test_a_simplification_says_what_went(run: Run, tmp_path: Path) -> None:
    new = tmp_path / "new.txt"
    done = level(run, "simplify", LAVA, "-l", 4, "-o", new)
    assert done.returncode == 0
    assert "removed Lava at" in done.stdout
    assert "Everything matters" in done.stdout
    assert len(maps(new)) == len(maps(LAVA))


def test_a_simplification_is_json_too(run: Run) -> None:
    told = json.loads(level(run, "simplify", LAVA, "-l", 1, "--json").stdout)
    assert told["minimal"] is True
    assert {"changes", "cut", "rows", "solution", "difficulty"} <= set(told)
    quiet = json.loads(level(run, "simplify", LAVA, "-l", 1, "--json", "--no-spoilers").stdout)
    assert not {"solution", "moves", "difficulty"} & set(quiet)


def test_an_unsolvable_level_is_not_simplified(run: Run, game: Path) -> None:
    done = level(run, "simplify", game, "-l", 1)
    assert done.returncode == 1
    assert "repair" in done.stdout


# swap


def test_levels_under_other_rules_are_a_table(run: Run, game: Path, tmp_path: Path) -> None:
    rules, new = tmp_path / "pull.txt", tmp_path / "new.txt"
    rules.write_text("[ > Player | Crate ] -> [ > Player | > Crate ]\n+ " + PULL)
    done = level(run, "swap", game, "--rules", rules, "-o", new)
    assert done.returncode == 0
    assert "now solvable" in done.stdout
    assert [item.cells for item in maps(new)] == [item.cells for item in maps(game)]
    assert PULL.strip() in new.read_text("utf-8")
    told = [
        json.loads(line) for line in level(run, "swap", game, "--rules", rules, "--json").stdout.splitlines()
    ]
    assert told[0]["news"] == "now solvable"
    quiet = level(run, "swap", game, "--rules", rules, "--no-spoilers").stdout
    assert "moves" not in quiet


def test_broken_rules_are_refused_with_their_place(run: Run, game: Path, tmp_path: Path) -> None:
    rules = tmp_path / "pull.txt"
    rules.write_text("(pull)\n[ < Player | Crat ] -> [ < Player | < Crat ]\n")
    done = level(run, "swap", game, "--rules", rules)
    assert done.returncode == 2
    assert f"{rules}:2: " in done.stderr
    assert "did you mean `crate`?" in done.stderr


# progression


def test_levels_come_in_order(run: Run, tmp_path: Path) -> None:
    source = SOKOBAN.read_text("utf-8")
    hard, easy = "######\n#P...#\n#.*..#\n#..O.#\n######", "######\n#P*.O#\n######"
    path, new = tmp_path / "game.txt", tmp_path / "new.txt"
    head = source[: source.index("LEVELS\n")] + "LEVELS\n=======\n\n"
    path.write_text(f"{head}(hard)\n{hard}\n\nmessage now\n{easy}\n\nmessage the end\n", "utf-8")
    done = level(run, "progression", path, "-o", new)
    assert done.returncode == 0
    assert "challenge never falls" in done.stdout
    written = new.read_text("utf-8")
    assert written.index("message now") < written.index("(hard)") < written.index("message the end")
    assert [item.width for item in maps(new)] == [6, 6]
    told = [json.loads(line) for line in level(run, "progression", path, path, "--json").stdout.splitlines()]
    assert [row["place"] for row in told] == [1, 2, 3, 4]
    assert all(row["new_rules"] == [] for row in told[1:])
    assert "difficulty" not in level(run, "progression", path, "--no-spoilers").stdout.split("\n")[0]


def test_a_level_may_have_a_comment_between_its_rows(run: Run, tmp_path: Path) -> None:
    path, new = tmp_path / "game.txt", tmp_path / "new.txt"
    head = SOKOBAN.read_text("utf-8").split("LEVELS\n")[0] + "LEVELS\n=======\n\n"
    path.write_text(f"{head}######\n(half)\n#P*.O#\n######\n\n#P*O#\n", "utf-8")
    done = level(run, "progression", path, "-o", new)
    assert done.returncode == 0
    assert sorted(item.height for item in maps(new)) == [1, 3]


def test_games_with_other_rules_do_not_mix(run: Run) -> None:
    done = level(run, "progression", SOKOBAN, LAVA)
    assert done.returncode == 2
    assert "differ" in done.stderr


def test_levels_without_a_solution_come_last(run: Run, game: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.txt"
    done = level(run, "progression", game, "-o", new)
    assert done.returncode == 0
    assert "level 1: unsolvable" in done.stdout
    assert [item.cells for item in maps(new)] == [item.cells for item in reversed(maps(game))]


# combine


@pytest.mark.seconds
def test_two_levels_are_combined_shown_and_written(run: Run, tmp_path: Path) -> None:
    new = tmp_path / "new.txt"
    done = level(run, "combine", SOKOBAN, "-l", 1, "--with", 2, "-n", 2, "-o", new)
    assert done.returncode == 0
    assert "2. " in done.stdout
    assert "can be solved" in done.stdout
    made = maps(new)
    assert len(made) == len(maps(SOKOBAN)) + 1
    assert new.read_text("utf-8").startswith(SOKOBAN.read_text("utf-8").rstrip("\n"))
    told = json.loads(level(run, "combine", SOKOBAN, "-l", 1, "--with", 2, "-n", 1, "--json").stdout)
    assert told["levels"][0]["moves"]
    assert told["tried"] >= told["solvable"] > 0
    quiet = level(run, "combine", SOKOBAN, "-l", 1, "--with", 2, "-n", 1, "--json", "--no-spoilers").stdout
    assert "moves" not in json.loads(quiet)["levels"][0]


def test_a_level_that_is_not_there_cannot_be_combined(run: Run) -> None:
    done = level(run, "combine", SOKOBAN, "-l", 1, "--with", 99)
    assert done.returncode == 2
    assert "99" in done.stderr


@pytest.mark.seconds
def test_a_pair_of_levels_stays_in_order_and_a_level_in_its_place(run: Run) -> None:
    def order(*wishes: str) -> list[str]:
        done = level(run, "progression", SOKOBAN, "--json", *wishes)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        return [str(one["level"]) for one in found if "level" in one]

    free = order()
    first, last = free[0], free[-1]
    bound = order("--before", f"{last}:{first}")
    assert bound.index(last) < bound.index(first)
    assert order("--place", f"{last}:1")[0] == last


@pytest.mark.parametrize(
    "wish",
    [
        ("--before", "1"),
        ("--before", "99:1"),
        ("--before", "1:99"),
        ("--place", "1:x"),
        ("--before", "2:2"),
    ],
)
def test_wishes_about_the_order_that_make_no_sense(run: Run, game: Path, wish: tuple[str, ...]) -> None:
    done = level(run, "progression", game, *wish)
    assert done.returncode == 2
    assert wish[0] in done.stderr

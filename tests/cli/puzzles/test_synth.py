"""Commands for designers: constraints, targets, rules, why. Output, exit status, no traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puzzlesynth.deadline import OutOfTime
from tests.support.commands import Run, RunProcess
from tests.support.pack_files import pack_file
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"
HEIST, MEADOW = EXAMPLES / "heist", EXAMPLES / "meadow"


def test_why_names_the_requirements_and_what_helps(run: Run) -> None:
    done = run("why", HEIST, "--depth", "5..")
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0] == "no puzzle: these 2 requirements cannot hold together"
    assert any("pack.yaml:42:12: Bank is solved by `Gold`" in line for line in lines)
    assert "  note: the longest possible chain in Bank has 4 steps" in lines
    assert "  --depth Bank:4.." in lines


def test_why_says_a_single_requirement_once(run: Run) -> None:
    lines = run("why", HEIST, "--constraint", "asp:must_use_item(Gold)").stdout.splitlines()
    assert lines[0] == "no puzzle: one requirement cannot be met"
    assert len([line for line in lines if "Gold is used" in line and "leave out" not in line]) == 1


def test_why_as_json(run: Run) -> None:
    done = run("why", HEIST, "--constraint", "asp:must_use_item(Gold)", "--all", "--json")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert [r["kind"] for r in found["reasons"][0]["requirements"]] == ["constraint"]
    assert found["changes"] == [["leave out must_use_item (Gold is used)"]]


def test_why_where_there_are_puzzles(run: Run) -> None:
    done = run("why", HEIST)
    assert done.returncode == 0
    assert "no requirements conflict" in done.stdout


@pytest.mark.seconds
@pytest.mark.parametrize("more", [(), ("--json",), ("--time-limit", "60")])
def test_synth_that_finds_nothing_lists_the_requirements_that_why_names(
    run: Run, more: tuple[str, ...]
) -> None:
    done = run("synth", HEIST, "--depth", "5..", "--seed", 1, *more)
    assert done.returncode == 1
    assert done.stdout == ""
    answer, *reason, last = done.stderr.splitlines()
    assert answer == "heist has no puzzle; this is proven, not a timeout"
    assert reason[0] == "these 2 requirements cannot hold together"
    explained = run("why", HEIST, "--depth", "5..").stdout.removeprefix("no puzzle: ").splitlines()
    assert reason == explained[: len(reason)]
    assert explained[len(reason)].startswith("what would help")
    assert "puzzlesynth why" in last


def test_synth_gives_its_answer_before_it_looks_for_the_reason(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*_: object) -> None:
        raise OutOfTime

    monkeypatch.setattr("puzzlesynth.pipeline.explain.explanation_for", slow)
    done = run("synth", HEIST, "--depth", "5..", "--seed", 1)
    assert done.returncode == 1, "that there is none stays proven"
    assert done.stderr.splitlines() == [
        "heist has no puzzle; this is proven, not a timeout",
        "`puzzlesynth why` with the same options shows what would help",
    ]


@pytest.mark.seconds
def test_an_explanation_that_does_not_come_back_leaves_the_answer_as_it_is(
    process: RunProcess, tmp_path: Path
) -> None:
    slow = "import time, puzzlesynth.pipeline.explain as r\nr.why_not = lambda *_: time.sleep(60)\n"
    (tmp_path / "sitecustomize.py").write_text(slow, "utf-8")
    done = process("synth", HEIST, "--depth", "5..", "--time-limit", "8", PYTHONPATH=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.splitlines()[0] == "heist has no puzzle; this is proven, not a timeout"
    assert "out of time" not in done.stderr


def test_synth_of_a_map_that_cannot_be_filled_lists_what_cannot_hold_together(
    run: Run, tmp_path: Path
) -> None:
    text = (EXAMPLES / "bakery" / "pack.yaml").read_text("utf-8")
    (tmp_path / "pack.yaml").write_text(text.replace("asks: Dough", "asks: Icebox"), "utf-8")
    done = run("synth", tmp_path, "--map", "mix", "--seed", 1)
    assert done.returncode == 1
    answer, head, *parts, last = done.stderr.splitlines()
    assert answer == "the map mix cannot be filled; this is proven, not a timeout"
    assert head == "these cannot hold together:"
    assert parts == run("map", "why", tmp_path, "mix").stdout.splitlines()[1:]
    assert "puzzlesynth map why" in last


@pytest.mark.parametrize(
    "words",
    [
        ("--steps", "Medow:3"),
        ("--difficulty", "tricky"),
        ("--constraint", "asp:no_bactracking"),
        ("--constraint", "nowhere.lp"),
        ("--rules", "some"),
    ],
)
def test_nonsense_ends_with_two(run: Run, words: tuple[str, ...]) -> None:
    done = run("synth", MEADOW, "--seed", 1, *words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_constraint_file_with_a_mistake(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(':- usd("Key").\n', encoding="utf-8")
    for command in ("synth", "why", "count"):
        done = run(command, MEADOW, "--constraint", path)
        assert done.returncode == 2
        assert f"{path}:1:4" in done.stderr
        assert "did you mean `used`?" in done.stderr


@pytest.mark.seconds
def test_names_of_constraints_reach_the_json(run: Run) -> None:
    done = run("synth", MEADOW, "--seed", 1, "--constraint", "asp:at_most_steps(8)", "--json")
    (puzzle,) = map(json.loads, done.stdout.splitlines())
    (said,) = puzzle["constraints"]
    assert said == {"name": "at_most_steps", "kind": "forbid", "sentence": "The puzzle has at most 8 steps."}


def test_pack_that_names_the_shelf(run: Run, tmp_path: Path) -> None:
    text = (HEIST / "pack.yaml").read_text(encoding="utf-8") + "\nconstraints: [asp:at_most_steps(4)]\n"
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    assert run("synth", tmp_path, "--seed", 1).returncode == 1
    counted = run("count", tmp_path, "--json")
    assert (counted.returncode, json.loads(counted.stdout)["count"]) == (1, 0)


def test_diverse_reports_the_distance(run: Run) -> None:
    done = run("synth", MEADOW, "--seed", 1, "-n", 3, "--diverse", "--json")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 3
    assert "least distance" in done.stderr


def test_rules_and_difficulty_are_in_the_json(run: Run) -> None:
    done = run("synth", MEADOW, "--seed", 1, "--rules", "tree", "--difficulty", "medium", "--json")
    (puzzle,) = map(json.loads, done.stdout.splitlines())
    assert puzzle["rules"] == "tree"
    assert puzzle["difficulty"]["grade"] == "medium"
    assert {off["rule"] for off in puzzle["rules_off"]}.isdisjoint(step["rule"] for step in puzzle["steps"])


def test_verify_tells_the_difficulty_with_its_parts(run: Run) -> None:
    made = run("synth", HEIST, "--seed", 1, "--json").stdout
    told = run("verify", HEIST, "-", stdin=made)
    assert "Difficulty: 30 of 100, easy (steps 44%, depth 44%" in told.stdout
    found = json.loads(run("verify", HEIST, "-", "--json", stdin=made).stdout)
    assert found["difficulty"]["grade"] == "easy"
    assert found["dead_ends"] == []


def test_a_dead_end_that_is_only_reported_is_not_denied(run: Run, tmp_path: Path) -> None:
    items = "Lamp: {lit: false}, Matches: {carryable: true}, Curtain: {}, Ashes: {notSpawnable: true}"
    rules = ["Lamp[lit: True] ::= Light Lamp[lit: False] Matches", "Ashes ::= Burn Curtain Matches"]
    pack = pack_file(tmp_path, items, rules, "goals: ['Lamp[lit: True]'], contains: [Curtain]")
    made = run("synth", pack, "--json").stdout
    detailed = run("verify", pack, "-", stdin=made).stdout
    assert "! dead end             found: after Burn curtain matches" in detailed
    brief = run("verify", pack, "-", stdin=made * 2).stdout
    assert "all guarantees hold; dead end found: after Burn curtain matches" in brief
    assert "no dead end" not in detailed + brief


def test_check_finds_mistakes_in_constraints(run: Run, tmp_path: Path) -> None:
    text = (HEIST / "pack.yaml").read_text(encoding="utf-8") + "\nconstraints: [asp:must_use_item(Goald)]\n"
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "constraints").mkdir()
    (tmp_path / "constraints" / "mine.lp").write_text(":- takes(_,_,_).", encoding="utf-8")
    done = run("check", tmp_path)
    assert done.returncode == 1
    assert "did you mean `Gold`?" in done.stdout
    assert "`takes/3` is internal" in done.stdout


@pytest.mark.seconds
def test_difficulty_is_told_in_text_and_in_json_unless_there_are_very_many(run: Run) -> None:
    assert "Difficulty: " in run("synth", HEIST, "--seed", "1").stdout
    rated = json.loads(run("synth", HEIST, "--seed", "1", "--json").stdout)
    assert {"grade", "score", "steps", "depth", "lost"} <= set(rated["difficulty"])
    for many in (("--no-measure",), ("-n", "1000")):
        plain = json.loads(run("synth", HEIST, "--seed", "1", "--json", *many).stdout)
        assert "difficulty" not in plain
        assert rated["id"] == plain["id"]
    assert "difficulty" in json.loads(
        run("synth", HEIST, "--seed", "1", "--json", "-n", "1000", "--measure").stdout
    )


def test_why_about_a_map(run: Run) -> None:
    bakery = str(Path(HEIST).parent / "bakery")
    done = run("why", bakery, "--map", "mix")
    assert (done.returncode, done.stdout.strip()) == (0, "the map mix can be filled")
    assert "--map" in run("why", bakery).stderr
    assert run("why", bakery, "--map", "mix", "--steps", "3").returncode == 2


@pytest.mark.seconds
def test_why_about_one_area_of_a_new_game(run: Run) -> None:
    meadow = str(Path(HEIST).parent / "meadow")
    done = run("why", meadow, "--area", "Meadow", "--depth", "9..", "--json")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert found["reasons"][0]["fewest"]
    assert all("RiverBank" not in r["requirement"] for r in found["reasons"][0]["requirements"])


def test_commands_about_puzzles_refuse_a_pack_of_maps(run: Run) -> None:
    bakery = str(Path(HEIST).parent / "bakery")
    for command in ("count", "qa", "why", "synth"):
        done = run(command, bakery)
        assert done.returncode == 2
        assert "maps" in done.stderr

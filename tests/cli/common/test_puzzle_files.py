"""Files with several puzzles: verify judges all of them, every other command wants to know which one is meant."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.support.commands import Run, run_in_folder
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"
HEIST, MEADOW = EXAMPLES / "heist", EXAMPLES / "meadow"


@cache
def five_puzzles() -> str:
    """Of the meadow, as `synth --json` prints them."""
    return run_in_folder(ROOT, "synth", MEADOW, "-n", 5, "--seed", 1, "--json").stdout


@pytest.fixture
def stream(tmp_path: Path) -> Path:
    file = tmp_path / "puzzles.jsonl"
    file.write_text(five_puzzles(), encoding="utf-8")
    return file


def broken(line: str) -> str:
    """The puzzle without its first step's place in the solution."""
    puzzle = json.loads(line)
    del puzzle["solution"][0]
    return json.dumps(puzzle)


def with_lines(file: Path, change: Callable[[list[str]], list[str]]) -> Path:
    lines = change(file.read_text(encoding="utf-8").splitlines())
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def test_every_puzzle_of_a_file_gets_a_line_with_its_number_and_tree(run: Run, stream: Path) -> None:
    done = run("verify", MEADOW, stream)
    assert done.returncode == 0
    *lines, summary = done.stdout.splitlines()
    trees = [json.loads(line)["tree"] for line in stream.read_text(encoding="utf-8").splitlines()]
    assert [line.split()[:3] for line in lines] == [["✓", str(n), tree] for n, tree in enumerate(trees, 1)]
    assert all("all guarantees hold" in line for line in lines)
    assert summary == "5 puzzles: all guarantees hold."


def test_a_fault_anywhere_in_a_file_is_found(run: Run, stream: Path) -> None:
    with_lines(stream, lambda lines: [*lines[:3], broken(lines[3]), lines[4]])
    done = run("verify", MEADOW, stream)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert [line[0] for line in lines[:5]] == ["✓", "✓", "✓", "✗", "✓"]
    assert "consistent violated: solution: every step should be there once" in lines[3]
    assert lines[5] == "5 puzzles. All guarantees hold: 4; a guarantee is violated: 1 (4)."


def test_what_is_not_decided_is_neither_proven_nor_a_fault(run: Run, stream: Path) -> None:
    done = run("verify", MEADOW, stream, "--states", 1)
    assert done.returncode == 3
    assert "? " in done.stdout
    assert "not decided: " in done.stdout.splitlines()[-1].lower()
    alone = run("verify", MEADOW, stream, "--states", 1, "--puzzle", 1)
    assert "\nSome guarantees could not be decided: " in alone.stdout


def test_a_line_that_cannot_be_read_has_its_place_and_the_others_are_still_verified(
    run: Run, stream: Path
) -> None:
    with_lines(stream, lambda lines: [lines[0], "", lines[1][:40], broken(lines[2]), lines[3]])
    done = run("verify", MEADOW, stream)
    assert done.returncode == 2
    assert f"error: {stream}:3: column 41: not JSON" in done.stderr
    assert [line[:3] for line in done.stdout.splitlines()[:3]] == ["✓ 1", "✗ 3", "✓ 4"]
    assert "cannot be read: 1 (2)" in done.stdout.splitlines()[-1]


def test_a_broken_first_line_does_not_hide_the_others(run: Run, stream: Path) -> None:
    with_lines(stream, lambda lines: [lines[0][:-9], *lines[1:]])
    done = run("verify", MEADOW, stream)
    assert done.returncode == 2
    assert f"error: {stream}:1: " in done.stderr
    assert sum(line.startswith("✓") for line in done.stdout.splitlines()) == 4


def test_a_puzzle_of_another_pack_is_an_error_at_its_line(run: Run, stream: Path) -> None:
    other = run("synth", HEIST, "--seed", 1, "--json").stdout.strip()
    with_lines(stream, lambda lines: [lines[0], other])
    done = run("verify", MEADOW, stream)
    assert done.returncode == 2
    assert f"error: {stream}:2: this puzzle was made from another pack" in done.stderr
    assert done.stdout.startswith("✓ 1")


def test_json_is_one_object_per_line_for_every_line(run: Run, stream: Path) -> None:
    with_lines(stream, lambda lines: [lines[0], "{}", broken(lines[2])])
    done = run("verify", MEADOW, stream, "--json")
    assert done.returncode == 2
    first, second, third = map(json.loads, done.stdout.splitlines())
    assert (first["number"], first["line"], first["ok"]) == (1, 1, True)
    assert (second["line"], second["ok"]) == (2, False)
    assert "format: is missing" in second["error"]
    assert third["ok"] is False
    assert {"id", "tree", "guarantees", "format"} <= third.keys()
    assert "3 puzzles." in done.stderr


@pytest.mark.seconds
def test_jobs_make_no_difference(run: Run, stream: Path) -> None:
    with_lines(stream, lambda lines: [lines[0], "oops", *lines[1:3], broken(lines[3])])
    for more in ((), ("--json",)):
        one, two = (run("verify", MEADOW, stream, "--jobs", jobs, *more) for jobs in (1, 2))
        assert (one.returncode, one.stdout, one.stderr) == (two.returncode, two.stdout, two.stderr)
        assert one.returncode == 2


def test_standard_input_is_a_stream_as_well(run: Run, stream: Path) -> None:
    text = stream.read_text(encoding="utf-8")
    assert run("verify", MEADOW, "-", stdin=text).stdout == run("verify", MEADOW, stream).stdout
    assert (
        "error: standard input:2: "
        in run("verify", MEADOW, "-", stdin=f"{text}{{\n"[: len(text) // 4]).stderr
    )


def test_a_file_with_one_puzzle_keeps_its_report(run: Run, stream: Path) -> None:
    with_lines(stream, lambda lines: lines[:1])
    report = run("verify", MEADOW, stream)
    assert report.stdout.splitlines()[0].split() == ["✓", "consistent", "proven"]
    assert "Difficulty" in report.stdout
    indented = json.dumps(json.loads(stream.read_text(encoding="utf-8")), indent=2)
    assert run("verify", MEADOW, "-", stdin=indented).stdout == report.stdout
    assert run("verify", MEADOW, "-", stdin=f"\ufeff\n{indented}\n\n").stdout == report.stdout


def test_one_of_several_can_be_looked_at_closely(run: Run, stream: Path) -> None:
    done = run("verify", MEADOW, stream, "--puzzle", 2)
    line = stream.read_text(encoding="utf-8").splitlines()[1]
    assert done.stdout == run("verify", MEADOW, "-", stdin=line).stdout


@pytest.mark.seconds
@pytest.mark.parametrize(
    "words",
    [("show",), ("solve",), ("export", "--to", "dot"), ("play", "--script", "look.txt"), ("map", "from")],
    ids=lambda words: words[0],
)
def test_commands_about_one_puzzle_ask_which_one_of_several(
    run: Run, stream: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(stream.parent)
    Path("look.txt").write_text("look\n", encoding="utf-8")
    name = words[:2] if words[0] == "map" else words[:1]
    options = [*words[len(name) :], *(("--area", "Meadow") if words[0] == "map" else ())]
    refused = run(*name, MEADOW, stream, *options)
    assert refused.returncode == 2
    assert refused.stderr == f"error: {stream} has several puzzles: choose one with --puzzle N, from 1\n"
    lines = stream.read_text(encoding="utf-8").splitlines()
    for number in (1, 4):
        alone = stream.with_name("alone.json")
        alone.write_text(lines[number - 1], encoding="utf-8")
        chosen = run(*name, MEADOW, stream, "--puzzle", number, *options)
        assert chosen.returncode == 0, chosen.stderr
        assert chosen.stdout == run(*name, MEADOW, alone, *options).stdout
    missing = run(*name, MEADOW, stream, "--puzzle", 6, *options)
    assert missing.returncode == 2
    assert missing.stderr == f"error: --puzzle 6: {stream} has only 5 puzzles\n"

"""The commands facts and decode, beside the real clingo."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from puzzlesynth.pack import load_pack
from tests.support.clingo_program import clingo_output
from tests.support.commands import Run, RunProcess
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"
HEIST = EXAMPLES / "heist"

SHORTCUT = """\
pack: shed
items:
  Door:   {locked: true}
  Key:    {carryable: true}
  Stone:  {carryable: true}
  Coal:   {carryable: true, notSpawnable: true}
  Apple:  {carryable: true}
  Core:   {carryable: true, notSpawnable: true}
rules: |
  Door[locked: False] Key ::= Unlock Door[locked: True] Key
  Door[locked: False] Stone ::= Smash Door[locked: True] Stone
  Coal Door ::= Fetch Door[locked: False]
  Core ::= Eat Apple
areas:
  Yard: {start: true, goals: [Coal], herrings: 1}
"""
"""With a stone for a red herring nobody needs the key, and the other way round; an apple misleads as it should."""


def test_facts_are_what_clingo_reads(run: Run, tmp_path: Path) -> None:
    done = run("facts", HEIST)
    assert done.returncode == 0
    assert 'carryable("Gold").' in done.stdout.splitlines()
    path = tmp_path / "facts.lp"
    assert run("facts", HEIST, "-o", path).stdout == ""
    assert path.read_text("utf-8") == done.stdout


@pytest.mark.seconds
def test_the_pipe_of_the_help_works_with_the_real_clingo(tmp_path: Path) -> None:
    """From the program to proven puzzles, as a user types it."""
    program = tmp_path / "meadow.lp"
    puzzlesynth = f"{sys.executable} -m puzzlesynth"
    meadow = EXAMPLES / "meadow"
    line = (
        f"{puzzlesynth} facts {meadow} --program -o {program} && "
        f"{sys.executable} -m clingo {program} -n 3 --project | {puzzlesynth} decode {meadow} | "
        f"{puzzlesynth} verify {meadow} -"
    )
    done = subprocess.run(
        line, shell=True, capture_output=True, encoding="utf-8", cwd=ROOT, env=os.environ, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("✓") == 3


def test_the_only_puzzle_of_the_heist_is_the_one_that_synth_makes(run: Run, tmp_path: Path) -> None:
    printed = clingo_output(load_pack(HEIST), tmp_path, "0", "--project", "--outf=2")
    done = run("decode", HEIST, "-", stdin=printed)
    assert done.returncode == 0, done.stderr
    made = json.loads(run("synth", HEIST, "--seed", 1, "--no-measure", "--json").stdout)
    assert json.loads(done.stdout) == made | {"seed": None}


def test_answer_sets_that_are_no_puzzles_are_reported(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "shed.yaml"
    path.write_text(SHORTCUT, "utf-8")
    printed = clingo_output(load_pack(path), tmp_path, "0", "--project")
    (tmp_path / "answers.txt").write_text(printed, "utf-8")
    done = run("decode", path, tmp_path / "answers.txt")
    assert done.returncode == 1
    trees = [json.loads(line)["tree"] for line in done.stdout.splitlines()]
    made = [json.loads(line)["tree"] for line in run("synth", path, "-n", 99, "--json").stdout.splitlines()]
    assert sorted(trees) == sorted(made)
    *reasons, summary = done.stderr.splitlines()
    total = printed.count("Answer: ")
    assert len(reasons) == total - len(trees) > 0
    assert all(": not a puzzle: Yard can be solved without s" in reason for reason in reasons)
    assert summary.startswith(f"{len(reasons)} of {total} answer sets failed: plain clingo does not test")


def test_what_breaks_a_constraint_is_no_puzzle(run: Run, tmp_path: Path) -> None:
    """The answer set of a program without the pack's constraint."""
    plain = clingo_output(load_pack(HEIST), tmp_path, "0", "--project")
    path = tmp_path / "heist.yaml"
    text = (HEIST / "pack.yaml").read_text("utf-8")
    path.write_text(f"{text}\nconstraints: ['asp:at_most_steps(4)']\n", "utf-8")
    done = run("decode", path, "-", stdin=plain)
    assert done.returncode == 1
    assert "not a puzzle: it breaks the constraint at_most_steps: " in done.stderr


@pytest.mark.seconds
def test_a_world_that_is_too_large_is_not_decided(run: Run, tmp_path: Path) -> None:
    printed = clingo_output(load_pack(EXAMPLES / "lighthouse"), tmp_path, "-n", "1", "--project")
    done = run("decode", EXAMPLES / "lighthouse", "-", "--states", 2, stdin=printed)
    assert done.returncode == 3
    assert "1 of 1 answer set could not be decided; try a higher --states" in done.stderr


def test_no_answer_set_is_no_puzzle(run: Run) -> None:
    done = run("decode", HEIST, stdin="clingo version 5.8.0\nSolving...\nUNSATISFIABLE\n")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "clingo found no answer set\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "error: standard input: this is empty"),
        ("hello", "error: standard input: this is not what clingo prints"),
        ('Answer: 1\nplaced("Key', 'error: standard input: line 2, column 8: this text has no closing `"`'),
        ("Answer: 1\nx\n", "error: standard input: answer set 1 (line 1): no `chosen` for Bank"),
        ('{"Result": "SATISFIABLE", "Call": 1}', "error: standard input: Call: expected a list, found 1"),
    ],
)
def test_bad_input_has_a_place_and_status_2(run: Run, text: str, message: str) -> None:
    done = run("decode", HEIST, stdin=text)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)


def test_the_answer_sets_of_another_pack_are_refused(run: Run, tmp_path: Path) -> None:
    printed = clingo_output(load_pack(HEIST), tmp_path)
    done = run("decode", EXAMPLES / "meadow", stdin=printed)
    assert done.returncode == 2
    assert "answer set 1 (line 4): `" in done.stderr
    assert "no puzzle of the pack has a copy 1 of" in done.stderr


def test_a_folder_and_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    assert run("decode", HEIST, tmp_path).returncode == 2
    assert run("decode", HEIST, tmp_path / "none").returncode == 2


@pytest.mark.parametrize("words", [("facts",), ("facts", "--program"), ("decode",)])
def test_a_pack_that_has_only_maps_has_no_program(run: Run, words: tuple[str, ...]) -> None:
    done = run(*words, EXAMPLES / "bakery", stdin="UNSATISFIABLE\n")
    assert done.returncode == 2
    assert "bakery has maps but no areas" in done.stderr


@pytest.mark.seconds
def test_the_facts_are_written_without_clorm(process: RunProcess) -> None:
    words = "import sys; sys.argv=['puzzlesynth','facts',sys.argv[1]]; import puzzlesynth.cli.main as m\n"
    words += "try: m.main()\nexcept SystemExit: pass\nassert 'clorm' not in sys.modules"
    done = subprocess.run([sys.executable, "-c", words, str(HEIST)], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr

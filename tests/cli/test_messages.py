"""What commands print to people: which values an option takes, and one of a thing where there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import Run
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"
HEIST = EXAMPLES / "heist"

ATTIC = """\
pack: attic
items:
  Door: {locked: true}
  Key:  {carryable: true}
rules: |
  Door[locked: False] Key ::= Unlock Door[locked: True] Key
areas:
  Attic: {start: true, goals: ["Door[locked: False]"]}
"""


@pytest.fixture
def attic(tmp_path: Path) -> Path:
    path = tmp_path / "attic.yaml"
    path.write_text(ATTIC, "utf-8")
    return path


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["synth", HEIST, "--seed", "abc"], "--seed must be a whole number, 0 or more"),
        (["synth", HEIST, "--seed", "-1"], "--seed must be a whole number, 0 or more"),
        (["synth", HEIST, "-n", "0"], "-n must be a whole number, 1 or more"),
        (["count", HEIST, "--time-limit", "soon"], "--time-limit must be a number, 0 or more"),
        (["level", "generate", "x.txt", "-n", "many"], "-n must be a whole number from 1 to 1000"),
        (["synth", HEIST, "--rules", "some"], "--rules must be all, tree or safe"),
    ],
)
def test_an_option_with_a_wrong_value_says_what_it_takes(run: Run, words: list[object], said: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert "int range" not in done.stderr


def test_check_counts_what_it_has_looked_at(run: Run, attic: Path) -> None:
    assert run("check", attic).stdout == "attic: 2 items, 1 rule, 1 area: no problems found\n"


def test_one_puzzle_is_one_puzzle(run: Run, attic: Path) -> None:
    assert run("count", attic).stdout == "1 puzzle\n"
    assert "at least 1 puzzle\n" in run("count", EXAMPLES / "meadow", "--limit", 1).stdout


def test_why_speaks_of_one_red_herring(run: Run, attic: Path) -> None:
    done = run("why", attic, "--herrings", "1")
    assert "1 red herring (" in done.stdout


@pytest.mark.parametrize("command", ["synth", "count", "why"])
def test_a_constraint_of_the_shelf_without_asp_is_recognised(run: Run, command: str) -> None:
    done = run(command, HEIST, "--constraint", "must_not_use_item(Badge)")
    assert done.returncode == 2
    assert "did you mean `asp:must_not_use_item(Badge)`?" in done.stderr


@pytest.mark.parametrize("command", ["synth", "count", "why"])
def test_a_constraint_of_the_shelf_without_its_parameter_is_refused(run: Run, command: str) -> None:
    done = run(command, HEIST, "--constraint", "asp:at_least_steps")
    assert done.returncode == 2
    assert "`asp:at_least_steps` needs `least`" in done.stderr

"""The reference: its tables are what the code says now, and its examples do what they show."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from puzzlesynth.cli.common import errors
from puzzlesynth.pack import load_pack
from puzzlesynth.pack.rules.grammar import read_rule
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.play import Game, saves
from puzzlesynth.puzzle import game_state
from puzzlesynth.state_limits import MEASURED_STATES
from puzzlesynth.world.difficulty import EASY_BELOW, HARD_FROM, PLAYERS, WEIGHTS
from tests.support.commands import run_in_folder
from tests.support.console_examples import run_line, run_page
from tests.support.paths import ROOT
from tools.reference import BLOCK, GENERATORS, PAGES, all_commands, examples_of, filled_in

NAMES = [path.relative_to(ROOT).as_posix() for path in PAGES]


def page(name: str) -> str:
    """A page of the reference, or any other by its path."""
    path = ROOT / "docs" / "reference" / name
    return (path if path.is_file() else ROOT / name).read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_generated_tables_are_up_to_date(name: str) -> None:
    assert filled_in(page(name)) == page(name), "run `make docs`"


def test_every_generator_is_used_once() -> None:
    used = [found[2] for name in NAMES for found in BLOCK.finditer(page(name))]
    assert sorted(used) == sorted(GENERATORS)


@pytest.mark.seconds
@pytest.mark.parametrize("name", [name for name in NAMES if "```console" in page(name)])
def test_examples_print_what_the_page_shows(name: str, tmp_path: Path) -> None:
    assert run_page(page(name), tmp_path) > 0


def test_generated_tables_explain_every_key() -> None:
    for generated in ("pack keys", "puzzle keys"):
        rows = re.findall(r"^\| `.*\|$", GENERATORS[generated](), re.MULTILINE)
        assert rows
        assert not [row for row in rows if re.search(r"\|\s*\|$", row)]


def test_exit_statuses_are_those_of_the_code() -> None:
    table = page("commands.md").partition("## Exit status")[2].partition("\n## ")[0]
    listed = {int(number) for number in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)}
    named = (
        errors.NONE_EXISTS,
        errors.BAD_INPUT,
        errors.OUT_OF_TIME,
        errors.INTERNAL_ERROR,
        errors.INTERRUPTED,
    )
    assert listed == {0, *named}


def test_measures_are_those_of_the_code() -> None:
    text = page("measures.md")
    listed = re.findall(r"^\| \*\*(.+?)\*\* \| (\d+) \|", text, re.MULTILINE)
    assert {name.replace(" ", "_"): int(weight) for name, weight in listed} == WEIGHTS
    assert f"below {EASY_BELOW}" in text
    assert f"{HARD_FROM} or more" in text
    assert f"{PLAYERS} random players" in text
    assert f"{MEASURED_STATES:,} states" in text


def test_every_rule_of_the_reference_can_be_read() -> None:
    rules = re.findall(r"`([^`\n]* ::= [^`\n]*)`|^    (.* ::= .*)$", page("rules.md"), re.MULTILINE)
    assert len(rules) > 7
    for inline, indented in rules:
        read_rule(inline or indented)


def test_formats_are_those_of_the_code() -> None:
    text = page("files.md")
    assert f'"{saves.FORMAT}"' in text
    assert f'"{game_state.FORMAT}"' in text


def test_the_keys_of_a_saved_game_are_explained() -> None:
    pack = load_pack(ROOT / "examples" / "tiny.yaml")
    with Game(pack, next(iter(make_puzzles(pack, seed=1)))) as game:
        game.apply(game.moves()[0])
        data = json.loads(saves.save_game(game))
    table = page("files.md").partition("\n## Saved game\n")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(data)


INTERACTIVE = {"play", "level play", "studio"}
NEEDS_OTHER_FILES = {"import puzzledice", "migrate", "level swap"}
ENDS_WITH_1 = {"why"}
EXAMPLES = {name: line for name, command in all_commands() for line in examples_of(command)}
RUN = sorted(EXAMPLES.keys() - INTERACTIVE - NEEDS_OTHER_FILES)
LONG = [name for name in RUN if name == "qa" or name.startswith("level ")]
IN_TURN = ["corpus plan", "corpus run", "corpus merge", "corpus card"]
"""Each takes what the one before has made."""


@pytest.mark.seconds
@pytest.mark.parametrize("name", [name for name in RUN if name not in (*LONG, *IN_TURN)])
def test_the_example_of_each_help_runs(name: str, tmp_path: Path) -> None:
    assert_example_runs(name, tmp_path)


@pytest.mark.thorough
@pytest.mark.parametrize("name", LONG)
def test_the_example_of_each_longer_help_runs(name: str, tmp_path: Path) -> None:
    assert_example_runs(name, tmp_path)


@pytest.mark.seconds
def test_the_examples_of_corpora_run_in_turn(tmp_path: Path) -> None:
    pytest.importorskip("duckdb", reason="duckdb is not installed")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    for name in IN_TURN:
        assert_example_runs(name, tmp_path)


@cache
def heist_puzzle() -> str:
    return run_in_folder(ROOT, "synth", "examples/heist", "--json").stdout


def assert_example_runs(name: str, folder: Path) -> None:
    if not (folder / "examples").exists():
        (folder / "examples").symlink_to(ROOT / "examples")
    if "heist.json" in EXAMPLES[name]:
        (folder / "heist.json").write_text(heist_puzzle(), "utf-8")
    done = run_line(EXAMPLES[name], folder)
    assert done.returncode == (1 if name in ENDS_WITH_1 else 0), done.stdout


def test_every_command_has_an_example() -> None:
    assert set(EXAMPLES) == {name for name, _ in all_commands()}

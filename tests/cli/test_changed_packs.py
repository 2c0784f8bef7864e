"""Puzzles, saves and transcripts stay good while only the texts of their pack change, and say what to do otherwise."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from puzzlesynth import puzzle_to_json, read_puzzle
from puzzlesynth.pack import load_pack
from puzzlesynth.puzzle.identity import identity
from tests.support.commands import Run

PACK = """pack: cellar
title: The Cellar
items:
  Door: {locked: true, description: A door.}
  Key:  {carryable: true}
rules:
  - {rule: "Door[locked: False] Key ::= Unlock Door[locked: True] Key", name: unlock it, text: "Click."}
areas:
  Cellar: {start: true, goals: ["Door[locked: False]"], title: A cellar, description: Dark.}
"""

REWORDED = """# Another layout, other texts.
areas:
  Cellar:
    description: Pitch dark.
    goals: "Door[locked: False]"
    start: true
items:
  Key:  {carryable: true, description: "A key, at last."}
  Door: {description: An old door., locked: true}
rules:
  - {text: "Clack.", rule: "Door[locked: False] Key ::= Unlock Door[locked: True] Key"}
pack: cellar
description: Something new.
"""

USES = [
    "show cellar.yaml puzzle.json",
    "show cellar.yaml puzzle.json --to svg",
    "verify cellar.yaml puzzle.json",
    "solve cellar.yaml puzzle.json",
    "export cellar.yaml puzzle.json --to html",
    "export cellar.yaml puzzle.json --to pddl",
    "play cellar.yaml puzzle.json",
]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Path:
    """A pack, a puzzle, a saved game and a transcript."""
    monkeypatch.chdir(tmp_path)
    Path("cellar.yaml").write_text(PACK, "utf-8")
    Path("puzzle.json").write_text(run("synth", "cellar.yaml", "--seed", 1, "--json").stdout, "utf-8")
    run("play", "cellar.yaml", "puzzle.json", "--transcript", "kept.txt", stdin="take key\nsave game.json\n")
    assert Path("game.json").exists()
    return tmp_path


@pytest.mark.parametrize("words", USES)
def test_a_puzzle_goes_with_its_pack_after_texts_order_and_layout_changed(
    run: Run, here: Path, words: str
) -> None:
    Path("cellar.yaml").write_text(REWORDED, "utf-8")
    done = run(*words.split())
    assert (done.returncode, done.stderr) == (0, "")


def test_a_saved_game_and_a_transcript_go_on_with_the_new_texts(run: Run, here: Path) -> None:
    Path("cellar.yaml").write_text(REWORDED, "utf-8")
    done = run("play", "cellar.yaml", "puzzle.json", stdin="load game.json\nunlock door\n")
    assert "Loaded from game.json" in done.stdout
    assert "Clack." in done.stdout
    assert run("play", "cellar.yaml", "puzzle.json", "--script", "kept.txt").stderr == ""


@pytest.mark.parametrize("words", USES)
def test_after_a_rule_changed_a_puzzle_is_refused_and_it_says_what_to_do(
    run: Run, here: Path, words: str
) -> None:
    Path("cellar.yaml").write_text(PACK.replace("Key ::= Unlock", "Key ::= Open"), "utf-8")
    done = run(*words.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert "with different rules, items or areas" in done.stderr
    assert "puzzlesynth migrate PACK PUZZLE" in done.stderr


def test_after_a_rule_changed_a_saved_game_is_not_loaded_and_it_says_what_to_do(run: Run, here: Path) -> None:
    Path("cellar.yaml").write_text(PACK.replace("Key ::= Unlock", "Key ::= Open"), "utf-8")
    done = run("play", "cellar.yaml", "--seed", 1, stdin="load game.json\n")
    assert "game.json was not loaded: " in done.stdout
    assert "puzzlesynth migrate PACK SAVE" in " ".join(done.stdout.split())


def test_what_names_a_pack_by_its_older_hash_still_loads(run: Run, here: Path) -> None:
    """Puzzles and saves were once made for a pack with exactly these texts."""
    pack = load_pack("cellar.yaml")
    puzzle = read_puzzle(Path("puzzle.json"))
    assert puzzle.pack_sha256 == pack.sha256
    older = replace(puzzle, pack_sha256=pack.content_sha256)
    name, tree = identity(older)
    Path("puzzle.json").write_text(puzzle_to_json(replace(older, id=name, tree=tree)), "utf-8")
    for words in USES:
        assert run(*words.split()).returncode == 0
    done = run("play", "cellar.yaml", "puzzle.json", stdin="take key\nsave old.json\nload old.json\n")
    assert "Loaded from old.json" in done.stdout
    Path("cellar.yaml").write_text(REWORDED, "utf-8")
    assert "puzzlesynth migrate" in run("show", "cellar.yaml", "puzzle.json").stderr


def test_a_puzzle_keeps_its_name_while_only_texts_change(run: Run, here: Path) -> None:
    before = json.loads(Path("puzzle.json").read_text("utf-8"))
    Path("cellar.yaml").write_text(REWORDED, "utf-8")
    after = json.loads(run("synth", "cellar.yaml", "--seed", 1, "--json").stdout)
    assert (before["id"], before["tree"]) == (after["id"], after["tree"])

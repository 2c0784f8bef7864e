"""Puzzles that fill maps, with every choice of relations: every command that takes a puzzle takes them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from puzzlesynth.cli.common.inputs import RelationChoice
from puzzlesynth.pack import load_pack
from tests.support.commands import Run
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"


def _maps() -> Iterator[Any]:
    for path in sorted(EXAMPLES.iterdir()):
        if path.suffix == ".yaml" or (path / "pack.yaml").exists():
            for name in load_pack(path).maps:
                for relations in RelationChoice:
                    yield pytest.param(path, name, relations.value, id=f"{path.stem}-{name}-{relations}")


def _filled(run: Run, pack: Path, name: str, relations: str, n: int) -> list[str]:
    done = run("synth", pack, "--map", name, "--relations", relations, "--json", "--seed", 1, "-n", n)
    assert done.returncode in (0, 1), done.stderr
    return list(done.stdout.splitlines())


def _assert_accepted(run: Run, pack: Path, puzzle: str, folder: Path) -> None:
    file, script = folder / "puzzle.json", folder / "script.txt"
    file.write_text(puzzle, encoding="utf-8")
    script.write_text("look\n", encoding="utf-8")
    for words in (
        ("verify", pack, file),
        ("show", pack, file),
        ("export", pack, file, "--to", "html"),
        ("solve", pack, file),
        ("play", pack, file, "--script", script),
    ):
        done = run(*words)
        assert done.returncode == 0, f"{words[0]}: {done.stdout}{done.stderr}"


@pytest.mark.thorough
@pytest.mark.parametrize(("pack", "name", "relations"), [*_maps()])
def test_every_command_takes_every_puzzle_that_fills_a_map(
    run: Run, tmp_path: Path, pack: Path, name: str, relations: str
) -> None:
    for puzzle in _filled(run, pack, name, relations, 100):
        _assert_accepted(run, pack, puzzle, tmp_path)


def test_a_puzzle_lists_every_relation_that_its_game_has(run: Run) -> None:
    pack = EXAMPLES / "bakery"
    every = [rule.number for rule in load_pack(pack).rules if rule.from_relation]
    for name in ("mix", "cellar"):
        listed = [json.loads(line)["map"]["relations"] for line in _filled(run, pack, name, "all", 2)]
        assert listed
        assert all(set(every) <= set(relations) for relations in listed)


@pytest.mark.seconds
def test_a_saved_puzzle_that_lists_no_relations_is_played_with_all_of_them(run: Run, tmp_path: Path) -> None:
    """That is how puzzles with all relations used to be written."""
    pack = EXAMPLES / "bakery"
    relations = {rule.number for rule in load_pack(pack).rules if rule.from_relation}
    for name in ("mix", "cellar"):
        for line in _filled(run, pack, name, "all", 2):
            puzzle = json.loads(line)
            puzzle["map"]["relations"] = [n for n in puzzle["map"]["relations"] if n not in relations]
            _assert_accepted(run, pack, json.dumps(puzzle), tmp_path)
            (tmp_path / "whole.json").write_text(line, encoding="utf-8")
            (tmp_path / "old.json").write_text(json.dumps(puzzle), encoding="utf-8")
            both = [run("verify", pack, tmp_path / f"{which}.json").stdout for which in ("whole", "old")]
            assert both[0] == both[1]


def test_a_rule_of_the_map_that_a_step_uses_has_to_be_listed(run: Run, tmp_path: Path) -> None:
    pack = EXAMPLES / "bakery"
    puzzle = json.loads(_filled(run, pack, "deliver", "needed", 1)[0])
    last = len(load_pack(pack).rules)
    added = next(step for step in puzzle["steps"] if step["rule"] > last)
    puzzle["map"]["relations"].remove(added["rule"])
    file = tmp_path / "puzzle.json"
    file.write_text(json.dumps(puzzle), encoding="utf-8")
    done = run("verify", pack, file)
    assert done.returncode == 2
    assert (
        f"map.relations: step {added['id']!r} uses rule {added['rule']}, which is not listed" in done.stderr
    )

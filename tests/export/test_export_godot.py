"""Godot: the exported script runs the puzzle in the real engine, without a screen."""

from __future__ import annotations

import io
import json
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest
from export_hostile import hostile
from export_making import ROOT, clashing, gated, heist, meadow, needs
from export_solution import solution_turns, wandering_turns
from export_vectors import move_data
from world_strategies import random_world

from puzzlesynth.export import Options, exporter
from puzzlesynth.world import Use, World


def played(folder: Path, made: Any, *plays: list[dict[str, Any]]) -> list[dict[str, Any]]:
    godot = needs("godot3-server")
    content = exporter("godot").export(*made, Options())
    assert isinstance(content, bytes)
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        packed.extractall(folder)
    (folder / "project.godot").write_text("config_version=4\n", "utf-8")
    (folder / "run.gd").write_text((ROOT / "tests/export/godot/run.gd").read_text("utf-8"), "utf-8")
    (folder / "plays.json").write_text(json.dumps(plays), "utf-8")
    done = subprocess.run(
        [godot, "--path", str(folder), "-s", "res://run.gd"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={"HOME": str(folder), "PATH": "/usr/bin:/bin"},
    )
    assert "SCRIPT ERROR" not in done.stdout + done.stderr, done.stdout + done.stderr
    found: list[dict[str, Any]] = json.loads((folder / "results.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("made", [heist, meadow, clashing, gated, hostile], ids=lambda made: made.__name__)
def test_the_solution_wins_and_less_or_backwards_does_not(tmp_path: Path, made: Any) -> None:
    turns = solution_turns(*made())
    moves = [move_data(turn.move) for turn in turns]
    uses = [index for index, turn in enumerate(turns) if isinstance(turn.move, Use)]
    less = [moves[:index] + moves[index + 1 :] for index in uses]
    won, *others = played(tmp_path, made(), moves, moves[::-1], *less)
    assert won["refused"] == 0
    assert won["status"] == "won"
    assert {other["status"] for other in others} == {"playing"}


def offered(world: World, state: Any) -> list[str]:
    return sorted(json.dumps([use.rule, list(use.inputs), list(use.items)]) for use in world.uses(state))


@pytest.mark.parametrize("made", [meadow, *(lambda s=seed: random_world(s) for seed in range(6))])
def test_a_wanderer_finds_the_same_world(tmp_path: Path, made: Any) -> None:
    pack, puzzle = made()
    world = World(pack, puzzle)
    turns = wandering_turns(pack, puzzle, 2, 25)
    (found,) = played(tmp_path, (pack, puzzle), [move_data(turn.move) for turn in turns])
    assert found["refused"] == 0
    states = [world.start(), *(turn.after for turn in turns)]
    assert found["status"] == states[-1].status.value
    for shown, state in zip(found["turns"], states, strict=True):
        assert sorted(json.dumps([int(rule), inputs, items]) for rule, inputs, items in shown) == offered(
            world, state
        )


def test_the_archive_is_the_same_every_time() -> None:
    assert exporter("godot").export(*heist(), Options()) == exporter("godot").export(*heist(), Options())

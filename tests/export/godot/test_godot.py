"""Godot: the exported script runs the puzzle in the real engine, without a screen."""

from __future__ import annotations

import io
import json
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from puzzlesynth.export import Options, exporter
from puzzlesynth.world import Status, Use, World
from tests.export.test_cruelty import DOOMED, DRINK, END, IMPOSSIBLE, MELT, trap
from tests.export.test_hints import winnable
from tests.support.export_puzzles import Made, Maker, clashing, far_apart, gated, heist, meadow, needs
from tests.support.hostile_pack import hostile
from tests.support.paths import ROOT
from tests.support.random_worlds import random_world
from tests.support.solution_moves import solution_turns, wandering_turns
from tests.support.transition_vectors import move_data


def played(folder: Path, made: Made, *plays: list[dict[str, Any]]) -> list[dict[str, Any]]:
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


@pytest.mark.seconds
@pytest.mark.parametrize("made", [heist, meadow, clashing, gated, hostile], ids=lambda made: made.__name__)
def test_the_solution_wins_and_less_or_backwards_does_not(tmp_path: Path, made: Maker) -> None:
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


@pytest.mark.seconds
@pytest.mark.parametrize("made", [meadow, *(lambda s=seed: random_world(s) for seed in range(6))])
def test_a_wanderer_finds_the_same_world(tmp_path: Path, made: Maker) -> None:
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


FOLLOW = {"kind": "follow hints"}


@pytest.mark.seconds
@pytest.mark.parametrize("made", [heist, meadow, clashing, gated], ids=lambda made: made.__name__)
def test_following_the_hints_wins(tmp_path: Path, made: Maker) -> None:
    (found,) = played(tmp_path, made(), [FOLLOW])
    assert (found["status"], found["kind"]) == ("won", "over")
    where, what, how = found["hints"][0]
    assert where.startswith(("Look around", "Try "))
    assert what.startswith("You need the ")
    assert len({where, what, how}) == 3


@pytest.mark.thorough
def test_hints_are_right_wherever_a_wanderer_has_gone(tmp_path: Path) -> None:
    left = {"won": 4, "dead": 4}
    for seed in range(400):
        made = random_world(seed, endless=0.0)
        turns = wandering_turns(*made, seed, 4)
        state = turns[-1].after if turns else World(*made).start()
        if len(made[1].objects) > 5 or state.status is not Status.PLAYING:
            continue
        wanted = "won" if winnable(*made, state) else "dead"
        if left[wanted]:
            left[wanted] -= 1
            folder = tmp_path / str(seed)
            folder.mkdir()
            (found,) = played(folder, made, [*(move_data(turn.move) for turn in turns), FOLLOW])
            assert wanted == ("won" if found["status"] == "won" else found["kind"])
    assert not any(left.values())


@pytest.mark.parametrize("cruelty", ["merciful", "polite", "cruel"])
def test_what_ruins_the_game_is_refused_or_warned_of_or_done(tmp_path: Path, cruelty: str) -> None:
    (found,) = played(tmp_path, trap(cruelty), [MELT, DRINK] if cruelty == "merciful" else [MELT])
    assert found["said"] == {"merciful": [IMPOSSIBLE, END], "polite": [DOOMED], "cruel": []}[cruelty]
    assert found["refused"] == (2 if cruelty == "merciful" else 0)
    assert found["chance"] == ("winnable" if cruelty == "merciful" else "dead")


def test_hints_say_where_what_is_missing_lies(tmp_path: Path) -> None:
    (found,) = played(tmp_path, far_apart(), [FOLLOW])
    first, second, _ = found["hints"][0]
    assert first == "There is something to do right here, with what is in Tower."
    assert second == "You need the goat and the salt. Fetch the salt from Tower."

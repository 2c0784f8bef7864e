"""`--state` takes a saved game as it takes a state file: the same moment gives the same puzzle."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from puzzlesynth.pack import load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.play import Game, save_game
from tests.support.commands import Run
from tests.support.paths import ROOT

MEADOW = ROOT / "examples" / "meadow"


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    """The meadow with its first area solved and the next one open."""
    pack = load_pack(MEADOW)
    with Game(pack, next(make_puzzles(pack, seed=3))) as playing:
        while not playing.state.solved:
            for move in playing.hint(3).moves:
                playing.apply(move)
        yield playing


@pytest.fixture
def save(game: Game, tmp_path: Path) -> Path:
    path = tmp_path / "game.save"
    path.write_text(save_game(game), "utf-8")
    return path


def state_file(game: Game, folder: Path) -> Path:
    """The same moment, written as a state file."""
    things = [
        {"id": thing.id, "item": thing.item, "area": thing.area, "inside": thing.inside}
        | {"properties": dict.fromkeys(thing.form.item.properties, False) | dict(thing.form.properties)}
        for thing in game.state.things.values()
    ]
    areas = [name for name in game.pack.areas if name in game.state.open]
    solved = [name for name in game.pack.areas if name in game.state.solved]
    path = folder / "game.json"
    path.write_text(json.dumps({"objects": things, "open": areas, "solved": solved}), "utf-8")
    return path


def test_a_save_gives_the_same_puzzle_as_its_state(run: Run, game: Game, save: Path, tmp_path: Path) -> None:
    words = ("synth", MEADOW, "--area", "RiverBank", "--seed", 1, "--json")
    from_save = run(*words, "--state", save)
    assert from_save.returncode == 0, from_save.stderr
    assert from_save.stdout == run(*words, "--state", state_file(game, tmp_path)).stdout
    progress = json.loads(from_save.stdout)["progress"]
    assert progress == {"open": ["Meadow", "RiverBank"], "solved": ["Meadow"]}


@pytest.mark.seconds
def test_why_takes_a_save(run: Run, save: Path) -> None:
    done = run("why", MEADOW, "--area", "RiverBank", "--state", save)
    assert done.returncode == 0, done.stdout + done.stderr
    done = run("why", MEADOW, "--area", "RiverBank", "--state", save, "--depth", "9..")
    assert done.returncode == 1


def test_an_area_that_is_solved_in_the_save_is_refused(run: Run, save: Path) -> None:
    done = run("synth", MEADOW, "--area", "Meadow", "--state", save)
    assert done.returncode == 2
    assert "it is solved already in" in done.stderr


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (
            lambda text: text.replace('"name":"meadow"', '"name":"marsh"', 1),
            "made from another pack: `marsh`",
        ),
        (
            lambda text: text.replace('"seed":0', '"seed":1', 1),
            "sha256: the save has been changed or damaged",
        ),
        (lambda text: json.dumps({**json.loads(text), "now": 0}), "state: the moves lead to another state"),
    ],
)
def test_a_broken_save_is_refused_as_one(
    run: Run, save: Path, damage: Callable[[str], str], message: str
) -> None:
    save.write_text(damage(save.read_text("utf-8")), "utf-8")
    done = run("synth", MEADOW, "--area", "RiverBank", "--state", save)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: {save}: ")
    assert message in done.stderr


def test_a_game_in_the_world_of_a_map_is_refused(run: Run, tmp_path: Path) -> None:
    """Its areas are the map's, not the pack's."""
    from puzzlesynth.play.saves import SaveError, saved_state
    from puzzlesynth.puzzle import puzzle_from_json
    from puzzlesynth.puzzle.game_pack import pack_for

    bakery = load_pack(ROOT / "examples" / "bakery")
    made = run(
        "synth", ROOT / "examples" / "bakery", "--map", "mix", "--seed", 1, "--no-measure", "--json"
    ).stdout
    puzzle = puzzle_from_json(made)
    with Game(pack_for(bakery, puzzle), puzzle) as playing:
        text = save_game(playing)
    with pytest.raises(SaveError, match="played in the world of a map"):
        saved_state(text, bakery)

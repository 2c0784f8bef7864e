"""PuzzleScript levels as Gymnasium environments, one at a time."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import puzzlesynth.gym  # noqa: F401 - registers the environments
from puzzlesynth.bad_input import BadInput
from puzzlesynth.gym.levels.environment import LevelEnv
from puzzlesynth.levels.search import solve
from tests.support.games import EXAMPLES

GAMES = sorted(path.stem for path in (EXAMPLES / "levels").glob("*.txt"))


def path_of(game: str) -> str:
    return str(EXAMPLES / "levels" / f"{game}.txt")


def made(game: str = "sokoban", **options: Any) -> LevelEnv:
    return cast(LevelEnv, gymnasium.make("puzzlesynth/Level-v0", game=path_of(game), **options).unwrapped)


@pytest.mark.seconds
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("observation", ["planes", "pixels"])
def test_gymnasium_finds_nothing_to_complain_about(game: str, observation: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(game, observation=observation))


@pytest.mark.seconds
def test_a_solution_wins_with_a_reward_of_one() -> None:
    env = made(step_penalty=0.01)
    _, info = env.reset(seed=1)
    for _ in range(3):
        level = env.level.level
        number = env.game.levels.index(level)
        moves = solve(env.game, number).moves or ()
        assert info["solution_length"] <= len(moves)
        for position, move in enumerate(moves, 1):
            _, reward, over, _, info = env.step(move)
            assert over == info["won"] == (position == len(moves))
            assert reward == pytest.approx(over - 0.01)
        _, info = env.reset()


def test_planes_show_the_level_and_pixels_its_picture() -> None:
    env = made()
    planes, _ = env.reset(seed=2)
    level = env.level.level
    for x in range(level.width):
        for y in range(level.height):
            mask = sum(1 << thing for thing in range(env.game.object_count) if planes[thing, y, x])
            assert mask == level.cell(x, y)
    assert not planes[:, level.height :].any()
    pixels, _ = made(observation="pixels").reset(seed=2)
    x, y = np.argwhere(planes[next(t.id for t in env.game.objects if t.name == "wall")].T)[0]
    assert pixels[5 * y, 5 * x].tolist() == [0x6D, 0x7B, 0x94]


def test_a_seed_decides_the_levels() -> None:
    env = made()
    env.reset(seed=5)
    first = [env.level.level]
    for _ in range(3):
        env.reset()
        first.append(env.level.level)
    env.reset(seed=5)
    assert env.level.level == first[0]
    env.reset()
    assert env.level.level == first[1]
    assert len(set(first)) > 1
    env.reset(options={"again": True})
    assert env.level.level == first[1]
    env.reset(options={"level": first[0]})
    assert env.level.level == first[0]


@pytest.mark.thorough
def test_new_levels_are_generated_and_solved() -> None:
    env = made(layout="6x6", length=(4, 12), pool=3)
    _, info = env.reset(seed=1)
    assert 4 <= info["solution_length"] <= 12
    assert info["size"] == (6, 6)
    assert env.level.level not in env.game.maps


def test_wrong_input_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="No such file"):
        made("nothing")
    bad = tmp_path / "bad.txt"
    bad.write_text("title x")
    with pytest.raises(BadInput, match=r"bad\.txt"):
        gymnasium.make("puzzlesynth/Level-v0", game=str(bad))
    with pytest.raises(BadInput, match="pixels"):
        made(observation="pixel")
    with pytest.raises(BadInput, match="7x7"):
        made(layout="large")
    with pytest.raises(BadInput, match="again"):
        made().reset(options={"agian": True})
    with pytest.raises(gymnasium.error.ResetNeeded):
        made().step(0)
    env = made()
    env.reset(seed=1)
    with pytest.raises(BadInput, match="not in Discrete"):
        env.step(4)


def test_pictures_and_text() -> None:
    env = made(render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape == (env.height * 5, env.width * 5, 3)
    env = made(render_mode="ansi")
    env.reset(seed=1)
    assert "P" in env.render()

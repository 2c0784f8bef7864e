"""Thousands of games at once: lane by lane the same as one by one."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import gymnasium
import numpy as np
import pytest

import puzzlesynth.gym  # noqa: F401 - registers the environments
from puzzlesynth.bad_input import BadInput
from puzzlesynth.gym.levels.environment import LevelEnv
from puzzlesynth.gym.levels.vector_environment import LevelVectorEnv
from tests.gym.levels.test_environment import GAMES, path_of
from tests.support.level_generation_games import example

SIZES = {name: next((m.width, m.height) for m in example(name).maps) for name in GAMES}


def made(game: str = "sokoban", lanes: int = 8, **options: Any) -> LevelVectorEnv:
    options.setdefault("size", SIZES[game])
    env = gymnasium.make_vec("puzzlesynth/Level-v0", lanes, game=path_of(game), **options)
    return cast(LevelVectorEnv, env)


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("game", "observation"), [*((game, "planes") for game in GAMES), (GAMES[0], "pixels")]
)
def test_every_lane_is_a_game_of_its_own(game: str, observation: str) -> None:
    """Against the environment that plays one game with the engine of players."""
    lanes = 12
    many = made(game, lanes, observation=observation, verify=False)
    seen, _ = many.reset(seed=3)
    levels = many.source.pool(3)
    singles = [LevelEnv(path_of(game), observation=observation, verify=False) for _ in range(lanes)]

    def begin(lane: int) -> Any:
        return singles[lane].reset(options={"level": levels[many.lanes.levels[lane]].level})[0]

    def crop(lane: int, picture: Any) -> Any:
        return (
            picture[..., : seen.shape[2], : seen.shape[3]]
            if observation == "planes"
            else (picture[: seen.shape[1], : seen.shape[2]])
        )

    for lane in range(lanes):
        assert (crop(lane, begin(lane)) == seen[lane]).all()
    random = np.random.default_rng(1)
    over = np.zeros(lanes, dtype=bool)
    for _ in range(60):
        actions = random.integers(0, many.single_action_space.n, lanes)  # type: ignore[attr-defined]
        seen, rewards, won, cut, _ = many.step(actions)
        for lane in range(lanes):
            if over[lane]:
                assert (crop(lane, begin(lane)) == seen[lane]).all()
                assert (rewards[lane], won[lane]) == (0, False)
                continue
            picture, reward, done, _, _ = singles[lane].step(int(actions[lane]))
            assert (crop(lane, picture) == seen[lane]).all()
            assert (reward, done) == (rewards[lane], won[lane])
        over = won | cut
        assert not cut.any()


def test_a_turn_that_is_cancelled_leaves_everything_as_it_was(tmp_path: Path) -> None:
    """Pushing a crate onto a mark would win; here it is taken back, with all that the turn had done."""
    text = Path(path_of("sokoban")).read_text("utf-8")
    head = text.partition("LEVELS")[0].replace("> Crate ]\n", "> Crate ]\nlate [ Crate Target ] -> cancel\n")
    game = tmp_path / "game.txt"
    game.write_text(f"{head}LEVELS\n=======\n\n######\n#P*.O#\n######\n", "utf-8")
    env = LevelVectorEnv(str(game), 2, verify=False)
    seen, _ = env.reset(seed=1)
    pushed, _, won, _, _ = env.step([3, 1])
    assert (pushed[0] != seen[0]).any()
    assert (pushed[1] == seen[1]).all()
    again, _, won, _, _ = env.step([3, 1])
    assert (again == pushed).all()
    assert not won.any()


def test_lanes_are_cut_off_and_begin_again() -> None:
    env = made(lanes=4, max_episode_steps=3)
    env.reset(seed=1)
    for step in range(1, 9):
        _, _, won, cut, infos = env.step([0, 0, 0, 0])
        assert not won.any()
        assert cut.all() == (step % 4 == 3)
        assert (infos["turns"] == step % 4).all()


def test_a_seed_decides_everything() -> None:
    one, other = made(lanes=6), made(lanes=6)
    assert (one.reset(seed=9)[0] == other.reset(seed=9)[0]).all()
    actions = np.random.default_rng(0).integers(0, 4, (40, 6))
    for row in actions:
        assert (one.step(row)[0] == other.step(row)[0]).all()
    assert (one.reset(seed=9)[1]["solution_length"] > 0).all()


def test_observations_are_not_overwritten() -> None:
    env = made()
    first, _ = env.reset(seed=1)
    kept = first.copy()
    for action in range(4):
        env.step([action] * 8)
    assert (first == kept).all()


def test_wrong_input_is_refused() -> None:
    with pytest.raises(BadInput, match="several sizes"):
        made(size=None)
    with pytest.raises(BadInput, match="of this size"):
        made(size=(3, 3))
    env = made()
    with pytest.raises(BadInput, match="reset"):
        env.step([0] * 8)
    env.reset(seed=1)
    with pytest.raises(BadInput, match="8 actions from 0 to 3"):
        env.step([4] * 8)
    with pytest.raises(BadInput, match="8 actions"):
        env.step([0] * 7)


def test_boards_that_are_too_large_for_a_word_say_what_to_do() -> None:
    with pytest.raises(BadInput, match="vectorization_mode='sync'"):
        LevelVectorEnv(path_of("sokoban"), 2, layout="9x9")


def test_lanes_can_be_looked_at() -> None:
    env = made(lanes=2, render_mode="rgb_array")
    env.reset(seed=1)
    width, height = SIZES["sokoban"]
    assert [picture.shape for picture in env.render()] == [(5 * height, 5 * width, 3)] * 2

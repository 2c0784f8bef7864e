"""Narrative puzzles as a Gymnasium environment."""

from __future__ import annotations

import re
import warnings
from random import Random
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env

import puzzlesynth.gym  # noqa: F401 - registers the environments
from puzzlesynth.bad_input import BadInput
from puzzlesynth.gym.narrative import NarrativeEnv
from tests.support.games import EXAMPLES, example

HEIST = str(EXAMPLES / "heist")
MEADOW = str(EXAMPLES / "meadow")


def made(pack: Any = HEIST, **options: Any) -> NarrativeEnv:
    env = gymnasium.make("puzzlesynth/Narrative-v0", pack=pack, **options)
    return cast(NarrativeEnv, env.unwrapped)


@pytest.mark.seconds
@pytest.mark.parametrize("actions", ["fixed", "listed", "text"])
@pytest.mark.parametrize("observation", ["both", "text", "structured"])
def test_gymnasium_finds_nothing_to_complain_about(actions: str, observation: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(actions=actions, observation=observation, infos=("winnable", "hints")))


@pytest.mark.seconds
def test_gymnasium_finds_nothing_to_complain_about_in_a_larger_pack() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(MEADOW))


@pytest.mark.parametrize("name", ["heist", "meadow"])
def test_the_walkthrough_wins_and_the_rewards_are_the_areas(name: str) -> None:
    pack, puzzle = example(name)
    env = made(pack, actions="text", infos=("walkthrough",))
    _, info = env.reset(options={"puzzle": puzzle})
    rewards = []
    assert info["walkthrough"]
    for command in info["walkthrough"]:
        assert command in info["admissible_commands"]
        _, reward, over, cut, info = env.step(command)
        rewards.append(float(reward))
    assert over
    assert not cut
    assert info["won"]
    assert sum(rewards) == pytest.approx(1)
    assert sum(reward > 0 for reward in rewards) == len(puzzle.areas) == info["areas_solved"]


def test_a_step_can_cost_something() -> None:
    env = made(step_penalty=0.25)
    _, info = env.reset(seed=1)
    assert env.step(info["admissible_actions"][0])[1] == -0.25


@pytest.mark.parametrize("actions", ["fixed", "listed"])
def test_the_mask_and_the_commands_say_the_same(actions: str) -> None:
    pack, puzzle = example("meadow")
    env = made(pack, actions=actions)
    random = Random(3)
    _, info = env.reset(options={"puzzle": puzzle})
    for _ in range(60):
        listed = info["admissible_actions"]
        assert len(listed) == len(info["admissible_commands"]) == len(set(listed))
        assert np.flatnonzero(info["action_mask"]).tolist() == sorted(listed)
        number = random.randrange(len(listed))
        command = info["admissible_commands"][number]
        move = env.episode.move_for(command)
        _, _, over, _, info = env.step(listed[number])
        assert env.episode.game.history[-1] == move
        if over:
            break


@pytest.mark.seconds
def test_a_fixed_number_means_the_same_in_every_puzzle() -> None:
    env = made(MEADOW)
    meant: dict[int, set[str]] = {}
    random = Random(0)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        for _ in range(30):
            for number, command in zip(info["admissible_actions"], info["admissible_commands"], strict=True):
                # Where there are two like things, the words say which.
                plain = re.sub(r" \((first|second) [^)]*\)|(first|second) | \([^)]*\)", "", command)
                meant.setdefault(number, set()).add(plain)
            _, _, over, _, info = env.step(random.choice(info["admissible_actions"]))
            if over:
                break
    assert len(meant) > 20
    assert [commands for commands in meant.values() if len(commands) > 1] == []


def test_what_is_not_possible_changes_nothing_and_is_counted() -> None:
    env = made()
    first, info = env.reset(seed=1)
    action = int(np.flatnonzero(info["action_mask"] == 0)[0])
    seen, reward, over, _, info = env.step(action)
    assert info["refused"]
    assert info["turns"] == 1
    assert reward == 0
    assert not over
    assert (seen["objects"] == first["objects"]).all()
    with pytest.raises(BadInput, match="not in Discrete"):
        env.step(10**6)


def test_commands_may_be_in_other_words() -> None:
    env = made(actions="text")
    _, info = env.reset(seed=1)
    taking = next(command for command in info["admissible_commands"] if command.startswith("take"))
    _, _, _, _, info = env.step(f"  GET {taking.removeprefix('take the ')} ")
    assert not info["refused"]
    assert "fly to the moon" not in info["admissible_commands"]
    assert env.step("fly to the moon")[4]["refused"]


@pytest.mark.seconds
def test_a_seed_decides_the_puzzles_and_a_reset_goes_on() -> None:
    env = made(MEADOW, infos=("puzzle",))
    first = [env.reset(seed=4)[1]["puzzle"], env.reset()[1]["puzzle"], env.reset()[1]["puzzle"]]
    env.reset(seed=5)
    again = [env.reset(seed=4)[1]["puzzle"], env.reset()[1]["puzzle"], env.reset()[1]["puzzle"]]
    assert first == again
    assert len(set(first)) == 3


def test_a_pack_with_few_puzzles_begins_again() -> None:
    env = made(str(EXAMPLES / "tiny.yaml"), infos=("puzzle",))
    env.reset(seed=0)
    assert len({env.reset()[1]["puzzle"] for _ in range(5)}) == 2


def test_the_same_puzzle_once_more() -> None:
    env = made(MEADOW)
    first, _ = env.reset(seed=4)
    env.step(0)
    again, _ = env.reset(options={"again": True})
    assert (again["objects"] == first["objects"]).all()
    assert again["text"] == first["text"]


def test_difficulty_and_targets_are_kept() -> None:
    env = made(MEADOW, difficulty="hard")
    _, info = env.reset(seed=2)
    assert info["difficulty"]["grade"] == "hard"
    env = made(MEADOW, steps="Meadow:2")
    env.reset(seed=2)
    assert sum(step.area == "Meadow" for step in env.episode.puzzle.steps) == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"actions": "fixd"}, "fixed"),
        ({"observation": "pixels"}, "structured"),
        ({"infos": ("winable",)}, "winnable"),
        ({"steps": "many"}, "steps"),
        ({"corpus": "x.jsonl", "difficulty": "easy"}, "corpus"),
    ],
)
def test_wrong_options_are_refused_at_once(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        made(**options)


def test_wrong_resets_are_refused() -> None:
    env = made()
    with pytest.raises(BadInput, match="no corpus"):
        env.reset(options={"row": 3})
    with pytest.raises(BadInput, match="puzzle"):
        env.reset(options={"puzle": "{}"})
    with pytest.raises(BadInput, match="another pack"):
        env.reset(options={"puzzle": example("meadow")[1]})
    with pytest.raises(gymnasium.error.ResetNeeded):
        made().step(0)


def test_a_pack_without_such_a_puzzle_says_so() -> None:
    env = made(steps="Bank:1")
    with pytest.raises(BadInput, match="puzzlesynth why"):
        env.reset(seed=0)


def test_text_that_no_space_has_is_replaced() -> None:
    env = made()
    space = env.observation_space
    assert isinstance(space, spaces.Dict)
    assert env._safe_text("a\U0001f40b" + "b" * 99_999) in space["text"]


@pytest.mark.seconds
def test_environments_run_side_by_side() -> None:
    envs = gymnasium.make_vec("puzzlesynth/Narrative-v0", 3, vectorization_mode="sync", pack=HEIST)
    seen, infos = envs.reset(seed=1)
    assert seen["objects"].shape[0] == 3
    for _ in range(30):
        # A game that has just ended has no moves; the next step begins another one.
        actions = [max(mask.nonzero()[0], default=0) for mask in infos["action_mask"]]
        seen, _, _, _, infos = envs.step(np.array(actions))
    assert len(seen["text"]) == 3
    assert len(infos["admissible_commands"]) == 3
    envs.close()


def test_render_shows_what_a_player_reads(capsys: pytest.CaptureFixture[str]) -> None:
    env = made(render_mode="ansi")
    env.reset(seed=1)
    assert "You carry nothing." in env.render()
    env = made(render_mode="human")
    _, info = env.reset(seed=1)
    env.step(info["admissible_actions"][0])
    assert "You carry" in capsys.readouterr().out

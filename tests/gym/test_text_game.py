"""The interface that TextWorld users know."""

from __future__ import annotations

import pytest

from puzzlesynth.gym import InfoRequest, PackSource, TextGame
from puzzlesynth.puzzle.model import Puzzle
from tests.support.games import EXAMPLES, ONE_KEY, TRAP

EVERYTHING = InfoRequest(**dict.fromkeys(InfoRequest.__dataclass_fields__, True))


class OnePuzzle(PackSource):
    """Always the same puzzle, made by hand."""

    def __init__(self) -> None:
        super().__init__(TRAP)

    def draw(self) -> Puzzle:
        return ONE_KEY


def test_the_policy_wins_with_the_whole_score() -> None:
    game = TextGame(EXAMPLES / "meadow", EVERYTHING)
    game.seed(3)
    text, infos = game.reset()
    assert infos["description"] in text
    assert infos["max_score"] == 2
    commands = infos["policy_commands"]
    for number, command in enumerate(commands, 1):
        assert command in infos["admissible_commands"]
        _, score, done, infos = game.step(command)
        assert infos["moves"] == number
        assert infos["last_command"] == command
        assert done == (number == len(commands))
    assert (score, infos["score"], infos["won"], infos["lost"]) == (2, 2, True, False)


def test_only_what_was_asked_for_is_there() -> None:
    game = TextGame(EXAMPLES / "heist", InfoRequest(location=True, inventory=True))
    assert game.reset()[1].keys() == {"location", "inventory"}
    assert game.step("dance")[0] == "That is not possible now."


def test_progress_is_reported_step_by_step() -> None:
    game = TextGame(OnePuzzle(), EVERYTHING, max_episode_steps=3)
    _, infos = game.reset()
    assert infos["objective"] == "Hall: You want the door not to be locked."
    assert infos["location"] == "Hall"
    assert infos["entities"] == ["door", "furnace", "key", "poison"]
    _, _, _, infos = game.step("take the key")
    assert (infos["intermediate_reward"], infos["winnable"]) == (0, "winnable")
    _, _, done, infos = game.step("melt the key in the furnace")
    assert (infos["intermediate_reward"], infos["winnable"], done) == (-1, "dead", False)
    text, score, done, infos = game.step("take the ash")
    assert (infos["intermediate_reward"], score) == (0, 0)
    assert done, "the steps are used up"
    game.reset()
    text, score, done, infos = game.step("unlock the door with the key")
    assert (score, infos["intermediate_reward"]) == (1, 1)
    text, *_ = game.step("go to Attic")
    assert "Lamp" in text, "a new room is described"


def test_a_game_has_to_begin() -> None:
    game = TextGame(TRAP)
    with pytest.raises(RuntimeError, match="reset"):
        game.step("look")

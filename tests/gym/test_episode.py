"""One game that an agent plays."""

from __future__ import annotations

from random import Random

import pytest

from puzzlesynth.gym.episode import Episode
from puzzlesynth.play.text.room_description import inventory, room
from puzzlesynth.play.winnability import Chance
from puzzlesynth.world import Use
from tests.support.games import ONE_KEY, TRAP, example
from tests.support.tiny_packs import pack, puzzle


def command(episode: Episode, text: str) -> None:
    move = episode.move_for(text)
    assert move is not None, text
    episode.play(move)


def test_a_dead_end_and_a_defeat() -> None:
    episode = Episode(TRAP, ONE_KEY)
    assert episode.chance() is Chance.WINNABLE
    assert episode.walkthrough() == (
        "unlock the door with the key",
        "go to Attic",
        "light the lamp",
    )
    assert "door" in episode.hints()[2]
    command(episode, "melt the key in the furnace")
    assert not episode.over
    assert episode.chance() is Chance.DEAD
    assert episode.walkthrough() == ()
    command(episode, "drink the poison")
    assert episode.lost
    assert episode.over
    assert not episode.won
    assert episode.situation.commands == ()


def test_every_area_is_told_and_counted() -> None:
    episode = Episode(TRAP, ONE_KEY)
    assert episode.solved_share == 0
    assert episode.objective == "Hall: You want the door not to be locked."
    command(episode, "take the key")
    move = episode.move_for("unlock the door with the key")
    turn = episode.play(move)
    assert turn.solved == ("Hall",)
    assert "Hall: solved!" in turn.text
    assert episode.solved_share == 0.5
    assert episode.objective.startswith("Attic: ")
    episode.restart()
    assert episode.solved_share == 0
    assert episode.turns == 0


def test_what_is_impossible_is_refused() -> None:
    episode = Episode(TRAP, ONE_KEY)
    assert episode.move_for("unlock the door with the key") is not None
    assert episode.move_for("light the lamp") is None
    assert episode.move_for("") is None
    assert episode.play(None).refused
    assert (episode.turns, episode.refused) == (1, 1)


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["heist", "meadow", "lighthouse"])
def test_what_is_remembered_is_what_would_be_worked_out(name: str) -> None:
    """Situations are kept from game to game; each one must be as it is without any memory."""
    game_pack, made = example(name)
    episode = Episode(game_pack, made)
    random = Random(5)
    recalled = 0
    for game in range(4):
        episode = Episode(game_pack, made, episode.memory)
        for _ in range(40):
            if episode.over:
                break
            known = len(episode.memory)
            episode.play(random.choice(episode.situation.moves))
            recalled += len(episode.memory) == known
            seen, played = episode.situation, episode.game
            assert seen.moves == tuple(played.moves()), game
            assert seen.description == "\n".join(line.text for line in room(played, True))
            assert seen.inventory == "\n".join(line.text for line in inventory(played))
    assert recalled


def test_the_same_things_with_less_to_hide_are_another_situation() -> None:
    box = pack(
        {"Box": None, "Coin": {"carryable": True}},
        [
            "Coin Box[contains: Nothing] ::= Open Box[contains: Coin]",
            "Box[contains: Coin] ::= Fill Box[contains: Nothing] Coin",
        ],
        {"Hall": {"start": True, "goals": ["Box[gone: True]"]}},
    )
    episode = Episode(box, puzzle(box, ["box Box Hall", "coin Coin in box"]))
    first = episode.situation
    assert "holding" not in first.description
    command(episode, "open the box")
    episode.play(next(move for move in episode.situation.moves if isinstance(move, Use)))
    assert episode.state.things == first.state.things
    assert "holding coin" in episode.situation.description


@pytest.mark.parametrize("name", ["heist", "meadow", "lighthouse"])
def test_each_command_means_its_move(name: str) -> None:
    game_pack, made = example(name)
    episode = Episode(game_pack, made)
    random = Random(2)
    for _ in range(60):
        if episode.over:
            break
        situation = episode.situation
        assert len(set(situation.commands)) == len(situation.commands)
        assert [episode.move_for(command) for command in situation.commands] == list(situation.moves)
        episode.play(random.choice(situation.moves))

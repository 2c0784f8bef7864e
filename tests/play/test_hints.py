"""Hints come from the present state: right on and off the intended path, and honest in a dead end."""

from __future__ import annotations

from random import Random

import pytest

from puzzlesynth.play import About, Chance, Drop, Game, Status, Take, Use, Walk
from puzzlesynth.play.hints import walkthrough_of, winning_moves
from tests.support.games import NAMES, ONE_KEY, TRAP, TWO_KEYS, example
from tests.support.tiny_packs import HEIST, HEIST_PUZZLE, pack, puzzle

MELT = Use(2, "Melt", ("key", "furnace"), ("Ash",))


def follow(game: Game) -> int:
    """Does what hints say until there are no more."""
    count = 0
    while (hint := game.hint(3)).moves:
        for move in hint.moves:
            assert move in game.moves(), f"the hint says {move}, which is not possible"
            game.apply(move)
            count += 1
        assert count < 500
    return count


def test_hints_grow_clearer_with_every_question() -> None:
    game = Game(HEIST, HEIST_PUZZLE)
    game.apply(Use(5, "CreateDisguise", ("glasses", "fakemoustache"), ("Disguise",)))
    told = [game.hint() for _ in range(4)]
    assert [hint.about for hint in told] == [About.LOOK, About.NEED, About.DO, About.DO]
    assert told[0].area == "Bank"
    assert "distracted" in told[1].text
    assert "steal" in told[1].text
    assert told[2].moves == (Use(4, "Trigger", ("caralarm", "security"), ()),)


def test_hints_begin_again_with_the_next_thing_to_do() -> None:
    game = Game(HEIST, HEIST_PUZZLE)
    while game.hint().about is not About.DO:
        pass
    for move in game.hint(3).moves:
        game.apply(move)
    assert game.hint().about is About.LOOK


def test_hints_include_the_walking_and_the_carrying() -> None:
    made = pack(
        {"Pot": None, "Egg": {"carryable": True}, "Goal": None},
        ["Goal ::= Boil Pot Egg"],
        {
            "Den": {"start": True, "goals": ["Goal"]},
            "Pen": {"start": True, "goals": ["Goal"]},
        },
    )
    game = Game(made, puzzle(made, ["pot Pot Den", "egg Egg Pen"]))
    hint = game.hint(3)
    assert hint.moves == (Walk("Pen"), Take("egg"), Walk("Den"), Use(1, "Boil", ("pot", "egg"), ("Goal",)))
    assert hint.text == "Go to Pen, then take the egg, then go to Den, then boil the pot with the egg."


def test_what_has_to_be_made_in_a_certain_place_is_made_there() -> None:
    made = pack(
        {"Tent": None, "Pole": {"carryable": True}, "Flag": None, "Rock": None},
        ["Tent ::= Pitch Pole", "Flag ::= Hoist Tent Rock"],
        {"Den": {"start": True, "goals": ["Flag"]}, "Pen": {"start": True, "goals": ["Flag"]}},
    )
    game = Game(made, puzzle(made, ["pole Pole Den", "rock Rock Pen"]))
    follow(game)
    assert game.status is Status.WON


def test_after_a_detour_hints_still_lead_to_the_win() -> None:
    game = Game(TRAP, TWO_KEYS)
    game.apply(MELT)
    follow(game)
    assert game.status is Status.WON


def test_in_a_dead_end_a_hint_says_so_and_how_far_to_go_back() -> None:
    game = Game(TRAP, ONE_KEY)
    game.apply(Take("key"))
    game.apply(MELT)
    game.apply(Drop("ash"))
    hint = game.hint()
    assert hint.about is About.DEAD_END
    assert hint.undo == 2
    assert "Undo the last 2 moves" in hint.text
    game.undo(hint.undo)
    assert game.chance() is Chance.WINNABLE
    assert game.hint().about is About.LOOK


def test_after_defeat_and_after_the_win_hints_say_so() -> None:
    game = Game(TRAP, ONE_KEY)
    game.apply(Use(3, "Drink", ("poison",), ("Ash",)))
    assert game.hint().about is About.LOST
    game.undo()
    follow(game)
    assert game.hint().about is About.WON


def test_a_game_that_never_could_be_won_offers_no_undo() -> None:
    game = Game(TRAP, puzzle(TRAP, ["door Door Hall", "lamp Lamp Attic"]))
    hint = game.hint()
    assert hint.about is About.DEAD_END
    assert hint.undo == 0


@pytest.mark.seconds
@pytest.mark.parametrize("name", NAMES)
def test_hints_alone_win_every_example(name: str) -> None:
    game = Game(*example(name))
    follow(game)
    assert game.status is Status.WON


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["meadow", "lighthouse"])
def test_from_wherever_a_player_wanders_hints_win_or_say_how_far_to_go_back(name: str) -> None:
    for seed in range(3):
        random = Random(seed)
        game = Game(*example(name))
        for _ in range(random.randrange(60)):
            moves = game.moves()
            if moves:
                game.apply(random.choice(moves))
        hint = game.hint()
        if hint.undo:
            game.undo(hint.undo)
            assert game.chance() is Chance.WINNABLE
        follow(game)
        assert game.status is Status.WON


def test_the_solution_is_a_list_of_moves_that_win_from_here() -> None:
    game = Game(*example("meadow"))
    moves = winning_moves(game)
    way = walkthrough_of(game)
    assert len(way.steps) == len(moves)
    assert not way.goes_on
    for state, move in moves:
        assert state == game.state
        game.apply(move)
    assert game.status is Status.WON


def test_a_hint_says_where_what_is_missing_lies() -> None:
    made = pack(
        {"Goat": {"calm": False}, "Salt": {"carryable": True}},
        "Goat[calm: True] ::= Feed Goat[calm: False] Salt",
        {
            "Cove": {"start": True, "goals": ["Goat[calm: True]"], "connects": ["Tower"]},
            "Tower": {"start": True, "goals": ["Goat[calm: True]"], "connects": ["Cove"]},
        },
    )
    game = Game(made, puzzle(made, ["goat Goat Cove", "salt Salt Tower"]))
    assert game.hint(1).text == "Look at the goat. What you need for it is in Tower."
    assert game.hint(2).text.endswith("The goat and the salt are all it takes. The salt is in Tower.")
    for move in (Walk("Tower"), Take("salt"), Walk("Cove")):
        game.apply(move)
    assert game.hint(1).text == "There is something to do right here. Look at the goat."
    assert game.hint(2).text.endswith("are all it takes.")

"""A game offers what can be done, does it, tells what changed, and takes it back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzlesynth.play import (
    Chance,
    Doomed,
    Drop,
    Game,
    IllegalMove,
    Lost,
    MoveRefused,
    ObjectChanged,
    ObjectCreated,
    ObjectDestroyed,
    ObjectMoved,
    Opened,
    Solved,
    Status,
    Take,
    Use,
    Walk,
    Walked,
    Won,
)
from puzzlesynth.world import WorldError
from tests.support.games import ONE_KEY, TRAP, TWO_KEYS
from tests.support.tiny_packs import HEIST, HEIST_PUZZLE

MELT = Use(2, "Melt", ("key", "furnace"), ("Ash",))
UNLOCK = Use(1, "Unlock", ("door", "key"))
DRINK = Use(3, "Drink", ("poison",), ("Ash",))
LIGHT = Use(4, "Light", ("lamp",))


def test_actions_are_offered_on_each_object_at_hand() -> None:
    game = Game(HEIST, HEIST_PUZZLE)
    offered = {name: list(map(str, moves)) for name, moves in game.actions().items()}
    assert offered == {
        "safe": [],
        "security": ["Trigger caralarm security"],
        "caralarm": ["Trigger caralarm security"],
        "glasses": ["pick up glasses", "CreateDisguise glasses fakemoustache"],
        "fakemoustache": ["pick up fakemoustache", "CreateDisguise glasses fakemoustache"],
    }


def test_every_move_is_told_as_typed_events() -> None:
    game = Game(TRAP, ONE_KEY)
    assert game.apply(Take("key")) == (ObjectMoved("key", None),)
    assert game.apply(Drop("key")) == (ObjectMoved("key", "Hall"),)
    told = game.apply(UNLOCK)
    assert told == (ObjectDestroyed("key", "Key"), ObjectChanged("door", {}), Solved("Hall"), Opened("Attic"))
    assert game.walks() == [Walk("Attic")]
    assert game.apply(Walk("Attic")) == (Walked("Attic"),)
    assert game.apply(LIGHT)[-1] == Won()
    assert game.status is Status.WON
    assert game.moves() == []
    assert game.walks() == []


def test_what_is_not_possible_changes_nothing() -> None:
    game = Game(TRAP, ONE_KEY)
    before = game.state
    for move in (Walk("Attic"), Take("door"), Drop("key"), LIGHT, Use(99, "Fly", ())):
        with pytest.raises(IllegalMove):
            game.apply(move)
    assert game.state is before
    assert game.undo_history.now == 0


def test_undo_and_redo_go_all_the_way() -> None:
    game = Game(TRAP, ONE_KEY)
    first = game.state
    for _ in range(500):
        game.apply(Take("key"))
        game.apply(Drop("key"))
    assert game.undo(10**6) == 1000
    assert game.state == first
    assert game.undo() == 0
    assert game.redo(999) == 999
    assert game.state.things["key"].carried
    game.apply(UNLOCK)
    assert game.redo() == 0, "a new move forgets what could be redone"


def test_a_won_game_can_be_taken_back() -> None:
    game = Game(TRAP, ONE_KEY)
    for move in (UNLOCK, Walk("Attic"), LIGHT):
        game.apply(move)
    game.undo()
    assert game.status is Status.PLAYING
    assert LIGHT in [replace(m, items=()) for m in game.moves() if isinstance(m, Use)]


@pytest.mark.parametrize("cruelty", ["polite", "cruel"])
def test_a_fail_rule_ends_the_game_and_can_be_undone(cruelty: str) -> None:
    game = Game(TRAP, ONE_KEY, cruelty=cruelty)
    assert game.apply(DRINK)[-1] == Lost()
    after = game.status
    assert game.moves() == []
    with pytest.raises(IllegalMove):
        game.apply(Take("key"))
    game.undo()
    assert (after, game.status) == (Status.LOST, Status.PLAYING)
    assert "poison" in game.state.things


def test_a_merciful_game_refuses_what_would_make_it_unwinnable() -> None:
    game = Game(TRAP, ONE_KEY, cruelty="merciful")
    before = game.state
    assert game.apply(MELT) == (MoveRefused(MELT, defeat=False),)
    assert game.apply(DRINK) == (MoveRefused(DRINK, defeat=True),)
    assert game.state is before
    assert game.apply(UNLOCK)[-1] == Opened("Attic")


def test_a_polite_game_says_afterwards_that_it_cannot_be_won_and_says_it_once() -> None:
    game = Game(TRAP, ONE_KEY, cruelty="polite")
    told = game.apply(MELT)
    assert told[:2] == (ObjectDestroyed("key", "Key"), ObjectCreated("ash", "Ash"))
    assert told[2] == Doomed(("Hall", "Attic"))
    assert game.chance() is Chance.DEAD
    assert game.apply(Take("ash")) == (ObjectMoved("ash", None),)


def test_a_cruel_game_says_nothing() -> None:
    game = Game(TRAP, ONE_KEY, cruelty="cruel")
    assert game.apply(MELT) == (ObjectDestroyed("key", "Key"), ObjectCreated("ash", "Ash"))


def test_the_warning_is_exact() -> None:
    """Of two keys one can be melted; only the second one is missed."""
    game = Game(TRAP, TWO_KEYS, cruelty="merciful")
    assert game.warning(MELT) is Chance.WINNABLE
    assert not any(isinstance(event, MoveRefused) for event in game.apply(MELT))
    last = Use(2, "Melt", ("key_2", "furnace"), ("Ash",))
    assert game.warning(last) is Chance.DEAD
    assert game.apply(last) == (MoveRefused(last, defeat=False),)


def test_a_warning_can_be_asked_for_whatever_the_cruelty_and_does_nothing() -> None:
    game = Game(TRAP, ONE_KEY, cruelty="cruel")
    before = game.state
    assert game.warning(MELT) is Chance.DEAD
    assert game.warning(DRINK) is Chance.DEAD
    assert game.warning(UNLOCK) is Chance.WINNABLE
    assert game.warning(Take("key")) is Chance.WINNABLE
    with pytest.raises(IllegalMove):
        game.warning(LIGHT)
    assert game.state is before


def test_a_puzzle_of_another_pack_is_refused() -> None:
    with pytest.raises(WorldError, match="different rules, items or areas"):
        Game(HEIST, replace(HEIST_PUZZLE, pack_sha256="f" * 64))
    with pytest.raises(ValueError, match="vicious"):
        Game(HEIST, HEIST_PUZZLE, cruelty="vicious")


def test_restarting_can_itself_be_taken_back() -> None:
    game = Game(TRAP, ONE_KEY)
    game.apply(UNLOCK)
    game.apply(Walk("Attic"))
    late = game.state
    assert game.restart() == 2
    assert game.state.player == "Hall"
    game.redo(2)
    assert game.state == late

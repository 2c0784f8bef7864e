"""coexistence.lp: never more of an item than can exist at once, though a puzzle may have more over the whole game."""

from __future__ import annotations

from tests.support.encoding_solver import atoms, possible

COINS = """
    recurs(Coin). at_once(Coin,1).
    in_play(Coin,1). in_play(Coin,2). at_start(Coin,1).
    step(<Token>,1). takes(<Token>,0,<Coin>). makes(<Token>,0,<Token>).
    step(<Gem>,2). takes(<Gem>,0,<Token>). makes(<Gem>,0,<Gem>). makes(<Gem>,1,<Coin2>).
"""
"""A coin is changed for a token, and the token buys a gem and another coin."""

EDGES = "#edge (S,got(N)) : takes(S,_,N). #edge (got(N),S) : makes(S,_,N)."


def can(facts: str, *wanted: str) -> bool:
    return possible("coexistence", atoms(facts) + EDGES, *map(atoms, wanted))


def test_what_is_gone_makes_room_for_another() -> None:
    assert can(COINS + "destroys(1,0).", "replaces(Coin,2,1)")
    assert not can(COINS)


def test_two_may_exist_where_two_are_allowed() -> None:
    assert can(COINS.replace("at_once(Coin,1)", "at_once(Coin,2)"))


def test_what_makes_room_comes_before() -> None:
    """The coin that the gem comes with is what the token is changed for: then it cannot wait for the token."""
    assert not can(COINS.replace("takes(<Token>,0,<Coin>)", "takes(<Token>,0,<Coin2>)") + "destroys(1,0).")


def test_the_step_that_ends_one_may_make_the_next() -> None:
    swap = """
        recurs(Coin). at_once(Coin,1). in_play(Coin,1). in_play(Coin,2). at_start(Coin,1).
        step(<Coin2>,1). takes(<Coin2>,0,<Coin>). makes(<Coin2>,0,<Coin2>).
    """
    assert can(swap + "destroys(1,0).", "at_a_stroke(Coin,2,1)")
    assert not can(swap)


def test_one_that_is_gone_makes_room_once() -> None:
    third = "in_play(Coin,3). makes(<Gem>,2,<Coin3>). destroys(1,0)."
    assert not can(COINS + third)
    assert can(COINS.replace("at_once(Coin,1)", "at_once(Coin,2)") + third)


BOX = """
    recurs(Gem). at_once(Gem,1). in_play(Gem,1). in_play(Gem,2). at_start(Gem,1).
    step(<Gem2>,1). takes(<Gem2>,0,<Box>). makes(<Gem2>,0,<Gem2>). inside(<Box>,<Gem>).
"""
"""A gem is inside a box, and a rule takes the box and makes a gem."""


def test_what_is_inside_is_gone_with_what_it_is_inside_of() -> None:
    assert not can(BOX)
    assert can(BOX + "destroys(1,0).")
    assert can(BOX + "empties(1,0).")
    assert can(
        BOX.replace("inside(<Box>,<Gem>)", "inside(<Box>,<Bag>). inside(<Bag>,<Gem>)") + "destroys(1,0)."
    )


def test_what_is_released_is_not_gone() -> None:
    assert not can(BOX + "destroys(1,0). releases(1,1,0).")
    assert not can(BOX + "empties(1,0). releases(1,1,0).")

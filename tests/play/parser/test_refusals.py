"""Refusals explain why something cannot be done now, as far as a player can see it, and no further."""

from __future__ import annotations

import pytest

from puzzlesynth.play import Game
from puzzlesynth.play.session import Session
from tests.support.sessions import said, started
from tests.support.tiny_packs import pack, puzzle

KITCHEN = pack(
    {
        "Cook": {"isa": ["Npc"]},
        "Sausage": {"carryable": True},
        "Log": {"carryable": True, "copies": 2},
        "Tree": None,
        "Safe": {"locked": True},
        "Gold": {"carryable": True},
        "Badge": {"carryable": True},
        "Lamp": {"lit": False, "colour": "red"},
        "Jug": {"carryable": True},
        "Water": None,
        "Milk": None,
        "Spring": None,
        "Cow": None,
        "Chest": None,
        "Ruby": {"carryable": True},
        "Hen": None,
        "Egg": {"carryable": True},
        "Nest": None,
    },
    """
    Sausage Cook ::= Beg Cook
    Safe[locked: False] Badge ::= Unlock Safe[locked: True] Badge
    Gold Safe[contains: Nothing] ::= Open Safe[locked: False, contains: Gold]
    Goal Lamp ::= Admire Lamp[lit: True]
    Goal Lamp ::= Paint Lamp[colour: blue]
    Jug[contains: Water] Spring ::= Fill Jug[contains: Nothing] Spring
    Jug[contains: Milk] Cow ::= Milk Cow Jug
    Ruby Chest[contains: Nothing] ::= Search Chest[contains: Ruby]
    Log Tree ::= Chop Tree
    Egg Hen ::= Tickle Hen
    Goal ::= Cook Sausage
    """,
    {"Kitchen": {"start": True, "goals": ["Goal"], "connects": ["Yard"]}, "Yard": {"goals": ["Goal"]}},
)
OBJECTS = [
    "cook Cook",
    "safe Safe",
    "gold Gold in safe",
    "badge Badge Yard",
    "lamp Lamp",
    "jug Jug",
    "spring Spring",
]
OBJECTS += ["cow Cow", "chest Chest", "tree Tree", "hen Hen", "nest Nest", "egg Egg in nest"]


def kitchen() -> Session:
    steps = ["s1 Kitchen 1: cook -> sausage cook", "s2 Kitchen 11: sausage<s1 -> goal after s1"]
    made = puzzle(KITCHEN, OBJECTS, steps, {"sausage": "Sausage", "goal": "Goal"})
    return started(Game(KITCHEN, made))


@pytest.mark.parametrize(
    ("before", "typed", "reason"),
    [
        (["beg cook"], "beg cook", "There is a sausage already."),
        (["beg cook", "take sausage"], "beg the cook", "There is a sausage already."),
        (["chop tree", "chop tree"], "chop tree", "There cannot be more than 2 of this at once: log."),
        ([], "open safe", "The safe is locked."),
        ([], "admire lamp", "The lamp is not lit."),
        ([], "paint lamp", "The lamp is colour red."),
        ([], "unlock safe", "Something you need for that is not here."),
        ([], "unlock safe with badge", "Something you need for that is not here."),
        (["fill jug"], "fill jug", "The jug already holds water."),
        (["fill jug"], "fill jug at spring", "The jug already holds water."),
        (["fill jug"], "milk cow", "The jug already holds water."),
    ],
)
def test_a_player_hears_why_something_is_not_possible(before: list[str], typed: str, reason: str) -> None:
    session = kitchen()
    for line in before:
        session.respond(line)
    count = len(session.game.history)
    answer = said(session.respond(typed))
    assert "That does not work here and now." in answer
    assert reason in answer
    assert len(session.game.history) == count == len(before)


@pytest.mark.parametrize(
    ("typed", "reason", "untold"),
    [
        ("search chest", "That does not work with the chest now.", "empty"),
        ("tickle hen", "That has no effect now.", "egg"),
        ("unlock safe", "Something you need for that is not here.", "badge"),
    ],
)
def test_reasons_tell_no_secrets(typed: str, reason: str, untold: str) -> None:
    answer = said(kitchen().respond(typed))
    assert reason in answer
    assert untold not in answer


@pytest.mark.parametrize(
    "typed", ["feed biscuit to parrot", "feed parrot biscuit", "feed parrot with biscuit"]
)
def test_things_may_be_named_in_any_order(typed: str) -> None:
    made = pack(
        {"Parrot": None, "Biscuit": {"carryable": True}},
        "Goal Parrot[fed: True] ::= Feed Parrot[fed: False] Biscuit",
    )
    objects = ["parrot Parrot", "biscuit Biscuit"]
    told = puzzle(made, objects, ["s1 Here 1: parrot biscuit -> goal parrot"], {"goal": "Goal"})
    assert "You feed the biscuit to the parrot." in said(started(Game(made, told)).respond(typed))

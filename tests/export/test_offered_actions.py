"""Whatever a possible action involves offers it, in whichever place the rule has it; and all tools say it alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.pack.text.wording import capital
from puzzlesynth.play.text.phrases import ObjectNames, action_phrase
from puzzlesynth.world import World
from tests.export.godot import test_godot as godot
from tests.export.html.test_page import saved
from tests.export.ink import test_source as ink
from tests.export.twee.test_sugarcube import sugarcube
from tests.support.browser import visit
from tests.support.export_puzzles import Maker, heist, meadow
from tests.support.player_views import OPENED, Made
from tests.support.tiny_packs import pack, puzzle


def attic() -> Made:
    """Rules that name the thing that is used up first, or last, or in between."""
    made = pack(
        {
            "Parrot": None,
            "Biscuit": {"carryable": True},
            "Captain": {"isa": ["Npc"]},
            "Coffee": {"carryable": True},
            "Safe": {"locked": True},
            "Badge": {"carryable": True},
            "Wall": None,
            "Plank": {"carryable": True},
            "Hammer": {"carryable": True},
            "Bed": None,
        },
        """
        Goal Parrot[happy: True] ::= Feed Parrot[happy: False] Biscuit
        Captain[awake: True] ::= Wake Coffee Captain[awake: False]
        Safe[locked: False] Badge ::= Unlock Safe[locked: True] Badge
        Wall[covered: True] Hammer ::= Nail Wall Plank Hammer
        """,
    )
    objects = [
        "parrot Parrot",
        "biscuit Biscuit",
        "captain Captain",
        "coffee Coffee",
        "safe Safe",
        "badge Badge",
    ]
    objects += ["wall Wall", "plank Plank", "hammer Hammer", "bed Bed"]
    return made, puzzle(made, objects, ["s1 Here 1: parrot biscuit -> goal parrot"], {"goal": "Goal"})


PHRASES = {
    "Feed the biscuit to the parrot": ["parrot", "biscuit"],
    "Wake the captain with the coffee": ["captain", "coffee"],
    "Unlock the safe with the badge": ["safe", "badge"],
    "Nail the plank to the wall with the hammer": ["wall", "plank", "hammer"],
}
CARDS = """Object.fromEntries([...document.querySelectorAll('.thing')].map((card) => [
  card.querySelector('[aria-expanded]').getAttribute('data-key').slice('thing '.length),
  [...card.querySelectorAll('.act')].map((button) => button.textContent)]))"""
EMPTY = "document.querySelector('.menu .empty') && [...document.querySelectorAll('.menu .empty')].length"


def expected(made: Made) -> dict[str, set[str]]:
    """For each thing at hand what can be done with it at the start, as the terminal says it."""
    world = World(*made)
    state = world.start()
    names = ObjectNames(state)
    here = [t.id for t in state.things.values() if t.inside is None and t.area in (None, state.player)]
    found: dict[str, set[str]] = {name: set() for name in here}
    for use in world.uses(state):
        for name in use.inputs:
            found[name].add(capital(action_phrase(made[0], names, use)))
    return found


def test_the_terminal_says_what_is_expected() -> None:
    offered = expected(attic())
    assert offered.pop("bed") == set()
    for phrase, things in PHRASES.items():
        assert {name for name, said in offered.items() if phrase in said} == set(things)


@pytest.mark.thorough
@pytest.mark.parametrize("made", [attic, heist], ids=lambda made: made.__name__)
def test_every_card_of_the_page_offers_what_its_thing_can_do(tmp_path: Path, made: Maker) -> None:
    cards, empty = visit(
        tmp_path, made(), [saved([]), ("reload",), ("do", OPENED), ("see", CARDS), ("see", EMPTY)]
    )
    wanted = expected(made())
    assert {name: set(said) for name, said in cards.items()} == wanted
    carryable = {t.id for t in World(*made()).start().things.values() if t.carryable}
    assert (empty or 0) == sum(not said and name not in carryable for name, said in wanted.items())


@pytest.mark.parametrize("made", [attic, heist, meadow], ids=lambda made: made.__name__)
def test_godot_offers_the_same(tmp_path: Path, made: Maker) -> None:
    (result,) = godot.played(tmp_path, made(), [])
    usual = ("Pick up", "Put down")
    offered = {name: {w for w in said if not w.startswith(usual)} for name, said in result["offers"].items()}
    wanted = expected(made())
    assert offered.keys() == wanted.keys()
    if (
        made is not meadow
    ):  # Where several things are called the same, each tool has its own way to number them.
        assert offered == wanted


@pytest.mark.thorough
def test_twee_and_ink_say_the_same(tmp_path: Path) -> None:
    (told,) = sugarcube(tmp_path, attic(), [])
    (played,) = ink.played(*attic(), [])
    choices = [choice["text"] for choice in played["turns"][0]]
    for phrase in PHRASES:
        assert phrase in told["text"]
        assert phrase in choices

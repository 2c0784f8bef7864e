"""Texts: readable names, templates that are data, decent sentences where a designer wrote none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from play_making import example
from world_making import HEIST, HEIST_PUZZLE, pack, puzzle, term

from puzzlesynth.pack.model import Rule
from puzzlesynth.play import Game, Move, Use
from puzzlesynth.play.names import Names, a_or_some, listed, qualities, words
from puzzlesynth.play.telling import news, tell
from puzzlesynth.play.texts import filled, goal_phrase, plain_action, slot_values, use_phrase


@pytest.mark.parametrize(
    ("name", "readable"),
    [
        ("StoneJug", "stone jug"),
        ("FakeMoustache", "fake moustache"),
        ("fake_moustache", "fake moustache"),
        ("TVSet", "TV set"),
        ("Room101", "room 101"),
        ("Key2Door", "key 2 door"),
        ("Äpfelkorb", "äpfelkorb"),
        ("ÉtéChaud", "été chaud"),
        ("gold", "gold"),
        ("_", "_"),
    ],
)
def test_names_are_readable(name: str, readable: str) -> None:
    assert words(name) == readable


def test_copies_have_names_that_tell_them_apart() -> None:
    made = pack({"Tree": {"copies": 12}, "Well": None}, [])
    state = Game(made, puzzle(made, [f"t{n} Tree" for n in range(12)] + ["well Well"])).state
    names = Names(state)
    assert (names["t0"], names["t1"], names["t11"]) == ("first tree", "second tree", "number 12 tree")
    assert names["well"] == "well"
    assert len({names[name] for name in state.things}) == len(state.things)


def test_items_whose_names_read_the_same_are_told_apart_too() -> None:
    made = pack({"OilCan": None, "Oil_can": None}, [])
    names = Names(Game(made, puzzle(made, ["a OilCan", "b Oil_can"])).state)
    assert {names["a"], names["b"]} == {"first oil can", "second oil can"}


def test_lists_and_articles() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert [a_or_some(name) for name in ("axe", "key", "glasses", "glass")] == [
        "an axe",
        "a key",
        "some glasses",
        "a glass",
    ]
    assert qualities({"lit": True, "hot": False, "hour": 4, "mood": "sad"}) == ["lit", "hour 4", "mood sad"]


VALUES = {"Badge": "badge", "a": "first door"}


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("You take the {Badge}.", "You take the badge."),
        ("{Badge} in hand. {Badge}! {Badge}", "Badge in hand. Badge! Badge"),
        ("Behind it: {Badge}.", "Behind it: badge."),
        ("{a} and { a }", "First door and first door"),
        ("{Unknown} stays, {} too", "{Unknown} stays, {} too"),
        ("{Badge.__class__} {Badge[0]} {0} {Badge!r:>10}", "{Badge.__class__} {Badge[0]} {0} {Badge!r:>10}"),
        ("{{Badge}} {Badge", "{badge} {Badge"),
        ("%s %(Badge)s $Badge", "%s %(Badge)s $Badge"),
    ],
)
def test_a_template_is_data(template: str, text: str) -> None:
    assert filled(template, VALUES) == text


@given(st.text(alphabet="{}Badge.![]_ :\n"))
def test_any_text_is_a_template(template: str) -> None:
    assert isinstance(filled(template, VALUES), str)


def test_labels_and_types_name_the_things_of_a_rule() -> None:
    swap = Rule(1, "Swap", (term("Door#a"), term("Door#b")), (term("Door#a"), term("Door#b")))
    values = slot_values(swap, {0: "red door", 1: "blue door"}, {0: "red door", 1: "blue door"})
    assert values["Door"] == values["a"] == values["Door#a"] == "red door"
    assert values["b"] == "blue door"


@pytest.mark.parametrize(
    ("rule", "names", "phrase"),
    [
        (HEIST.rules[1], ["safe", "badge"], "unlock the safe with the badge"),
        (HEIST.rules[0], ["safe"], "open the safe"),
        (HEIST.rules[4], ["glasses", "moustache"], "create the disguise with the glasses and the moustache"),
        (Rule(1, "LookUnder", (), ()), ["pot"], "look under (pot)"),
        (Rule(1, "Wait", (), ()), [], "wait"),
    ],
)
def test_actions_without_a_name_read_well(rule: Rule, names: list[str], phrase: str) -> None:
    assert plain_action(rule, names) == phrase


def test_a_named_action_mentions_what_its_name_does_not() -> None:
    rule = Rule(1, "Unlock", (), (), name="unlock the safe")
    assert use_phrase(rule, ["safe", "badge"]) == "unlock the safe (badge)"
    assert use_phrase(rule, ["safe"]) == "unlock the safe"


@pytest.mark.parametrize(
    ("goal", "phrase"),
    [
        ("Gold", "You are after the gold."),
        ("Keeper[awake: True]", "You want the keeper to be awake."),
        ("Door[locked: False]", "You want the door not to be locked."),
        ("Clock[hour: 4, wound: True]", "You want the clock to be hour 4 and wound."),
        ("Cup[contains: Tea]", "You want the cup to be holding tea."),
        ("Cup[contains: Nothing]", "You want the cup to be empty."),
    ],
)
def test_goals_are_told_as_wishes(goal: str, phrase: str) -> None:
    assert goal_phrase(term(goal)) == phrase


def told(game: Game, move: Move) -> tuple[str, tuple[str, ...]]:
    """What a move is told as, and the news."""
    before, chapter = game.state, game.chapter
    events = game.apply(move)
    return tell(game.pack, chapter, before, game.state, move, events), news(game.pack, events)


def deed(game: Game, move: Move) -> str:
    return told(game, move)[0]


def test_the_designers_text_is_shown() -> None:
    game = Game(*example("heist"))
    assert deed(game, next(m for m in game.moves() if isinstance(m, Use) and m.action == "Trigger")) == (
        "One good kick and the car alarm howls down the street. Security is at the window at once."
    )


def test_without_a_text_a_sentence_is_made_from_what_happens() -> None:
    game = Game(HEIST, HEIST_PUZZLE)
    assert deed(game, Use(5, "CreateDisguise", ("glasses", "fakemoustache"))) == (
        "You create the disguise with the glasses and the fake moustache. Now there is a disguise. "
        "The glasses and the fake moustache are gone."
    )
    assert deed(game, Use(4, "Trigger", ("caralarm", "security"))) == (
        "You trigger the car alarm with the security. The security is now distracted. The car alarm is gone."
    )
    deed(game, Use(3, "Steal", ("security", "disguise")))
    assert "The safe is no longer locked." in deed(game, Use(2, "Unlock", ("safe", "badge")))
    end = told(game, Use(1, "Open", ("safe",)))
    assert end[0] == "You open the safe. Now there is a gold."
    assert end[1] == ("Bank: solved!", "You have won.")

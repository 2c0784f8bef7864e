"""Where it is not clear what a player means, the player is asked, and any fitting answer will do."""

from __future__ import annotations

import pytest

from puzzlesynth.play import Drop, Game, Take, Use
from puzzlesynth.play.session import Session
from tests.support.games import ONE_KEY, TRAP, TWO_KEYS
from tests.support.sessions import heist, said, started
from tests.support.tiny_packs import pack, puzzle


def test_when_two_things_fit_the_player_is_asked_which_one() -> None:
    session = started(
        Game(
            KEYS := pack(
                {"RedKey": {"carryable": True}, "BlueKey": {"carryable": True}, "Door": {"locked": True}},
                [
                    "Door[locked: False] RedKey ::= Unlock Door[locked: True] RedKey",
                    "Door[locked: False] BlueKey ::= Unlock Door[locked: True] BlueKey",
                ],
                {"Hall": {"start": True, "goals": ["Goal"]}},
            ),
            puzzle(KEYS, ["red RedKey", "blue BlueKey", "door Door"]),
        )
    )
    text = said(session.respond("take key"))
    assert "Which do you mean?" in text
    assert "[1] take the red key" in text
    assert "[2] take the blue key" in text
    session.respond("2")
    assert session.game.history == [Take("blue")]
    assert "Which do you mean?" in said(session.respond("unlock door"))
    session.respond("take red key")
    assert session.game.history[1:] == [Take("red")], "another command is as good as an answer"
    session.respond("unlock door with blue")
    assert session.game.history[2:] == [Use(2, "Unlock", ("door", "blue"), ())]


ORCHARD = pack(
    {
        "AppleTree": {"old": False},
        "PlumTree": None,
        "Ladder": {"carryable": True},
        "Rope": {"carryable": True},
    }
    | {"Apple": {"carryable": True, "copies": 2}, "RedApple": {"carryable": True}},
    ["Rope ::= ClimbUp AppleTree Rope"],
    {
        "Garden": {"start": True, "goals": ["PlumTree"], "connects": ["Lane"]},
        "Lane": {"goals": ["PlumTree"], "connects": ["UpperField", "LowerField"]},
        "UpperField": {"goals": ["Goal"]},
        "LowerField": {"goals": ["Goal"]},
    },
)


def orchard(*more: str) -> Session:
    things = ["apple_tree AppleTree Garden", "plum PlumTree Garden", "ladder Ladder Garden", *more]
    return started(Game(ORCHARD, puzzle(ORCHARD, things)))


@pytest.mark.parametrize("answer", ["1", "1.", "[1]", "apple", "the apple tree", "Apple one", "first"])
def test_what_is_asked_is_answered_by_number_or_by_name(answer: str) -> None:
    session = orchard()
    text = said(session.respond("look at tree"))
    assert text.splitlines() == ["Which do you mean?", "      [1] the apple tree", "      [2] the plum tree"]
    assert said(session.respond(answer)).startswith("Apple tree.")


def test_a_question_about_areas_is_answered_too() -> None:
    session = orchard()
    assert "[2] Lower field" in said(session.respond("go field"))
    session.respond("lower")
    assert session.game.state.player == "LowerField"


def test_an_answer_that_still_fits_two_is_asked_about_again() -> None:
    session = orchard()
    session.respond("x tree")
    assert "[2] the plum tree" in said(session.respond("tree"))
    assert said(session.respond("plum")).startswith("Plum tree.")
    session.respond("x tree")
    assert "You carry nothing." in said(session.respond("i")), "a command is no answer"
    assert "makes no sense" in said(session.respond("plum")), "and then the question is forgotten"
    session.respond("x tree")
    assert said(session.respond("")) == ""
    assert said(session.respond("2")).startswith("Plum tree."), "no answer is none"


def test_things_that_look_alike_are_not_asked_about() -> None:
    session = orchard("a Apple Garden", "b Apple Garden")
    assert said(session.respond("x apple")).startswith("2 × apple.")
    assert said(session.respond("x second apple")).startswith("Second apple.")
    session.respond("take apple")
    assert said(session.respond("x apple")).startswith("2 × apple."), "one is carried, and looks the same"


@pytest.mark.parametrize("text", ["look at plum", "look plum", "l plum tree", "Look at the plum tree!"])
def test_looking_at_a_thing_examines_it(text: str) -> None:
    session = orchard()
    assert said(session.respond(text)).startswith("Plum tree.")
    for around in ("look", "look around", "l", "look at"):
        assert said(session.respond(around)).startswith("Garden")


def test_several_things_in_one_breath() -> None:
    session = orchard("rope Rope Garden", "apple Apple Garden", "red RedApple Garden")
    text = said(session.respond("take the rope, moon and the plum tree and ladder"))
    assert "There is no “moon” here." in text
    assert "You cannot carry the plum tree." in text
    assert session.game.history == [Take("rope"), Take("ladder")]
    assert "You carry the ladder already." in said(session.respond("take ladder"))
    session.respond("drop ladder and rope")
    assert session.game.history[2:] == [Drop("ladder"), Drop("rope")]
    assert said(session.respond("drop Plum Tree")) == "You carry no “Plum Tree”."


def test_the_rest_waits_until_it_is_clear_which_one_is_meant() -> None:
    session = orchard("rope Rope Garden", "apple Apple Garden", "red RedApple Garden")
    text = said(session.respond("take rope and red and appl and ladder"))
    assert "Which" not in text
    assert len(session.game.history) == 4
    session.respond("undo all")
    text = said(session.respond("get rope and appl and ladder"))
    assert "[2] take the red apple" in text
    assert session.game.history == [Take("rope")]
    session.respond("red")
    assert session.game.history == [Take("rope"), Take("red"), Take("ladder")]


def test_what_is_echoed_is_what_was_typed() -> None:
    session = orchard()
    assert said(session.respond("take the Sword of the King")) == "There is no “Sword of the King” here."
    assert said(session.respond("put hat on hook")) == "You carry no “hat on hook”."


def test_how_many_moves_are_undone_is_clear_or_asked() -> None:
    session = heist()
    session.respond("take all")
    assert said(session.respond("undo 0")) == "No move undone."
    for text in ("undo many", "undo -1", "undo undo"):
        assert "How many moves?" in said(session.respond(text))
    assert "How many moves? Say `redo`" in said(session.respond("redo some more"))
    assert len(session.game.history) == 2
    assert "2 moves undone." in said(session.respond("undo all"))
    assert "1 move done again." in said(session.respond("redo 1 move"))


def test_a_verb_that_was_asked_about_waits_for_its_thing() -> None:
    session = heist()
    session.respond("x")
    assert said(session.respond("the safe")).startswith("Safe (locked).")
    session.respond("drop")
    session.respond("take glasses")
    assert session.game.history == [Take("glasses")], "another command is another command"
    session.respond("examine")
    session.respond("trigger car alarm")
    assert session.game.state.things["security"].properties == {"distracted": True}


def test_of_two_things_that_are_just_alike_any_will_do() -> None:
    session = started(Game(TRAP, TWO_KEYS))
    session.respond("take key")
    assert session.game.history == [Take("key")]
    text = said(session.respond("unlock door"))
    assert "Which do you mean?" in text, "one is carried and one is not: that can matter"
    session.respond("1")
    assert session.game.state.solved == {"Hall"}


def test_copies_can_be_named() -> None:
    session = started(Game(TRAP, TWO_KEYS))
    session.respond("take second key")
    assert session.game.history == [Take("key_2")]
    session.respond("drop key 2")
    session.respond("take key 1")
    assert session.game.history[-1] == Take("key")


def test_only_saves_are_overwritten() -> None:
    session = started(Game(TRAP, ONE_KEY))
    files = session.files.files  # type: ignore[attr-defined]
    for text in ("precious", "", '{"format": "puzzlesynth.puzzle/1"}', '{"x": "puzzlesynth.save/1"}'):
        files["mine"] = text
        assert "is not a saved game" in said(session.respond("save mine"))
        assert files["mine"] == text
    files["mine"] = '\ufeff{\n  "format": "puzzlesynth.save/0"}'.encode()
    assert said(session.respond("save mine")) == "Saved in mine."


def test_the_solution_is_only_shown_to_those_who_insist() -> None:
    session = heist()
    assert "really" in said(session.respond("solution"))
    assert said(session.respond("no")) == "Good."
    session.respond("solution")
    text = said(session.respond("yes"))
    assert "1. " in text
    assert "Open the safe." in text
    session.respond("solution")
    session.respond("take glasses")
    assert session.game.history == [Take("glasses")], "anything else is no answer"


def test_a_verb_alone_is_asked_about() -> None:
    session = heist()
    assert [line.text for line in session.respond("x").lines] == ["Examine what?"]
    assert [line.text for line in session.respond("go").lines] == ["Where to?"]

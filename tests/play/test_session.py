"""What a player types is understood: numbers, own words, shortened words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.play import Game, Status, Take, Use
from puzzlesynth.play.parser.commands import closest, understand
from puzzlesynth.play.session import Session
from tests.support.games import ONE_KEY, TRAP, TWO_KEYS, example
from tests.support.samples import random_examples
from tests.support.sessions import Drawer, heist, said, started
from tests.support.tiny_packs import HEIST, HEIST_PUZZLE, pack, puzzle, rule


def test_the_opening_shows_the_room_the_goal_and_a_menu() -> None:
    text = said(Session(Game(*example("heist")), Drawer()).opening())
    for part in (
        "The Bank Job",
        "Marble, one lamp",
        "Safe (locked). A steel cube",
        "glasses",
        "You are after the gold.",
    ):
        assert part in text
    assert "[1] trigger the alarm" in text


@pytest.mark.parametrize(
    "text",
    [
        "CreateDisguise",
        "create disguise",
        "create the disguise with the glasses and the fake moustache",
        "use glasses with fake moustache",
        "use moustache on glasses",
        "combine glas mous",
        "CREATE  disguise!",
        "crea",
        "cr glasses",
    ],
)
def test_many_ways_to_say_the_same(text: str) -> None:
    session = heist()
    session.respond(text)
    assert "disguise" in session.game.state.things, text


def test_a_number_does_what_the_menu_says() -> None:
    session = heist()
    assert "[1] trigger the car alarm" in said(session.respond("look"))
    session.respond("1")
    assert session.game.state.things["security"].properties == {"distracted": True}
    assert "no number 99" in said(session.respond("99"))


def test_taking_dropping_and_everything() -> None:
    session = heist()
    assert "You take the glasses." in said(session.respond("pick up glasses"))
    assert "cannot carry the safe" in said(session.respond("take safe"))
    assert "You put down the glasses." in said(session.respond("put down the glasses"))
    session.respond("take all")
    assert {t.id for t in session.game.state.things.values() if t.carried} == {"glasses", "fakemoustache"}
    assert "nothing to take" in said(session.respond("take everything"))
    session.respond("drop all")
    assert not any(t.carried for t in session.game.state.things.values())
    assert "There is no “moon” here." in said(session.respond("take moon"))


def test_the_closest_command_is_offered_when_nothing_matches() -> None:
    session = heist()
    assert "Did you mean: trigger the car alarm with the security?" in said(
        session.respond("triger car alarm")
    )
    assert "Did you mean: inventory?" in said(session.respond("invetnory"))
    assert "Did you mean: glasses?" in said(session.respond("take glases"))
    assert session.game.history == []


def test_what_cannot_be_done_now_is_told_apart_from_nonsense() -> None:
    session = heist()
    assert "does not work here and now" in said(session.respond("unlock safe"))
    assert "makes no sense" in said(session.respond("xyzzy"))


def test_a_hint_of_a_level_can_be_asked_for() -> None:
    session = heist()
    hints = [said(session.respond(f"hint {level}")) for level in (1, 2, 3)]
    assert hints == [heist().game.hint(level).text for level in (1, 2, 3)]
    assert "1, 2 and 3" in said(session.respond("hint 4"))
    assert said(session.respond("hint please")) == hints[0]


def test_what_restarting_says_about_redo_is_true() -> None:
    session = heist()
    assert "This is the beginning." in said(session.respond("restart"))
    session.respond("take all")
    assert "(`redo 2` takes that back.)" in said(session.respond("restart"))
    session.respond("redo 2")
    assert len(session.game.history) == 2
    session.respond("undo")
    assert "(`redo` takes that back.)" in said(session.respond("restart"))


def test_small_talk_is_understood() -> None:
    session = heist()
    assert said(session.respond("use")) == "Use what?"
    session.respond("glasses with fake moustache")
    assert "disguise" in session.game.state.things
    for text in ("wait", "z"):
        assert said(session.respond(text)).startswith("Time passes.")
    session.respond("solution")
    assert "1. " in said(session.respond("Yes, please!"))
    session.respond("solution")
    assert said(session.respond("no thanks")) == "Good."


def test_a_pack_may_have_its_own_waiting() -> None:
    made = pack(
        {"Clock": {"late": False}, "Goal": None},
        ["Clock[late: True] ::= Wait Clock[late: False]"],
        {"Hall": {"start": True, "goals": ["Goal"]}},
    )
    session = started(Game(made, puzzle(made, ["clock Clock"])))
    session.respond("wait")
    assert session.game.state.things["clock"].properties == {"late": True}
    assert said(session.respond("wait")).startswith("Time passes.")


def test_walking_also_through_other_areas() -> None:
    made = pack(
        {"Lever": None},
        [],
        {name: {"start": name == "A", "goals": ["Goal"], "connects": []} for name in "ABC"}
        | {
            "A": {"start": True, "goals": ["Lever"], "connects": ["B"]},
            "B": {"goals": ["Lever"], "connects": ["C"]},
        },
    )
    session = started(Game(made, puzzle(made, ["lever Lever A"])))
    session.respond("go c")
    assert session.game.state.player == "C"
    assert "You are there already." in said(session.respond("go c"))
    session.respond("walk to a")
    assert session.game.state.player == "A"


def test_closed_and_unknown_areas_are_told_apart() -> None:
    session = started(Game(TRAP, ONE_KEY))
    assert "The way to Attic is not open." in said(session.respond("go attic"))
    assert "There is no “moon” here." in said(session.respond("go to the moon"))


def test_map_goals_inventory_and_examine() -> None:
    session = started(Game(TRAP, ONE_KEY))
    session.respond("take key")
    assert "Key." in said(session.respond("i"))
    assert "nothing special" in said(session.respond("x door"))
    text = said(session.respond("map"))
    assert "* Hall  open" in text
    assert "1 more is still closed." in text
    session.respond("unlock door")
    assert "-> Attic" in said(session.respond("map"))
    assert "Hall: Solved." in said(session.respond("goals"))
    assert "You want the lamp to be lit." in said(session.respond("goals"))


def test_undo_redo_and_restart() -> None:
    session = started(Game(TRAP, ONE_KEY))
    session.respond("drink poison")
    after = session.game.status
    assert "The game is over." in said(session.respond("take key"))
    session.respond("undo")
    assert (after, session.game.status) == (Status.LOST, Status.PLAYING)
    session.respond("take key")
    session.respond("take poison")
    session.respond("undo 2")
    assert session.game.history == []
    session.respond("redo 2")
    session.respond("restart")
    assert session.game.history == []
    assert "There is nothing to undo." in said(session.respond("undo"))
    assert "nothing" not in said(session.respond("redo 999999999999999999999"))


def test_saving_and_loading() -> None:
    session = started(Game(TRAP, ONE_KEY))
    session.respond("take key")
    assert "Saved in game.save.json." in said(session.respond("save"))
    assert "Saved in my game.json." in said(session.respond("save my game.json"))
    session.respond("unlock door")
    assert "Loaded from my game.json." in said(session.respond("load my game.json"))
    assert session.game.history == [Take("key")]
    before = session.game
    assert "No such file" in said(session.respond("load nowhere.json"))
    assert "Permission denied" in said(session.respond("save /etc/x"))
    session.files.files["bad.json"] = "{"  # type: ignore[attr-defined]
    assert "bad.json was not loaded: line 1" in said(session.respond("load bad.json"))
    assert session.game is before


def test_commands_can_be_shortened_but_actions_come_first() -> None:
    session = started(
        Game(
            made := pack(
                {"Bag": None, "Goal": None},
                ["Bag[full: True] ::= LookInside Bag[full: False]", "Bag ::= Load Bag"],
                {"Hall": {"start": True, "goals": ["Goal"]}},
            ),
            puzzle(made, ["bag Bag"]),
        )
    )
    assert "You carry nothing." in said(session.respond("inv"))
    session.respond("look inside bag")
    assert session.game.state.things["bag"].properties == {"full": True}
    session.respond("load bag")
    assert session.game.history[-1] == Use(2, "Load", ("bag",), ())


def test_what_is_inside_from_the_start_is_not_given_away_and_what_was_put_in_is_shown() -> None:
    made = pack(
        {"Chest": None, "Gem": {"carryable": True}, "Cup": {"carryable": True}, "Tea": {"carryable": True}},
        ["Cup[contains: Tea] ::= Pour Cup[contains: Nothing] Tea"],
        {"Hall": {"start": True, "goals": ["Goal"]}},
    )
    session = started(Game(made, puzzle(made, ["chest Chest", "gem Gem in chest", "cup Cup", "tea Tea"])))
    session.respond("pour tea")
    text = said(session.respond("look"))
    assert "gem" not in text
    assert "cup (holding tea)" in text


def test_a_merciful_game_explains_what_it_refuses() -> None:
    session = started(Game(TRAP, ONE_KEY, cruelty="merciful"))
    assert "Better not: that would make the game impossible to win." in said(session.respond("melt key"))
    assert "Better not: that would be the end." in said(session.respond("drink poison"))
    polite = started(Game(TRAP, ONE_KEY, cruelty="polite"))
    assert "The game cannot be won any more" in said(polite.respond("melt key"))


def test_numbers_become_words_for_a_transcript() -> None:
    session = heist()
    assert session.respond("1").command == "trigger the car alarm with the security"
    assert session.respond("take glasses").command == "take glasses"


EVERYDAY = (
    "1|2.|undo|undo all|redo 2|take all|take key and key|drop , and &|take k|use|go|x|"
    "x key|look at|look at lamp|hint|hint 2|first|key|unlock|wait|yes"
)


@pytest.mark.seconds
@random_examples(60)
@given(st.lists(st.text(max_size=25) | st.sampled_from(EVERYDAY.split("|")), max_size=12))
def test_nothing_that_can_be_typed_breaks_a_session(lines: list[str]) -> None:
    session = started(Game(TRAP, TWO_KEYS))
    for line in lines:
        session.respond(line)


def test_the_closest_of_nothing_is_nothing() -> None:
    assert closest("x", []) is None
    assert closest("", ["look"]) is None
    game = Game(HEIST, HEIST_PUZZLE)
    assert understand("", HEIST, game.state, game.moves()).fits == ()
    assert understand("the with", HEIST, game.state, game.moves()).fits == ()


@pytest.mark.parametrize("typed", ["²", "٣", "9" * 5000, "0", "-1"])
def test_odd_numbers_are_answered(typed: str) -> None:
    assert heist().respond(typed).lines


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("opne safe", "open safe"),
        ("unlokc the safe", "unlock the safe"),
        ("tka glasses", "take the glasses"),
        ("hnit", "hint"),
    ],
)
def test_a_word_that_is_spelt_wrong_is_recognised(typed: str, meant: str) -> None:
    assert f"Did you mean: {meant}?" in said(heist().respond(typed))


def test_nothing_is_suggested_that_has_no_word_in_common() -> None:
    assert "Did you mean" not in said(heist().respond("use badge with safe"))


def test_words_that_mean_nothing_may_be_names() -> None:
    made = pack(
        {"It": {"carryable": True}, "And": None, "Goal": None},
        [],
        {"Up": {"start": True, "goals": ["Goal"]}},
    )
    session = started(Game(made, puzzle(made, ["it It Up", "and And Up"])))
    assert "Examine what?" not in said(session.respond("x and"))
    assert "Where to?" not in said(session.respond("go up"))
    assert "what?" not in said(session.respond("take it"))
    assert session.game.history == [Take("it")]


def test_things_that_can_change_places_are_offered_in_one_order() -> None:
    stones = {name: {"isa": ["Stone"], "carryable": True} for name in ("Ruby", "Opal", "Jade")}
    made = pack(
        {"Altar": {"full": False}, **stones},
        "Altar[full: True] Stone#c ::= Offer Altar[full: False] Stone#a Stone#b Stone#c",
        {"Pit": {"start": True, "goals": ["Altar[full: True]"]}},
    )
    three = puzzle(made, ["altar Altar", "ruby Ruby", "opal Opal", "jade Jade"])
    session = started(Game(made, three, cruelty="cruel"))
    assert said(session.respond("look")).count("] offer") == 3, "which one stays makes a difference"
    gone = replace(made, rules=(rule(1, "Altar[full: True] ::= Offer Altar[full: False] Stone Stone Stone"),))
    session = started(Game(gone, replace(three, pack_sha256=gone.sha256), cruelty="cruel"))
    assert said(session.respond("look")).count("] offer") == 1
    session.respond("offer")
    assert session.game.status is Status.WON

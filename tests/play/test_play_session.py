"""What a player types is understood: numbers, own words, shortened words; and questions where it is not clear."""

from __future__ import annotations

from threading import Event, Timer
from time import sleep

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play_making import ONE_KEY, TOWER, TRAP, TWO_KEYS, example, make_tower
from world_making import HEIST, HEIST_PUZZLE, pack, puzzle

from puzzlesynth.play import Drop, Game, Make, NoPuzzle, RunningWorld, Status, Take, Use, asides
from puzzlesynth.play.commands import closest, understand
from puzzlesynth.play.reply import Reply
from puzzlesynth.play.room import Style
from puzzlesynth.play.session import Session
from puzzlesynth.puzzle.model import Puzzle


class Drawer:
    """Files that are none."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}

    def read(self, name: str) -> str:
        if name not in self.files:
            raise FileNotFoundError(2, "No such file or directory", name)
        return self.files[name]

    def write(self, name: str, text: str) -> None:
        if name.startswith("/"):
            raise PermissionError(13, "Permission denied", name)
        self.files[name] = text


def heist() -> Session:
    return started(Game(HEIST, HEIST_PUZZLE))


def started(game: Game) -> Session:
    session = Session(game, Drawer())
    session.opening()
    return session


def said(reply: Reply) -> str:
    return "\n".join(line.text for line in reply.lines)


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
    assert session.game.history[-1] == Take("red"), "another command is as good as an answer"
    session.respond("unlock door with blue")
    assert session.game.history[-1] == Use(2, "Unlock", ("door", "blue"), ())


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


def test_a_hint_of_a_level_can_be_asked_for() -> None:
    session = heist()
    hints = [said(session.respond(f"hint {level}")) for level in (1, 2, 3)]
    assert hints == [heist().game.hint(level).text for level in (1, 2, 3)]
    assert "1, 2 and 3" in said(session.respond("hint 4"))
    assert said(session.respond("hint please")) == hints[0]


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


def late_loft() -> tuple[Make, Event]:
    """A maker that makes the loft's puzzle when the event is set."""
    go = Event()

    def make(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        if "Loft" in areas:
            go.wait(10)
        return make_tower(running, areas, seed)

    return make, go


def test_who_waits_is_told_what_came(monkeypatch: pytest.MonkeyPatch) -> None:
    make, go = late_loft()
    with Game(TOWER, make=make, worker="thread") as game:
        session = started(game)
        session.respond("eat cake")
        session.respond("force gate")
        monkeypatch.setattr(asides, "MOMENT", 0.01)
        assert said(session.respond("wait")).endswith("in Loft is still being made.")
        go.set()
        monkeypatch.setattr(asides, "MOMENT", 10)
        assert "In Yard you can now find a" in said(session.respond("wait"))


def test_a_number_means_the_menu_that_was_seen() -> None:
    make, go = late_loft()
    with Game(TOWER, make=make, worker="thread") as game:
        session = started(game)
        session.respond("eat cake")
        lines = [line.text for line in session.respond("force gate").lines]
        assert lines[-1] == "Go:   [1]\u00a0Loft"
        go.set()
        sleep(0.3)
        session.respond("1")
        assert game.state.player == "Loft", "what came meanwhile has other numbers"


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
    assert session.game.status is Status.LOST
    assert "The game is over." in said(session.respond("take key"))
    session.respond("undo")
    assert session.game.status is Status.PLAYING
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


def test_only_saves_are_overwritten() -> None:
    session = started(Game(TRAP, ONE_KEY))
    files = session.files.files  # type: ignore[attr-defined]
    for text in ("precious", "", '{"format": "puzzlesynth.puzzle/1"}', '{"x": "puzzlesynth.save/1"}'):
        files["mine"] = text
        assert "is no saved game" in said(session.respond("save mine"))
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


def test_a_living_world_tells_what_a_new_puzzle_brought() -> None:
    session = Session(Game(TOWER, make=make_tower, worker="inline"), Drawer())
    text = said(session.opening())
    assert "You want the gate to be open." in text
    assert "lever" in text
    session.respond("eat cake")
    text = said(session.respond("force gate"))
    assert "The way to Loft is open." in text
    assert "In Yard you can now find a" in text


def no_puzzle(where: str, reason: str) -> Make:
    def make(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        if where in areas:
            raise NoPuzzle(reason)
        return make_tower(running, areas, seed)

    return make


def test_a_puzzle_that_cannot_be_made_is_told_with_the_reason() -> None:
    session = Session(Game(TOWER, make=no_puzzle("Yard", "there is no lever."), worker="inline"), Drawer())
    text = said(session.opening())
    assert "Yard stays without a puzzle: there is no lever." in text
    assert "undo" not in text, "there is nothing to undo yet"
    assert "without a puzzle" not in said(session.turn("look")), "once is enough"


def test_a_puzzle_that_cannot_be_made_is_told_whenever_that_is_known() -> None:
    for worker in ("inline", "thread"):
        with Game(TOWER, make=no_puzzle("Loft", "the helper is gone"), worker=worker) as game:
            session = started(game)
            lines = [line.text for line in session.turn("force gate").lines]
            assert lines.count("Loft stays without a puzzle: the helper is gone.") == 1
            assert lines.count("You can undo.") == 1
            assert sum(line.startswith("Take:") for line in lines) == 1, "one menu, at the end"


def test_in_a_living_world_the_solution_says_where_it_stops() -> None:
    session = started(Game(TOWER, make=make_tower, worker="inline"))
    assert "as far as the world is made" in said(session.respond("solution"))
    text = said(session.respond("yes"))
    assert "1. Force the gate with the lever.\nThe world is made as far as that;" in text
    session.respond("force gate")
    session.respond("solution")
    text = said(session.respond("yes"))
    assert "Ring the bell" in text
    assert "as far as that" not in text, "this is the end"


def test_a_puzzle_that_arrives_before_the_solution_is_told() -> None:
    make, go = late_loft()
    with Game(TOWER, make=make, worker="thread") as game:
        session = started(game)
        session.respond("eat cake")
        session.respond("force gate")
        session.respond("solution")
        Timer(0.2, go.set).start()
        assert "In Yard you can now find a" in said(session.respond("yes"))


def test_numbers_become_words_for_a_transcript() -> None:
    session = heist()
    assert session.respond("1").command == "trigger the car alarm with the security"
    assert session.respond("take glasses").command == "take glasses"


TYPED = [
    "1",
    "2.",
    "undo",
    "undo all",
    "redo 2",
    "take all",
    "take key and key",
    "drop , and &",
    "take k",
    "use",
]
TYPED += [
    "go",
    "x",
    "x key",
    "look at",
    "look at lamp",
    "hint",
    "hint 2",
    "first",
    "key",
    "unlock",
    "wait",
    "yes",
]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=25) | st.sampled_from(TYPED), max_size=12))
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


def test_a_verb_alone_is_asked_about() -> None:
    session = heist()
    assert [line.text for line in session.respond("x").lines] == ["Examine what?"]
    assert [line.text for line in session.respond("go").lines] == ["Where to?"]


def test_what_a_new_puzzle_brings_is_told_in_the_same_breath() -> None:
    with Game(TOWER, make=make_tower, worker="thread") as game:
        session = started(game)
        lines = session.turn("force gate").lines
        first = next(n for n, line in enumerate(lines) if line.style is Style.MENU)
        assert all(line.style is Style.MENU for line in lines[first:]), "one menu, at the end"


@pytest.mark.parametrize("typed", ["²", "٣", "9" * 5000, "0", "-1"])
def test_odd_numbers_are_answered(typed: str) -> None:
    assert heist().respond(typed).lines

"""What players read about objects and moves."""

from __future__ import annotations

from puzzlesynth.pack.text.wording import a_or_some
from puzzlesynth.play import Game, Move, Use
from puzzlesynth.play.text.narration import news, tell
from puzzlesynth.play.text.phrases import ObjectNames, action_phrase, qualities
from tests.support.games import example
from tests.support.tiny_packs import HEIST, HEIST_PUZZLE, pack, puzzle


def test_copies_have_names_that_tell_them_apart() -> None:
    made = pack({"Tree": {"copies": 12}, "Well": None}, [])
    state = Game(made, puzzle(made, [f"t{n} Tree" for n in range(12)] + ["well Well"])).state
    names = ObjectNames(state)
    assert (names["t0"], names["t1"], names["t11"]) == ("first tree", "second tree", "number 12 tree")
    assert names["well"] == "well"
    assert len({names[name] for name in state.things}) == len(state.things)


def test_items_whose_names_read_the_same_are_told_apart_too() -> None:
    made = pack({"OilCan": None, "Oil_can": None}, [])
    names = ObjectNames(Game(made, puzzle(made, ["a OilCan", "b Oil_can"])).state)
    assert {names["a"], names["b"]} == {"first oil can", "second oil can"}


def test_articles_and_qualities() -> None:
    assert [a_or_some(name) for name in ("axe", "key", "glasses", "glass")] == [
        "an axe",
        "a key",
        "some glasses",
        "a glass",
    ]
    assert qualities({"lit": True, "hot": False, "hour": 4, "mood": "sad"}) == ["lit", "hour 4", "mood sad"]


def told(game: Game, move: Move) -> tuple[str, tuple[str, ...]]:
    """What a move is told as, and the news."""
    before, chapter = game.state, game.chapter
    events = game.apply(move)
    return tell(game.pack, chapter, before, game.state, move, events), news(game.pack, events)


def narrated(game: Game, move: Move) -> str:
    return told(game, move)[0]


def test_the_designers_text_is_shown() -> None:
    game = Game(*example("heist"))
    assert narrated(game, next(m for m in game.moves() if isinstance(m, Use) and m.action == "Trigger")) == (
        "One good kick and the car alarm howls down the street. Security is at the window at once."
    )


def test_without_a_text_a_sentence_is_made_from_what_happens() -> None:
    game = Game(HEIST, HEIST_PUZZLE)
    assert narrated(game, Use(5, "CreateDisguise", ("glasses", "fakemoustache"))) == (
        "You create the disguise with the glasses and the fake moustache. Now there is a disguise. "
        "The glasses and the fake moustache are gone."
    )
    assert narrated(game, Use(4, "Trigger", ("caralarm", "security"))) == (
        "You trigger the car alarm with the security. The security is now distracted. The car alarm is gone."
    )
    narrated(game, Use(3, "Steal", ("security", "disguise")))
    assert "The safe is no longer locked." in narrated(game, Use(2, "Unlock", ("safe", "badge")))
    end = told(game, Use(1, "Open", ("safe",)))
    assert end[0] == "You open the safe. Now there is a gold."
    assert end[1] == ("Bank: solved!", "You have won.")


def test_rules_that_are_called_the_same_are_told_apart_by_what_they_lead_to() -> None:
    made = pack(
        {"X": {"carryable": True}, "A": None, "Lamp": {"lit": False, "hot": False}, "Bell": None},
        [
            "A ::= Mix X",
            "X ::= Mix X",
            "Lamp[lit: True] ::= Rub Lamp",
            "Lamp[hot: True] ::= Rub Lamp",
            "Bell ::= Ring Bell",
            "Bell ::= Ring Bell",
        ],
        {"Hall": {"start": True, "goals": ["A"]}},
    )
    game = Game(made, puzzle(made, ["x X", "lamp Lamp", "bell Bell"]), cruelty="cruel")
    uses = [move for move in game.moves() if isinstance(move, Use)]
    assert [action_phrase(made, ObjectNames(game.state), move) for move in uses] == [
        "mix the x, for a",
        "mix the x",
        "rub the lamp, for lamp (lit)",
        "rub the lamp, for lamp (hot)",
        "ring the bell, for way 1",
        "ring the bell, for way 2",
    ]

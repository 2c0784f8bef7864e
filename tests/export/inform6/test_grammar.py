"""What players type in a story: the interpreter must understand it as anybody would."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from puzzlesynth.export.inform6.dictionary import MOST_LETTERS, RESERVED, parser_names, phrase
from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.text.wording import words
from puzzlesynth.puzzle.model import Puzzle
from tests.export.test_offered_actions import attic
from tests.support.export_puzzles import Maker, clashing, gated, heist, meadow
from tests.support.tiny_packs import Areas, Items, puzzle
from tests.support.tiny_packs import pack as world_pack
from tests.support.zmachine import played, story_file

WON = "Everything is solved."


def badges() -> tuple[Pack, Puzzle]:
    """Three badges, two red ones, and places with an apostrophe."""
    items: Items = {
        "Badge": {"carryable": True, "copies": 3, "bent": False},
        "RedBadge": {"carryable": True, "copies": 2},
        "Locker": {"locked": True},
        "Bell": {"rung": False},
    }
    rules = """
        Locker[locked: False] ::= Open Locker[locked: True] Badge
        Bell[rung: True] ::= RingBell Bell[rung: False] RedBadge
        Badge[bent: True] ::= Bend Badge[bent: False]
    """
    areas: Areas = {
        "Hall": {"start": True, "goals": ["Locker[locked: False]"], "connects": ["Yard"]},
        "Yard": {"goals": ["Bell[rung: True]"]},
    }
    pack = world_pack(items, rules, areas)
    titles = {"Hall": "The Keeper's Hall", "Yard": "The Wrecker's Yard"}
    pack = replace(pack, areas={n: replace(area, title=titles[n]) for n, area in pack.areas.items()})
    things = [f"badge{n} Badge Hall" for n in (1, 2, 3)] + [f"red{n} RedBadge Hall" for n in (1, 2)]
    steps = ["s1 Hall 1: locker badge1 -> locker", "s2 Yard 2: bell red1 -> bell after s1"]
    return pack, puzzle(
        pack, [*things, "locker Locker Hall", "bell Bell Hall"], steps, {}, opened_by={"Yard": "Hall"}
    )


def usual_verbs() -> tuple[Pack, Puzzle]:
    """Verbs that everybody knows in another meaning."""
    items: Items = {
        "Cat": {"safe": False},
        "Beggar": {"happy": False},
        "Book": {"carryable": True},
        "Coin": {"carryable": True},
        "Fountain": {"dry": False},
        "Torch": {"carryable": True, "lit": False},
    }
    rules = """
        Cat[safe: True] ::= Save Cat[safe: False]
        Beggar[happy: True] ::= Help Beggar[happy: False] Coin
        Fountain[dry: True] Book ::= Take Fountain[dry: False] Book
        Torch[lit: True] ::= TakeFlame Torch[lit: False]
    """
    areas: Areas = {"Hall": {"start": True, "goals": ["Fountain[dry: True]"]}}
    pack = world_pack(items, rules, areas)
    things = [f"{item.lower()} {item} Hall" for item in items]
    return pack, puzzle(pack, things, ["s1 Hall 3: fountain book -> fountain book"], {})


@pytest.mark.parametrize("answer", ["second badge", "the first badge", "third", "third badge"])
def test_a_question_is_answered_with_any_name_that_it_offers(tmp_path: Path, answer: str) -> None:
    said = played(story_file(*badges(), tmp_path), ["bend second badge", "x badge", answer])
    assert "Which do you mean, the first badge or the second badge?" in said[2]
    assert f"the {answer.split()[-2] if ' ' in answer else answer} badge" in said[3]


def test_of_things_that_are_just_alike_any_will_do(tmp_path: Path) -> None:
    story = story_file(*badges(), tmp_path)
    said = played(story, ["take badge", "i", "take badge", "i", "take all badges", "i"])
    assert ["Taken." in said[1], "Taken." in said[3]] == [True, True]
    assert [said[n].count("badge") for n in (2, 4, 6)] == [1, 2, 3]
    assert "Hall is solved." in played(story, ["open locker with badge"])[1]
    assert "Hall is solved." in played(story, ["open locker"])[1]
    told = played(story, ["take second badge", "open locker"])
    assert "There is more than one way to do that" in told[2]


def test_several_of_a_kind_are_taken_at_once(tmp_path: Path) -> None:
    said = played(story_file(*badges(), tmp_path), ["take two badges", "take all red badges", "i"])
    assert said[1].count("badge: Taken.") == 2
    assert said[2].count("red badge: Taken.") == 2
    assert said[3].count("badge") == 4


@pytest.mark.parametrize("title", ["The Wrecker's Yard", "wreckers yard", "yard"])
def test_a_place_is_called_as_it_is_shown(tmp_path: Path, title: str) -> None:
    said = played(story_file(*badges(), tmp_path), ["look", f"go to {title}", f"enter {title}", "exits"])
    assert "The Wrecker's Yard (closed)" in said[1]
    assert "The way there is closed." in said[2]
    assert "The way there is closed." in said[3]
    assert "The Wrecker's Yard (closed)" in said[4]


def test_a_place_is_never_it(tmp_path: Path) -> None:
    said = played(story_file(*badges(), tmp_path), ["take third badge", "go yard", "drop it"])
    assert "Dropped." in said[3]


def test_usual_verbs_keep_their_usual_meaning(tmp_path: Path) -> None:
    commands = ["take coin", "drop coin", "take", "coin", "help", "take all", "help beggar", "save cat"]
    said = played(story_file(*usual_verbs(), tmp_path), commands)
    assert ["Taken." in said[1], "Dropped." in said[2]] == [True, True]
    assert "What do you want to take?" in said[3]
    assert "Taken." in said[4]
    assert "Look around" in said[5]
    assert said[6].count(": Taken.") == 2, "the book and the torch"
    assert "beggar" in said[7]
    assert "cat" in said[8]
    said = played(story_file(*usual_verbs(), tmp_path), ["take book", "take fountain"])
    assert ["Taken." in said[1], WON in said[2]] == [True, True]


def test_a_verb_alone_is_asked_about(tmp_path: Path) -> None:
    said = played(story_file(*badges(), tmp_path), ["ring", "bell"])
    assert "What do you want to ring?" in said[1]
    assert "You ring the bell" in said[2]


@pytest.mark.parametrize(
    "made", [heist, meadow, clashing, gated, badges, usual_verbs], ids=lambda m: m.__name__
)
def test_the_compiler_has_nothing_to_say(tmp_path: Path, made: Maker) -> None:
    story_file(*made(), tmp_path)


def test_names_fit_into_the_librarys_buffer() -> None:
    long = parser_names({"one": "e" * 300, "two": "e" * 299, "many": " ".join(f"word{n}" for n in range(60))})
    assert all(len(name.shown) <= MOST_LETTERS + len(" no2") for name in long.values())
    assert len({name.full for name in long.values()}) == 3


@pytest.mark.parametrize("word", ["again", "oops", "then"])
def test_no_phrase_begins_with_a_word_that_the_parser_obeys(word: str) -> None:
    assert phrase(f"{word} bell", 1) == ("perform", word, "bell")


def test_a_long_name_is_told_whole_and_breaks_nothing(tmp_path: Path) -> None:
    name = "V" + "e" * 250
    pack = world_pack(
        {name: {"carryable": True}, "Bell": {"rung": False}},
        f"Bell[rung: True] ::= Ring Bell[rung: False] {name}",
        {"Hall": {"start": True, "goals": ["Bell[rung: True]"]}},
    )
    pack = replace(pack, rules=(replace(pack.rules[0], text=f"{{{name}}} hits."),))
    made = puzzle(pack, [f"v {name} Hall", "bell Bell Hall"], ["s1 Hall 1: bell v -> bell"], {})
    said = played(story_file(pack, made, tmp_path), ["look", "hint", "hint", "hint", "ring bell"])
    assert WON in said[5]
    assert not any("Programming error" in text for text in said)


def test_more_ways_than_can_be_listed_are_told_of_and_can_be_typed(tmp_path: Path) -> None:
    bells = [f"Bell{number}" for number in range(70)]
    pack = world_pack(
        {bell: {"rung": False} for bell in bells},
        [f"{bell}[rung: True] ::= Ring{bell} {bell}[rung: False]" for bell in bells],
        {"Hall": {"start": True, "goals": ["Bell69[rung: True]"]}},
    )
    made = puzzle(
        pack, [f"{bell.lower()} {bell} Hall" for bell in bells], ["s1 Hall 70: bell69 -> bell69"], {}
    )
    said = played(story_file(pack, made, tmp_path), ["actions", "do 61", "ring bell 69"])
    assert "And 10 more" in said[1]
    assert "Say ACTIONS" in said[2]
    assert WON in said[3]


@pytest.mark.seconds
@pytest.mark.parametrize("length", [119, 120, 121, 122, 140, 190])
@pytest.mark.parametrize("begin", ["take badge ", "open keeper's ", "x"])
def test_a_line_that_is_too_long_breaks_nothing(tmp_path: Path, length: int, begin: str) -> None:
    said = played(story_file(*badges(), tmp_path), [begin + "a" * (length - len(begin)), "x locker"])
    assert "the locker" in said[2]


def long_words() -> tuple[Pack, Puzzle]:
    """Verbs that a story file's dictionary does not keep whole."""
    items: Items = {"Machine": {"ready": False}, "Motherboard": {"carryable": True}}
    pack = world_pack(
        items,
        """
        Machine[ready: True] ::= DisassembleCompletelyForever Machine[ready: False] Motherboard
        Motherboard ::= Reprogramme Motherboard Machine
        """,
        {"Hall": {"start": True, "goals": ["Machine[ready: True]"]}},
    )
    things = [f"{item.lower()} {item} Hall" for item in items]
    return pack, puzzle(pack, things, ["s1 Hall 1: machine motherboard -> machine"], {})


def test_words_are_told_whole(tmp_path: Path) -> None:
    story = story_file(*long_words(), tmp_path)
    said = played(story, ["hint", "hint", "hint", "reprogramme machine fish"])
    assert "disassemble completely forever machine with motherboard" in said[3]
    assert "wanting to reprogramme the machine" in said[4]
    assert WON in played(story, ["disassemble completely forever machine with motherboard"])[1]


def joints() -> tuple[Pack, Puzzle]:
    """Verbs for several nouns, and names with words in them that stand between nouns."""
    items: Items = {
        "Miller": {"fed": False},
        "Bread": {"carryable": True},
        "InBox": {"full": False},
        "OldBox": None,
        "Bowl": {"mixed": False},
        "Flour": {"carryable": True},
        "Salt": {"carryable": True},
        "FlintAndSteel": {"carryable": True},
    }
    rules = """
        Miller[fed: True] ::= Give Bread Miller[fed: False]
        InBox[full: True] ::= Insert InBox[full: False] OldBox Flour
        Bowl[mixed: True] Flour Salt FlintAndSteel ::= Mix Bowl[mixed: False] Flour Salt FlintAndSteel
        Bowl[mixed: True] Flour Salt FlintAndSteel ::= StirWell Bowl[mixed: True] Flour Salt FlintAndSteel
    """
    areas: Areas = {"Hall": {"start": True, "goals": ["Miller[fed: True]"]}}
    pack = world_pack(items, rules, areas)
    things = [f"{item.lower()} {item} Hall" for item in items]
    return pack, puzzle(pack, things, ["s1 Hall 1: bread miller -> miller"], {})


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("typed", "done"),
    [
        ("give bread to miller", WON),
        ("give the bread to the miller", WON),
        ("give bread, miller", WON),
        ("insert flour in in box with old box", "You insert"),
        ("insert in box in old box using flour", "You insert"),
        ("insert old box in in box from flour", "You insert"),
        ("mix flour into bowl with salt and flint and steel", "You mix"),
        ("mix bowl, flour, salt and flint and steel", "You mix"),
        ("mix bowl, flour, salt, and flint and steel", "You mix"),
        ("mix bowl and flour and salt at flint", "You mix"),
        ("mix bowl with flour. take salt and flour", "salt: Taken."),
        ("mix bowl with flour and take salt", "Taken."),
        ("mix bowl and flour. g. take salt", "Taken."),
        ("take bread, flour and flint and steel", "flint and steel: Taken."),
    ],
)
def test_any_word_between_nouns_will_do(tmp_path: Path, typed: str, done: str) -> None:
    assert done in played(story_file(*joints(), tmp_path), [typed])[1]


def test_the_first_word_is_enough_for_as_many_nouns_as_there_are(tmp_path: Path) -> None:
    said = played(
        story_file(*joints(), tmp_path), ["mix bowl", "stir bowl with flour and salt on flint and steel"]
    )
    assert "You stir well" in said[2]


def parsers_words() -> tuple[Pack, Puzzle]:
    """Things that are called what the parser has other plans with."""
    names = [word.capitalize() for word in sorted(RESERVED)]
    items: Items = {name: {"carryable": True} for name in (*names, "toString", "MyHat", "MyCoat", "Coat")}
    rules = [f"{name} Bowl[mixed: True] ::= Mix {name} Bowl" for name in items]
    areas: Areas = {"Hall": {"start": True, "goals": ["Bowl[mixed: True]"]}}
    pack = world_pack({**items, "Bowl": {"mixed": False}}, rules, areas)
    things = [f"t{number} {item} Hall" for number, item in enumerate(items)]
    return pack, puzzle(pack, [*things, "bowl Bowl Hall"], ["s1 Hall 1: t0 bowl -> t0 bowl"], {})


def test_things_with_a_parsers_word_for_a_name_are_known_by_it() -> None:
    labels = {
        "all": "all",
        "to": "to string",
        "hat": "my hat",
        "coat": "coat",
        "mine": "my coat",
        "the": "the",
    }
    shown = {key: name.shown for key, name in parser_names(labels).items()}
    assert shown == {
        "all": "thing called all",
        "to": "string called to",
        "hat": "my hat",
        "coat": "coat",
        "mine": "coat called my",
        "the": "thing called the",
    }


@pytest.mark.thorough
def test_every_name_can_be_typed_as_it_is_shown(tmp_path: Path) -> None:
    pack, made = parsers_words()
    names = parser_names({name: words(name) for name in pack.items if name not in ("Bowl", "Goal")})
    shown = [name.shown for name in names.values()]
    story = story_file(pack, made, tmp_path)
    assert "Which do you mean" in played(story, ["take thing"])[1]
    commands = [f"{verb} {name}" for name in shown for verb in ("x", "take", "drop")]
    said = played(story, commands)
    for number, name in enumerate(shown):
        looked, taken, dropped = said[3 * number + 1 : 3 * number + 4]
        assert f"There is nothing special about the {name}." in looked
        assert ("Taken." in taken, "Dropped." in dropped) == (True, True), name
    for name in shown:
        for typed in (f"mix {name} with bowl", f"mix bowl and {name}"):
            assert WON in played(story, [typed])[1], typed


def test_it_is_still_what_was_spoken_of_last(tmp_path: Path) -> None:
    said = played(story_file(*parsers_words(), tmp_path), ["take coat", "x it", "take me", "take all"])
    assert "about the coat." in said[2]
    assert "Taken." not in said[3]
    assert said[4].count(": Taken.") > 5


def test_rules_that_are_called_the_same_are_told_apart(tmp_path: Path) -> None:
    pack = world_pack(
        {"X": {"carryable": True}, "A": None, "B": None},
        ["A ::= Mix X", "B ::= Mix X"],
        {"Hall": {"start": True, "goals": ["B"]}},
    )
    made = puzzle(pack, ["x X Hall"], ["s1 Hall 2: x -> b"], {"b": "B"})
    said = played(story_file(pack, made, tmp_path), ["mix x", "do 2"])
    assert "1. Mix the x, for a" in said[1]
    assert "2. Mix the x, for b" in said[1]
    assert WON in said[2]


@pytest.mark.parametrize(
    "typed",
    [
        "pump water into kettle",
        "pump at the well",
        "pump water from well into kettle",
        "pump water with kettle, well",
    ],
)
def test_a_word_may_stand_before_the_first_noun(tmp_path: Path, typed: str) -> None:
    pack = world_pack(
        {"Well": None, "Kettle": {"carryable": True, "full": False}},
        "Kettle[full: True] ::= PumpWater Well Kettle[full: False]",
        {"Hall": {"start": True, "goals": ["Kettle[full: True]"]}},
    )
    made = puzzle(pack, ["well Well Hall", "kettle Kettle Hall"], ["s1 Hall 1: well kettle -> kettle"], {})
    assert WON in played(story_file(pack, made, tmp_path), [typed])[1]


@pytest.mark.parametrize(
    "typed",
    [
        "feed biscuit to parrot",
        "feed parrot with biscuit",
        "feed parrot biscuit",
        "feed biscuit parrot",
        "feed parrot",
    ],
)
def test_things_are_named_in_any_order_with_or_without_a_word_between(tmp_path: Path, typed: str) -> None:
    said = played(story_file(*attic(), tmp_path), [typed])
    assert "You feed the biscuit to the parrot." in said[1]


def test_hints_and_lists_say_what_can_be_typed_in_good_english(tmp_path: Path) -> None:
    story = story_file(*attic(), tmp_path)
    said = played(story, ["hint", "hint", "hint", "actions"])
    assert "Try this: feed biscuit to parrot" in said[3]
    options = [
        "Feed the biscuit to the parrot",
        "Wake the captain with the coffee",
        "Unlock the safe with the badge",
    ]
    for option in options:
        assert option in said[4]
    told = played(story, ["nail plank to wall with hammer", "wake captain with coffee"])
    assert "You nail the plank to the wall with the hammer." in told[1]
    assert "You wake the captain with the coffee." in told[2]

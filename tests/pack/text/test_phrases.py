"""Sentences from rules and goals: texts that are data, and decent words where a designer wrote none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.pack.model import Rule
from puzzlesynth.pack.text.clauses import ObjectRef, in_words
from puzzlesynth.pack.text.phrases import (
    distinction,
    goal_phrase,
    has_lone_brace,
    plain_action,
    sentence,
    text_parts,
    unknown_slots,
    use_phrase,
)
from tests.support.tiny_packs import HEIST, pack, rule, term

STEAL = rule(1, "Badge Guard#g ::= Steal Guard#g Disguise")


def told(text: str, of: Rule = STEAL) -> str:
    """The text with what each slot stands for: i0 is the first input, O1 the second output at the start of a sentence."""

    def name(ref: ObjectRef) -> str:
        short = f"{'o' if ref.output else 'i'}{ref.index}"
        return short.upper() if ref.first else short

    return in_words(text_parts(replace(of, text=text)), name)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("You take the {Badge}.", "You take the o0."),
        ("{Badge} in hand. {Badge}! {Badge}", "O0 in hand. O0! O0"),
        ('Behind it: {Badge}. He says: "{Guard}"', 'Behind it: o0. He says: "I0"'),
        ("“{Guard}!” ({Badge})", "“I0!” (O0)"),
        ("{g}, {Guard} and { Guard#g }", "I0, i0 and i0"),
        ("{Unknown} stays, {} too", "{Unknown} stays, {} too"),
        ("{Badge.__class__} {Badge[0]} {0} {Badge!r:>10}", "{Badge.__class__} {Badge[0]} {0} {Badge!r:>10}"),
        ("{{Badge}} {{{Badge}}} {Badge", "{Badge} {o0} {Badge"),
        ("%s %(Badge)s $Badge", "%s %(Badge)s $Badge"),
    ],
)
def test_a_text_is_data(text: str, shown: str) -> None:
    assert told(text) == shown


@given(st.text(alphabet="{}Badge.![]_ :\n"))
def test_any_text_is_a_text(text: str) -> None:
    assert len(told(text)) <= len(text)


def test_labels_come_before_types_and_inputs_before_outputs() -> None:
    swap = rule(1, "Door#a Door#b ::= Swap Door#a Door#b")
    assert told("the {Door}, {a}, {b}, {Door#b}", swap) == "the i0, i0, i1, i1"


def test_what_is_wrong_with_a_text_is_known() -> None:
    assert list(unknown_slots(replace(STEAL, text="{Badge} {What} {{Why}} {g}"))) == ["What"]
    assert [has_lone_brace(replace(STEAL, text=text)) for text in ("{Badge}", "{{x}}", "{ oh", "x}")] == [
        False,
        False,
        True,
        True,
    ]


@pytest.mark.parametrize(
    ("made", "names", "phrase"),
    [
        (HEIST.rules[1], ["safe", "badge"], "unlock the safe with the badge"),
        (HEIST.rules[0], ["safe"], "open the safe"),
        (HEIST.rules[4], ["glasses", "moustache"], "create the disguise with the glasses and the moustache"),
        (rule(1, "Key Pot ::= LookUnder Pot"), ["pot"], "look under the pot"),
        (rule(1, "A ::= Fill B C D E"), ["b", "c", "d", "e"], "fill the b with the c, the d and the e"),
        (rule(1, "A ::= OpenDoor Door"), ["door"], "open the door"),
        (rule(1, "A ::= DrawLine Pen Sheet"), ["pen", "sheet"], "draw line (pen, sheet)"),
        (rule(1, "King Sword ::= Give King Sword"), ["king", "sword"], "give the sword to the king"),
        (Rule(1, "Wait", (), ()), [], "wait"),
    ],
)
def test_actions_without_a_name_read_well(made: Rule, names: list[str], phrase: str) -> None:
    assert plain_action(HEIST, made, names) == phrase


NAMED = pack(
    {
        "Boat": None,
        "Oar": {"carryable": True, "copies": 2},
        "Sea": None,
        "CliffGate": {"copies": 2},
        "GateKey": {"carryable": True},
        "Guard": {"isa": ["Npc"]},
        "Pipe": {"carryable": True},
        "Axe": {"carryable": True},
        "Head": {"carryable": True},
        "Stick": {"carryable": True},
        "Knife": {"carryable": True},
        "Shrub": {"copies": 3},
        "OldHat": {"carryable": True},
    },
    """
    Boat ::= Launch Boat Oar Sea
    CliffGate GateKey ::= Unlock CliffGate GateKey
    Guard ::= Give Guard Pipe
    Axe Knife ::= Make Head Stick Knife
    Stick Shrub Knife ::= Cut Shrub Knife
    OldHat[dry: True] ::= Hang OldHat
    """,
)


@pytest.mark.parametrize(
    ("number", "name", "names", "phrase"),
    [
        (1, "launch the boat", ["boat", "oar", "sea"], "launch the boat with the oar"),
        (1, "launch the boat", ["boat", "second oar", "sea"], "launch the boat with the second oar"),
        (1, "row to sea", ["boat", "oar", "sea"], "row to sea with the oar"),
        (1, "row with an oar", ["boat", "oar", "sea"], "row with an oar"),
        (1, "row with an oar", ["boat", "second oar", "sea"], "row with an oar (second oar)"),
        (2, "unlock the gate", ["cliff gate", "gate key"], "unlock the gate with the gate key (cliff gate)"),
        (2, "turn the key", ["second cliff gate", "gate key"], "turn the key (second cliff gate)"),
        (3, "give her the pipe", ["guard", "pipe"], "give her the pipe"),
        (3, "cheer her up", ["guard", "pipe"], "cheer her up with the pipe"),
        (3, "hand it over", ["guard", "pipe"], "hand it over (pipe)"),
        (
            4,
            "make an axe",
            ["head", "stick", "knife"],
            "make an axe from the head and the stick with the knife",
        ),
        (
            4,
            "do some work",
            ["head", "stick", "knife"],
            "do some work with the head, the stick and the knife",
        ),
        (5, "cut a stick", ["shrub", "knife"], "cut a stick with the knife (shrub)"),
        (5, "trim the shrub", ["third shrub", "knife"], "trim the shrub with the knife (third shrub)"),
        (6, "hang up the hat", ["old hat"], "hang up the hat"),
    ],
)
def test_a_named_action_mentions_what_its_name_does_not(
    number: int, name: str, names: list[str], phrase: str
) -> None:
    named = replace(NAMED.rule(number), name=name)
    assert use_phrase(NAMED, named, names) == phrase
    assert use_phrase(NAMED, named, names, ["gold"]) == f"{phrase}, for gold"


RIVALS = pack(
    {"Box": None, "Gold": {"isa": ["Metal"]}, "Tin": {"isa": ["Metal"]}, "Pen": None, "Ink": None},
    """
    Gold Box ::= Open Box[contains: Gold]
    Tin Box ::= Open Box[contains: Tin]
    Pen Box ::= Open Box[contains: Nothing]
    Metal Box ::= Open Box[contains: Metal]
    Pen ::= Write Ink[wet: True]
    Gold ::= Write Ink[wet: False]
    Tin ::= Write Ink
    """,
)


def test_rules_that_are_called_the_same_are_told_apart_where_both_are_possible_but_never_by_what_is_inside() -> (
    None
):
    told = [distinction(RIVALS, rule) for rule in RIVALS.rules]
    assert told[:4] == [["way 1"], ["way 2"], [], ["way 4"]], "an empty box is not one with something in it"
    assert told[4:] == [["pen"], ["gold"], ["tin"]]
    assert distinction(RIVALS, RIVALS.rules[0], {1, 2, 3}) == []


def test_a_rule_without_a_text_still_says_something() -> None:
    parts = sentence(HEIST, rule(1, "Gold Safe ::= Open Safe Key"))
    assert (
        in_words(parts, lambda ref: f"<{ref.index}>") == "You open the <0> with the <1>. There is now: <0>."
    )


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

"""Sentences from rules and goals: texts that are data, and decent words where a designer wrote none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from world_making import HEIST, rule, term

from puzzlesynth.pack.model import Rule
from puzzlesynth.pack.phrasing import (
    Ref,
    goal_phrase,
    has_lone_brace,
    in_words,
    plain_action,
    sentence,
    text_parts,
    unknown_slots,
    use_phrase,
)

STEAL = rule(1, "Badge Guard#g ::= Steal Guard#g Disguise")


def told(text: str, of: Rule = STEAL) -> str:
    """The text with what each slot stands for: i0 is the first input, O1 the second output at the start of a sentence."""

    def name(ref: Ref) -> str:
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
        (rule(1, "King Sword ::= Give King Sword"), ["king", "sword"], "give the king to the sword"),
        (Rule(1, "Wait", (), ()), [], "wait"),
    ],
)
def test_actions_without_a_name_read_well(made: Rule, names: list[str], phrase: str) -> None:
    assert plain_action(made, names) == phrase


def test_a_named_action_mentions_what_its_name_does_not() -> None:
    named = replace(rule(1, "Safe ::= Unlock Safe Badge"), name="unlock the safe")
    assert use_phrase(named, ["safe", "badge"]) == "unlock the safe (badge)"
    assert (
        use_phrase(named, ["second safe", "badge"], ["gold"])
        == "unlock the safe (second safe, badge), for gold"
    )


def test_a_rule_without_a_text_still_says_something() -> None:
    parts = sentence(rule(1, "Gold Safe ::= Open Safe Key"))
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

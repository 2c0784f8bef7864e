"""Names and sentences that players read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from world_making import rule, term

from puzzlesynth.export.asciitext import plain_words, spelt
from puzzlesynth.export.gamedata import goal_text
from puzzlesynth.export.naming import Ref, listed, readable, sentence


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("FakeMoustache", "fake moustache"),
        ("TVSet", "TV set"),
        ("sea_chest", "sea chest"),
        ("Key2", "key2"),
        ("É", "é"),
    ],
)
def test_names_become_words(name: str, words: str) -> None:
    assert readable(name) == words


def test_lists_read_well() -> None:
    assert [listed("a"), listed("ab"), listed("abc"), listed("")] == ["a", "a and b", "a, b and c", ""]


def test_a_text_speaks_of_inputs_and_outputs() -> None:
    one = replace(rule(1, "Gold Safe ::= Open Safe"), text="{Safe} opens. {Gold}! {{x}} {What}")
    parts = sentence(one)
    assert [part for part in parts if isinstance(part, Ref)] == [Ref(False, 0, True), Ref(True, 0, True)]
    assert "".join("*" if isinstance(part, Ref) else part for part in parts) == "* opens. *! {x} what"


def test_broken_braces_are_text() -> None:
    assert sentence(replace(rule(1, "A ::= Do B"), text="{ oh")) == ("{ oh",)


def test_a_rule_without_a_text_still_says_something() -> None:
    parts = sentence(rule(1, "Gold Safe ::= Open Safe Key"))
    said = "".join(f"<{part.index}>" if isinstance(part, Ref) else part for part in parts)
    assert said == "You open the <0> with the <1>. There is now: <0>."


@pytest.mark.parametrize(
    ("goal", "text"),
    [
        ("Gold", "gold"),
        ("Safe[locked: False]", "the safe is not locked"),
        ("Jug[clean: True, contains: Water]", "the jug is clean, with water inside"),
        ("Jug[contains: Nothing]", "the jug is empty"),
        ("Plant[height: 2]", "plant, with height 2"),
    ],
)
def test_goals_are_told_in_words(goal: str, text: str) -> None:
    assert goal_text(term(goal)) == text


def test_old_machines_get_letters_they_know() -> None:
    assert spelt("Café – “naïve” 漢 🐉\t!") == 'Cafe - "naive" (cjk unified ideograph-6f22) (dragon) !'
    assert spelt("Café", "é") == "Café"
    assert plain_words("Große Schlüssel-Öse №7") == ["grosse", "schlussel", "ose", "no7"]

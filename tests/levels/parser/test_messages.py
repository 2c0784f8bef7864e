"""What the compiler says about sources that are wrong, and where."""

from __future__ import annotations

import pytest

from puzzlesynth.levels import compile_source
from tests.support.puzzlescript_sources import LAYERS, LEGEND, OBJECTS, line_of, messages, source


def says(text: str, culprit: str, beginning: str) -> bool:
    """Whether some message about the culprit's line begins like this."""
    place = f"line {line_of(text, culprit)} : {beginning}"
    return any(message.startswith(place) for message in messages(text))


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("[ Nobody ] -> [ ]", 'Name "nobody", referred to in a rule, does not exist.'),
        ("[ Player ]", "A rule has to have an arrow in it."),
        ("[ > ] -> [ ]", "In a rule, if you specify a movement, it has to act on an object."),
        ("late [ > Player ] -> [ ]", "Movements cannot appear in late rules."),
        ("[ Player Player ] -> [ ]", "You cannot specify the same object more than once in a single cell"),
        ("[ Player | ] -> [ Player ]", "In a rule, each pattern to match on the left must have"),
        ("[ ] -> [ Thing ]", 'This rule has a property on the right-hand side, "THING"'),
        ("[ ] -> [ moving Player ]", 'This rule has an ambiguous movement on the right-hand side, "moving"'),
        ("[ Player Wall ] -> [ ]", "WALL and PLAYER can never overlap. This rule requires that to happen"),
        ("[ Player no Wall ] -> [ Crate ]", "You have specified that there should be NO WALL"),
        ("[ no @ ] -> [ ]", "You cannot use 'no' to exclude the aggregate object @"),
        ("[ ... | Player ] -> [ ... | Player ]", "There's no point in putting an ellipsis at the very start"),
        ("[ Player ] -> [ Player Crate ]", "Rule matches object types that can't overlap"),
        ("+ [ Player ] -> [ ]", 'The "+" symbol, for joining a rule with the group of the previous rule'),
        ("[ Player ] -> [ random Crate ]", "In this rule you're asking me to spawn a random CRATE for you"),
        ("[ Player ] (why) -> [ ]", "You can't have comments inside rules, sorry."),
        ("endloop", "Found an ENDLOOP, but I'm not in a loop?"),
        ("[ Player ] -> [ ] sfx3", 'Sound effect "sfx3" not defined.'),
    ],
)
def test_rules(rule: str, expected: str) -> None:
    assert says(source(rule + "\n"), rule, expected)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ghost = Nobody", "You're talking about NOBODY but it's not defined anywhere."),
        ("P = Crate", 'Name "P" already in use (on line line '),
        ("Mix = Player and Wall or Crate", "Hey! You can't go mixing ANDs and ORs in a single legend entry."),
        ("Half = Player or", "Incorrect format of legend"),
        (
            "Odd = Full or Player",
            "Cannot define a property (something defined in terms of 'or') in terms of an",
        ),
        ("Self = Self or Player", "You can't define object SELF in terms of itself!"),
        ("Move = Player", 'You named an object "MOVE", but this is a keyword. Don\'t do that!'),
        ("Both = Player and Wall", "Trying to create an aggregate object"),
    ],
)
def test_legend(line: str, expected: str) -> None:
    assert says(source(legend=LEGEND + line + "\n"), line, expected)


@pytest.mark.parametrize(
    ("text", "culprit", "expected"),
    [
        (source(prelude="nonsense"), "nonsense", "Unrecognised stuff in the prelude."),
        (source(prelude="title"), "title", 'MetaData "title" needs a value.'),
        (source(prelude="flickscreen 5"), "flickscreen 5", "Dimensions must be of the form AxB."),
        (source(sounds="Nobody move 1\n"), "Nobody move 1", 'unexpected sound token "nobody".'),
        (source(sounds="sfx1 1\nsfx1 2\n"), "sfx1 2", "SFX1 already declared."),
        (source(layers=LAYERS + "Ghost\n"), "Ghost", 'Cannot add "GHOST" to a collision layer'),
        (
            source(layers=LAYERS.replace(", Crate", "")),
            "Crate",
            'Object "CRATE" has been defined, but not assigned to a layer.',
        ),
        (source(win="All Nobody\n"), "All Nobody", 'Error in win condition: "NOBODY" is not a valid object'),
        (source(win="Perhaps Player\n"), "Perhaps Player", "Expecting the start of a win condition"),
        (source(levels="P?\n"), "P?", 'Key "?" not found. Do you need to add it to the legend'),
        (source(levels="P..\n..\n"), "..", "Maps must be rectangular, yo"),
    ],
)
def test_other_sections(text: str, culprit: str, expected: str) -> None:
    assert says(text, culprit, expected)


def test_a_game_needs_levels() -> None:
    assert "No levels found.  Add some levels!" in messages(source(levels=""))


def test_sections_have_an_order() -> None:
    swapped = source().replace("SOUNDS", "x").replace("RULES", "SOUNDS").replace("x\n", "RULES\n", 1)
    assert any("is out of order" in message for message in messages(swapped))


def test_nothing_is_said_twice() -> None:
    found = messages(source("[ Nobody ] -> [ Nobody ]\n"))
    assert len(found) == len(set(found))


def errors_of(text: str) -> list[str]:
    return [message.text for message in compile_source(text).errors]


@pytest.mark.parametrize(
    "rule",
    [
        "\x0b[ > Player | Crate ] -> [ > Player | > Crate ]",
        "[ > Player | ...\x0b| Crate ] -> [ > Player | ...\x0b| Crate ]",
        "[ > Player | Wall ] -> cancel\x0b",
        "\x0b",
    ],
)
def test_a_vertical_tab_in_a_rule_is_white_space(rule: str) -> None:
    assert messages(source(rule + "\n")) == []


def test_a_vertical_tab_adds_nothing_to_the_errors_of_a_rule() -> None:
    rule = "[ > One | Two ] -> [ > Three | > Crate ] again"
    assert errors_of(source(rule + "\x0b\n")) == errors_of(source(rule + "\n"))


def test_a_background_with_a_member_that_does_not_exist_is_one_error() -> None:
    text = source(
        objects=OBJECTS.replace("Background", "Floor", 1),
        legend="Background = Floor or Missing\n" + LEGEND.replace("Background", "Floor"),
        layers=LAYERS.replace("Background", "Floor"),
    )
    assert errors_of(text) == ["You're talking about MISSING but it's not defined anywhere."]


@pytest.mark.parametrize("word", ["perpendicular", "parallel"])
def test_a_relative_word_before_a_rule_is_two_errors(word: str) -> None:
    unknown, relative = errors_of(source(f"{word} [ > Player | Crate ] -> [ > Player | > Crate ]\n"))
    assert unknown == f'Name "{word}", referred to in a rule, does not exist.'
    assert relative.startswith("You cannot use relative directions")


def test_a_comment_beside_a_loop_marker_is_refused_and_the_marker_with_it() -> None:
    text = source("startLoop (round and round)\n[ Player ] -> [ Player ]\nendLoop\n")
    refused, *others = errors_of(text)
    assert refused.startswith("You can't have comments inside rules, sorry.")
    assert others[0] == "Found an ENDLOOP, but I'm not in a loop?"


@pytest.mark.parametrize(
    "rule",
    ["horizontal [ > Player | Crate ]", "[ > Player | Crate ] ->", "[ > Player | Crate ] -> [ > Player"],
)
def test_a_rule_without_a_right_side_leaves_no_rules_behind(rule: str) -> None:
    game = compile_source(source(rule + "\n")).game
    assert game is not None
    assert game.rules.groups == ()

"""Slips in a rule that leave little doubt what was meant: each is named, with a line that can be typed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from puzzlesynth.pack import Problem, Severity, parse_rule
from puzzlesynth.pack.rules.notation import NotationError
from puzzlesynth.suggestions import NameIndex

Found = Callable[..., list[Problem]]

KNOWN = NameIndex(["Safe", "Badge", "Gold", "Key", "Ice", "Lamp"])
UNLOCK = "Safe[locked: False] Badge ::= Unlock Safe[locked: True] Badge"


def refusal(line: str, known: NameIndex | None = KNOWN) -> Problem:
    with pytest.raises(NotationError) as caught:
        parse_rule(line, known=known)
    return caught.value.problem


def typed(problem: Problem) -> str:
    """The rule that a hint says to write."""
    found = re.search(r"write `(.*?)`(?:$|[,:]| if)", problem.hint or "")
    assert found, problem.hint
    return found[1]


@pytest.mark.parametrize(
    ("line", "column", "message", "meant"),
    [
        # The action is forgotten.
        ("Gold ::= Safe[locked: False]", 10, "expected an action", "Gold ::= Use Safe[locked: False]"),
        ("Gold ::= Safe", 10, "`Safe` is a thing", "Gold ::= Use Safe"),
        ("Gold Safe ::= Safe[locked: False]", 15, "is a thing", "Gold Safe ::= Use Safe[locked: False]"),
        ("Glod Safe ::= Safe[locked: False]", 15, "is a thing", "Glod Safe ::= Use Safe[locked: False]"),
        ("Safe#a[x: 1] ::= Safe#a", 18, "`Safe#a` is a thing", "Safe#a[x: 1] ::= Use Safe#a"),
        # The action has what only a thing has.
        ("Gold ::= Open[x: 1] Safe", 14, "the action `Open` takes no `[x: 1]`", "Gold ::= Open Safe"),
        # The sides look swapped.
        ("Unlock Safe[locked: True] Badge ::= Safe[locked: False] Badge", 1, "sides look swapped", UNLOCK),
        ("Open Safe ::= Gold", 1, "sides look swapped", "Gold ::= Open Safe"),
        # Another sign, perhaps one that points the other way, perhaps without an action.
        ("Gold => Open Safe", 6, "expected `::=`, found `=>`", "Gold ::= Open Safe"),
        ("Gold = Open Safe", 6, "expected `::=`, found `=`", "Gold ::= Open Safe"),
        ("Gold := Open Safe", 6, "expected `::=`, found `:=`", "Gold ::= Open Safe"),
        ("Gold :: = Open Safe", 6, "expected `::=`, found `:: =`", "Gold ::= Open Safe"),
        ("Gold <- Open Safe", 6, "expected `::=`, found `<-`", "Gold ::= Open Safe"),
        ("Open Safe -> Gold", 11, "expected `::=`, found `->`", "Gold ::= Open Safe"),
        ("Unlock Safe[locked: True] Badge → Safe[locked: False] Badge", 33, "found `→`", UNLOCK),
        ("Gold := Safe Badge", 6, "expected `::=`, found `:=`", "Gold ::= Use Safe Badge"),
        ("Gold => Safe[locked: False]", 6, "found `=>`", "Gold ::= Use Safe[locked: False]"),
        # One sign too many, or none.
        ("Gold ::= ::= Open Safe", 10, "there is a second `::=`", "Gold ::= Open Safe"),
        (
            "Unlock Safe[locked: True] Key",
            1,
            "expected `::=` before the action `Unlock`",
            "Safe[locked: False] ::= Unlock Safe[locked: True] Key",
        ),
    ],
)
def test_a_slip_is_named_and_its_hint_can_be_typed(line: str, column: int, message: str, meant: str) -> None:
    problem = refusal(line)
    assert message in problem.message
    assert problem.place.column == column
    assert typed(problem) == meant
    parse_rule(meant, known=KNOWN)


@pytest.mark.parametrize(
    ("line", "column", "message", "hint"),
    [
        ("Gold ::=", 9, "expected an action after `::=`", "`Gold ::= Use …`"),
        ("::=", 4, "expected an action after `::=`", "`::= Use …`"),
        ("Gold ::= Open Safe Key ::= Melt Ice", 24, "a second `::=`", "one rule per line"),
        ("Gold ::= Open", 14, "at least one input", "::= Unlock Safe"),
        ("Safe Badge", 11, "expected `::=` and an action", "a rule reads"),
        ("Fake-Nose ::= Open Safe", 5, "a name is made of letters", None),
    ],
)
def test_where_nothing_can_be_completed_the_shape_is_shown(
    line: str, column: int, message: str, hint: str | None
) -> None:
    problem = refusal(line)
    assert message in problem.message
    assert problem.place.column == column
    assert hint is None or hint in (problem.hint or "")


def test_without_a_pack_the_line_alone_has_to_tell() -> None:
    swapped = refusal("Unlock Safe[locked: True] Badge ::= Safe[locked: False] Badge", None)
    assert typed(swapped) == UNLOCK
    assert typed(refusal("Open Safe -> Gold", None)) == "Gold ::= Open Safe"


def test_a_very_long_rule_is_not_written_out_again() -> None:
    problem = refusal("Gold ::= Safe[locked: False] " + "Badge " * 50)
    assert "a rule reads" in (problem.hint or "")


PACK = """\
pack: p
items:
  Hatch: {locked: true}
  Wrench: {carryable: true}
  Fish: {carryable: true}
  Log: {carryable: true, copies: 2}
  Plank: {carryable: true, notSpawnable: true}
  Sea: {}
  Rod: {carryable: true}
rules:
  - "Hatch[locked: False] Wrench ::= Turn Hatch[locked: True] Wrench"
  - "Plank ::= Saw Log"
  - "Fish Sea ::= Angle Sea Rod"
  - %s
areas:
  Deck: {start: true, goals: ["Hatch[locked: False]"]}
"""


@pytest.mark.parametrize(
    ("rule", "column", "meant"),
    [
        ("Hatch[locked: False] ::= Hatch Wrench", 31, "Hatch[locked: False] ::= Use Hatch Wrench"),
        ("Hatch[open: True] Rod ::= Rod Hatch[locked: False]", 32, None),
        ("Plank ::= Log Log", 16, "Plank ::= Use Log Log"),
        ("Plank Sea ::= Sea Rod", 20, "Plank Sea ::= Use Sea Rod"),
    ],
)
def test_an_action_that_is_a_thing_is_asked_about(
    checked: Found, rule: str, column: int, meant: str | None
) -> None:
    (problem,) = checked(PACK % f'"{rule}"', "missing-action")
    assert problem.severity is Severity.WARNING, "a thing may be called like something that players do"
    assert f"is `{parse_rule(rule).action}` the action?" in problem.message
    assert (problem.place.line, problem.place.column) == (14, column)
    assert meant is None or typed(problem) == meant


@pytest.mark.parametrize(
    "rule",
    [
        '"Fish Sea Rod ::= Fish Sea Rod"',  # without an action it would change nothing
        '"Fish Sea ::= Fish Sea Rod"',
        '"Hatch[oiled: True] Rod ::= Rod Hatch Rod"',  # there is only one rod
        '{rule: "Hatch[wet: True] ::= Fish Hatch Rod", name: fish for the hatch}',  # the designer says so
        '"Hatch[wet: True] ::= fish Hatch Rod"',
    ],
)
def test_a_thing_may_be_called_like_an_action(checked: Found, rule: str) -> None:
    assert checked(PACK % rule, "missing-action") == []


def test_swapped_sides_are_one_error_and_no_unknown_type(checked: Found) -> None:
    problems = [found for found in checked(PACK % '"Melt Fish Sea ::= Rod Sea"') if found.is_error]
    assert [(found.code, found.place.line, found.place.column) for found in problems] == [
        ("swapped-sides", 14, 6)
    ]
    assert typed(problems[0]) == "Rod Sea ::= Melt Fish Sea"


def test_a_misspelt_output_is_not_taken_for_an_action(checked: Found) -> None:
    codes = [found.code for found in checked(PACK % '"Plnak Sea ::= Rod Sea"') if found.is_error]
    assert codes == ["unknown-type"]

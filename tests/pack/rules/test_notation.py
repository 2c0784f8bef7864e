"""The rule notation: what a line means, and the message for a line that means nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlesynth.pack import Rule, Term, parse_rule, parse_term
from puzzlesynth.pack.bounds import MAX_RULE_LENGTH
from puzzlesynth.pack.rules.notation import NotationError
from puzzlesynth.suggestions import NameIndex


def assert_refused(parse: Callable[[str], object], line: str, column: int, message: str) -> None:
    """The message, with its hint, has these words and points at this column."""
    with pytest.raises(NotationError) as caught:
        parse(line)
    problem = caught.value.problem
    assert message in f"{problem.message}: {problem.hint}"
    assert problem.place.column == column


def test_a_rule_has_outputs_an_action_and_inputs() -> None:
    rule = parse_rule("Safe[locked: False] Badge ::= Unlock Safe[locked: True] Badge")
    assert rule.action == "Unlock"
    assert rule.outputs == (Term("Safe", (("locked", False),)), Term("Badge"))
    assert rule.inputs == (Term("Safe", (("locked", True),)), Term("Badge"))


def test_commas_between_terms_mean_the_same_as_spaces() -> None:
    assert parse_rule("A, B ::= Do C, D") == parse_rule("A B ::= Do C D")


def test_labels_stand_right_behind_the_type() -> None:
    rule = parse_rule("Door#a[open: True] Door#b ::= Swap Door#a Door#b")
    assert [term.label for term in rule.outputs + rule.inputs] == ["a", "b", "a", "b"]


def test_a_hash_after_a_space_starts_a_comment() -> None:
    assert parse_rule("A ::= Do B # C") == parse_rule("A ::= Do B")


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("True", True),
        ("false", False),
        ("3", 3),
        ("-12", -12),
        ("red", "red"),
        ('"a red, thing"', "a red, thing"),
        ("'in single quotes'", "in single quotes"),
        (r'"say \"hi\""', 'say "hi"'),
        ('"True"', "True"),
        ('"7"', "7"),
    ],
)
def test_values_are_booleans_numbers_and_texts(written: str, value: object) -> None:
    (found,) = parse_term(f"Thing[p: {written}]").properties
    assert found == ("p", value)
    assert type(found[1]) is type(value)


def test_contains_is_no_ordinary_property() -> None:
    term = parse_term("Cup[full: True, contains: Water]")
    assert term == Term("Cup", (("full", True),), contains="Water")
    assert parse_term("Cup[contains: Nothing]").contains == "Nothing"


def test_a_rule_may_leave_nothing_behind() -> None:
    assert parse_rule("::= Eat Apple").outputs == ()


def test_every_part_knows_its_column() -> None:
    rule = parse_rule("  Safe[locked: False, contains: Gold] ::= Do Badge")
    (safe,) = rule.outputs
    assert rule.place.column == 3
    assert safe.place.column == 3
    assert safe.place_of(0).column == 8
    assert safe.contains_place is not None
    assert safe.contains_place.column == 33
    assert rule.inputs[0].place.column == 46


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("", 1, "expected a rule, found nothing"),
        ("A", 2, "expected `::=` and an action"),
        ("A := B C", 3, "expected `::=`, found `:=`"),
        ("A -> B C", 3, "expected `::=`, found `->`"),
        ("A = B", 3, "expected `::=`, found `=`"),
        ("A : B", 3, "expected `::=`, found `:`"),
        ("A ::=", 6, "expected an action after `::=`"),
        ("A ::= [x: 1]", 7, "expected an action after `::=`, found `[`"),
        ("A ::= Do", 9, "a rule needs at least one input"),
        ("A ::= Do B ::= C", 12, "there is a second `::=`"),
        ("A[x: True ::= Do B", 11, "the `[` after `A` is not closed before this"),
        ("A ::= Do B[x: True", 11, "the `[` after `B` is never closed"),
        ("A[x: ] ::= Do B", 6, "expected a value after `x:`, found `]`"),
        ("A[x] ::= Do B", 4, "expected `:` and a value after the property `x`"),
        ("A[x=1] ::= Do B", 4, "expected `:` after the property `x`, found `=`"),
        ("A[x: 1 2] ::= Do B", 8, "expected `,` or `]` after `1`, found `2`"),
        ("A[x: 1.5] ::= Do B", 7, "numbers are whole"),
        ("A[,] ::= Do B", 3, "expected the name of a property, found `,`"),
        ("A[x: 1, x: 2] ::= Do B", 9, "`x` appears twice"),
        ("A[x: 1][y: 2] ::= Do B", 8, "a second `[…]`"),
        ("A[x: 1]#a ::= Do B", 8, "a label comes directly after the type"),
        ("A(x) ::= Do B", 2, "unexpected `(`"),
        ("A] ::= Do B", 2, "this `]` has no matching `[`"),
        ("[x: 1] ::= Do B", 1, "expected a type before `[`"),
        ("3 ::= Do B", 1, "expected a type, found the number `3`"),
        ('"A" ::= Do B', 1, "types are written without quotes"),
        ('A[x: "y] ::= Do B', 6, "this text has no closing quote"),
        ("Fake-Nose ::= Do B", 5, "a name is made of letters, digits and `_`"),
        ("A ::= Do B C, , D", 15, "expected a type, found `,`"),
        ("A[contains: 3] ::= Do B", 13, "`contains` takes the type of what is inside"),
        ("A[x: 99999999999] ::= Do B", 6, "numbers must be from"),
        ("A ::= Do " + "B " * MAX_RULE_LENGTH, 1, f"at most {MAX_RULE_LENGTH} characters"),
    ],
)
def test_a_broken_rule_is_told_what_was_expected_and_where(line: str, column: int, message: str) -> None:
    assert_refused(parse_rule, line, column, message)


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        (
            "Gold Safe",
            6,
            'unexpected `Safe`: a goal is a single term; write several possible goals as a list: `["Gold", "Safe"]`',
        ),
        ("Gold, Safe", 5, 'write several possible goals as a list: `["Gold", …]`'),
        ("Sonar on", 7, "unexpected `on`: to test a property write `Sonar[on: True]`"),
        ("Sonar[at: 3] on", 14, "to test a property write `Sonar[at: 3, on: True]`"),
        ("Gold ::= Open Safe", 6, "not a rule"),
        ("", 1, "expected a term, found nothing"),
        ("Safe[locked", 5, "the `[` after `Safe` is never closed"),
    ],
)
def test_a_broken_goal_is_told_what_was_expected_and_where(line: str, column: int, message: str) -> None:
    assert_refused(parse_term, line, column, message)


@pytest.mark.seconds
@settings(deadline=None)
@given(st.text(max_size=60) | st.text(alphabet="AB[]:=,#\"'\\ 1-.\n", max_size=40))
def test_no_text_breaks_the_parser(text: str) -> None:
    for parse in (parse_rule, parse_term, lambda line: parse_rule(line, known=NameIndex(["A", "B", "C"]))):
        try:
            parse(text)
        except NotationError as mistake:
            words = f"{mistake.problem.message} {mistake.problem.hint}"
            assert not any(jargon in words for jargon in ("Token", "LSQB", "ANON", "$END", "Unexpected"))


names = st.from_regex(r"\A[A-Za-z_é][A-Za-z0-9_]{0,6}\Z").filter(lambda name: name != "contains")
values = st.booleans() | st.integers(-(2**31) + 1, 2**31 - 1) | st.text(max_size=8)
terms = st.builds(
    Term,
    names,
    st.dictionaries(names, values, max_size=3).map(lambda found: tuple(found.items())),
    st.none() | names.filter(lambda name: name.lower() not in ("true", "false")),
    st.none() | st.from_regex(r"\A[a-z0-9]{1,3}\Z"),
)


@pytest.mark.seconds
@settings(deadline=None)
@given(st.lists(terms, max_size=3), names, st.lists(terms, min_size=1, max_size=3))
def test_a_rule_survives_being_written_and_read(outputs: list[Term], action: str, inputs: list[Term]) -> None:
    rule = Rule(1, action, tuple(outputs), tuple(inputs))
    read = parse_rule(str(rule))
    assert (read.action, read.outputs, read.inputs) == (action, rule.outputs, rule.inputs)

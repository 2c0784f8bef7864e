"""One mistake, one problem: what only follows from it is not reported beside it, and what does not follow still is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from puzzlesynth.pack import PackError, Problem, check_pack, load_pack
from puzzlesynth.suggestions import NameIndex

SHIP = """\
pack: ship
items:
  Hatch: {locked: true}
  Wrench: {carryable: true}
  Bell: {isa: Loud}
  Gold: {notSpawnable: true, carryable: true}
rules: |
  Hatch[locked: False] Wrench ::= Turn Hatch[locked: True] Wrench
  Gold Hatch ::= Open Hatch[locked: False]
  Bell[rung: True] ::= Ring Loud[rung: False]
areas:
  Deck: {start: true, goals: ["Hatch[locked: False]", "Bell[rung: True]"], connects: [Hold], contains: [Bell]}
  Hold: {goals: [Gold]}
"""


@pytest.fixture
def problems(write: Callable[..., Path]) -> Callable[[str], tuple[Problem, ...]]:
    def found(text: str) -> tuple[Problem, ...]:
        try:
            return check_pack(load_pack(write(pack=text)))
        except PackError as mistake:
            return mistake.problems

    return found


def test_the_ship_itself_is_in_order(problems: Callable[[str], tuple[Problem, ...]]) -> None:
    assert problems(SHIP) == ()


@pytest.mark.parametrize(
    ("right", "wrong", "line", "code"),
    [
        # What cannot be read is not missing.
        ("items:\n", "items: [Hatch]\nx-items:\n", 2, "wrong-kind"),
        ("items:\n", "itmes:\n", 2, "unknown-key"),
        ("areas:\n", "areaz:\n", 11, "unknown-key"),
        ("rules: |\n", "rulez: |\n", 7, "unknown-key"),
        ("areas:\n", "areas: 3\nx-areas:\n", 11, "wrong-kind"),
        (
            "rules: |\n",
            "items:\n  Sea: {wet: true}\nrules: |\n  Gold ::= Dive Sea[wet: True]\n",
            7,
            "defined-twice",
        ),
        ("  Gold:", "  Go ld:", 6, "bad-name"),
        ("  Bell: {isa: Loud}", "  Bell: {isa: {Loud: true}}", 5, "wrong-kind"),
        ("{locked: true}", "{locked: yes}", 3, "ambiguous-word"),
        ("{locked: true}", "locked", 3, "wrong-kind"),
        ("{locked: true}", "{locked: }", 3, "wrong-kind"),
        ("  Gold:", "  Hatch: {oiled: true}\n  Gold:", 6, "defined-twice"),
        ("start: true", "start: yes", 12, "wrong-kind"),
        ("start: true", "strat: true", 12, "unknown-key"),
        ("connects: [Hold]", "conects: [Hold]", 12, "unknown-key"),
        ("connects: [Hold]", "connects: {to: Hold}", 12, "wrong-kind"),
        ("  Hold: {goals:", "  Hold: {goal:", 13, "unknown-key"),
        # What is misspelt is not missing either.
        ("Turn Hatch", "Turn Hacth", 8, "unknown-type"),
        ("Turn Hatch", "Turn Xyz", 8, "unknown-type"),
        ("Wrench ::=", "wrench ::=", 8, "unknown-type"),
        ("Turn Hatch[locked", "Turn Hatch[lokced", 8, "unknown-property"),
        ("Gold Hatch ::=", "Glod Hatch ::=", 9, "unknown-type"),
        ("Gold Hatch ::=", "Treasure Hatch ::=", 9, "unknown-type"),
        ("goals: [Gold]", "goals: [Glod]", 13, "unknown-type"),
        ("connects: [Hold]", "connects: [Hodl]", 12, "unknown-area"),
        ("connects: [Hold]", "connects: [Xyz]", 12, "unknown-area"),
        ("contains: [Bell]", "contains: [Bel]", 12, "unknown-item"),
        # A rule that says something else than was meant.
        ("Gold Hatch ::= Open Hatch[locked: False]", "Open Hatch ::= Gold Hatch", 9, "swapped-sides"),
        ("Open Hatch[locked: False]", "Open Hatch[locked: False", 9, "rule-syntax"),
        ("Open Hatch[locked: False]", 'Open Hatch[locked: "no"]', 9, "wrong-kind"),
        ("Open Hatch[locked: False]", "Open Hatch[copies: 1]", 9, "special-property"),
        ("Wrench ::= Turn Hatch[locked: True] Wrench", "::= Wrench Hatch", 8, "missing-action"),
    ],
)
def test_a_mistake_is_reported_without_what_follows_from_it(
    problems: Callable[[str], tuple[Problem, ...]], right: str, wrong: str, line: int, code: str
) -> None:
    text = SHIP.replace(right, wrong, 1)
    if "oiled" in wrong:
        text = text.replace("Open Hatch[", "Open Hatch[oiled: True, ")
    assert [(found.code, found.place.line) for found in problems(text)] == [(code, line)]


def test_a_file_that_is_broken_is_the_only_problem(write: Callable[..., Path]) -> None:
    head, _, rest = SHIP.partition("items:\n")
    items, _, rules = rest.partition("rules: |")
    folder = write(pack=f"{head}rules: |{rules}", items=items.replace("{locked: true}", "{locked: true"))
    with pytest.raises(PackError) as caught:
        load_pack(folder)
    assert [found.code for found in caught.value.problems] == ["yaml"]


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        (
            [("Gold Hatch ::=", "Glod Hatch ::="), ("  Bell:", "  Vase:\n  Bell:")],
            ["unused-item", "unknown-type"],
        ),
        ([("Turn Hatch", "Turn Hacth"), ("Open Hatch", "Open Htach")], ["unknown-type", "unknown-type"]),
        (
            [("{locked: true}", "{locked: yes}"), ("Ring Loud", "Ring Luod")],
            ["ambiguous-word", "unknown-type"],
        ),
        ([("start: true", "strat: true"), ("Ring Loud", "Ring Luod")], ["unknown-type", "unknown-key"]),
    ],
)
def test_mistakes_that_have_nothing_to_do_with_each_other_are_all_reported(
    problems: Callable[[str], tuple[Problem, ...]], changes: list[tuple[str, str]], codes: list[str]
) -> None:
    text = SHIP
    for right, wrong in changes:
        text = text.replace(right, wrong, 1)
    assert [found.code for found in problems(text)] == codes


def test_a_doubt_is_an_error_where_it_leaves_no_puzzle(
    problems: Callable[[str], tuple[Problem, ...]],
) -> None:
    text = SHIP.replace(', "Bell[rung: True]"', "")
    (problem,) = problems(text.replace("Hatch[locked: False] Wrench ::=", "Hatch[lokced: False] Wrench ::="))
    assert (problem.code, problem.is_error) == ("unread-property", True)
    harmless = text.replace("areas:", "  Hatch[lokced: False] Gold ::= Shake Hatch Gold\nareas:")
    (problem,) = problems(harmless)
    assert (problem.code, problem.is_error) == ("unread-property", False)


def test_names_that_differ_in_case_alone_are_two_names(
    problems: Callable[[str], tuple[Problem, ...]],
) -> None:
    text = SHIP.replace("  Bell:", "  gold: {carryable: true}\n  Bell:").replace(
        "Ring Loud", "Ring gold Luod"
    )
    assert [found.code for found in problems(text)] == ["reads-the-same", "unknown-type"]


@pytest.mark.parametrize(
    ("written", "meant"), [("Cron", "Corn"), ("Glod", "Gold"), ("Crw", "Crow"), ("corn", "Corn")]
)
def test_of_several_close_names_the_one_with_the_smaller_slip_is_suggested(written: str, meant: str) -> None:
    assert NameIndex(["Crow", "Corn", "Loud", "Gold"]).closest(written) == meant

"""Puzzles as JSON: the promised shape, the same bytes, and no trust in what is read."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.puzzle import (
    GameProgress,
    PuzzleError,
    puzzle_from_dict,
    puzzle_from_json,
    puzzle_schema,
    puzzle_to_dict,
    puzzle_to_json,
)
from tests.support.tiny_packs import HEIST_PUZZLE

FULL = replace(
    HEIST_PUZZLE,
    seed=7,
    id="a",
    tree="b",
    metrics={"steps": 5, "depth": 4, "objects": 5},
    guarantees={"solvable": "verified"},
)


def test_the_text_is_that_of_the_data_also_the_second_time() -> None:
    odd = replace(FULL.objects[0], properties={"a": 1, "b": True, "c": 'say "é"\u2028\n'})
    for puzzle in (
        FULL,
        replace(FULL, objects=(odd, *FULL.objects[1:]), progress=GameProgress(("Hall",), ())),
    ):
        expected = json.dumps(puzzle_to_dict(puzzle), ensure_ascii=False, separators=(",", ":"))
        assert [puzzle_to_json(puzzle), puzzle_to_json(puzzle)] == [expected, expected]


def test_keys_come_in_the_promised_order() -> None:
    data = puzzle_to_dict(FULL)
    assert list(data) == [
        "format", "pack", "seed", "id", "tree", "areas", "objects", "steps", "creates", "solution", "metrics",
        "guarantees",
    ]  # fmt: skip
    assert list(data["areas"][0]) == ["name", "goal", "start", "opened_by", "solved_by"]
    assert list(data["objects"][0]) == ["id", "item", "area", "inside", "placed", "properties"]
    assert list(data["steps"][0]) == ["id", "area", "rule", "action", "inputs", "from", "outputs", "after"]
    assert data["steps"][2]["from"] == ["s2", "s1"]
    assert data["objects"][0]["properties"] == {"locked": True}


def test_extra_keys_come_last() -> None:
    placed = replace(FULL.steps[0], place="Bank")
    data = puzzle_to_dict(replace(FULL, steps=(placed,), progress=GameProgress(("Bank",), ())))
    assert list(data["steps"][0])[-1] == "place"
    assert list(data)[-1] == "progress"
    assert data["progress"] == {"open": ["Bank"], "solved": []}


@pytest.mark.parametrize("harm", ["\x1b[31m", "\a", "\r", "\x9b", "\ud800", "\uffff"])
def test_characters_that_do_harm_on_a_terminal_are_refused_with_their_place(harm: str) -> None:
    data = puzzle_to_dict(FULL)
    for where, changed in (
        ("pack.name", {"pack": {**data["pack"], "name": harm}}),
        ("solution[0]", {"solution": [harm]}),
        ("guarantees: a key", {"guarantees": {harm: "verified"}}),
        ("objects[0].properties.x", {"objects": [{**data["objects"][0], "properties": {"x": harm}}]}),
    ):
        with pytest.raises(PuzzleError) as caught:
            puzzle_from_dict({**data, **changed})
        assert str(caught.value) == f"{where}: U+{ord(harm[0]):04X} does not belong in a text"


def test_one_line_and_back() -> None:
    text = puzzle_to_json(FULL)
    assert "\n" not in text
    assert puzzle_from_json(text) == FULL
    assert puzzle_from_json(text.encode()) == FULL
    assert puzzle_to_json(puzzle_from_json(text)) == text
    running = replace(
        FULL, progress=GameProgress(("Bank",), ("Bank",)), steps=(replace(FULL.steps[0], place="Bank"),)
    )
    assert puzzle_from_json(puzzle_to_json(running)) == running


def test_what_is_written_fits_the_schema() -> None:
    schema = puzzle_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema)
    check.validate(puzzle_to_dict(FULL))
    check.validate(puzzle_to_dict(replace(FULL, seed=None, progress=GameProgress((), ()))))
    broken = puzzle_to_dict(FULL)
    broken["steps"][0]["rule"] = "five"
    assert not check.is_valid(broken)
    del broken["steps"]
    assert not check.is_valid(broken)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"\xff\xfe{}", "line 1, column 1: this is not UTF-8"),
        ("{", "line 1, column"),
        ("[]", "puzzle: expected an object, found a list"),
        ("null", "puzzle: expected an object, found null"),
        ("{}", "format: is missing"),
        ('{"format": "puzzlesynth.puzzle/9"}', "format: 'puzzlesynth.puzzle/9'"),
        ('{"format": "x", "format": "y"}', "'format' appears twice"),
        ('{"format": NaN}', "NaN"),
        ('{"seed": ' + "9" * 10_000 + "}", "line 1, column 10: a number of more than 4,300 digits"),
        ("[" * 200_000, "line 1, column 51: nested more than 50 levels deep"),
    ],
)
def test_what_is_not_a_puzzle_is_refused_with_a_reason(text: str | bytes, message: str) -> None:
    with pytest.raises(PuzzleError, match=message.replace("[", r"\[")):
        puzzle_from_json(text)


def _set(data: dict[str, Any], path: str, value: object) -> None:
    *way, last = path.replace("[", ".").replace("]", "").split(".")
    place: Any = data
    for part in way:
        place = place[int(part)] if part.isdigit() else place[part]
    place[int(last) if last.isdigit() else last] = value


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("pack", 3),
        ("pack.sha256", None),
        ("areas", {}),
        ("areas[0].start", 1),
        ("areas[0].solved_by", None),
        ("objects[2]", "safe"),
        ("objects[0].placed", "yes"),
        ("objects[0].properties", []),
        ("objects[0].properties.locked", 1.5),
        ("objects[0].properties.locked", None),
        ("objects[1].area", 7),
        ("steps[3].inputs[0]", 5),
        ("steps[3].inputs[0]", "\ud800"),
        ("steps[0].rule", True),
        ("steps[0].rule", 2**80),
        ("steps[0].from[1]", 0),
        ("steps[1].after", "s1"),
        ("creates[0].item", []),
        ("solution[2]", None),
        ("metrics.steps", "many"),
        ("seed", 1.0),
        ("progress", []),
    ],
)
def test_the_place_of_a_wrong_value_is_named(path: str, value: object) -> None:
    data = puzzle_to_dict(FULL)
    _set(data, path, value)
    with pytest.raises(PuzzleError) as caught:
        puzzle_from_dict(data)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize("key", ["areas", "objects", "steps", "creates"])
def test_names_that_are_there_twice_are_refused(key: str) -> None:
    data = puzzle_to_dict(FULL)
    data[key] = [*data[key], data[key][0]]
    with pytest.raises(PuzzleError, match="appears twice"):
        puzzle_from_dict(data)


@pytest.mark.seconds
@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from(["format", "pack", "areas", "steps"]), inner)
        ),
    )
)
def test_no_data_gets_past_with_anything_but_a_complaint(data: object) -> None:
    with pytest.raises(PuzzleError):
        puzzle_from_json(json.dumps(data))


def test_what_only_some_puzzles_have_comes_last_and_survives() -> None:
    from puzzlesynth.puzzle import DisabledRule, StatedConstraint

    full = replace(
        FULL,
        progress=GameProgress(("Bank",), ()),
        constraints=(
            StatedConstraint("a", "forbid", "No."),
            StatedConstraint("b", "prefer", "Rather.", 2, 3),
        ),
        optimum="best so far",
        difficulty={"grade": "easy", "score": 12},
        rules="safe",
        rules_off=(DisabledRule(3, "too hot"),),
    )
    data = puzzle_to_dict(full)
    assert list(data)[12:] == [
        "progress", "constraints", "preferences", "optimum", "difficulty", "rules", "rules_off",
    ]  # fmt: skip
    jsonschema.validate(data, puzzle_schema())
    assert puzzle_from_json(puzzle_to_json(full)) == full


@pytest.mark.parametrize("key", ["constraints", "preferences", "rules_off"])
def test_extras_that_are_no_lists_are_refused(key: str) -> None:
    with pytest.raises(PuzzleError, match=key):
        puzzle_from_dict({**puzzle_to_dict(FULL), key: 3})

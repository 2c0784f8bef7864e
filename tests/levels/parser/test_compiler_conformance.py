"""The original's own cases: sources with the messages that its compiler gives, and games that must compile."""

from __future__ import annotations

import re
from typing import Any

import pytest

from puzzlesynth.levels import compile_source
from tests.support.puzzlescript_sources import needs_data, recorded

ERRORS = recorded("errors.json")
PLAYS = recorded("play.json")
QUICK = 10
"""One of so many cases runs every time."""


def _without_white_space(text: str) -> str:
    return re.sub(r"\s", "", text)


def _check(case: dict[str, Any]) -> None:
    result = compile_source(case["source"])
    said = [_without_white_space(str(message)) for message in result.messages]
    assert len(result.errors) == case["expected_error_count"], said
    remaining = iter(said)
    for message in case["expected_errors"]:
        assert _without_white_space(message) in remaining, (message, said)


@needs_data
@pytest.mark.parametrize("case", ERRORS[::QUICK], ids=lambda case: str(case["name"])[:60])
def test_some_messages_are_those_of_the_original(case: dict[str, Any]) -> None:
    _check(case)


@pytest.mark.seconds
@needs_data
@pytest.mark.conformance
@pytest.mark.parametrize("case", ERRORS, ids=lambda case: str(case["name"])[:60])
def test_messages_are_those_of_the_original(case: dict[str, Any]) -> None:
    _check(case)


@pytest.mark.thorough
@needs_data
@pytest.mark.conformance
def test_every_recorded_game_can_be_played() -> None:
    largest = 0
    for record in PLAYS:
        game = compile_source(record["source"]).game
        assert game is not None
        assert game.levels
        programs = (game.rules, game.late_rules)
        largest = max(largest, sum(len(group.rules) for program in programs for group in program.groups))
    assert largest == 14_242

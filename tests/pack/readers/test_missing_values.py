"""A key with nothing behind it: the message names the key, and the hint can be typed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from puzzlesynth.pack import Problem

Found = Callable[..., list[Problem]]

TEXT = """\
pack: p
items:
  Sonar: {%(item)s}
  Goal: {notSpawnable: true}
rules:
  - {rule: "Goal ::= Ping Sonar", %(rule)s}
areas:
  Hall: {goals: [Goal], %(area)s}
guarantees: {%(pack)s}
"""


@pytest.mark.parametrize(
    ("where", "key", "hint"),
    [
        ("area", "start", "write `start: true`"),
        ("area", "shortcuts", "write `shortcuts: forbid`"),
        ("area", "herrings", "write `herrings: 1`"),
        ("item", "carryable", "write `carryable: true`"),
        ("item", "copies", "write `copies: 1`"),
        ("item", "on", 'write `on: true`, `on: 1` or `on: "a text"`'),
        ("rule", "fail", "write `fail: true`"),
        ("rule", "weight", "write `weight: 1`"),
        ("pack", "dead_ends", "write `dead_ends: forbid`"),
    ],
)
def test_a_key_without_a_value_is_named_with_what_to_write(
    refused: Found, where: str, key: str, hint: str
) -> None:
    given = dict.fromkeys(("item", "rule", "area", "pack"), "") | {where: f"{key}: "}
    given["area"] = given["area"] if key == "start" else f"start: true, {given['area']}"
    text = TEXT % given
    (problem,) = [found for found in refused(text) if "has no value" in found.message]
    assert f"`{key}` has no value" in problem.message
    assert problem.hint == hint
    assert text.splitlines()[problem.place.line - 1][: problem.place.column - 1].rstrip().endswith(f"{key}:")

"""A puzzle's names and numbers have to be those of its content."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzlesynth import load_pack, make_puzzles, parse_pack
from puzzlesynth.migration import migrate_puzzle
from puzzlesynth.puzzle.model import Filling, Puzzle
from puzzlesynth.world import Outcome, verify

PACK = load_pack("examples/heist")
PUZZLE = next(make_puzzles(PACK, seed=1))


def broken_claims(puzzle: Puzzle) -> str:
    """What `verify` complains about; all that does not depend on these claims is still proven."""
    consistent, *rest = verify(PACK, puzzle).verdicts
    assert {verdict.outcome for verdict in rest} == {Outcome.PROVEN}
    return consistent.message if consistent.outcome is Outcome.VIOLATED else ""


def stale_claims(puzzle: Puzzle) -> str:
    """What `verify` reports about its names and numbers, which is no fault."""
    report = verify(PACK, puzzle)
    assert report.ok
    consistent = report.of("consistent")
    return consistent.message if consistent.outcome is Outcome.FOUND else ""


def test_a_puzzle_as_it_was_made_has_its_own_names_and_numbers() -> None:
    assert PUZZLE.id
    assert PUZZLE.tree
    assert PUZZLE.metrics
    assert broken_claims(PUZZLE) == stale_claims(PUZZLE) == ""


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"id": "0" * 24}, f"id: '{'0' * 24}' does not fit the content, which has '{PUZZLE.id}'"),
        ({"tree": PUZZLE.id}, f"tree: '{PUZZLE.id}' does not fit the content, which has '{PUZZLE.tree}'"),
        ({"id": ""}, f"id: '' does not fit the content, which has '{PUZZLE.id}'"),
        (
            {"metrics": {**PUZZLE.metrics, "steps": 99}},
            "metrics.steps: 99 does not fit the content, which has 5",
        ),
        ({"metrics": {**PUZZLE.metrics, "herrings": 1}}, "metrics.herrings: 1 does not fit the content"),
    ],
)
def test_names_and_numbers_of_another_puzzle_are_reported(change: dict[str, object], said: str) -> None:
    edited = replace(PUZZLE, **change)  # type: ignore[arg-type]
    assert said in stale_claims(edited)
    assert "puzzlesynth migrate" in stale_claims(edited)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"guarantees": {"solvable": "surely"}}, "guarantees.solvable: 'surely' is not 'verified'"),
        ({"guarantees": {"dead_ends": "found"}}, "guarantees.dead_ends: 'found', but there are none"),
        (
            {"guarantees": {"shortcuts": "Bank can be solved without s1"}},
            "guarantees.shortcuts: 'Bank can be solved without s1', but there are none",
        ),
        (
            {"map": Filling("vault", {"open": "s9", "shut": "s1"}, (), ())},
            "map.blocks.open: there is no step and no object 's9'",
        ),
    ],
)
def test_what_a_puzzle_falsely_says_about_itself_is_a_fault(change: dict[str, object], said: str) -> None:
    forged = replace(PUZZLE, **change)  # type: ignore[arg-type]
    assert said in broken_claims(forged)
    assert "puzzlesynth migrate" in broken_claims(forged)


def test_a_puzzle_that_was_changed_by_hand_is_another_one() -> None:
    goal = PUZZLE.areas[0]
    last = replace(PUZZLE.steps[-1], after=tuple(step.id for step in PUZZLE.steps[:-1]))
    waiting = replace(PUZZLE, steps=(*PUZZLE.steps[:-1], last))
    assert goal.solved_by == last.id
    assert stale_claims(waiting).startswith(f"id: '{PUZZLE.id}' does not fit")
    assert "tree: " not in stale_claims(waiting)


def test_what_is_left_empty_or_belongs_to_a_later_version_is_no_fault() -> None:
    assert stale_claims(replace(PUZZLE, id="", tree="", metrics={})) == ""
    assert stale_claims(replace(PUZZLE, metrics={**PUZZLE.metrics, "beauty": 7})) == ""


def test_migrating_a_puzzle_to_its_own_pack_mends_what_it_says_about_itself() -> None:
    forged = replace(PUZZLE, id="x", tree="y", metrics={"steps": 99, "herrings": 4})
    assert migrate_puzzle(PACK, forged).puzzle == PUZZLE


def test_a_game_with_the_rules_of_its_tree_alone_has_no_others() -> None:
    pack = parse_pack(
        """
pack: bell
items: {Bell: {}, Cup: {}}
rules: |
  Bell[rung: True] ::= Ring Bell[rung: False]
  Cup[wet: True]   ::= Wet Cup[wet: False]
areas: {Hall: {start: true, goals: ["Bell[rung: True]"], contains: [Cup]}}
"""
    )
    puzzle = next(make_puzzles(pack, rules="tree"))
    assert verify(pack, puzzle).ok
    said = verify(pack, replace(puzzle, rules_off=())).of("consistent").message
    assert "rules: 'tree', but rule 2, which no step uses, is not off" in said

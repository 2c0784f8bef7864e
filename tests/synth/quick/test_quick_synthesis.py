"""Quick draws pass their trial, and are given up where nothing does."""

from __future__ import annotations

from dataclasses import replace

from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.quick.quick_synthesis import synthesize_quickly
from puzzlesynth.world import verify
from tests.support.games import DOOR
from tests.support.tiny_packs import pack


def anything_goes(puzzle: Puzzle) -> None:
    return None


def test_what_is_to_blame_is_not_tried_again() -> None:
    seen: list[set[int]] = []

    def no_force(puzzle: Puzzle) -> set[tuple[int, str]] | None:
        seen.append({step.rule for step in puzzle.steps})
        return {(3, "Door")} if 3 in seen[-1] else None

    for seed in range(8):
        seen.clear()
        found = synthesize_quickly(fresh_start(DOOR), seed, no_force)
        assert found is not None
        assert [step.rule for step in found.steps] == [2, 1]
        assert seen[1:] in ([], [{1, 2}])


def test_a_trial_that_nothing_passes_ends() -> None:
    assert synthesize_quickly(fresh_start(DOOR), 0, lambda puzzle: ()) is None


def test_what_is_impossible_is_left_to_those_who_can_say_why() -> None:
    items = {name: replace(item, spawnable=False) for name, item in DOOR.items.items()}
    assert synthesize_quickly(fresh_start(replace(DOOR, items=items)), 0, anything_goes) is None


def test_what_is_drawn_keeps_every_guarantee() -> None:
    """By-products, something inside another thing, and a step that takes what another one leaves."""
    made = pack(
        "Door[open: False]- Key+- Ice[contains: Key] Lamp[lit: False] Match+ Puddle-",
        """
        Door[open: True] Key ::= Unlock Door[open: False] Key
        Key Lamp Puddle ::= Melt Ice[contains: Key] Lamp[lit: True]
        Lamp[lit: True] ::= Light Lamp[lit: False] Match
        """,
        {"Hall": {"start": True, "goals": ["Door[open: True]"], "contains": ["Door"]}},
    )
    for seed in range(3):
        found = synthesize_quickly(fresh_start(made), seed, anything_goes)
        assert found is not None
        assert [step.rule for step in found.steps] == [3, 2, 1]
        assert sorted(created.item for created in found.creates) == ["Puddle"]
        assert not verify(made, found).faults

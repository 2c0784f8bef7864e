"""Several areas: what leads where, whose step is whose."""

from __future__ import annotations

from synth_making import pack, puzzles


def test_one_step_does_not_solve_two_areas() -> None:
    """Each area has a chain of its own, so a goal that comes true with another area's goal is no puzzle."""
    both = {"start": True, "goals": ["Lamp[lit: True]"]}
    lamp = {"Lamp": {"lit": False}, "Match": {"carryable": True}}
    assert (
        puzzles(pack(lamp, "Lamp[lit: True] ::= Light Lamp[lit: False] Match", {"Cave": both, "Mine": both}))
        == []
    )

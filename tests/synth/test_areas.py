"""Several areas: what leads where, whose step is whose."""

from __future__ import annotations

from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.synth.options import SynthesisOptions
from tests.support.synth_packs import pack, puzzles


def test_one_step_does_not_solve_two_areas() -> None:
    """Each area has a chain of its own, so a goal that comes true with another area's goal is no puzzle."""
    both = {"start": True, "goals": ["Lamp[lit: True]"]}
    lamp = {"Lamp": {"lit": False}, "Match": {"carryable": True}}
    assert (
        puzzles(pack(lamp, "Lamp[lit: True] ::= Light Lamp[lit: False] Match", {"Cave": both, "Mine": both}))
        == []
    )


def test_a_start_area_is_open_wherever_things_lie() -> None:
    """Two rooms are open from the start: that the goal of one can be met in the other breaks no sequence."""
    made = pack(
        "Key+ Lid Goal+- Gem+-",
        ["Goal Lid ::= Open Lid Key", "Gem ::= Polish Goal"],
        {"Left": {"start": True, "goals": ["Goal"]}, "Right": {"start": True, "goals": ["Gem"]}},
    )
    synthesizer = synthesizer_for(made, SynthesisOptions(places=True))
    lying = {tuple(thing.area for thing in puzzle.objects) for puzzle in synthesizer.puzzles(0)}
    assert lying == {(key, lid) for key in ("Left", "Right") for lid in ("Left", "Right")}
    assert synthesizer.program.guard.refused == 0

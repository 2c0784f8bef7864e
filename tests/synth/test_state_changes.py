"""Objects that change: several times, round in circles, or as a by-product of something else."""

from __future__ import annotations

from tests.support.synth_packs import actions, all_actions, pack, puzzles


def test_an_object_changes_as_often_as_its_states_lead_on() -> None:
    """Nothing goes round in a circle here, so the pack's limit of stages has no say."""
    dial = pack(
        {"Dial": {"n": 0}},
        [f"Dial[n: {n + 1}] ::= Turn{n} Dial[n: {n}]" for n in range(7)],
        {"Here": {"start": True, "goals": ["Dial[n: 7]"]}},
    )
    assert [actions(puzzle) for puzzle in puzzles(dial)] == [[f"Turn{n}" for n in range(7)]]


def test_a_change_that_changes_nothing_still_makes_its_by_product() -> None:
    """The lamp is lit already when it is used for the second time."""
    lamp = pack(
        "Lamp Moss+ Fern+ Ash+- Soot+- Goal-",
        [
            "Ash Lamp[lit: True] ::= BurnMoss Lamp Moss",
            "Soot Lamp[lit: True] ::= BurnFern Lamp Fern",
            "Goal ::= Mix Ash Soot",
        ],
    )
    assert all_actions(puzzles(lamp)) == {("BurnFern", "BurnMoss", "Mix")}

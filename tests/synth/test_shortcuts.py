"""No puzzle has a step that a player could do without, unless the designer says otherwise."""

from __future__ import annotations

from tests.support.synth_packs import all_actions, pack, puzzles


def test_a_step_that_only_polishes_is_left_out() -> None:
    """What it changes was made by the step before, together with a by-product that it changes as well."""
    made = pack(
        "Ax+- Bag+ Goal-",
        [
            "Ax Bag[level: 1] ::= Make Bag",
            "Ax[sharp: True] Bag[level: 2] ::= Hone Ax Bag",
            "Goal ::= Win Ax Bag",
        ],
    )
    assert all_actions(puzzles(made)) == {("Make", "Win")}

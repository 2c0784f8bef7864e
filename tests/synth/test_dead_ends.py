"""`dead_ends`: forbidden ones never come out, others are reported, or not even looked for."""

from __future__ import annotations

from tests.support.synth_packs import pack, puzzles

GEMS = {
    "Ruby": {"carryable": True, "notSpawnable": True, "isa": ["Gem"]},
    "Opal": {"carryable": True, "notSpawnable": True, "isa": ["Gem"]},
}


def test_a_search_for_worlds_without_dead_ends_comes_to_an_end() -> None:
    """Whatever the digging is said to find, the spade can be broken first."""
    made = pack(
        {**GEMS, "Spade": {"carryable": True}, "Toy": {"notSpawnable": True}, "Goal": {"notSpawnable": True}},
        ["Gem Gem ::= Dig Spade", "Toy ::= Break Spade", "Goal ::= Win Ruby"],
        guarantees={"dead_ends": "forbid"},
    )
    assert puzzles(made, time_limit=20) == []

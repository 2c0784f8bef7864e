"""Which rules achieve what a term asks for."""

from __future__ import annotations

import pytest

from puzzlesynth.pack.rules.notation import parse_term
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.quick.goal_regression import THERE, Achievers
from puzzlesynth.synth.quick.reachable_items import CONTENT
from puzzlesynth.synth.relevance import PackAnalysis
from tests.support.synth_packs import pack

KITCHEN = pack(
    "Jug+ Water- Milk- Rose[fresh: False] Well",
    [
        "Jug[contains: Water] Well ::= Draw Well Jug[contains: Nothing]",
        "Jug[contains: Milk] ::= Beg Jug[contains: Nothing]",
        "Rose[fresh: True] Jug[contains: Nothing] ::= Pour Rose[fresh: False] Jug[contains: Water]",
        "Milk Jug ::= Spill Jug[contains: Milk]",
    ],
    {"Hall": {"start": True, "goals": ["Rose[fresh: True]", "Milk", "Jug[contains: Nothing]"]}},
)


@pytest.mark.parametrize(
    ("term", "aspect", "actions"),
    [
        ("Jug[contains: Water]", CONTENT, {"Draw"}),
        ("Jug[contains: Milk]", CONTENT, {"Beg"}),
        ("Jug[contains: Item]", CONTENT, {"Draw", "Beg"}),
        ("Jug[contains: Nothing]", CONTENT, {"Pour", "Spill"}),
        ("Rose[fresh: True]", "fresh", {"Pour"}),
        ("Rose[fresh: False]", "fresh", set()),
        ("Milk", THERE, {"Spill"}),
    ],
)
def test_makers_are_the_rules_that_give_what_is_asked_for(term: str, aspect: str, actions: set[str]) -> None:
    ways = Achievers(PackAnalysis(KITCHEN, fresh_start(KITCHEN)))
    wanted = parse_term(term)
    found = ways.makers(KITCHEN.items[wanted.type], wanted, aspect)
    assert {rule.action for rule, _ in found} == actions

"""Copies are put in line without losing a puzzle: the same trees come out as where all copies are distinguished."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzlesynth.pack import Pack
from puzzlesynth.synth.answers.decoder import Decoder
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.program import predicates as p
from puzzlesynth.synth.program.ground_program import GroundProgram
from puzzlesynth.synth.relevance import PackAnalysis
from tests.support.arbitrary_packs import Size, random_pack
from tests.support.samples import random_examples
from tests.support.synth_packs import load
from tests.support.tiny_packs import Items

MANY = 3000
SMALL = Size(items=4, rules=5, areas=2, inputs=3, copies=0.8, abstract=0.1)


class Distinct(GroundProgram):
    """Nothing is said of copies that are alike."""

    def _facts(self) -> Iterator[p.Fact]:
        return (fact for fact in super()._facts() if fact.kind != p.Alike)


def trees(kind: type[GroundProgram], pack: Pack) -> list[str] | None:
    """The tree of every answer; None: there are too many."""
    possible = PackAnalysis(pack, fresh_start(pack))
    program, decoder = kind(possible), Decoder(possible)
    found = []
    for answer in program.answers(limit=MANY):
        found.append(decoder.decode(answer).tree)
    return found if len(found) < MANY else None


@pytest.mark.thorough
@random_examples(40, derandomize=True)
@given(st.integers(0, 2**32))
def test_no_tree_is_lost(seed: int) -> None:
    pack = next(filter(None, (random_pack(Random(n), SMALL) for n in range(seed, seed + 60))), None)
    assume(pack is not None)
    assert pack is not None
    told_apart = trees(Distinct, pack)
    assume(told_apart)
    kept = trees(GroundProgram, pack)
    assert told_apart is not None
    assert kept is not None
    assert set(kept) == set(told_apart)
    assert len(kept) <= len(told_apart)


ITEMS: Items = {
    "Raft": {"notSpawnable": True},
    "Log": {"carryable": True, "notSpawnable": True, "copies": 3},
    "Tree": {"copies": 3},
    "Stump": {"notSpawnable": True, "copies": 3},
    "Axe": {"carryable": True},
}
RULES = ["Raft ::= Build Log Log Log", "Log Stump Axe ::= Fell Tree Axe"]


@pytest.mark.parametrize("trees_there", [0, 3])
def test_a_raft_of_three_logs_is_one_puzzle(trees_there: int) -> None:
    """Trees, logs and stumps could be swapped in 6 × 6 × 6 ways."""
    areas = {"Bank": {"start": True, "goals": ["Raft"], "contains": ["Tree"] * trees_there}}
    assert len(trees(GroundProgram, load(ITEMS, RULES, areas)) or ()) == 1
    assert len(trees(Distinct, load(ITEMS, RULES, areas)) or ()) > 30

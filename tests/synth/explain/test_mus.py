"""Smallest contradictions and cheapest ways out, against listing all sets of made-up requirements."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlesynth.synth.explain.mus import MusEnumerator, cheapest_hitting_set, smallest_hitting_set
from puzzlesynth.synth.explain.requirements import AssumptionResult, Requirement, RequirementSet

ALL = [Requirement(("target", "steps", f"A{n}", "least"), f"r{n}", cost=1 + n % 3) for n in range(7)]


def _set(numbers: Iterable[int]) -> RequirementSet:
    return frozenset(ALL[n] for n in numbers)


class _Made:
    """Someone who knows what is contradictory."""

    def __init__(self, contradictions: Iterable[RequirementSet], shy: bool = False) -> None:
        self.contradictions = list(contradictions)
        self.shy = shy

    def ask(self, held: RequirementSet, hard: bool = True) -> AssumptionResult:
        bad = [one for one in self.contradictions if one <= held]
        if bad:
            return AssumptionResult() if self.shy and not hard else AssumptionResult(core=held)
        met = set(held)
        for other in ALL:
            if not any(one <= met | {other} for one in self.contradictions):
                met.add(other)
        return AssumptionResult(frozenset(met))

    def smallest(self) -> set[RequirementSet]:
        return {one for one in self.contradictions if not any(other < one for other in self.contradictions)}


SETS = st.lists(st.sets(st.integers(0, len(ALL) - 1), min_size=1, max_size=4).map(_set), max_size=5)


whenever = settings(deadline=None)
"""Nothing here is about time."""


@pytest.mark.seconds
@whenever
@given(SETS)
def test_all_smallest_sets_are_found_the_fewest_first(contradictions: list[RequirementSet]) -> None:
    made = _Made(contradictions)
    found = [one.requirements for one in MusEnumerator(ALL, made.ask).smallest()]
    assert set(found) == made.smallest()
    assert len(found) == len(set(found))
    assert [len(one) for one in found] == sorted(len(one) for one in found)


@whenever
@given(SETS)
def test_a_first_set_has_the_fewest_members(contradictions: list[RequirementSet]) -> None:
    made = _Made(contradictions)
    among = MusEnumerator(ALL, made.ask)
    assert among.holds() is (not contradictions)
    first = next(among.smallest(), None)
    assert (first is None) == (not contradictions)
    if first is not None:
        assert first.fewest
        assert len(first.requirements) == min(map(len, contradictions))


@pytest.mark.seconds
@whenever
@given(SETS)
def test_cheapest_way_out(contradictions: list[RequirementSet]) -> None:
    made = _Made(contradictions)
    among = MusEnumerator(ALL, made.ask)
    way, works = next(among.ways_out(lambda r: r.cost, lambda g: made.ask(frozenset(ALL) - g)))
    assert works
    out = [
        frozenset(some)
        for size in range(len(ALL) + 1)
        for some in combinations(ALL, size)
        if all(one & set(some) for one in contradictions)
    ]
    assert way in out
    assert sum(r.cost for r in way) == min(sum(r.cost for r in some) for some in out)


@pytest.mark.seconds
@whenever
@given(SETS.filter(bool))
def test_who_knows_little_without_effort_is_still_right(contradictions: list[RequirementSet]) -> None:
    made = _Made(contradictions, shy=True)
    first = next(MusEnumerator(ALL, made.ask).smallest())
    assert any(one <= first.requirements for one in contradictions)


def test_a_known_contradiction_is_told_where_nothing_smaller_can_be_decided() -> None:
    whole = frozenset(ALL[:3])

    def ask(held: RequirementSet, hard: bool = True) -> AssumptionResult:
        return AssumptionResult(core=whole) if whole <= held else AssumptionResult()

    among = MusEnumerator(ALL, ask)
    assert among.holds() is False
    (found,) = among.smallest()
    assert found.requirements == whole
    assert not found.fewest


@pytest.mark.parametrize(
    ("sets", "within", "found"),
    [
        ([], [], set()),
        ([{0, 1}, {1, 2}], [], {1}),
        ([{0, 1}, {1, 2}], [{1}], {0, 2}),
        ([{0}], [{0}], None),
        ([], [set()], None),
    ],
)
def test_fewest_hit(sets: list[set[int]], within: list[set[int]], found: set[int] | None) -> None:
    hit = smallest_hitting_set([_set(one) for one in sets], [_set(one) for one in within])
    assert hit == (None if found is None else _set(found))


def test_cheapest_hit_takes_two_cheap_ones_before_one_that_costs_more() -> None:
    assert cheapest_hitting_set([_set({0, 2}), _set({2, 3})]) == _set({0, 3})

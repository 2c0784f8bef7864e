"""The smallest set and the advice of `why`, against every subset of the requirements of tiny packs.

What a set of requirements means is asked of the synthesizer itself, with a pack that asks for nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from puzzlesynth.deadline import OutOfTime
from puzzlesynth.pack import Pack
from puzzlesynth.pipeline.explain import explanation_for
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.synth.constraints import ConstraintSet
from puzzlesynth.synth.explain.requirements import (
    Requirement,
    requirements_of,
    weakened_pack,
    weakened_targets,
)
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.options import Targets, read_targets
from puzzlesynth.synth.relevance import PackAnalysis
from tests.support.arbitrary_packs import TINY, random_pack
from tests.support.samples import random_examples

FEW = 12
"""Packs with more requirements have too many subsets."""


class World:
    """A pack with one area and some targets."""

    def __init__(self, pack: Pack, targets: Targets) -> None:
        self.pack, self.targets = pack, targets
        possible = PackAnalysis(pack, fresh_start(pack), None, targets)
        self.all = frozenset(requirements_of(possible, ConstraintSet()))

    @lru_cache  # noqa: B019 (as long as the test)
    def can_hold(self, held: frozenset[Requirement]) -> bool:
        """Whether there is a puzzle that meets these requirements, whatever becomes of the others."""
        if not any(r.kind == "goal" or (r.id[-1] == "least" and "steps" in r.id) for r in held):
            return True  # nothing has to be solved or done, so nothing is too short, too long or in the wrong place
        free = self.all - held
        made = make_puzzles(
            weakened_pack(self.pack, {one.id for one in free}),
            targets=weakened_targets(self.targets, free),
            time_limit=20,
        )
        return next(made, None) is not None

    def smaller_contradictions(self, size: int) -> Iterator[frozenset[Requirement]]:
        for few in range(1, size):
            yield from (s for s in map(frozenset, combinations(self.all, few)) if not self.can_hold(s))


def _worlds() -> st.SearchStrategy[World]:
    def find(seed: int) -> World | None:
        for number in range(seed, seed + 60):
            random = Random(number)
            pack = random_pack(random, TINY)
            if pack is None or len(pack.areas) != 1:
                continue
            targets = {
                "steps": [random.choice(("1", "..2", "3..", "4.."))],
                "depth": [random.choice(("..1", "2..", "..2", "4.."))],
            }
            world = World(pack, read_targets(pack, targets))
            if len(world.all) <= FEW and not world.can_hold(world.all):
                return world
        return None

    return st.integers(0, 2**32).map(find).filter(lambda world: world is not None)  # type: ignore[return-value]


sometimes = random_examples(15, derandomize=True)


@pytest.mark.thorough
@sometimes
@given(_worlds())
def test_no_other_set_is_smaller_and_what_is_said_to_help_does(world: World) -> None:
    try:
        asked = explanation_for(world.pack, (), world.targets, 30)
        reason = asked.reason()
        assert reason is not None
        named = frozenset(reason.requirements)
        if reason.proven:
            assert not world.can_hold(named)
            assert all(world.can_hold(named - {one}) for one in named)
        if reason.proven and reason.fewest:
            assert not list(world.smaller_contradictions(len(named)))
        for change in asked.changes(reason):
            assert any(r.kind == "goal" for r in change.requirements) or world.can_hold(
                world.all - frozenset(change.requirements)
            )
    except OutOfTime:
        reject()

"""Random packs: the synthesizer and the world try to prove each other wrong.

What comes out passes every proof; what is called impossible cannot be found by trying everything either. Where the
landmark test turns nothing down, both sides find the very same trees. `brute_force` states the limits of this.
"""

from __future__ import annotations

from itertools import islice
from random import Random

from brute_force import TooMany, all_puzzles
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from random_packs import TINY, Size, random_pack
from synth_making import assert_proven
from workshop_packs import workshop_pack

from puzzlesynth.making import maker
from puzzlesynth.pack import Pack
from puzzlesynth.puzzle import puzzle_from_json, puzzle_to_json
from puzzlesynth.world import TooLarge
from puzzlesynth.world.mechanics import mechanics_of

LONGEST = 3
"""So many steps have the plans that are tried."""

MANY = 200
"""Nobody looks at more trees of one pack than this."""

often = settings(
    max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


def packs(size: Size) -> st.SearchStrategy[Pack]:
    """Packs that `check` finds nothing wrong with; most random ones have a goal that nothing can meet."""

    def find(seed: int) -> Pack | None:
        return next(filter(None, (random_pack(Random(n), size) for n in range(seed, seed + 60))), None)

    return st.integers(0, 2**32).map(find).filter(lambda made: made is not None)  # type: ignore[return-value]


@often
@given(packs(Size()), st.integers(0, 1000))
def test_whatever_comes_out_is_proven(made: Pack, seed: int) -> None:
    for puzzle in islice(maker(made, time_limit=30).puzzles(seed), 8):
        assert_proven(made, puzzle)
        assert puzzle_from_json(puzzle_to_json(puzzle)) == puzzle


@often
@given(st.integers(0, 2**32))
def test_whatever_comes_out_of_a_workshop_is_proven(seed: int) -> None:
    made = next(filter(None, (workshop_pack(Random(n)) for n in range(seed, seed + 40))))
    for puzzle in islice(maker(made, time_limit=30).puzzles(seed), 5):
        assert_proven(made, puzzle)


@often
@given(packs(TINY))
def test_what_is_called_impossible_is_impossible(made: Pack) -> None:
    """And where every tree passes the landmark test, brute force and the synthesizer find the same ones."""
    assume(not mechanics_of(made).open_rules)
    synthesizer = maker(made, time_limit=30)
    trees = {puzzle.tree: puzzle for puzzle in islice(synthesizer.puzzles(0), MANY)}
    assume(len(trees) < MANY)
    try:
        brute = {puzzle.tree for puzzle in all_puzzles(made, LONGEST, worlds=200)}
    except (TooMany, TooLarge):
        return
    small = {tree for tree, puzzle in trees.items() if len(puzzle.steps) <= LONGEST}
    assert small <= brute
    assert trees or not brute
    if not synthesizer.program.guard.refused:
        assert small == brute

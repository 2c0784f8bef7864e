"""Whatever is played stops when the time is up, and what is kept for the next puzzle is not spoilt by that."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from puzzlesynth import deadline
from puzzlesynth.deadline import Deadline, OutOfTime, check_time
from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world import explore, find_dead_end, find_shortcut, verify
from puzzlesynth.world.difficulty import difficulty_of
from puzzlesynth.world.ground_task import ground_task
from puzzlesynth.world.search.solutions import solve
from puzzlesynth.world.search.stubborn_sets import has_dead_end
from puzzlesynth.world.verification.safe_rules import safe_rules
from tests.support.paths import ROOT

MEADOW = ROOT / "examples" / "meadow"
WORK: dict[str, Callable[[Pack, Puzzle], object]] = {
    "explore": explore,
    "find_dead_end": find_dead_end,
    "find_shortcut": find_shortcut,
    "solve": solve,
    "verify": verify,
    "difficulty_of": difficulty_of,
    "safe_rules": safe_rules,
    "staged": ground_task,
    "has_dead_end": lambda pack, puzzle: has_dead_end(ground_task(pack, puzzle)),
}


@pytest.fixture(scope="module")
def made() -> tuple[Pack, Puzzle]:
    pack = load_pack(MEADOW)
    return pack, next(iter(make_puzzles(pack, seed=1)))


@pytest.mark.parametrize("name", WORK)
def test_it_stops_when_the_time_is_up(made: tuple[Pack, Puzzle], name: str) -> None:
    _, puzzle = made
    with Deadline(0).applied(), pytest.raises(OutOfTime):
        WORK[name](load_pack(MEADOW), puzzle)


def test_the_nearest_deadline_counts_and_ends_with_its_block() -> None:
    with Deadline(0).applied():
        with Deadline(100).applied(), pytest.raises(OutOfTime):
            check_time()
        with Deadline().applied(), pytest.raises(OutOfTime):
            check_time()
    check_time()


@pytest.mark.parametrize("moment", [1, 3, 7, 12, 18, 24])
def test_work_that_was_stopped_somewhere_leaves_nothing_half_done(
    made: tuple[Pack, Puzzle], moment: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The actions of a pack are kept for its next puzzle; half of them would prove that there is no dead end."""
    _, puzzle = made
    pack, other = load_pack(MEADOW), load_pack(MEADOW)
    looks = 0

    def stop() -> None:
        nonlocal looks
        looks += 1
        if looks == moment:
            raise OutOfTime

    with monkeypatch.context() as patched:
        for module in ("grounder", "ground_task", "search.stubborn_sets"):
            patched.setattr(f"puzzlesynth.world.{module}.check_time", stop)
        with pytest.raises(OutOfTime):
            has_dead_end(ground_task(pack, puzzle))
    assert deadline.time_left() is None
    assert explore(pack, puzzle).states == explore(other, puzzle).states
    assert ground_task(pack, puzzle).actions == ground_task(other, puzzle).actions
    assert has_dead_end(ground_task(pack, puzzle)) == has_dead_end(ground_task(other, puzzle))

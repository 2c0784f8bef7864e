"""Making puzzles: the synthesizer proposes, the world plays, and only what both agree on comes out.

This is where the two sides meet. Neither knows the other: the synthesizer is handed a judge, the judge knows only
packs, puzzles and the world.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle

if TYPE_CHECKING:
    from puzzlesynth.synth.acceptance import Acceptance, AcceptanceTest
    from puzzlesynth.synth.exhaustion import Exhaustion
    from puzzlesynth.synth.initial_state import InitialState
    from puzzlesynth.synth.synthesizer import Synthesizer
    from puzzlesynth.synth.targets import Targets


def make_puzzles(
    pack: Pack,
    *,
    seed: int = 0,
    start: InitialState | None = None,
    constraints: Sequence[str] = (),
    places: bool = False,
    time_limit: float | None = None,
    states: int | None = None,
    targets: Targets | None = None,
    exhaustion: Exhaustion | None = None,
) -> Iterator[Puzzle]:
    """Different puzzles of a pack, each with its guarantees, in an order that the seed decides.

    Ends when there are no more; `exhaustion` then says whether that is proven, or which limits kept others out.
    Raises `OutOfTime` when the time limit is reached.
    """
    yield from synthesizer_for(
        pack,
        start=start,
        constraints=constraints,
        places=places,
        time_limit=time_limit,
        states=states,
        targets=targets,
        exhaustion=exhaustion,
    ).puzzles(seed)


def synthesizer_for(
    pack: Pack,
    *,
    start: InitialState | None = None,
    constraints: Sequence[str] = (),
    places: bool = False,
    time_limit: float | None = None,
    states: int | None = None,
    targets: Targets | None = None,
    exhaustion: Exhaustion | None = None,
) -> Synthesizer:
    """The synthesizer behind `make_puzzles`, for those who also want its tally."""
    from puzzlesynth.deadline import Deadline
    from puzzlesynth.synth.synthesizer import Synthesizer
    from puzzlesynth.synth.targets import NO_TARGETS

    @cache
    def judging() -> AcceptanceTest:
        return candidate_judge(pack, states)

    def judge(puzzle: Puzzle, look_for_shortcuts: bool) -> Acceptance:
        return judging()(puzzle, look_for_shortcuts)

    # Reading the world takes a while.
    read_world = Thread(target=import_module, args=("puzzlesynth.pipeline.acceptance",), daemon=True)
    return Synthesizer(
        pack,
        start,
        constraints,
        places,
        judge,
        Deadline(time_limit),
        targets=targets or NO_TARGETS,
        meanwhile=read_world.start,
        exhaustion=exhaustion,
    )


def candidate_judge(pack: Pack, states: int | None = None) -> AcceptanceTest:
    """Who plays the candidates of a pack, looking at so many states of each at most."""
    from .acceptance import STATE_LIMIT, PuzzleJudge

    return PuzzleJudge(pack, STATE_LIMIT if states is None else states)


def counting_synthesizer(
    pack: Pack, constraints: Sequence[str] = (), places: bool = False, time_limit: float | None = None
) -> Synthesizer:
    """A synthesizer that is only there to be counted: it plays no more than the pack's guarantees need."""
    from puzzlesynth.deadline import Deadline
    from puzzlesynth.synth.acceptance import Acceptance
    from puzzlesynth.synth.synthesizer import Synthesizer

    from .acceptance import PuzzleJudge

    judging = PuzzleJudge(pack)

    def judge(puzzle: Puzzle, look_for_shortcuts: bool) -> Acceptance:
        if look_for_shortcuts or judging.can_refuse:
            return judging(puzzle, look_for_shortcuts)
        return Acceptance(True)

    return Synthesizer(pack, None, constraints, places, judge, Deadline(time_limit))

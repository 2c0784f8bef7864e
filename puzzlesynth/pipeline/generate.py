"""Generation: the synthesizer proposes, the world plays, and only puzzles that both accept are yielded.

The two sides meet here. Neither knows the other: the synthesizer is given a judge, and the judge knows only packs,
puzzles and the world.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, Any

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.synth.options import DEFAULT, SynthesisOptions

if TYPE_CHECKING:
    from puzzlesynth.synth.acceptance import Acceptance, AcceptanceTest
    from puzzlesynth.synth.cube_stream import Blocks
    from puzzlesynth.synth.program.ground_program import GroundProgram
    from puzzlesynth.synth.synthesizer import Synthesizer


def make_puzzles(
    pack: Pack, *, seed: int = 0, options: SynthesisOptions = DEFAULT, **others: Any
) -> Iterator[Puzzle]:
    """Different puzzles of a pack, each with its guarantees, in an order that the seed decides.

    `others`: single options by name, as in `time_limit=10`. Ends when there are no more; `options.exhaustion` then says
    whether that is proven, or which limits kept others out. Raises `OutOfTime` when the time limit is reached.
    """
    options = replace(options, **others)

    def blocks() -> Blocks:
        from .cube_blocks import LocalBlocks

        return LocalBlocks(partial(synthesizer_for, pack), options, seed, made.deadline)

    made = synthesizer_for(pack, options)
    yield from made.puzzles(seed, blocks)


def synthesizer_for(
    pack: Pack, options: SynthesisOptions = DEFAULT, program: GroundProgram | None = None
) -> Synthesizer:
    """The synthesizer behind `make_puzzles`, for callers that also need its counts. `program`: if ground already."""
    from puzzlesynth.synth.synthesizer import Synthesizer

    @cache
    def judging() -> AcceptanceTest:
        return candidate_judge(pack, options.states)

    def judge(puzzle: Puzzle, look_for_shortcuts: bool) -> Acceptance:
        return judging()(puzzle, look_for_shortcuts)

    # Importing the world takes a while.
    read_world = Thread(target=import_module, args=("puzzlesynth.pipeline.acceptance",), daemon=True)
    return Synthesizer(pack, options, judge=judge, meanwhile=read_world.start, program=program)


def candidate_judge(pack: Pack, states: int | None = None) -> AcceptanceTest:
    """The judge that plays the candidates of a pack and explores at most `states` states of each."""
    from puzzlesynth.state_limits import STATE_LIMIT

    from .acceptance import PuzzleJudge

    return PuzzleJudge(pack, STATE_LIMIT if states is None else states)


def counting_synthesizer(pack: Pack, options: SynthesisOptions = DEFAULT, **others: Any) -> Synthesizer:
    """A synthesizer for counting: it plays no more than the pack's guarantees need."""
    from puzzlesynth.synth.synthesizer import Synthesizer

    return Synthesizer(pack, replace(options, **others), judge=counting_judge(pack))


def counting_judge(pack: Pack) -> AcceptanceTest:
    """The judge of a synthesizer for counting."""
    from puzzlesynth.synth.acceptance import Acceptance

    from .acceptance import PuzzleJudge

    judging = PuzzleJudge(pack)

    def judge(puzzle: Puzzle, look_for_shortcuts: bool) -> Acceptance:
        if look_for_shortcuts or judging.can_refuse:
            return judging(puzzle, look_for_shortcuts)
        return Acceptance(True)

    return judge

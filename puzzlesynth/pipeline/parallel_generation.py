"""Many puzzles from several processes: one finds candidates, the others decode and play them.

What comes out does not depend on how many there are: the candidates are found in one place, in the order that the seed
decides, and each is given out in its turn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzlesynth.deadline import Deadline, OutOfTime
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.json_io import puzzle_to_json
from puzzlesynth.puzzle.model import Puzzle, StatedConstraint
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.synth.options import DEFAULT, SynthesisOptions
from puzzlesynth.workers import WorkerPool

if TYPE_CHECKING:
    from puzzlesynth.synth.acceptance import Acceptance, AcceptanceTest, RemoteAcceptance
    from puzzlesynth.synth.answer_set import Answer
    from puzzlesynth.synth.decoder import Decoder

BATCH = 8
"""Candidates that are handed over at a time."""


class RunContext(NamedTuple):
    """What somebody has to know to decode and play the candidates of a run."""

    pack: Pack
    options: SynthesisOptions
    seed: int
    stated: tuple[StatedConstraint, ...]


def puzzle_lines(
    pack: Pack,
    *,
    seed: int,
    jobs: int,
    options: SynthesisOptions = DEFAULT,
    **others: Any,
) -> Generator[str]:
    """The puzzles of `generate.make_puzzles` as lines of JSON; `jobs` processes play them."""
    from .generate import synthesizer_for

    options = replace(options, **others)
    made = synthesizer_for(pack, options)
    if jobs == 1:
        yield from map(puzzle_to_json, made.puzzles(seed))
        return
    context = RunContext(pack, replace(options, exhaustion=None), seed, made.stated)
    players = _Players(jobs, context, made.deadline)
    try:
        yield from made.lines(seed, players)
    finally:
        players.go_home()


class _Players:
    """Worker processes that decode and play candidates."""

    def __init__(self, number: int, context: RunContext, deadline: Deadline) -> None:
        self._pool = WorkerPool(_Player(context), number, deadline)

    def get_ready(self) -> None:
        self._pool.start()

    def go_home(self) -> None:
        self._pool.close()

    def played(self, answers: Iterator[Answer]) -> Iterator[RemoteAcceptance]:
        from puzzlesynth.synth.acceptance import RemoteAcceptance

        # The answers stay here: only what is found out about them comes back.
        sent: deque[list[Answer]] = deque()

        def batches() -> Iterator[list[Answer]]:
            for batch in _batches(answers):
                sent.append(batch)
                yield batch

        for outcomes in self._pool.map(batches()):
            for answer, outcome in zip(sent.popleft(), outcomes, strict=True):
                yield RemoteAcceptance(answer, *outcome)


def _batches(answers: Iterator[Answer]) -> Iterator[list[Answer]]:
    """What was found before the time was up is in the last batch."""
    while True:
        batch: list[Answer] = []
        try:
            for answer in islice(answers, BATCH):
                batch.append(answer)
        except OutOfTime:
            if batch:
                yield batch
            raise
        if not batch:
            return
        yield batch


_Outcome = tuple[str, "Acceptance", str]
"""What tells the puzzle from others, whether it passes, and if so its line."""


@dataclass(frozen=True)
class _Player:
    """Decodes and plays candidates. It is set up where it plays: a worker gets the context alone."""

    context: RunContext

    @cached_property
    def _decoder(self) -> Decoder:
        from puzzlesynth.synth.decoder import Decoder
        from puzzlesynth.synth.initial_state import fresh_start
        from puzzlesynth.synth.options import NO_TARGETS
        from puzzlesynth.synth.relevance import PackAnalysis

        pack, options = self.context.pack, self.context.options
        start, targets = options.start or fresh_start(pack), options.targets or NO_TARGETS
        return Decoder(PackAnalysis(pack, start, targets=targets))

    @cached_property
    def _judge(self) -> AcceptanceTest:
        from .generate import candidate_judge

        return candidate_judge(self.context.pack, self.context.options.states)

    def prepare(self) -> None:
        self([])

    def __call__(self, batch: list[Answer]) -> list[_Outcome]:
        decoder, judge = self._decoder, self._judge
        return [self._outcome(decoder.decode(answer, self.context.seed), judge) for answer in batch]

    def _outcome(self, puzzle: Puzzle, judge: AcceptanceTest) -> _Outcome:
        verdict = judge(puzzle, False)
        name = puzzle.id if self.context.options.places else puzzle.tree
        if not verdict.accepted:
            return name, verdict, ""
        puzzle = replace(puzzle, guarantees=verdict.guarantees, constraints=self.context.stated)
        return name, verdict, puzzle_to_json(puzzle)

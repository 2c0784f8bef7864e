"""Many puzzles from several processes: one finds candidates, the others decode and play them.

What comes out does not depend on how many there are: the candidates are found in one place, in the order that the seed
decides, and each is given out in its turn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzlesynth.deadline import Deadline, OutOfTime
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.json_io import puzzle_to_json
from puzzlesynth.puzzle.model import StatedConstraint
from puzzlesynth.workers import CONNECTION_ERRORS, Channel, WorkerClient

if TYPE_CHECKING:
    from puzzlesynth.synth.acceptance import Acceptance, RemoteAcceptance
    from puzzlesynth.synth.answers.answer_set import Answer
    from puzzlesynth.synth.initial_state import InitialState
    from puzzlesynth.synth.targets import Targets

BATCH = 8
"""So many candidates are handed over at a time."""

AHEAD = 3
"""So many batches for each process are found before the first of them is waited for."""

LOOK = 0.05
"""Seconds between two looks at the clock, where somebody else's result is waited for."""

GRACE = 0.25
"""Seconds after the time limit for what was found in time and is still being played."""


class RunContext(NamedTuple):
    """What somebody has to know to decode and play the candidates of a run."""

    pack: Pack
    start: InitialState | None
    targets: Targets | None
    places: bool
    states: int | None
    seed: int
    stated: tuple[StatedConstraint, ...]


def puzzle_lines(
    pack: Pack,
    *,
    seed: int,
    jobs: int,
    start: InitialState | None = None,
    places: bool = False,
    states: int | None = None,
    targets: Targets | None = None,
    **options: Any,
) -> Generator[str]:
    """The puzzles of `making.make_puzzles` as lines of JSON, with so many processes that play."""
    from .generate import synthesizer_for

    deadline = Deadline(options.get("time_limit"))
    made = synthesizer_for(pack, start=start, places=places, states=states, targets=targets, **options)
    if jobs == 1:
        yield from map(puzzle_to_json, made.puzzles(seed))
        return
    players = _Players(jobs, RunContext(pack, start, targets, places, states, seed, made.stated), deadline)
    try:
        yield from made.lines(seed, players)
    finally:
        players.go_home()


class _Players:
    """Processes that play. They are called when there is something to do. Where none can be called, or one of them has
    been killed, this process plays itself: it takes longer, and nothing is lost."""

    def __init__(self, number: int, given: RunContext, deadline: Deadline) -> None:
        self._number, self._given, self._deadline = number, given, deadline
        self._called: list[WorkerClient] = []

    @cached_property
    def _seats(self) -> list[WorkerClient]:
        """Nobody, where none can be called."""
        with suppress(OSError):
            for _ in range(self._number):
                self._called.append(WorkerClient(TASK, self._given))
        return self._called

    @cached_property
    def _turns(self) -> Iterator[WorkerClient]:
        return cycle(self._seats)

    @cached_property
    def _here(self) -> _Player:
        return _Player(self._given)

    def get_ready(self) -> None:
        self._handed_over([])

    def go_home(self) -> None:
        for seat in self._called:
            seat.leave()

    def _handed_over(self, batch: list[Answer]) -> Future[list[_Outcome]] | None:
        """What will come of a batch; None: there is nobody."""
        seat = next(self._turns, None)
        return None if seat is None else seat.ask(batch)

    def _outcomes(self, batch: list[Answer], awaited: Future[list[_Outcome]] | None) -> list[_Outcome]:
        if awaited is not None:
            with suppress(*CONNECTION_ERRORS):
                return self._awaited(awaited)
        with self._deadline.applied():
            return [self._here.play(answer) for answer in batch]

    def _awaited(self, result: Future[list[_Outcome]]) -> list[_Outcome]:
        while not result.done():
            left = self._deadline.left()
            if left is not None and left < -GRACE:
                raise OutOfTime
            wait([result], LOOK)
        return result.result()

    def played(self, answers: Iterator[Answer]) -> Iterator[RemoteAcceptance]:
        from puzzlesynth.synth.acceptance import RemoteAcceptance

        under_way: deque[tuple[list[Answer], Future[list[_Outcome]] | None]] = deque()

        def next_out() -> Iterator[RemoteAcceptance]:
            batch, awaited = under_way.popleft()
            for answer, outcome in zip(batch, self._outcomes(batch, awaited), strict=True):
                yield RemoteAcceptance(answer, *outcome)

        late = False
        while not late:
            batch: list[Answer] = []
            try:
                for answer in islice(answers, BATCH):
                    batch.append(answer)
            except OutOfTime:
                late = True
            if batch:
                under_way.append((batch, self._handed_over(batch)))
            elif not late:
                break
            if len(under_way) >= AHEAD * self._number:
                yield from next_out()
        # What was found in time is given out as far as it has been played.
        while under_way:
            yield from next_out()
        if late:
            raise OutOfTime


_Outcome = tuple[str, "Acceptance", str]
"""What tells the puzzle from others, whether it passes, and if so its line."""


class _Player:
    """Decodes and plays candidates."""

    def __init__(self, given: RunContext) -> None:
        from puzzlesynth.synth.analysis.relevance import PackAnalysis
        from puzzlesynth.synth.answers.decoder import Decoder
        from puzzlesynth.synth.initial_state import fresh_start
        from puzzlesynth.synth.targets import NO_TARGETS

        from .generate import candidate_judge

        start = given.start or fresh_start(given.pack)
        self._given = given
        self._decoder = Decoder(PackAnalysis(given.pack, start, targets=given.targets or NO_TARGETS))
        self._judge = candidate_judge(given.pack, given.states)

    def play(self, answer: Answer) -> _Outcome:
        given = self._given
        puzzle = self._decoder.decode(answer, given.seed)
        verdict = self._judge(puzzle, False)
        name = puzzle.id if given.places else puzzle.tree
        if not verdict.accepted:
            return name, verdict, ""
        puzzle = replace(puzzle, guarantees=verdict.guarantees, constraints=given.stated)
        return name, verdict, puzzle_to_json(puzzle)


# --- a process that plays ---------------------------------------------------------------------------------

TASK = "puzzlesynth.pipeline.parallel_generation:play_along"


def play_along(channel: Channel) -> None:
    player = _Player(channel.receive())
    while True:
        channel.send([player.play(answer) for answer in channel.receive()])

"""Many puzzles from several processes: one finds candidates, the others decode and play them.

What comes out does not depend on how many there are: the candidates are found in one place, in the order that the seed
decides, and each is given out in its turn.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.json_io import puzzle_to_json
from puzzlesynth.puzzle.model import Stated

if TYPE_CHECKING:
    from puzzlesynth.synth.answer import Answer
    from puzzlesynth.synth.decode import Decoder
    from puzzlesynth.synth.judging import Judge, Told, Verdict
    from puzzlesynth.synth.start import Start
    from puzzlesynth.synth.targets import Targets

BATCH = 8
"""So many candidates are handed over at a time."""

AHEAD = 3
"""So many batches for each process are found before the first of them is waited for."""


class Given(NamedTuple):
    """What somebody has to know to decode and play the candidates of a run."""

    pack: Pack
    start: Start | None
    targets: Targets | None
    places: bool
    states: int | None
    seed: int
    stated: tuple[Stated, ...]


def puzzle_lines(
    pack: Pack,
    *,
    seed: int,
    jobs: int,
    start: Start | None = None,
    places: bool = False,
    states: int | None = None,
    targets: Targets | None = None,
    **options: Any,
) -> Generator[str]:
    """The puzzles of `making.make_puzzles` as lines of JSON, with so many processes that play."""
    from puzzlesynth.making import maker

    made = maker(pack, start=start, places=places, states=states, targets=targets, **options)
    if jobs == 1:
        yield from map(puzzle_to_json, made.puzzles(seed))
        return
    players = _Players(jobs, Given(pack, start, targets, places, states, seed, made.stated))
    try:
        yield from made.lines(seed, players)
    finally:
        players.go_home()


class _Players:
    """Processes that play. They are called when there is something to do."""

    def __init__(self, number: int, given: Given) -> None:
        self._number, self._given = number, given
        self._called = False

    @cached_property
    def _pool(self) -> ProcessPoolExecutor:
        self._called = True
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._number, context, _begin, (self._given,))

    def get_ready(self) -> None:
        self._pool.submit(_played, ())

    def go_home(self) -> None:
        if self._called:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def played(self, answers: Iterator[Answer]) -> Iterator[Told]:
        from puzzlesynth.synth.deadline import OutOfTime
        from puzzlesynth.synth.judging import Told

        under_way: deque[tuple[list[Answer], Future[list[_Outcome]]]] = deque()

        def next_out() -> Iterator[Told]:
            batch, outcome = under_way.popleft()
            for answer, (name, verdict, line) in zip(batch, outcome.result(), strict=True):
                yield Told(answer, name, verdict, line)

        late = False
        while not late:
            batch: list[Answer] = []
            try:
                for answer in islice(answers, BATCH):
                    batch.append(answer)
            except OutOfTime:
                late = True
            if batch:
                under_way.append((batch, self._pool.submit(_played, batch)))
            elif not late:
                break
            if len(under_way) >= AHEAD * self._number:
                yield from next_out()
        # What was found in time is given out, however late it is.
        while under_way:
            yield from next_out()
        if late:
            raise OutOfTime


# --- in a process that plays ------------------------------------------------------------------------------

_Outcome = tuple[str, "Verdict", str]
"""What tells the puzzle from others, whether it passes, and if so its line."""

_players: list[tuple[Given, Decoder, Judge]] = []
"""The one that this process is."""


def _begin(given: Given) -> None:
    from puzzlesynth.making import judge_of
    from puzzlesynth.synth.analysis import Possible
    from puzzlesynth.synth.decode import Decoder
    from puzzlesynth.synth.start import fresh_start
    from puzzlesynth.synth.targets import NO_TARGETS

    # Ctrl-C goes to all processes; the one that finds candidates says what is to be done.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    start = given.start or fresh_start(given.pack)
    possible = Possible(given.pack, start, targets=given.targets or NO_TARGETS)
    _players.append((given, Decoder(possible), judge_of(given.pack, given.states)))


def _played(answers: Sequence[Answer]) -> list[_Outcome]:
    return [_play(answer) for answer in answers]


def _play(answer: Answer) -> _Outcome:
    given, decoder, judge = _players[0]
    puzzle = decoder.decode(answer, given.seed)
    verdict = judge(puzzle, False)
    name = puzzle.id if given.places else puzzle.tree
    if not verdict.accepted:
        return name, verdict, ""
    puzzle = replace(puzzle, guarantees=verdict.guarantees, constraints=given.stated)
    return name, verdict, puzzle_to_json(puzzle)

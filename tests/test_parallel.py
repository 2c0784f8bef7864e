"""Several processes give what one gives, byte for byte."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from puzzlesynth import parallel
from puzzlesynth.making import maker
from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.parallel import puzzle_lines
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.synth import synthesizer
from puzzlesynth.synth.answer import Answer
from puzzlesynth.synth.deadline import OutOfTime
from puzzlesynth.synth.drawing import Drawing
from puzzlesynth.synth.judging import Told, Verdict
from puzzlesynth.synth.program import Program
from puzzlesynth.synth.synthesizer import Synthesizer
from puzzlesynth.world import reducing
from puzzlesynth.world.staging import staged

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture
def story(monkeypatch: pytest.MonkeyPatch) -> Pack:
    """A pack with many puzzles, few of which are drawn before they are listed."""
    monkeypatch.setattr(synthesizer, "DRAWS", 3)
    return load_pack(EXAMPLES / "lighthouse")


def test_the_number_of_processes_makes_no_difference(story: Pack) -> None:
    alone, two, three = (list(islice(puzzle_lines(story, seed=5, jobs=jobs), 90)) for jobs in (1, 2, 3))
    assert alone == two == three
    assert len(set(alone)) == 90


def test_a_small_pack_and_one_with_preferences_come_out_the_same(tmp_path: Path) -> None:
    meadow = load_pack(EXAMPLES / "meadow")
    one, two = (list(puzzle_lines(meadow, seed=2, jobs=jobs)) for jobs in (1, 2))
    assert one == two
    wish = tmp_path / "wish.lp"
    wish.write_text("% @prefer(short) As few steps as possible.\n:~ applies(Step,_). [1,Step]\n")
    one, two = (
        list(islice(puzzle_lines(meadow, seed=2, jobs=jobs, constraints=[str(wish)]), 3)) for jobs in (1, 2)
    )
    assert one == two


def test_a_world_is_looked_at_in_an_order_that_does_not_depend_on_the_puzzles_before(story: Pack) -> None:
    """Else a large world could be decided in one process and not in another."""

    def order(pack: Pack, puzzle: Puzzle) -> list[object]:
        stage = staged(pack, puzzle)
        return [stage.layout.names[action] for action in reducing._Reduced(stage)._rivalry.actions]

    puzzles = list(islice(maker(story).puzzles(3), 12))
    together = [order(story, puzzle) for puzzle in reversed(puzzles)][::-1]
    alone = [order(load_pack(EXAMPLES / "lighthouse"), puzzle) for puzzle in puzzles]
    assert together == alone


def test_whoever_stops_early_leaves_nobody_at_work(story: Pack) -> None:
    lines = puzzle_lines(story, seed=1, jobs=2)
    for _ in range(20):
        next(lines)
    lines.close()
    assert not multiprocessing.active_children()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system does not tell of signals")
def test_those_who_play_never_hear_of_ctrl_c(story: Pack) -> None:
    """Not even while they begin: a terminal sends it to all, and their complaints would be printed."""
    players = parallel._Players(2, parallel.Given(story, None, None, False, None, 1, ()))
    players.get_ready()
    players.get_ready()
    try:
        for child in multiprocessing.active_children():
            lines = Path(f"/proc/{child.pid}/status").read_text().splitlines()
            said = dict(line.split(":", 1) for line in lines)
            deaf = int(said["SigBlk"], 16) | int(said["SigIgn"], 16)
            assert deaf >> (signal.SIGINT - 1) & 1
        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ()), "this process does"
    finally:
        players.go_home()


def test_when_a_process_is_killed_nothing_is_lost(story: Pack) -> None:
    alone = list(islice(puzzle_lines(story, seed=5, jobs=1), 90))
    lines = puzzle_lines(story, seed=5, jobs=2)
    found = list(islice(lines, 30))
    multiprocessing.active_children()[0].kill()
    found += islice(lines, 60)
    lines.close()
    assert found == alone
    assert not multiprocessing.active_children()


def die_in_the_middle_of_an_answer(pipe: Connection) -> None:
    pipe.recv()
    pipe.recv()
    os.write(pipe.fileno(), (1000).to_bytes(4, "big") + b"not as much as was promised")
    os.kill(os.getpid(), signal.SIGKILL)


def test_nobody_waits_for_the_rest_of_an_answer(story: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = list(islice(puzzle_lines(story, seed=5, jobs=1), 20))
    monkeypatch.setattr(parallel, "_play_along", die_in_the_middle_of_an_answer)
    lines = puzzle_lines(story, seed=5, jobs=2)
    assert list(islice(lines, 20)) == alone
    lines.close()
    assert not multiprocessing.active_children()


def test_where_no_process_can_be_started_this_one_plays(story: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError("no more processes")

    alone = list(islice(puzzle_lines(story, seed=5, jobs=1), 20))
    monkeypatch.setattr(parallel, "_Seat", refused)
    assert list(islice(puzzle_lines(story, seed=5, jobs=2), 20)) == alone


class _Strict:
    """Those who refuse every third candidate, at once and in this process."""

    def __init__(self, made: Synthesizer) -> None:
        self._made = made

    def get_ready(self) -> None:
        pass

    def played(self, answers: Iterator[Answer]) -> Iterator[Told]:
        for number, answer in enumerate(answers):
            puzzle = self._made.puzzle_of(answer)
            yield Told(answer, puzzle.tree, Verdict(number % 3 > 0), puzzle.tree)


def test_what_others_refuse_is_not_given_out_and_comes_back_in_other_places_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(synthesizer, "DRAWS", 0)
    monkeypatch.setattr(Drawing, "all_if_few", lambda self, random: None)
    meadow = load_pack(EXAMPLES / "meadow")
    made = maker(meadow)
    found = list(made.lines(1, _Strict(made)))
    assert len(set(found)) == len(found)
    assert made.tally.rejected > 10
    every = {puzzle.tree for puzzle in maker(meadow).puzzles(1)}
    assert every >= set(found)
    assert len(found) > len(every) / 2, "most trees have other places for their things"


def test_what_was_found_in_time_is_given_out(story: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(synthesizer, "DRAWS", 0)
    answers = Program.answers

    def until_late(self: Program, *some: object, **more: object) -> Iterator[Answer]:
        yield from islice(answers(self, *some, **more), parallel.BATCH + 3)  # type: ignore[arg-type]
        raise OutOfTime

    monkeypatch.setattr(Program, "answers", until_late)
    lines = puzzle_lines(story, seed=1, jobs=2)
    found = list(islice(lines, parallel.BATCH + 3))
    with pytest.raises(OutOfTime):
        next(lines)
    assert len(found) == parallel.BATCH + 3

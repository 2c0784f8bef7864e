"""Several processes give what one gives, byte for byte."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from puzzlesynth import workers
from puzzlesynth.deadline import Deadline, OutOfTime
from puzzlesynth.internal_error import InternalError
from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline import parallel_generation as parallel
from puzzlesynth.pipeline.cube_blocks import BlockQuestion, BlockRun
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.pipeline.parallel_generation import puzzle_lines
from puzzlesynth.puzzle.json_io import puzzle_to_json
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.synth import cube_stream, synthesizer
from puzzlesynth.synth.answers.answer_set import Answer
from puzzlesynth.synth.options import SynthesisOptions
from puzzlesynth.synth.program import near_uniform_sampler
from puzzlesynth.synth.program.ground_program import GroundProgram
from puzzlesynth.synth.program.near_uniform_sampler import NearUniformSampler
from puzzlesynth.world.ground_task import ground_task
from puzzlesynth.world.search import stubborn_sets as reducing
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"


@pytest.fixture
def story(monkeypatch: pytest.MonkeyPatch) -> Pack:
    """A pack with many puzzles, few of which are made here before blocks are."""
    monkeypatch.setattr(synthesizer, "DRAWS", 3)
    monkeypatch.setattr(synthesizer, "ROUNDS", (4,))
    for name, value in {"FIRST_CUBES": 2, "FIRST_SIZE": 15, "SIZE": 15}.items():
        monkeypatch.setattr(cube_stream, name, value)
    return load_pack(EXAMPLES / "lighthouse")


@pytest.fixture
def short_story(story: Pack, monkeypatch: pytest.MonkeyPatch) -> Pack:
    """A pack that is ground in a third of the time and has more puzzles than are listed at once."""
    monkeypatch.setattr(near_uniform_sampler, "FEW", 0)
    return load_pack(EXAMPLES / "meadow")


@pytest.mark.thorough
def test_the_number_of_processes_makes_no_difference(story: Pack) -> None:
    alone, two, three = (list(islice(puzzle_lines(story, seed=5, jobs=jobs), 60)) for jobs in (1, 2, 3))
    assert alone == two == three
    assert len(set(alone)) == 60


@pytest.mark.seconds
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


@pytest.mark.seconds
def test_a_world_is_looked_at_in_an_order_that_does_not_depend_on_the_puzzles_before(story: Pack) -> None:
    """Else a large world could be decided in one process and not in another."""

    def order(pack: Pack, puzzle: Puzzle) -> list[object]:
        task = ground_task(pack, puzzle)
        return [
            task.layout.names[action] for action in reducing._Reduced(task, task.start)._interference.actions
        ]

    puzzles = list(islice(synthesizer_for(story).puzzles(3), 12))
    together = [order(story, puzzle) for puzzle in reversed(puzzles)][::-1]
    alone = [order(load_pack(EXAMPLES / "lighthouse"), puzzle) for puzzle in puzzles]
    assert together == alone


@pytest.mark.seconds
def test_whoever_stops_early_leaves_nobody_at_work(short_story: Pack) -> None:
    lines = puzzle_lines(short_story, seed=1, jobs=2)
    for _ in range(20):
        next(lines)
    lines.close()
    assert not workers.running()


@pytest.mark.skipif(not hasattr(os, "getsid"), reason="this system has no sessions")
def test_those_who_play_never_hear_of_ctrl_c(story: Pack) -> None:
    """Not even while they begin: a terminal sends it to all of its session."""
    players = workers.WorkerPool(parallel.BlockMaker(story, SynthesisOptions(), 1), 2, Deadline())
    players.start()
    try:
        children = workers.running()
        assert len(children) == 2
        assert all(os.getsid(child.process.pid) == child.process.pid for child in children)
    finally:
        players.close()


@pytest.mark.thorough
def test_when_a_process_is_killed_nothing_is_lost(story: Pack) -> None:
    alone = list(islice(puzzle_lines(story, seed=5, jobs=1), 60))
    lines = puzzle_lines(story, seed=5, jobs=2)
    found = list(islice(lines, 30))
    workers.running()[0].process.kill()
    found += islice(lines, 30)
    lines.close()
    assert found == alone
    assert not workers.running()


DYING = """
def die_in_the_middle_of_an_answer(channel):
    import os, signal
    channel.receive()
    channel.receive()
    channel.answers.write((1000).to_bytes(8, "big") + b"not as much as was promised")
    channel.answers.flush()
    os.kill(os.getpid(), signal.SIGKILL)

def fail(channel):
    channel.receive()
    raise KeyError("something inside")
"""


@pytest.fixture
def tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module with tasks that go wrong."""
    (tmp_path / "dying_tasks.py").write_text(DYING)
    monkeypatch.syspath_prepend(tmp_path)
    return "dying_tasks"


@pytest.mark.seconds
def test_nobody_waits_for_the_rest_of_an_answer(
    short_story: Pack, monkeypatch: pytest.MonkeyPatch, tasks: str
) -> None:
    alone = list(islice(puzzle_lines(short_story, seed=5, jobs=1), 20))
    monkeypatch.setattr(workers, "ANSWER", f"{tasks}:die_in_the_middle_of_an_answer")
    lines = puzzle_lines(short_story, seed=5, jobs=2)
    assert list(islice(lines, 20)) == alone
    lines.close()
    assert not workers.running()


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("{tasks}:fail", "something inside"),
        ("{tasks}:missing", "missing"),
        ("no_such_module:play", "no_such_module"),
    ],
)
def test_a_process_that_fails_is_an_internal_error_and_none_is_started_in_its_place(
    short_story: Pack, monkeypatch: pytest.MonkeyPatch, tasks: str, task: str, said: str
) -> None:
    started = []
    client = workers.WorkerClient

    def seat(*given: object) -> workers.WorkerClient:
        started.append(given)
        return client(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(workers, "WorkerClient", seat)
    monkeypatch.setattr(workers, "ANSWER", task.format(tasks=tasks))
    with pytest.raises(InternalError, match=said) as failed:
        list(islice(puzzle_lines(short_story, seed=5, jobs=2), 20))
    assert "Traceback" in failed.value.details
    assert len(started) == 2
    assert not workers.running()


@pytest.mark.seconds
def test_a_process_that_dies_at_its_start_is_an_internal_error(
    short_story: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "BEGIN", "raise ImportError('no such thing')")
    with pytest.raises(InternalError) as failed:
        list(islice(puzzle_lines(short_story, seed=5, jobs=2), 20))
    assert "no such thing" in failed.value.details
    assert not workers.running()


@pytest.mark.seconds
def test_nobody_waits_for_those_who_play_when_the_time_is_up(
    short_story: Pack, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "idle_tasks.py").write_text("import time\ndef wait(channel):\n    time.sleep(600)\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(workers, "ANSWER", "idle_tasks:wait")
    found: list[str] = []
    with pytest.raises(OutOfTime):
        found.extend(puzzle_lines(short_story, seed=5, jobs=2, time_limit=3.0))
    assert not workers.running()


@pytest.mark.seconds
def test_where_no_process_can_be_started_this_one_plays(
    short_story: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError("no more processes")

    alone = list(islice(puzzle_lines(short_story, seed=5, jobs=1), 20))
    monkeypatch.setattr(workers, "WorkerClient", refused)
    assert list(islice(puzzle_lines(short_story, seed=5, jobs=2), 20)) == alone


@pytest.mark.thorough
@pytest.mark.parametrize("jobs", [1, 2])
def test_cubes_that_have_more_are_cut_until_every_puzzle_has_come(
    monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    meadow = load_pack(EXAMPLES / "meadow")
    every = sorted(puzzle.tree for puzzle in synthesizer_for(meadow).puzzles(1))
    monkeypatch.setattr(synthesizer, "DRAWS", 6)
    monkeypatch.setattr(synthesizer, "ROUNDS", ())
    for name, value in {"FIRST_CUBES": 3, "FIRST_SIZE": 5, "SIZE": 7, "CUBES": 2}.items():
        monkeypatch.setattr(cube_stream, name, value)
    monkeypatch.setattr(NearUniformSampler, "all_if_few", lambda self, random: None)
    found = [json.loads(line)["tree"] for line in puzzle_lines(meadow, seed=1, jobs=jobs)]
    assert sorted(found) == every


def test_blocks_are_asked_for_before_anybody_wants_a_puzzle() -> None:
    """Those who make them elsewhere begin while more is listed here."""
    asked: list[cube_stream.CubeBlock] = []

    class Makers:
        def make(self, blocks: Iterator[cube_stream.CubeBlock]) -> cube_stream.MadeBlocks:
            asked.extend(blocks)
            return ((iter([("name", "line")]), iter([cube_stream.BlockEnd()])) for _ in asked)

    first = [cube_stream.CubeBlock((f"step {n} Key",), 10) for n in range(4)]
    ends: list[cube_stream.BlockEnd] = []
    found = cube_stream.stream_in_cubes(first, Makers(), lambda: 25, ends.append)
    assert asked == first[:3]
    assert next(found) == ("name", "line")
    assert not ends


@pytest.mark.seconds
@pytest.mark.parametrize("size", [20, 10_000])
def test_a_block_comes_in_parts(short_story: Pack, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Also if whoever made the first parts is no longer there, and if there are fewer puzzles than asked for."""
    monkeypatch.setattr(parallel, "PART", 8)
    block = BlockQuestion(cube_stream.CubeBlock((), size), None)
    whole = BlockRun(partial(synthesizer_for, short_story), SynthesisOptions(), 1, block)
    lines = [(name, puzzle_to_json(puzzle)) for name, puzzle in whole.puzzles()]
    (end,) = whole.end()
    assert 8 < len(lines) <= size

    maker = parallel.BlockMaker(short_story, SynthesisOptions(), 1)
    parts = [maker(parallel.PartQuestion(block, number)) for number in range(len(lines) // 8 + 3)]
    assert [line for part in parts for line in part.lines] == lines
    assert [part.end for part in parts if part.end is not None] == [end]
    other = parallel.BlockMaker(short_story, SynthesisOptions(), 1)
    assert other(parallel.PartQuestion(block, 1)) == parts[1]
    assert other(parallel.PartQuestion(block, 2)) == parts[2]
    assert other(parallel.PartQuestion(block, 0)) == parts[0]


def test_what_cannot_be_cut_is_asked_for_as_a_whole() -> None:
    alike = [frozenset({"step 1 Key"})] * 4
    cube = ("step 1 Key",)
    rest = cube_stream.smaller_cubes(cube, alike)
    assert rest == (cube,)
    (more,) = cube_stream.next_blocks(cube_stream.CubeBlock(cube, 4), rest)
    assert more.cube == cube
    assert more.size > 4


@pytest.mark.seconds
def test_what_was_found_in_time_is_given_out(story: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(synthesizer, "ROUNDS", ())
    answers = GroundProgram.many_answers

    def until_late(self: GroundProgram, limit: int, deadline: Deadline) -> Iterator[Answer]:
        yield from islice(answers(self, limit, deadline), 11)
        raise OutOfTime

    monkeypatch.setattr(GroundProgram, "many_answers", until_late)
    lines = puzzle_lines(story, seed=1, jobs=1)
    assert len(list(islice(lines, 3 + 11))) == 3 + 11
    with pytest.raises(OutOfTime):
        next(lines)

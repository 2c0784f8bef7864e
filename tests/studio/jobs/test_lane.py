"""Long work: replaced, cancelled, failing, dying."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from puzzlesynth.studio.jobs import lane
from puzzlesynth.studio.jobs.lane import Lane, Standby, Work
from puzzlesynth.studio.protocol import Failure
from puzzlesynth.workers import running

pytestmark = pytest.mark.seconds


@pytest.fixture(autouse=True)
def without_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that waits has nothing to import."""
    monkeypatch.setattr(lane, "WARM_UP", ("do", 0, "tests.studio.jobs.example_tasks:nothing", None))


Heard = list[tuple[str, Any]]


class Bench:
    """A lane, and all that it says."""

    def __init__(self) -> None:
        self.standby = Standby()
        self.lane = Lane(self.standby)
        self.heard: dict[int, Heard] = {}
        self.changed = asyncio.Event()

    def start(self, number: int, task: str, given: Any = None) -> None:
        heard: Heard = self.heard.setdefault(number, [])

        def note(word: str) -> Callable[[Any], None]:
            def said(what: Any) -> None:
                heard.append((word, what.code if isinstance(what, Failure) else what))
                self.changed.set()

            return said

        place = f"tests.studio.jobs.example_tasks:{task}"
        self.lane.start(Work(number, place, given, note("event"), note("result"), note("failure")))

    async def until(self, number: int, *words: str) -> Any:
        while True:
            for word, what in self.heard[number]:
                if word in words:
                    return what
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 20)

    async def begin_second(self, task: str) -> None:
        """A process has counted once, and is at work on something else."""
        self.start(1, "count")
        await self.until(1, "result")
        self.start(2, task)
        await self.until(2, "event")


def on_a_bench(test: Callable[[Bench], Awaitable[None]]) -> None:
    async def run() -> None:
        bench = Bench()
        try:
            await test(bench)
        finally:
            bench.lane.close()
            bench.standby.close()

    asyncio.run(run())


def test_a_process_keeps_what_it_has_between_two_tasks() -> None:
    async def test(bench: Bench) -> None:
        for number in (1, 2):
            bench.start(number, "count")
            assert await bench.until(number, "result") == number
        assert bench.heard[1][0] == ("event", {"progress": "counting"})

    on_a_bench(test)


def test_newer_work_replaces_older_and_the_process_stays() -> None:
    async def test(bench: Bench) -> None:
        await bench.begin_second("wait")
        bench.start(3, "count")
        assert bench.heard[2][-1] == ("failure", "replaced"), "it is answered at once"
        assert await bench.until(3, "result") == 2

    on_a_bench(test)


def test_a_process_stays_whatever_a_cancelled_task_raises() -> None:
    async def test(bench: Bench) -> None:
        await bench.begin_second("tidy")
        bench.lane.cancel()
        bench.start(3, "count")
        assert await bench.until(3, "result") == 2

    on_a_bench(test)


def test_what_does_not_stop_is_killed_and_the_next_goes_elsewhere() -> None:
    async def test(bench: Bench) -> None:
        bench.start(1, "deaf")
        await bench.until(1, "event")
        bench.lane.cancel()
        assert bench.heard[1][-1] == ("failure", "cancelled")
        bench.start(2, "count")
        assert await bench.until(2, "result") == 1

    on_a_bench(test)


def test_a_failure_has_a_code() -> None:
    async def test(bench: Bench) -> None:
        for number, (given, code) in enumerate([("input", "input"), ("fault", "internal")], 1):
            bench.start(number, "fail", given)
            assert await bench.until(number, "failure") == code

    on_a_bench(test)


def test_a_process_that_died_while_it_waited_is_not_given_work() -> None:
    async def test(bench: Bench) -> None:
        bench.standby.prepare()
        for waiting in running():
            waiting.process.kill()
            waiting.process.wait()
        bench.start(1, "count")
        assert await bench.until(1, "result", "failure") == 1

    on_a_bench(test)


def test_a_process_that_dies_is_reported_and_replaced() -> None:
    async def test(bench: Bench) -> None:
        bench.start(1, "die")
        assert await bench.until(1, "failure") == "internal"
        bench.start(2, "count")
        assert await bench.until(2, "result") == 1

    on_a_bench(test)


def test_a_process_that_dies_of_a_cancel_takes_nothing_with_it() -> None:
    async def test(bench: Bench) -> None:
        await bench.begin_second("die_when_cancelled")
        bench.start(3, "count")
        assert await bench.until(3, "result", "failure") == 1, "another process did it"

    on_a_bench(test)

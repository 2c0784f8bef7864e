"""Work beside other work: it is done at the end of the block, and what goes wrong in it is not lost."""

from __future__ import annotations

from threading import Event

import pytest

from puzzlesynth.solver_threads import BackgroundWork


def test_it_runs_while_the_block_does_and_is_done_afterwards() -> None:
    begun, ended, seen = Event(), Event(), []

    def work() -> None:
        begun.set()
        ended.wait(10)
        seen.append("work")

    with BackgroundWork(work):
        assert begun.wait(10)
        assert seen == []
        ended.set()
    assert seen == ["work"]


def test_what_goes_wrong_beside_goes_wrong_here() -> None:
    def work() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"), BackgroundWork(work):
        pass


def test_what_goes_wrong_in_the_block_comes_first() -> None:
    def work() -> None:
        raise ValueError("beside")

    with pytest.raises(KeyError), BackgroundWork(work):
        raise KeyError("here")

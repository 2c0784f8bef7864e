"""Work beside other work: it is done at the end of the block, and what goes wrong in it is not lost. Searches that are
ahead of whoever looks at what they find. Where an interruption waits, so that it is not lost."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count, islice
from threading import Event
from types import FrameType

import clingo
import pytest

from puzzlesynth.deadline import FOREVER, Deadline, OutOfTime
from puzzlesynth.solver_threads import (
    MOST_AHEAD,
    BackgroundWork,
    Listing,
    must_not_be_interrupted,
    next_model,
    solving,
)


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


def _subsets(of: int) -> clingo.Control:
    control = clingo.Control(["0"])
    control.add("base", [], f"{{chosen(1..{of})}}.")
    control.ground([("base", [])])
    return control


def _numbered(most: int | None = None) -> Listing[int]:
    numbers = count(1)

    def take() -> int | None:
        number = next(numbers)
        return None if most is not None and number > most else number

    return Listing(take)


def test_a_listing_has_every_answer_set_once_and_says_that_there_are_no_others() -> None:
    listing = _numbered()
    with listing.begun(_subsets(8), []) as handle:
        assert list(listing.taken(FOREVER)) == [*range(1, 257)]
        assert handle.get().exhausted


def test_a_listing_is_only_a_little_ahead_and_can_be_left_at_any_time() -> None:
    control, seen = _subsets(12), count()
    listing = Listing(lambda: next(seen))
    with listing.begun(control, []):
        assert list(islice(listing.taken(FOREVER), 1)) == [0]
    assert next(seen) == 1, "whoever wants one gets one"
    listing = Listing(lambda: next(seen))
    with listing.begun(control, []):
        list(islice(listing.taken(FOREVER), 300))
    assert next(seen) < 300 + 2 * MOST_AHEAD
    with (again := _numbered()).begun(control, []):
        assert len(list(again.taken(FOREVER))) == 2**12


def test_a_listing_ends_where_there_is_no_point_in_going_on() -> None:
    listing = _numbered(most=20)
    with listing.begun(_subsets(8), []) as handle:
        assert list(listing.taken(FOREVER)) == [*range(1, 21)]
        assert not handle.get().exhausted


class _UpWhileSearching(Deadline):
    """The time is up while a search is under way, which is noticed there."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.noticed = Event(), Event()

    def check(self) -> None:
        if self.begun.is_set():
            self.noticed.set()
            raise OutOfTime


def test_when_the_time_is_up_what_was_found_in_time_comes_first() -> None:
    deadline, numbers = _UpWhileSearching(), count(1)
    found: list[int] = []

    def take() -> int:
        number = next(numbers)
        if number == 6:
            deadline.begun.set()
            assert deadline.noticed.wait(10)
        return number

    listing = Listing(take)
    with listing.begun(_subsets(30), []), pytest.raises(OutOfTime):
        found.extend(listing.taken(deadline))
    assert found == [1, 2, 3, 4, 5, 6]


def test_what_goes_wrong_in_the_search_goes_wrong_here() -> None:
    def take() -> int:
        raise ValueError("no")

    listing: Listing[int] = Listing(take)
    with suppress(ValueError, RuntimeError), listing.begun(_subsets(3), []) as handle:
        assert list(listing.taken(FOREVER)) == []
        handle.get()
        pytest.fail("nothing went wrong")


def test_an_import_is_noticed_from_inside() -> None:
    assert not must_not_be_interrupted(sys._getframe())
    seen: list[bool] = []

    class Finder:
        def find_spec(self, name: str, path: object = None, target: object = None) -> None:
            if name == "no_such_module_at_all":
                seen.append(must_not_be_interrupted(sys._getframe()))

    finder = Finder()
    sys.meta_path.insert(0, finder)
    try:
        with suppress(ModuleNotFoundError):
            importlib.import_module("no_such_module_at_all")
    finally:
        sys.meta_path.remove(finder)
    assert seen == [True]


def test_a_call_from_clingo_is_noticed_from_inside() -> None:
    seen: list[bool] = []

    class Watching(clingo.Propagator):
        def check(self, control: clingo.PropagateControl) -> None:
            seen.append(must_not_be_interrupted(sys._getframe()))

    program = clingo.Control()
    program.register_propagator(Watching())
    program.add("base", [], "a.")
    program.ground([("base", [])])
    program.solve()
    assert seen
    assert all(seen)


def test_an_object_that_is_taken_apart_is_noticed_from_inside() -> None:
    seen: list[bool] = []

    class Ending:
        def __del__(self) -> None:
            seen.append(must_not_be_interrupted(sys._getframe()))

    Ending()
    assert seen == [True]


class Interruptions:
    """An interruption after one of the calls in a block, or as soon after it as it may come."""

    def __init__(self, after: int) -> None:
        self._left, self.came = after, False

    def __enter__(self) -> None:
        sys.setprofile(self._look)

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _look(self, frame: FrameType, event: str, _: object) -> None:
        if self.came or frame.f_code.co_filename in (threading.__file__, __file__):
            return
        self._left -= 1
        if self._left < 0 and not must_not_be_interrupted(frame):
            self.came = True
            raise KeyboardInterrupt


def _search(control: clingo.Control) -> None:
    with solving(control) as handle:
        next_model(handle)


@contextmanager
def _searched(control: clingo.Control) -> Iterator[None]:
    with solving(control) as handle:
        next_model(handle)
        yield


def _search_inside(control: clingo.Control) -> None:
    with _searched(control):
        pass


def _list_all(control: clingo.Control) -> None:
    listing = _numbered()
    with listing.begun(control, []):
        list(listing.taken(FOREVER))


@pytest.mark.parametrize("search", [_search, _search_inside, _list_all])
def test_wherever_a_search_is_interrupted_the_next_one_can_begin(
    search: Callable[[clingo.Control], None],
) -> None:
    """What is left under way would make its control useless, and end Python when the control is freed."""
    control = _subsets(1)
    for after in count():
        interruptions = Interruptions(after)
        with suppress(KeyboardInterrupt), interruptions:
            search(control)
        assert control.solve().satisfiable
        if not interruptions.came:
            break
    assert after > 20

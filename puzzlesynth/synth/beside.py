"""One thing done beside another: for work that leaves Python alone, such as clingo's."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from types import TracebackType


class Beside:
    """Does something in a thread of its own while the block runs, and waits for it at the end of the block.

    What goes wrong in the thread goes wrong at the end of the block, unless the block itself has failed."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work
        self._failed: BaseException | None = None
        self._thread = Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        try:
            self._work()
        except BaseException as error:
            self._failed = error

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._thread.join()
        if self._failed is not None and error is None:
            raise self._failed

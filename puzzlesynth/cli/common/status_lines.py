"""Lines on standard error that say how a long piece of work goes, while somebody is watching."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.live import Live


class StatusLines:
    """Lines that are drawn over again, and make room while something else is printed."""

    def __init__(self) -> None:
        self._watched = sys.stderr.isatty()
        self._live: Live | None = None
        self._last = 0.0
        self._lines: Sequence[str] = ()

    def __enter__(self) -> StatusLines:
        return self

    def say(self, lines: Sequence[str]) -> None:
        """Show these lines, at most ten times a second."""
        now = time.monotonic()
        if not self._watched or now - self._last < 0.1:
            return
        self._last, self._lines = now, lines
        self._show()

    def _show(self) -> None:
        from rich.console import Console
        from rich.live import Live
        from rich.text import Text

        text = Text("\n".join(self._lines), style="dim", no_wrap=True, overflow="ellipsis")
        if self._live is None:
            console = Console(stderr=True)
            self._live = Live(
                text,
                console=console,
                auto_refresh=False,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._live.start()
        self._live.update(text, refresh=True)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """The lines are gone while something is printed."""
        self._clear()
        yield
        sys.stdout.flush()

    def _clear(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clear()

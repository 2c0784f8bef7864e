"""The player's terminal: lines wrapped to 80 columns, in colour where it shows, and what is typed."""

from __future__ import annotations

import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, TextIO

from puzzlesynth.cli.common.standard_streams import WIDTH, coloured, columns_of, plain, wants_colour, wrapped

from .transcripts import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from puzzlesynth.play.text.reply import ReplyLine

_COLOURS = {
    "title": "1;36",
    "goal": "33",
    "news": "1;32",
    "menu": "0",
    "hint": "35",
    "note": "2",
}


class Screen:
    """Where a game is shown. What is shown is also kept, as the lines of a transcript."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._colours = wants_colour(self._out)
        self._width = min(WIDTH, columns_of(self._out))
        self.kept: list[str] = []

    def show(self, lines: Iterable[ReplyLine]) -> None:
        """Lines as paragraphs: an empty line before a title and before the menu."""
        before = None
        for line in lines:
            style = line.style.value
            if before is not None and style != before and (style in ("title", "menu") or before == "menu"):
                self._print("")
            before = style
            for part in wrapped(line.text, self._width, line.indent):
                self._print(part, _COLOURS.get(style))
        if before is not None:
            self._print("")
        self._out.flush()

    def echo(self, command: str) -> None:
        """Show a command of a script as if it had been typed."""
        self.keep(command)
        print(self.kept[-1], file=self._out)

    def keep(self, command: str) -> None:
        """A command that was typed: it is on the screen already."""
        self.kept.append(f"> {plain(command)}")

    def _print(self, text: str, colour: str | None = None) -> None:
        self.kept.append(shown(text))
        print(coloured(text, colour) if self._colours and colour else text, file=self._out)


def player_input() -> Iterator[str]:
    """The lines that are typed, until Ctrl-D. Bytes that are not text become question marks."""
    if sys.stdin is None:
        return
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdin.isatty():
        # With this, a line can be edited and earlier ones come back.
        with suppress(ImportError):
            import readline  # noqa: F401
    while True:
        try:
            yield input("> ")
        except EOFError:
            print()
            return

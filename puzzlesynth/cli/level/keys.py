"""Single key presses from a terminal."""

from __future__ import annotations

import os
import select
import sys
from types import TracebackType

from puzzlesynth.cli.common.errors import BadInput

_ARROWS = {b"A": "up", b"B": "down", b"C": "right", b"D": "left"}
_SEQUENCES = {b"\033" + mode + letter: name for mode in (b"[", b"O") for letter, name in _ARROWS.items()}
_LETTERS = {
    "w": "up",
    "a": "left",
    "s": "down",
    "d": "right",
    "x": "action",
    " ": "action",
    "\r": "enter",
    "\n": "enter",
    "z": "undo",
    "u": "undo",
    "\x7f": "undo",
    "r": "restart",
    "n": "next",
    "p": "previous",
    "q": "quit",
    "\x04": "quit",
}


def split_keys(data: bytes) -> list[str]:
    """The keys in what a terminal sent; what means nothing is `other`."""
    keys = []
    while data:
        for sequence, name in _SEQUENCES.items():
            if data.startswith(sequence):
                keys.append(name)
                data = data[len(sequence) :]
                break
        else:
            if data.startswith(b"\033"):
                # An unknown sequence: everything that came with it belongs to it.
                keys.append("other")
                break
            keys.append(_LETTERS.get(chr(data[0]).lower(), "other"))
            data = data[1:]
    return keys


class Keys:
    """Takes the terminal out of line mode while it is in use, and always puts it back."""

    def __init__(self) -> None:
        self._waiting: list[str] = []

    def __enter__(self) -> Keys:
        try:
            import termios
            import tty
        except ImportError:
            raise BadInput("playing needs a Unix terminal; --script works everywhere") from None
        self._file = sys.stdin.fileno()
        self._before = termios.tcgetattr(self._file)
        tty.setcbreak(self._file)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        import termios

        termios.tcsetattr(self._file, termios.TCSADRAIN, self._before)

    def next(self, seconds: float | None = None) -> str | None:
        """The next key; None if none came within that many seconds. A closed terminal quits."""
        if not self._waiting:
            ready, _, _ = select.select([self._file], [], [], seconds)
            if not ready:
                return None
            data = os.read(self._file, 1024)
            self._waiting = split_keys(data) if data else ["quit"]
        return self._waiting.pop(0)

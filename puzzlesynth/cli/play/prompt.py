"""What a player types."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from io import TextIOWrapper


def player_input() -> Iterator[str]:
    """What is typed, line by line, until Ctrl-D or Ctrl-C. Bytes that are no text stand as question marks."""
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
        except (EOFError, KeyboardInterrupt):
            print()
            return

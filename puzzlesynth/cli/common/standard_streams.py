"""The standard streams, whatever they are: closed, or in an encoding that does not have every character.

Reports are for people and use the terminal's own encoding: what it does not have is a question mark, and the rest can
be read. Data (JSON, tables, exported files) is for programs, which take it for UTF-8: it is that whatever the terminal
has, because a character that was replaced, or a line that ends in the middle, would be noticed too late.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import BinaryIO

from .errors import BadInput


def prepare_streams() -> None:
    """Nothing that is printed can fail because of how it is printed."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # Who closes an output (`>&-`) wants to hear nothing, not to see the program fail.
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def use_utf8_output(really: bool = True) -> bool:
    """From now on, data goes to standard output. (As the callback of an option: if it is given.)"""
    if really and isinstance(sys.stdout, TextIOWrapper):
        # The name of a file may hold bytes that are no text; in JSON, such an escape means just that.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    return really


def standard_input() -> BinaryIO:
    """Its bytes, for whom cannot do without."""
    if sys.stdin is None:
        raise BadInput("standard input is closed, so there is nothing to read from it")
    return sys.stdin.buffer

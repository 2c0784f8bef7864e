"""The standard streams, whatever they are: closed, or in an encoding that does not have every character.

Reports are for people and use the terminal's own encoding: what it does not have is a question mark, and the rest can
be read. Data (JSON, tables, exported files) is for programs, which take it for UTF-8: it is that whatever the terminal
has, because a character that was replaced, or a line that ends in the middle, would be noticed too late.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO

from .errors import BadInput

MOST_BYTES = 16 * 1024 * 1024
"""The largest text that is read: a source, a transcript."""


def prepare_streams() -> None:
    """Nothing that is printed can fail because of how it is printed."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # An output that was closed (`>&-`) means silence, not a failure.
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def use_utf8_output(really: bool = True) -> bool:
    """From now on, data goes to standard output. (As the callback of an option: if it is given.)"""
    if really and isinstance(sys.stdout, TextIOWrapper):
        # The name of a file may hold bytes that are no text; in JSON, such an escape means just that.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    return really


def read_text(path: str, what: str, most: int = MOST_BYTES) -> str:
    """The text of a file, or of standard input for `-`; refused if it is larger than any such text, or not text."""
    name = "standard input" if path == "-" else path
    with opened(path, what) as file:
        raw = file.read(most + 1)
    if len(raw) > most:
        raise BadInput(f"{name}: larger than {most // 2**20} MiB, so it cannot be {what}")
    return decoded(raw, name)


@contextmanager
def opened(path: str, what: str) -> Iterator[BinaryIO]:
    """A file, or standard input for `-`, to be read as bytes."""
    if path == "-":
        yield standard_input()
        return
    if Path(path).is_dir():
        raise BadInput(f"{path}: this is a folder, not {what}")
    with open(path, "rb") as file:
        yield file


def decoded(raw: bytes, name: str) -> str:
    """Bytes as the text that they are; `name` is where they come from."""
    utf_16 = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
    if b"\0" in raw and not utf_16:
        raise BadInput(f"{name}: not a text file (byte {raw.index(0) + 1} is zero)")
    try:
        return raw.decode("utf-16" if utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(
            f"{name}: not {'UTF-16' if utf_16 else 'UTF-8'} text (byte {error.start + 1})"
        ) from None


def standard_input() -> BinaryIO:
    """The bytes of standard input, which must not be closed."""
    if sys.stdin is None:
        raise BadInput("standard input is closed, so there is nothing to read from it")
    return sys.stdin.buffer

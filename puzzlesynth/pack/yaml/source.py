"""A pack's files as text: read within stated limits, with places that point into the file."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

from puzzlesynth.pack.bounds import MAX_BYTES
from puzzlesynth.pack.diagnostics.problems import PackError, error
from puzzlesynth.pack.model import Place
from puzzlesynth.quick_dataclasses import dataclass

_LINE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")


@dataclass(frozen=True)
class Source:
    """One file's text, under the name that problems give it."""

    file: str
    text: str

    @cached_property
    def line_starts(self) -> list[int]:
        """Where each line begins, as YAML counts lines."""
        return [0, *(found.end() for found in _LINE_BREAK.finditer(self.text))]

    def line(self, number: int) -> str:
        """A line without its end; numbers count from 1."""
        starts = self.line_starts
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n\x85\u2028\u2029")

    def place(self, line: int, column: int) -> Place:
        return Place(self.file, line, column)

    def place_at(self, index: int) -> Place:
        """The place of the character at an index of the text."""
        from bisect import bisect_right

        line = bisect_right(self.line_starts, index)
        return Place(self.file, line, index - self.line_starts[line - 1] + 1)


def read_source(path: Path) -> Source:
    """The text of a file that claims to be YAML; a PackError where it cannot be."""
    name, start = str(path), Place(str(path))
    if path.is_dir():
        raise PackError([error("not-a-file", f"`{name}` is a folder; a file was expected", start)])
    return decoded(path, read_bytes(path))


def decoded(path: Path, data: bytes) -> Source:
    """The text of a file with this content; a PackError where it is none."""
    name = str(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as mistake:
        before = data[: mistake.start].decode("utf-8-sig", errors="replace")
        place = Source(name, before).place_at(len(before))
        raise PackError(
            [error("not-text", "this is not text in UTF-8", place, "save the file as UTF-8")]
        ) from None
    strange = _UNPRINTABLE.search(text)
    if strange:
        code = f"U+{ord(strange.group()):04X}"
        place = Source(name, text).place_at(strange.start())
        message = f"the character {code} does not belong in a text file"
        raise PackError([error("not-text", message, place, "is this really a pack, and not a binary file?")])
    return Source(name, text)


def read_bytes(path: Path) -> bytes:
    """A file's content, if it is a plain file of a sensible size."""
    name, start = str(path), Place(str(path))
    try:
        if not path.exists():
            raise PackError([error("missing-file", f"there is no file `{name}`", start)])
        if not path.is_file():
            raise PackError([error("not-a-file", f"`{name}` is not a plain file", start)])
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as mistake:
        reason = getattr(mistake, "strerror", None) or str(mistake)
        raise PackError([error("unreadable", f"`{name}` cannot be read: {reason}", start)]) from None
    if len(data) > MAX_BYTES:
        message = (
            f"`{name}` is larger than {MAX_BYTES // 1024 // 1024} MiB, the most that a pack's file may have"
        )
        raise PackError([error("too-large", message, start, "split the pack into items, rules and areas")])
    return data

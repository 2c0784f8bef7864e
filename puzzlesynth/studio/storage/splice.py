"""Changes of a text: a piece and what comes in its place. The page counts UTF-16 units, Python counts characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Splice(NamedTuple):
    start: int
    removed: str
    inserted: str

    def inverse(self) -> Splice:
        return Splice(self.start, self.inserted, self.removed)

    def apply(self, text: str) -> str:
        return text[: self.start] + self.inserted + text[self.start + len(self.removed) :]


def difference(before: str, after: str) -> Splice:
    """The one piece in which two texts differ: without what they have in common at both ends."""
    start, most = 0, min(len(before), len(after))
    while start < most and before[start] == after[start]:
        start += 1
    end = 0
    while end < most - start and before[len(before) - 1 - end] == after[len(after) - 1 - end]:
        end += 1
    return Splice(start, before[start : len(before) - end], after[start : len(after) - end])


def index_of(text: str, units: int) -> int:
    """The index of a character that begins after this many UTF-16 units."""
    if text.isascii() or max(text, default="") <= "\uffff":
        return min(units, len(text))
    return len(text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", errors="ignore"))


def merged(base: str, ours: str, theirs: str) -> str | None:
    """Both changes of a text, line by line; None where they change the same lines differently (diff3)."""
    if ours == theirs or theirs == base:
        return ours
    if ours == base:
        return theirs
    lines = base.splitlines(keepends=True)
    mine, other = _changes(lines, ours), _changes(lines, theirs)
    for start, end, new in mine:
        for first, last, said in other:
            if (start, end, new) != (first, last, said) and start <= last and first <= end:
                return None
    found = lines
    for start, end, new in sorted({*mine, *other}, reverse=True):
        found = [*found[:start], *new, *found[end:]]
    return "".join(found)


def _changes(lines: Sequence[str], after: str) -> list[tuple[int, int, tuple[str, ...]]]:
    from difflib import SequenceMatcher

    new = after.splitlines(keepends=True)
    codes = SequenceMatcher(None, lines, new, autojunk=False).get_opcodes()
    return [(a, b, tuple(new[c:d])) for tag, a, b, c, d in codes if tag != "equal"]

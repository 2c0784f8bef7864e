"""The lines of a source, each with the end that it has, so that a source is written back byte for byte."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from puzzlesynth.levels.parser.tokens import WHITE

_BREAK = re.compile(r"(\r\n?|\n)")
_MARK = "\ufeff"


@dataclass(slots=True)
class Lines:
    """Texts and ends of lines. The last line has no end; it is empty if the source ends with a line break."""

    texts: list[str]
    ends: list[str]
    mark: str
    """The byte order mark, if the source begins with one."""

    @classmethod
    def of(cls, source: str) -> Lines:
        mark = _MARK if source.startswith(_MARK) else ""
        parts = _BREAK.split(source[len(mark) :])
        return cls(parts[0::2], [*parts[1::2], ""], mark)

    def __len__(self) -> int:
        return len(self.texts)

    def written(self) -> str:
        return self.mark + "".join(text + end for text, end in zip(self.texts, self.ends, strict=True))

    def replace(self, first: int, last: int, texts: Sequence[str]) -> None:
        """Other lines in the place of those from `first` up to, but not including, `last`."""
        usual = Counter(end for end in self.ends if end).most_common(1)
        end = usual[0][0] if usual else "\n"
        kept = self.ends[first:last]
        ends = kept[: len(texts)] + [end] * max(0, len(texts) - len(kept))
        self.texts[first:last] = texts
        self.ends[first:last] = ends
        # No line but the last is without an end.
        for number, found in enumerate(self.ends[:-1]):
            if not found:
                self.ends[number] = end
        if not self.texts or self.ends[-1]:
            self.texts.append("")
            self.ends.append("")

    def is_comment(self, number: int) -> bool:
        """Whether a line is one whole comment."""
        text = self.texts[number].strip(WHITE)
        return text.startswith("(") and text.endswith(")") and text.count("(") == text.count(")")


def is_blank(text: str) -> bool:
    return not text.strip(WHITE)


def row_lines(texts: Sequence[str]) -> list[int]:
    """Which lines have something besides comments and rulers; comments can go over several lines, and nest."""
    found = []
    depth = 0
    for number, text in enumerate(texts):
        outside = ""
        for letter in text:
            if letter == "(":
                depth += 1
            elif letter == ")":
                depth = max(0, depth - 1)
            elif not depth:
                outside += letter
        if not is_blank(outside.replace("=", " ")):
            found.append(number)
    return found

"""Colour on a terminal: none in a pipe, with NO_COLOR (see no-color.org) or on a dumb terminal."""

from __future__ import annotations

import os
import re
import sys
from typing import TextIO

TITLE, GOOD, CAREFUL, BAD, HELP = "1;36", "32", "33", "1;31", "36"

_PATTERNS = (
    # Diagnostics, and the marks under what is wrong.
    (r"^(internal )?error(\[[\w-]+\])?:", BAD),
    (r"^warning(\[[\w-]+\])?:", CAREFUL),
    (r"(?<=\| )[ \t]*\^+$", BAD),
    (r"(?<== )help:", HELP),
    (r": no problems found$", GOOD),
    # Trees: the areas, the guarantees, the difficulty.
    (r"^\S[^:\n]*(?=: .* \(open(s when [^)]*| already| from the start)\)$)", TITLE),
    (r"^Guarantees:", GOOD),
    (r"(?<= of 100, )easy\b", GOOD),
    (r"(?<= of 100, )medium\b", CAREFUL),
    (r"(?<= of 100, )hard\b", BAD),
    # Reports of `verify`.
    (r"^✓", GOOD),
    (r"^[!?](?= )", CAREFUL),
    (r"^✗", BAD),
    (r"^All guarantees hold(?=:)", GOOD),
    (r"^Not everything holds(?=:)", BAD),
)
"""What stands out in the output of commands, line by line."""


def wants_colour(stream: TextIO) -> bool:
    """Whether a person looks at this stream and wants colour."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not plain and stream.isatty()


def coloured(text: str, colour: str) -> str:
    return f"\x1b[{colour}m{text}\x1b[0m" if text else text


def highlighted(text: str, stream: TextIO | None = None) -> str:
    """The text with colour for what matters, where the stream (or else standard output) shows it."""
    if not wants_colour(stream or sys.stdout):
        return text
    for pattern, colour in _PATTERNS:
        text = re.sub(pattern, f"\x1b[{colour}m\\g<0>\x1b[0m", text, flags=re.MULTILINE)
    return text

"""The standard streams, whatever they are: closed, narrow, without colour, or in an encoding that lacks characters.

Reports are for people and use the terminal's own encoding: characters it lacks become question marks. Data (JSON, tables,
exported files) is for programs and is always UTF-8: a replaced character, or a line cut in the middle, would be noticed
too late. There is no colour in a pipe, with NO_COLOR (see no-color.org) or on a dumb terminal.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO, TextIO

from puzzlesynth.bad_input import BadInput

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
    (r"^Some guarantees do not hold(?=:)", BAD),
    (r"^Some guarantees could not be decided(?=:)", CAREFUL),
)
"""What is highlighted in the output of commands, line by line."""


def wants_colour(stream: TextIO) -> bool:
    """Whether this stream is a terminal whose user wants colour."""
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


WIDTH = 80

KEPT = "\u00a0"
"""A space where no line is broken."""

BREAKS = "\n\r\t\v\f\x1c\x1d\x1e\x85\u2028\u2029"


def columns_of(stream: TextIO) -> int:
    """How wide a stream is: its terminal, or 80 columns where it is none."""
    return shutil.get_terminal_size((WIDTH, 24)).columns if stream.isatty() else WIDTH


def fitted(text: str, indent: int, stream: TextIO | None = None) -> list[str]:
    """A line as several that fit the stream, or else standard output; all but the first are indented."""
    return wrapped(text, columns_of(stream or sys.stdout), indent)


def print_line(line: str, stream: TextIO | None = None) -> None:
    """Print a line as soon as it is known; on a screen, wrapped."""
    stream = stream or sys.stdout
    lines = fitted(line, 4, stream) if stream.isatty() else [line]
    print("\n".join(lines), file=stream, flush=True)


def plain(text: str) -> str:
    """One line of what can be seen: breaks of all kinds are spaces, and what only moves the cursor is left out."""
    return "".join(" " if char in BREAKS else char for char in text if char in BREAKS or _printable(char))


def wrapped(text: str, width: int, indent: int) -> list[str]:
    """A text in lines that fit; nothing in it can move the cursor or change colours."""
    indent = min(indent, width // 2)  # On a narrow terminal, something has to be left for the text.
    lines: list[str] = []
    line, begins = "", True
    for part in re.findall(r" +|[^ ]+", plain(text)):
        for piece in _pieces(part, width - indent):
            if columns(line) + columns(piece) > width and not begins:
                lines.append(line.rstrip(" "))
                line, begins = " " * indent, True
            if not (begins and lines and piece.isspace() and KEPT not in piece):
                line += piece
                begins = False
    return [line.replace(KEPT, " ") for line in (*lines, line.rstrip(" "))]


def _pieces(word: str, width: int) -> list[str]:
    """A word that is too long for a line is broken."""
    found = [""]
    for char in word:
        if columns(found[-1]) + columns(char) > width:
            found.append("")
        found[-1] += char
    return found


def columns(text: str) -> int:
    """How wide a text is on a terminal: some characters take two columns, some none."""
    return sum(_column(char) for char in text)


def _column(char: str) -> int:
    if unicodedata.combining(char) or char in "\u200d\ufe0f":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _printable(char: str) -> bool:
    return unicodedata.category(char)[0] != "C" or char == "\u200d"

"""Texts as ink writes them: every sign that could mean something to ink gets a backslash."""

from __future__ import annotations

import re

_SIGNS = re.compile(r"[^\w\s]|_", re.ASCII)


def escaped(text: str) -> str:
    """One line of text that ink prints as it is. Its first character never begins a keyword."""
    line = re.sub(r"\s+", " ", text).strip()
    safe = "".join(f"\\{char}" if ord(char) < 128 and _SIGNS.match(char) else char for char in line)
    return f"\\{safe}" if safe[:1].isalnum() and safe[:1].isascii() else safe


def lines(text: str) -> list[str]:
    """A text of several lines, each to be printed on its own."""
    return [escaped(line) for line in text.splitlines() if line.strip()]


def literal(text: str) -> str:
    """A string in an expression: only letters, digits and blanks go in as they are."""
    return (
        '"' + escaped(text).replace("\\", "", 1 if text[:1].isalnum() else 0) + '"' if text.strip() else '""'
    )


def piece(text: str) -> str:
    """A part of a line; blanks at its ends stay."""
    before = " " if text[:1].isspace() else ""
    after = " " if text[-1:].isspace() and text.strip() else ""
    return f"{before}{escaped(text)}{after}"

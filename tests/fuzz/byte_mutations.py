"""Ways to damage any file: bytes, encodings, words, numbers and lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

Mutation = Callable[[Random, bytes], bytes]

_TOKEN = re.compile(rb"\w+|[ \t]+|\r?\n|[^\w\s]")
NUMBERS = (
    "0",
    "-1",
    "1.5",
    "1e999",
    "-0",
    "007",
    "0x7fffffff",
    "2147483647",
    "2147483648",
    "-2147483648",
    "1_000",
    "99999999999",
    "18446744073709551616",
    "9" * 400,
    "9" * 5_000,
    "٣",
    "1e-9",
    "+5",
    "100000",
    "1000000",
)
WORDS = (
    "null",
    "~",
    "true",
    "True",
    "yes",
    "NaN",
    ".nan",
    "Infinity",
    "-.inf",
    "2001-12-14",
    "''",
    '""',
    "Item",
    "Nothing",
    "Schlüssel",
    "ｗｉｄｅ",
    "İ",
    "ß",
    "a" * 3_000,
    "__class__",
    "../../etc/passwd",
    "%s%n",
    "{0}",
    "$(id)",
    "\u202e",
    "🗝️",
    "all",
    "it",
    "x-y",
    "[]",
    "{}",
    "[[]]",
    "-",
    "*",
    "&a",
    "<<",
    "!!python/name:os.system",
    "|",
    ">",
    "@",
    "#",
    "::=",
)


# --- bytes and encodings -------------------------------------------------------------------------------------


def _span(random: Random, data: bytes, longest: int = 200) -> tuple[int, int]:
    start = random.randrange(len(data) + 1)
    return start, min(len(data), start + random.randint(1, longest))


def flip(random: Random, data: bytes) -> bytes:
    found = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 10))):
        if found:
            found[random.randrange(len(found))] ^= 1 << random.randrange(8)
    return bytes(found)


def truncate(random: Random, data: bytes) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def cut(random: Random, data: bytes) -> bytes:
    start, end = _span(random, data)
    return data[:start] + data[end:]


def repeat(random: Random, data: bytes) -> bytes:
    start, end = _span(random, data)
    return data[:start] + data[start:end] * random.choice((2, 2, 3, 50)) + data[end:]


def insert(random: Random, data: bytes) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice(INSERTED) + data[at:]


INSERTED = (
    b"\0",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\xc3",
    b"\x1b[31m",
    b"\x07",
    b"\x7f",
    b"\r",
    b"\x0c",
    b"\t",
    "\u2028".encode(),
    "\x85".encode(),
    "\ufeff".encode(),
    "\u202e".encode(),
    "é".encode(),
    b"\n\n\n",
    b'"',
    b"'",
    b"\\",
    b"[" * 600,
    b"(" * 5_000,
    b"{" * 300,
    b" " * 100_000,
    b"a" * 100_000,
    b"#",
    b"---\n",
    b"%*",
    b"&",
    b"\xa0",
)


def reencode(random: Random, data: bytes) -> bytes:
    text = data.decode("utf-8", errors="replace")
    kind = random.choice(("bom", "crlf", "cr", "utf-16", "utf-16-le", "utf-32", "latin-1", "upper", "nfd"))
    if kind == "bom":
        return b"\xef\xbb\xbf" + data
    if kind in ("crlf", "cr"):
        return data.replace(b"\n", b"\r\n" if kind == "crlf" else b"\r")
    if kind == "upper":
        return text.upper().encode()
    if kind == "nfd":
        from unicodedata import normalize

        return normalize("NFD", text.replace("e", "é")).encode()
    return text.encode(kind, errors="replace")


def replace_all(random: Random, data: bytes) -> bytes:
    return random.choice(
        (b"", b"\n", b"\0", b"{}", b"[]", b"null", b"0", b"\xef\xbb\xbf", b" ", b"\xff" * 100, b"a" * 10**6)
    )


# --- tokens and lines ----------------------------------------------------------------------------------------


def _tokens(data: bytes) -> list[bytes]:
    return _TOKEN.findall(data) if len(data) < 400_000 else [data]


def _words(tokens: Sequence[bytes]) -> list[int]:
    return [n for n, token in enumerate(tokens) if token.strip()] or [0]


def change_token(random: Random, data: bytes) -> bytes:
    tokens = _tokens(data)
    if not tokens:
        return data
    at, other = random.choice(_words(tokens)), random.choice(_words(tokens))
    kind = random.choice(("swap", "delete", "double", "copy", "number", "word"))
    if kind == "swap":
        tokens[at], tokens[other] = tokens[other], tokens[at]
    elif kind == "delete":
        tokens[at] = b""
    elif kind == "double":
        tokens[at] = tokens[at] * 2
    elif kind == "copy":
        tokens[at] = tokens[other]
    else:
        tokens[at] = random.choice(NUMBERS if kind == "number" else WORDS).encode()
    return b"".join(tokens)


def change_number(random: Random, data: bytes) -> bytes:
    found = list(re.finditer(rb"\d+", data))
    if not found:
        return change_token(random, data)
    chosen = random.choice(found)
    return data[: chosen.start()] + random.choice(NUMBERS).encode() + data[chosen.end() :]


def change_line(random: Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    kind = random.choice(("swap", "delete", "double", "move", "indent", "join", "many"))
    if kind == "swap":
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == "delete":
        del lines[at]
    elif kind == "double":
        lines.insert(other, lines[at])
    elif kind == "move":
        lines.insert(other, lines.pop(at))
    elif kind == "indent":
        lines[at] = random.choice((b" ", b"\t", b"    ")) + lines[at]
    elif kind == "join":
        lines[at : at + 2] = [b"".join(lines[at : at + 2])]
    else:
        lines[at : at + 1] = [lines[at]] * random.choice((30, 300))
    return b"\n".join(lines)


def splice(random: Random, data: bytes, other: bytes) -> bytes:
    """Some lines of another file."""
    lines, others = data.split(b"\n"), other.split(b"\n")
    at, start = random.randrange(len(lines) + 1), random.randrange(len(others))
    lines[at:at] = others[start : start + random.randint(1, 5)]
    return b"\n".join(lines)


ANYWHERE: tuple[Mutation, ...] = (
    flip,
    truncate,
    cut,
    repeat,
    insert,
    reencode,
    replace_all,
    change_token,
    change_token,
    change_token,
    change_number,
    change_number,
    change_line,
    change_line,
)

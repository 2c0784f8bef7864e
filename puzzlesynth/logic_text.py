"""Logic programs that strangers wrote, parsed without reading a file, running code or overflowing the stack.

clingo's parser opens the file of an `#include` while it parses, and goes on after a mistake: looking at what it
found comes too late, and a check that takes one quote or comment differently from clingo can be fooled. So the
words that open files or run code are refused where they are code or text, blanked where they are comments, and
whatever happens the text that clingo gets has none of them. Nor does it get letters beyond ASCII outside texts and
comments, which its lexer cuts in two, or numbers that would wrap around.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from clingo import SymbolType, ast

from puzzlesynth.quick_dataclasses import dataclass

FORBIDDEN = {"#include": "reads another file", "#script": "runs code"}
DEEPEST = 100
"""Levels of nesting: each bracket is one, and so is each operator of a term. clingo's parser nests them all; the stack
of the process ends at some thousands, that of Python's transformers at some hundreds. The shelf needs five."""
LARGEST = 2**31 - 1
"""The largest number that clingo has."""

_TOKEN = re.compile(
    r"""
    (?P<block>%\*) | (?P<line>%[^\n]*)
    | (?P<string>"(?:[^\\"\n]|\\["\\n])*") | (?P<quote>")
    | (?P<forbidden>\#include|\#script)
    | (?P<name>\#?[_']*[A-Za-z][A-Za-z0-9_']*|[_']+) | (?P<number>0[xob][0-9A-Fa-f]+|[0-9]+)
    | (?P<open>[(\[{]) | (?P<close>[)\]}]) | (?P<arrow>:-|:~) | (?P<separator>[,;:<>=!])
    | (?P<operator>\.\.|\*\*|[-+*/\\&?^~|@]) | (?P<end>\.) | (?P<nul>\0) | (?P<foreign>[^\x00-\x7f])
    """,
    re.VERBOSE,
)
_IN_BLOCK = re.compile(r"(?P<open>%\*)|(?P<close>\*%)|%[^\n]*")
_WORD = re.compile("|".join(FORBIDDEN))


class UnsafeText(ValueError):
    """A program that must not reach the parser: the message says why, `line` and `column` (from 1) say where."""

    def __init__(self, message: str, text: str, at: int) -> None:
        self.line = text.count("\n", 0, at) + 1
        self.column = at - text.rfind("\n", 0, at)
        super().__init__(message)


def parse_text(text: str, log: Callable[[str], None]) -> list[ast.AST]:
    """The statements and comments of a program. Raises `UnsafeText`, or `RuntimeError` for what clingo cannot read
    after its complaints went to `log`."""
    statements: list[ast.AST] = []
    ast.parse_string(safe_text(text), statements.append, logger=lambda _, message: log(message))
    return statements


def safe_text(text: str) -> str:
    """The program with everything in its place, fit for clingo's parser. Raises `UnsafeText`."""
    blanked: list[str] = []
    taken = at = 0
    depth = _Depth()
    while (token := _TOKEN.search(text, at)) is not None:
        at, begin, kind = token.end(), token.start(), token.lastgroup
        if kind in ("block", "line"):
            at = _block_end(text, begin) if kind == "block" else at
            blanked += [text[taken:begin], _WORD.sub(lambda word: " " + word[0][1:], text[begin:at])]
            taken = at
        elif depth.after(kind) > DEEPEST:
            raise UnsafeText(
                f"brackets and operators are nested more than {DEEPEST} levels deep", text, begin
            )
        else:
            _refuse(kind, token[0], text, begin)
    safe = "".join([*blanked, text[taken:]])
    if (word := _WORD.search(safe)) is not None:
        raise UnsafeText(f"`{word[0]}` cannot be in a constraint file", text, word.start())
    return safe


def _refuse(kind: str | None, token: str, text: str, begin: int) -> None:
    """Refuse what is no program, and the words that do more than state something."""
    if kind == "forbidden":
        raise UnsafeText(f"`{token}` {FORBIDDEN[token]}; a constraint file is data", text, begin)
    if kind == "quote":
        raise UnsafeText(
            'this text has no closing `"` on its line, or has a backslash before anything but `"`, `\\` and `n`',
            text,
            begin,
        )
    if kind == "nul":
        raise UnsafeText("the file contains a null character; it is not a text file", text, begin)
    if kind == "foreign":
        message = f'`{token}` can only be in texts and comments; put names in quotes, as in `used("Käse")`'
        raise UnsafeText(message, text, begin)
    if kind == "number" and _number(token) > LARGEST:
        raise UnsafeText(f"numbers go up to {LARGEST}", text, begin)
    if (word := _WORD.search(token)) is not None:
        raise UnsafeText(f"a text in quotes cannot contain `{word[0]}`", text, begin + word.start())


def _number(token: str) -> int:
    # Python converts no texts of thousands of digits.
    try:
        return int(token, 0 if token[1:2].isalpha() else 10)
    except ValueError:
        return LARGEST + 1 if len(token) > 10 else 0


@dataclass
class _Level:
    """What is open between two brackets, or in a statement."""

    operators: int = 0
    """Since the last separator."""
    joined: int = 0
    """The depth of the deepest bracket that these operators join."""
    before: int = 0
    """The depth of the deepest term before the last separator."""

    @property
    def now(self) -> int:
        return self.operators + self.joined


class _Depth:
    """How deep the tree of a program gets, from its tokens; never less than it really is."""

    def __init__(self) -> None:
        self._levels = [_Level()]
        self._around = 0
        """What brackets and operators around the innermost level add."""

    def after(self, kind: str | None) -> int:
        inner = self._levels[-1]
        if kind == "open":
            self._around += inner.operators + 1
            self._levels.append(_Level())
        elif kind == "close" and len(self._levels) > 1:
            self._levels.pop()
            outer = self._levels[-1]
            self._around -= outer.operators + 1
            outer.joined = max(outer.joined, max(inner.now, inner.before) + 1)
        elif kind in ("end", "arrow"):
            self._levels, self._around = [_Level()], 0
        elif kind == "separator":
            inner.before = max(inner.before, inner.now)
            inner.operators = inner.joined = 0
        elif kind == "operator":
            inner.operators += 1
        return self._around + self._levels[-1].now


def _block_end(text: str, begin: int) -> int:
    """Where the comment that begins with `%*` ends: comments nest, and lines in them can be comments."""
    depth, at = 0, begin
    while (mark := _IN_BLOCK.search(text, at)) is not None:
        at = mark.end()
        depth += (mark["open"] is not None) - (mark["close"] is not None)
        if not depth:
            return at
    raise UnsafeText("this comment has no closing `*%`", text, begin)


class _FillIn(ast.Transformer):
    def __init__(self, values: Mapping[str, ast.AST]) -> None:
        self._values = values

    def visit_SymbolicTerm(self, node: ast.AST) -> ast.AST:
        symbol = node.symbol
        if symbol.type is SymbolType.Function and not symbol.arguments:
            return self._values.get(symbol.name, node)
        return node


def fill_in(node: ast.AST, values: Mapping[str, ast.AST]) -> ast.AST:
    """A statement with the values of its file's constants. `#const` itself would change every other program that
    is loaded with the file, and can rename what those are about."""
    filled: ast.AST = _FillIn(values)(node) if values else node
    return filled

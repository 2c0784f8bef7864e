"""The grammar of the rule notation, read by recursive descent.

    rule:       terms "::=" NAME terms
    terms:      (term ","?)*
    term:       NAME LABEL? properties?
    properties: "[" (property ("," property)* ","?)? "]"
    property:   NAME ":" (NAME | NUMBER | TEXT)

Left of `::=` is what is there afterwards, right of it the action and what must be there before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple


class TokenKind(Enum):
    """What a token is; signs are distinguished by their text."""

    NAME = r"[^\W\d]\w*"
    LABEL = r"(?<=\w)#\w+"
    NUMBER = r"[+-]?\d+"
    TEXT = r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'"""
    SIGN = r"::=|[\[\]:,]"
    SPACE = r"\s+|(?:(?<=\s)|(?<![\s\S]))#[^\n]*"
    """A label follows its type at once, so a `#` after a space is a comment."""
    END = r"(?!)"


_TOKEN = re.compile("|".join(f"(?P<{sort.name}>{sort.value})" for sort in TokenKind))


class Token(str):
    """A piece of a text that knows where it is."""

    __slots__ = ("end", "sort", "start")
    sort: TokenKind
    start: int
    end: int

    @classmethod
    def at(cls, start: int, text: str, sort: TokenKind) -> Token:
        token = cls(text)
        token.sort, token.start, token.end = sort, start, start + len(text)
        return token


class UnexpectedToken(Exception):
    """The first place of a text that cannot be read: a token that is not allowed there, or no token at all."""

    def __init__(self, index: int, token: Token | None) -> None:
        self.index, self.token = index, token
        super().__init__(index)


class ParsedTerm(NamedTuple):
    """A type, perhaps its label, and pairs of a property and its value."""

    type: Token
    label: Token | None
    properties: tuple[tuple[Token, Token], ...]


class ParsedSides(NamedTuple):
    """A rule's two sides."""

    outputs: tuple[ParsedTerm, ...]
    action: Token
    inputs: tuple[ParsedTerm, ...]


def read_rule(text: str) -> ParsedSides:
    """A rule; raises `UnexpectedToken`."""
    return read_plain_rule(text) or read_any_rule(text)


_NAME = TokenKind.NAME.value
_PLAIN_TERM = re.compile(rf"\s*({_NAME})(#\w+)?(?:\s*\[([\w\s:,+-]*)\])?\s*,?")
_PLAIN_PROPERTY = re.compile(rf"\s*({_NAME})\s*:\s*(?:({_NAME})|({TokenKind.NUMBER.value}))\s*(?:,|\Z)\s*")
_SIGN_AND_ACTION = re.compile(rf"\s*::=\s*({_NAME})")
_ONLY_SPACE = re.compile(r"\s*\Z")


def read_plain_rule(text: str) -> ParsedSides | None:
    """A rule without comments and texts in quotes, one pattern a term: that takes a third of the time in a large pack.
    None: it has some, or it is no rule, which the grammar below tells."""
    outputs, index = _plain_terms(text, 0)
    sign = _SIGN_AND_ACTION.match(text, index)
    if sign is None:
        return None
    inputs, index = _plain_terms(text, sign.end())
    if not _ONLY_SPACE.match(text, index):
        return None
    return ParsedSides(outputs, Token.at(sign.start(1), sign[1], TokenKind.NAME), inputs)


def _plain_terms(text: str, index: int) -> tuple[tuple[ParsedTerm, ...], int]:
    """Terms from an index on, as far as they are plain, and where that is."""
    found = []
    while match := _PLAIN_TERM.match(text, index):
        name, label, inside = match.groups()
        properties = _plain_properties(inside, match.start(3)) if inside else ()
        if properties is None:
            break
        type_ = Token.at(match.start(1), name, TokenKind.NAME)
        tied = Token.at(match.start(2), label, TokenKind.LABEL) if label else None
        found.append(ParsedTerm(type_, tied, properties))
        index = match.end()
    return tuple(found), index


def _plain_properties(inside: str, first: int) -> tuple[tuple[Token, Token], ...] | None:
    """What is between brackets; `first`: its place in the rule."""
    found = []
    index = 0
    while match := _PLAIN_PROPERTY.match(inside, index):
        sort, group = (TokenKind.NAME, 2) if match[2] else (TokenKind.NUMBER, 3)
        name = Token.at(first + match.start(1), match[1], TokenKind.NAME)
        found.append((name, Token.at(first + match.start(group), match[group], sort)))
        index = match.end()
    return tuple(found) if index == len(inside) else None


def read_any_rule(text: str) -> ParsedSides:
    """A rule, by the whole grammar; raises `UnexpectedToken`."""
    reader = _Reader(text)
    outputs = reader.terms()
    reader.sign("::=")
    sides = ParsedSides(outputs, reader.take(TokenKind.NAME), reader.terms())
    reader.take(TokenKind.END)
    return sides


def read_term(text: str) -> ParsedTerm:
    """A single term, such as a goal; raises `UnexpectedToken`."""
    reader = _Reader(text)
    term = reader.term()
    reader.take(TokenKind.END)
    return term


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text, up to the first character that begins none."""
    index = 0
    while match := _TOKEN.match(text, index):
        sort = TokenKind[match.lastgroup or ""]
        if sort is not TokenKind.SPACE:
            yield Token.at(index, match[0], sort)
        index = match.end()
    if index == len(text):
        yield Token.at(index, "", TokenKind.END)


class _Reader:
    """The tokens of a text, with one token of lookahead."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = tokens(text)
        self._last_end = 0
        self._next: Token | None = next(self._tokens, None)

    def take(self, *sorts: TokenKind) -> Token:
        token = self._next
        if token is None or token.sort not in sorts:
            raise self._unexpected()
        if token.sort is not TokenKind.END:
            self._last_end, self._next = token.end, next(self._tokens, None)
        return token

    def sign(self, text: str) -> None:
        if self._next != text:
            raise self._unexpected()
        self.take(TokenKind.SIGN)

    def has(self, text: str) -> bool:
        """Takes a sign if it is next."""
        if found := self._next == text:
            self.take(TokenKind.SIGN)
        return found

    def terms(self) -> tuple[ParsedTerm, ...]:
        found = []
        while self._sort is TokenKind.NAME:
            found.append(self.term())
            self.has(",")
        return tuple(found)

    def term(self) -> ParsedTerm:
        name = self.take(TokenKind.NAME)
        label = self.take(TokenKind.LABEL) if self._sort is TokenKind.LABEL else None
        return ParsedTerm(name, label, tuple(self._properties()) if self.has("[") else ())

    def _properties(self) -> Iterator[tuple[Token, Token]]:
        while not self.has("]"):
            name = self.take(TokenKind.NAME)
            self.sign(":")
            yield name, self.take(TokenKind.NAME, TokenKind.NUMBER, TokenKind.TEXT)
            if not self.has(","):
                self.sign("]")
                return

    @property
    def _sort(self) -> TokenKind | None:
        return self._next.sort if self._next is not None else None

    def _unexpected(self) -> UnexpectedToken:
        if self._next is not None:
            return UnexpectedToken(self._next.start, self._next)
        space = _SPACES.match(self._text, self._last_end)
        return UnexpectedToken(space.end() if space else self._last_end, None)


_SPACES = re.compile(f"(?:{TokenKind.SPACE.value})*")


_PLAIN_WORD = re.compile(TokenKind.NAME.value)
_BOOLEANS = ("True", "False", "true", "false")


def spelt(value: bool | int | str) -> str:
    """A value as it is written in a term."""
    if not isinstance(value, str):
        return str(value)
    if _PLAIN_WORD.fullmatch(value) and value not in _BOOLEANS:
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'

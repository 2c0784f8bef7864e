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


class Sort(Enum):
    """What a token is; signs are told apart by their text."""

    NAME = r"[^\W\d]\w*"
    LABEL = r"(?<=\w)#\w+"
    NUMBER = r"[+-]?\d+"
    TEXT = r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'"""
    SIGN = r"::=|[\[\]:,]"
    SPACE = r"\s+|(?:(?<=\s)|(?<![\s\S]))#[^\n]*"
    """A label stands right behind its type, so a `#` after a space is a comment."""
    END = r"(?!)"


_TOKEN = re.compile("|".join(f"(?P<{sort.name}>{sort.value})" for sort in Sort))


class Token(str):
    """A piece of a text that knows where it stands."""

    __slots__ = ("end", "sort", "start")
    sort: Sort
    start: int
    end: int

    @classmethod
    def at(cls, start: int, text: str, sort: Sort) -> Token:
        token = cls(text)
        token.sort, token.start, token.end = sort, start, start + len(text)
        return token


class Unexpected(Exception):
    """The first place of a text that cannot be read: a token that may not stand there, or no token at all."""

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
    """A rule; raises `Unexpected`."""
    reader = _Reader(text)
    outputs = reader.terms()
    reader.sign("::=")
    sides = ParsedSides(outputs, reader.take(Sort.NAME), reader.terms())
    reader.take(Sort.END)
    return sides


def read_term(text: str) -> ParsedTerm:
    """A single term, such as a goal; raises `Unexpected`."""
    reader = _Reader(text)
    term = reader.term()
    reader.take(Sort.END)
    return term


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text, up to the first character that begins none."""
    index = 0
    while match := _TOKEN.match(text, index):
        sort = Sort[match.lastgroup or ""]
        if sort is not Sort.SPACE:
            yield Token.at(index, match[0], sort)
        index = match.end()
    if index == len(text):
        yield Token.at(index, "", Sort.END)


class _Reader:
    """The tokens of a text, with the next one in sight."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = tokens(text)
        self._last_end = 0
        self._next: Token | None = next(self._tokens, None)

    def take(self, *sorts: Sort) -> Token:
        token = self._next
        if token is None or token.sort not in sorts:
            raise self._unexpected()
        if token.sort is not Sort.END:
            self._last_end, self._next = token.end, next(self._tokens, None)
        return token

    def sign(self, text: str) -> None:
        if self._next != text:
            raise self._unexpected()
        self.take(Sort.SIGN)

    def has(self, text: str) -> bool:
        """Takes a sign if it is next."""
        if found := self._next == text:
            self.take(Sort.SIGN)
        return found

    def terms(self) -> tuple[ParsedTerm, ...]:
        found = []
        while self._sort is Sort.NAME:
            found.append(self.term())
            self.has(",")
        return tuple(found)

    def term(self) -> ParsedTerm:
        name = self.take(Sort.NAME)
        label = self.take(Sort.LABEL) if self._sort is Sort.LABEL else None
        return ParsedTerm(name, label, tuple(self._properties()) if self.has("[") else ())

    def _properties(self) -> Iterator[tuple[Token, Token]]:
        while not self.has("]"):
            name = self.take(Sort.NAME)
            self.sign(":")
            yield name, self.take(Sort.NAME, Sort.NUMBER, Sort.TEXT)
            if not self.has(","):
                self.sign("]")
                return

    @property
    def _sort(self) -> Sort | None:
        return self._next.sort if self._next is not None else None

    def _unexpected(self) -> Unexpected:
        if self._next is not None:
            return Unexpected(self._next.start, self._next)
        space = _SPACES.match(self._text, self._last_end)
        return Unexpected(space.end() if space else self._last_end, None)


_SPACES = re.compile(f"(?:{Sort.SPACE.value})*")

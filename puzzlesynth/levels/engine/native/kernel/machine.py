"""What the machine offers beyond Python: arrays by their address, and instructions without an operator.

These declarations are for readers and for type checking. The functions are replaced by instructions.
"""

from __future__ import annotations

Words = list[int]
"""The address of an array of 64-bit integers."""
Halves = list[int]
"""The address of an array of 32-bit integers without sign."""
Octets = list[int]
"""The address of an array of 8-bit integers without sign."""


def words(address: int) -> Words:
    """An address, kept as a number, as an array."""
    raise NotImplementedError


def halves(address: int) -> Halves:
    raise NotImplementedError


def octets(address: int) -> Octets:
    raise NotImplementedError


def at(array: Words, index: int) -> Words:
    """The rest of an array, of whatever kind, from an element on."""
    raise NotImplementedError


def address(array: Words) -> int:
    """An array's address as a number."""
    raise NotImplementedError


def copy(target: Words, source: Words, count: int) -> None:
    """Copy elements between arrays of one kind that do not overlap."""
    raise NotImplementedError


def zero(target: Words, count: int) -> None:
    raise NotImplementedError


def fetch(array: Words) -> None:
    """Have the processor load what will soon be read."""
    raise NotImplementedError


def lowest(word: int) -> int:
    """The position of the lowest bit of a word that is not 0."""
    raise NotImplementedError


def ones(word: int) -> int:
    """How many bits of a word are set."""
    raise NotImplementedError

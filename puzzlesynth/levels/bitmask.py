"""Sets of small numbers (objects, cells, movements) as the bits of whole numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress

_FEW = 12
"""Larger sets are written out in binary to find all members: the time does not grow with the square."""
_IS_ONE = bytes(48) + bytes([0, 1]) + bytes(206)
_DIGITS = bytes([48, 49]) + bytes(254)


def bits(mask: int) -> list[int]:
    """The positions of the bits of a mask, ascending."""
    if mask.bit_count() > _FEW:
        digits = bin(mask)[:1:-1].encode().translate(_IS_ONE)
        return list(compress(range(len(digits)), digits))
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def single_bits(mask: int) -> Iterator[int]:
    """The bits of a mask one by one, lowest first, each as a mask of its own."""
    if mask.bit_count() > _FEW:
        for index in bits(mask):
            yield 1 << index
        return
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def bit_mask(positions: list[int], count: int) -> int:
    """The mask with bits at these positions, all below `count`."""
    if len(positions) < _FEW:
        found = 0
        for index in positions:
            found |= 1 << index
        return found
    marks = bytearray(count)
    for index in positions:
        marks[count - 1 - index] = 1
    return int(marks.translate(_DIGITS), 2)


def union(masks: Iterable[int]) -> int:
    result = 0
    for mask in masks:
        result |= mask
    return result


def shifted(mask: int, by: int) -> int:
    """The mask with all positions so much higher, or lower if that is negative."""
    return mask << by if by >= 0 else mask >> -by

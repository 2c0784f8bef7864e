"""Results that are kept for objects are found again by the object that they are for, and only by it."""

from __future__ import annotations

from puzzlesynth.pack.model import IdentityCache, IdentityMap


def test_the_same_object_is_looked_at_once() -> None:
    asked: list[list[int]] = []

    def total(numbers: list[int]) -> int:
        asked.append(numbers)
        return sum(numbers)

    cache = IdentityCache(total)
    one, other = [1, 2], [1, 2]
    assert [cache(one), cache(one), cache(other)] == [3, 3, 3]
    assert len(asked) == 2


def test_an_object_that_is_gone_leaves_no_result_to_another() -> None:
    cache: IdentityCache[list[int], int] = IdentityCache(len)
    for length in range(1000):
        assert cache(list(range(length % 7))) == length % 7


def test_it_stays_small() -> None:
    cache: IdentityMap[list[int], int] = IdentityMap(most=3)
    kept = [[number] for number in range(10)]
    for number, thing in enumerate(kept):
        cache.put(thing, number)
    known = [number for number, thing in enumerate(kept) if cache.get(thing) == number]
    assert known
    assert len(known) <= 3

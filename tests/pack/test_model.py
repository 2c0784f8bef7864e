"""Results that are kept for objects are found again by the object that they are for, and only by it; what a pack has
worked out about itself is not sent to other processes."""

from __future__ import annotations

import pickle

from puzzlesynth.pack import load_pack
from puzzlesynth.pack.model import IdentityCache, IdentityMap
from puzzlesynth.pack.rules.effects import output_effects
from puzzlesynth.quick_dataclasses import fields
from tests.support.paths import ROOT


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


def test_only_the_fields_of_a_pack_are_pickled() -> None:
    """Another thread may work out the rest in the middle of it."""
    pack = load_pack(ROOT / "examples" / "tiny.yaml")
    rule, area = pack.rules[0], next(iter(pack.areas.values()))
    assert pack.types
    assert area.goal_texts
    assert output_effects(rule)
    sent = pickle.loads(pickle.dumps(pack))
    assert sent == pack
    for original, copy in (
        (pack, sent),
        (rule, sent.rules[0]),
        (area, sent.areas[area.name]),
    ):
        names = {each.name for each in fields(original)}
        assert vars(copy).keys() == names
        assert vars(original).keys() > names

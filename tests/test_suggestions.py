"""Spelling suggestions: which names are compared with one that does not exist."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

from puzzlesynth.suggestions import NameIndex


def pairs(name: str) -> list[str]:
    framed = f"^{name}$"
    return sorted({one + other for one, other in pairwise(framed)})


def counted(known: list[str], name: str) -> list[str]:
    """The twenty that share most pairs of neighbouring letters, counted one by one."""
    lower = list(dict.fromkeys(other.lower() for other in reversed(known)))
    shared = Counter(other for pair in pairs(name) for other in lower if pair in pairs(other))
    return [other for other, _ in shared.most_common(20)]


def test_names_are_compared_that_share_most_pairs_of_letters() -> None:
    random = Random(1)
    for number in range(400):
        letters = "abAc" if number % 2 else "abcdefgh_1"
        known = [
            "".join(random.choices(letters, k=random.randrange(1, 9))) for _ in range(random.randrange(90))
        ]
        name = "".join(random.choices(letters, k=random.randrange(9))).lower()
        assert NameIndex(known).sharing_most(pairs(name)) == counted(known, name)


def test_the_one_that_is_nearest_is_suggested_among_thousands() -> None:
    known = [f"Thing{layer}x{number}" for layer in range(9) for number in range(500)]
    index = NameIndex(known)
    assert index.closest("Thinng3x47") == "Thing3x47"
    assert index.closest("Thng8x499") == "Thing8x499"
    assert index.closest("Bottle") is None

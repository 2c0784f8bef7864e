"""The size of a space from ways through it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from statistics import fmean

from puzzlesynth.synth.counting.cube_tree import CubeTree, Features
from puzzlesynth.synth.cubes import NOT, Cube

FEW = 4


class SmallSpace:
    """Sets of features, all of them known here."""

    def __init__(self, members: Sequence[Features], seed: int) -> None:
        self._members, self._random = members, Random(seed)
        self.lists = 0

    def listed(self, cube: Cube) -> int | None:
        number = len(self._inside(cube))
        return number if number <= FEW else None

    def listed_whole(self, cube: Cube) -> int:
        self.lists += 1
        return len(self._inside(cube))

    def samples(self, cube: Cube, draws: int) -> tuple[Sequence[Features], bool]:
        inside = self._inside(cube)
        # Some are drawn far more often than others.
        weights = [1 + 50 * ("step 1 A" in one) for one in inside]
        return self._random.choices(inside, weights, k=draws) if inside else [], len(inside) <= FEW

    def _inside(self, cube: Cube) -> list[Features]:
        def is_inside(one: Features) -> bool:
            return all((text.removeprefix(NOT) in one) != text.startswith(NOT) for text in cube)

        return [one for one in self._members if is_inside(one)]


def space(seed: int, number: int = 200) -> SmallSpace:
    random = Random(seed)
    members: set[Features] = set()
    while len(members) < number:
        members.add(frozenset(f"step {n} A" for n in range(12) if random.random() < 1 / (1 + n % 5)))
    return SmallSpace(sorted(members, key=sorted), seed)


def test_guesses_are_right_on_average() -> None:
    firsts = [next(CubeTree(space(7), seed).guesses()) for seed in range(120)]
    assert 160 < fmean(firsts) < 240
    # And so are those that others have gone before.
    later = [list(islice(CubeTree(space(7), seed).guesses(), 6))[-1] for seed in range(60)]
    assert 160 < fmean(later) < 240


def test_what_is_listed_everywhere_is_exact() -> None:
    tree = CubeTree(space(3, 60), 1)
    guesses = tree.guesses()
    while tree.number is None:
        next(guesses)
    assert tree.number == 60
    assert next(guesses) == 60


def test_an_empty_space_has_nothing() -> None:
    tree = CubeTree(SmallSpace([], 1))
    assert next(tree.guesses()) == 0
    assert tree.number == 0


def test_what_no_feature_tells_apart_is_listed() -> None:
    same = SmallSpace([frozenset({"step 1 A"})] * 9, 1)
    assert next(CubeTree(same).guesses()) == 9
    assert same.lists == 1

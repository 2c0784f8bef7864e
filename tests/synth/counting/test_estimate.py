"""Numbers with an error."""

from __future__ import annotations

from random import Random

from puzzlesynth.synth.counting.estimate import Estimate, estimate_from, estimate_of_share


def test_too_few_guesses_say_nothing() -> None:
    assert estimate_from([5.0] * 5) is None
    assert estimate_from([0.0] * 20) is None


def test_equal_guesses_are_certain() -> None:
    found = estimate_from([40.0] * 6)
    assert found == Estimate(40, 40, 40, 6)


def test_the_truth_is_mostly_between_the_ends() -> None:
    random = Random(1)
    inside = 0
    for _ in range(400):
        found = estimate_from([100 * random.lognormvariate(-0.32, 0.8) for _ in range(12)])
        assert found is not None
        inside += found.low <= 100 <= found.high
    assert 350 < inside < 398


def test_shares_of_numbers_too_large_for_floating_point() -> None:
    whole = 10**400
    found = estimate_of_share(whole, 50, 100)
    assert found is not None
    assert 0.41 * 10**6 < found.low // 10**394 < found.number // 10**394 == 500_000 < found.high // 10**394
    assert estimate_of_share(whole, 0, 100) is None


def test_what_is_proven_holds() -> None:
    assert Estimate(50, 20, 90, 8).within(30, 60) == Estimate(50, 30, 60, 8)
    assert Estimate(50, 20, 90, 8).within(60, None) == Estimate(60, 60, 90, 8)

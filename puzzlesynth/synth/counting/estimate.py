"""From independent guesses at a number to the number and how far it may be off."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, exp, floor, log, sqrt
from statistics import fmean, variance

from puzzlesynth.quick_dataclasses import dataclass

CONFIDENCE = 0.9
"""How often the truth is within the bounds of an estimate."""

LEAST_GUESSES = 6


@dataclass(frozen=True)
class Estimate:
    number: int
    low: int
    high: int
    guesses: int
    """What it rests on."""

    def within(self, least: int, most: int | None) -> Estimate:
        """The same where it is proven that there are no fewer and no more than this."""

        def held(number: int) -> int:
            return max(least, number if most is None else min(number, most))

        return Estimate(held(self.number), held(self.low), held(self.high), self.guesses)


def estimate_from(guesses: Sequence[float]) -> Estimate | None:
    """Of guesses each of which is right on average; None: there are too few of them.

    They are products of many factors, so the logarithm of their mean is taken to be normally distributed.
    """
    number = len(guesses)
    if number < LEAST_GUESSES:
        return None
    mean = fmean(guesses)
    if not mean:
        return None
    spread = sqrt(log(1 + variance(guesses, mean) / (number * mean * mean)))
    # Student's distribution would say 1.645 for many guesses; now and then a guess is far larger than all before it.
    factor = exp((2 + 2.4 / (number - 1)) * spread)
    return Estimate(round(mean), floor(mean / factor), ceil(mean * factor), number)


def estimate_of_share(whole: int, hits: int, tries: int) -> Estimate | None:
    """Of a part of the whole, from how many of some things that were drawn evenly are in it (Wilson's interval)."""
    if not hits:
        return None
    z = 1.645
    share, weight = hits / tries, z * z / tries
    middle = (share + weight / 2) / (1 + weight)
    half = z * sqrt(share * (1 - share) / tries + weight / (4 * tries)) / (1 + weight)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Estimate(_part(whole, share), _part(whole, low), _part(whole, high), tries)


def _part(whole: int, share: float) -> int:
    """The whole may be too large for floating point."""
    parts = 1 << 53
    return whole * round(share * parts) // parts

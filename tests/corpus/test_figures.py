"""Sizes and rates in words."""

from __future__ import annotations

import pytest

from puzzlesynth.corpus.figures import rate_text, size_text


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (34_500, "34.5 kB"),
        (188_000_000, "188.0 MB"),
        (1_200_000_000_000, "1,200.0 GB"),
    ],
)
def test_a_size_has_the_unit_that_fits(size: int, said: str) -> None:
    assert size_text(size) == said


@pytest.mark.parametrize(
    ("rate", "said"),
    [
        (3350.4, "3,350 per second"),
        (2.5, "2.5 per second"),
        (0.47, "28 per minute"),
        (0.01, "36 per hour"),
        (0.0001, "0.4 per hour"),
    ],
)
def test_a_slow_rate_is_not_nothing(rate: float, said: str) -> None:
    assert rate_text(rate) == said

"""Plots of counts."""

from __future__ import annotations

import re
from itertools import pairwise

from puzzlesynth.qa.charts import LETTER, bar_chart


def labels(chart: str) -> list[tuple[float, str]]:
    """The labels below the bars, with their places."""
    found = re.findall(
        r'<text x="([\d.]+)" y="164.0" text-anchor="middle" fill="[^"]*">([^<]*)</text>', chart
    )
    return [(float(place), label) for place, label in found]


def test_long_labels_do_not_overlap() -> None:
    chart = bar_chart("Levels", [(f"{2_000 * n + 10_000:,}", n) for n in range(24)], "states")
    shown = labels(chart)
    assert len(shown) > 3
    for (left, one), (right, other) in pairwise(shown):
        assert right - left >= LETTER * (len(one) + len(other)) / 2
    assert len(labels(bar_chart("Puzzles", [(str(n), n) for n in range(4, 14)], "steps"))) == 10


def test_marks_at_the_side_are_counts() -> None:
    chart = bar_chart("Puzzles", [("1", 75), ("2", 1)], "steps")
    marks = re.findall(r'y="([\d.]+)" text-anchor="end" fill="[^"]*">(\d+)<', chart)
    assert [mark for _, mark in marks] == ["0", "37", "75"]
    low, middle, high = (float(place) for place, _ in marks)
    assert abs((low - middle) / (low - high) - 37 / 75) < 0.01
    assert ">0<" in bar_chart("Puzzles", [("1", 1)], "steps")

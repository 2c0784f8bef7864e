"""The page's colours can be told apart, by day and by night: WCAG's contrast, computed from the style itself."""

from __future__ import annotations

import re

import pytest

from puzzlesynth.export.html import part

WORDS = 4.5
FRAMES = 3.0

PAIRS = [
    *(
        (ink, paper, WORDS)
        for ink in ("ink", "faint", "accent", "good", "bad")
        for paper in ("paper", "card")
    ),
    ("ink", "mark", WORDS),
    ("accent-ink", "accent", WORDS),
    ("hint", "hint-paper", WORDS),
    ("accent", "hint-paper", FRAMES),
    ("accent", "mark", FRAMES),
]


def palette(dark: bool) -> dict[str, str]:
    by_day, by_night = part("style.css").split("prefers-color-scheme: dark", 1)
    named = re.compile(r"--([\w-]+): (#[0-9a-f]{6});")
    return dict(named.findall(by_day)) | (dict(named.findall(by_night)) if dark else {})


def light(colour: str) -> float:
    """The relative luminance of a colour."""
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure_is_right() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
@pytest.mark.parametrize(("ink", "paper", "least"), PAIRS)
def test_colours_can_be_told_apart(ink: str, paper: str, least: float, dark: bool) -> None:
    colours = palette(dark)
    assert contrast(colours[ink], colours[paper]) >= least

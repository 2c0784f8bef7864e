"""Texts of the studio can be read: the contrast of its colours, light and dark (WCAG 2.2, 1.4.3 and 1.4.11)."""

from __future__ import annotations

import re

import pytest

from tests.support import paths

TOKENS = (paths.ROOT / "studio" / "web" / "src" / "styles" / "tokens.css").read_text("utf-8")

TEXT = 4.5
SHAPES = 3.0

PAIRS = [
    *((ink, ground, TEXT) for ink in ("ink", "soft") for ground in ("paper", "surface", "raised", "sunken")),
    *(
        (ink, ground, TEXT)
        for ink in ("accent", "good", "warn", "bad")
        for ground in ("surface", "raised", f"{ink}-soft")
    ),
    ("on-accent", "accent", TEXT),
    *(("strong-line", ground, SHAPES) for ground in ("paper", "surface", "raised")),
]


def colours(theme: str) -> dict[str, str]:
    block = re.search(
        r":root \{(.*?)\n\}" if theme == "light" else r'\[data-theme="dark"\] \{(.*?)\n\}', TOKENS, re.DOTALL
    )
    assert block is not None
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block[1]))


def luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_pair_of_colours_has_enough_contrast(theme: str) -> None:
    known = colours(theme)
    weak = {
        f"{ink} on {ground}": round(found, 2)
        for ink, ground, least in PAIRS
        if (found := contrast(known[ink], known[ground])) < least
    }
    assert weak == {}


def test_dark_by_the_system_is_the_same_as_dark_by_choice() -> None:
    by_system = TOKENS.partition("@media (prefers-color-scheme: dark)")[2]
    assert dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", by_system)) == colours("dark")

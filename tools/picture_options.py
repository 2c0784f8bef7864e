"""How pictures of the studio are taken, from the command line: into which folder, how wide, and light or dark."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

from tests.support.paths import ROOT

PICTURES = ROOT / "docs" / "studio"
"""The pictures of the documentation."""


class PictureOptions(NamedTuple):
    folder: Path
    size: tuple[int, int]
    scheme: str
    """`light` or `dark`."""

    @property
    def other_scheme(self) -> str:
        return "light" if self.scheme == "dark" else "dark"


def picture_options(description: str | None) -> PictureOptions:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--into", type=Path, default=PICTURES, help="the folder of the pictures")
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--dark", action="store_true")
    chosen = parser.parse_args()
    return PictureOptions(chosen.into, (chosen.width, 800), "dark" if chosen.dark else "light")

"""Pictures of the studio: the options of the command line (folder, width, light or dark), and taking one."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.support.paths import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

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


def take_picture(page: Page, path: Path, wait: int) -> None:
    """Takes a picture after `wait` milliseconds, without messages that cover the page."""
    path.parent.mkdir(exist_ok=True)
    page.wait_for_timeout(wait)
    while (message := page.locator(".message button")).count():
        message.first.dispatch_event("click")  # Without scrolling anything.
    page.screenshot(path=path)

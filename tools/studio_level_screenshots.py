"""Pictures of the studio's views of levels, for docs/studio-levels.md: `python -m tools.studio_level_screenshots`.

Needs playwright and chromium. The pictures show what a designer gets: a copy of the examples is opened, worked on by the
mouse and the keyboard, and photographed. To look at them in other ways:
`python -m tools.studio_level_screenshots --into /tmp/pictures --dark --width 820`.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.paths import ROOT
from tests.support.studio_browser import browsed, served, wait_until
from tools.picture_options import PICTURES, picture_options, take_picture

if TYPE_CHECKING:
    from playwright.sync_api import Page


def cell(page: Page, x: int, y: int) -> None:
    board = page.locator("canvas.board")
    size = int(board.get_attribute("data-cell") or 0)
    board.click(position={"x": (x + 0.5) * size, "y": (y + 0.5) * size})


def take(page: Page, name: str) -> None:
    if name != "source":
        page.mouse.move(640, 30)
    take_picture(page, PICTURES / f"levels-{name}.png", 1200)


def suggestions(page: Page) -> None:
    page.click("[data-level='7']")
    page.wait_for_selector(".chip.good")
    page.keyboard.press("f")
    for x, y in ((3, 3), (5, 3), (5, 4)):
        cell(page, x, y)
    page.click("[data-action=start]")
    wait_until(page, lambda: page.locator(".card").count() > 7, "a full strip")
    page.wait_for_timeout(3000)
    take(page, "suggestions")
    page.click("[data-action=stop]")


def repair_and_play(page: Page) -> None:
    page.click("[data-level='1']")
    page.keyboard.press("b")
    cell(page, 4, 2)
    page.wait_for_selector(".chip.bad")
    page.click("[data-panel=repair]")
    page.click("[data-action=repair]")
    page.wait_for_selector(".card")
    page.wait_for_selector(".activity", state="detached")
    take(page, "repair")
    page.locator(".card").first.get_by_text("Adopt").click()
    page.wait_for_selector(".chip.good")
    page.click("[data-action=play]")
    for key in ("ArrowUp", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    wait_until(page, lambda: page.text_content(".moves b") == "3", "three moves")
    page.keyboard.press("h")
    page.wait_for_selector(".here .chip")
    take(page, "play")
    page.keyboard.press("Escape")


def combine(page: Page) -> None:
    page.click("[data-panel=combine]")
    page.click("[data-action=combine]")
    page.wait_for_selector(".activity", state="detached")
    take(page, "combine")


def other_views(page: Page) -> None:
    page.click("[data-view='levels.source']")
    page.wait_for_selector("text=compiles")
    page.locator(".cm-content").first.click()
    page.keyboard.press("Control+End")
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "End", "?"):
        page.keyboard.press(key)
    page.wait_for_selector(".compiler-messages .error")
    page.locator(".cm-lintRange-error").last.hover()
    take(page, "source")
    page.keyboard.press("Control+z")
    page.wait_for_selector("text=compiles")
    page.click("[data-view='levels.swap']")
    page.locator(".swap .cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("[ < Player | Crate ] -> [ < Player | < Crate ]")
    page.click("[data-action=swap]")
    page.wait_for_selector(".swap-rows table")
    take(page, "what-if")


def order(page: Page) -> None:
    page.select_option(".subject select", "lava.txt")
    page.click("[data-view='levels.progression']")
    page.wait_for_selector(".wrong, .board-verdict.good")
    take(page, "order")


def main() -> None:
    global PICTURES
    options = picture_options(__doc__)
    PICTURES = options.folder
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "levels"
        shutil.copytree(ROOT / "examples" / "levels", folder)
        with served(folder / "sokoban.txt") as address:
            with browsed(address, options.size, options.scheme) as page:
                page.wait_for_selector(".chip.good")
                for scene in (suggestions, repair_and_play, combine, other_views):
                    scene(page)
            with browsed(address, options.size, options.other_scheme) as page:
                page.wait_for_selector(".rail")
                order(page)


if __name__ == "__main__":
    main()

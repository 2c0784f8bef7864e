"""Pictures of the studio's views of packs and puzzles, for docs/studio.md: `python -m tools.studio_screenshots`.

Needs playwright and chromium. A copy of the examples is opened and worked on by mouse and keyboard.
`python -m tools.studio_level_screenshots` takes those of levels. To look at them in other ways:
`python -m tools.studio_screenshots --into /tmp/pictures --dark --width 820`.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.paths import ROOT
from tests.support.studio_browser import browsed, served
from tests.support.studio_pages import ask_why, choose, forbid, misspell_gold
from tools.picture_options import PICTURES, picture_options, take_picture

if TYPE_CHECKING:
    from playwright.sync_api import Page


def take(page: Page, name: str) -> None:
    page.mouse.move(640, 20)
    take_picture(page, PICTURES / f"{name}.png", 900)


def text(page: Page) -> None:
    choose(page, "heist")
    page.click("[data-view=pack]")
    page.wait_for_selector(".problems .fine")
    misspell_gold(page)
    page.hover(".cm-lintRange-error")
    page.wait_for_timeout(900)
    page.screenshot(path=PICTURES / "text.png")
    page.locator(".problems").get_by_role("button", name="Change to Gold").first.click()
    page.wait_for_selector(".problems .fine")


def design(page: Page) -> None:
    choose(page, "lighthouse")
    page.click("[data-view=design]")
    page.click(".grid .name button >> nth=5")
    take(page, "items")
    page.click("[data-tab=rules]")
    page.click(".rule-list button >> nth=6")
    take(page, "rules")
    page.click("[data-tab=areas]")
    take(page, "areas")
    page.click("[data-view=graphs]")
    page.click("[data-tab=areas]")
    take(page, "graph")


def constraints(page: Page) -> None:
    choose(page, "meadow")
    forbid(page, "no_digging", 'used("Spade").')
    page.locator(".said").wait_for()
    page.locator(".cm-line", has_text="Say why").dblclick()
    page.keyboard.press("End")
    for _ in "Say why.":
        page.keyboard.press("Backspace")
    page.keyboard.type("No step uses the spade.")
    page.locator(".said", has_text="No step uses the spade").wait_for()
    take(page, "constraints")


def puzzles(page: Page) -> None:
    choose(page, "lighthouse")
    page.click("[data-view=puzzles]")
    page.click(".stage-head .button.main")
    page.locator(".puzzle-card[data-puzzle]").nth(5).wait_for()
    take(page, "puzzles")
    for number in (0, 1):
        page.locator(".puzzle-card").nth(number).get_by_role("button", name="Keep").click()
    page.locator(".puzzle-card").nth(0).get_by_role("button", name="Open", exact=True).click()
    page.locator(".solution button").nth(5).click()
    page.get_by_role("button", name="Keep this step").click()
    page.get_by_role("button", name="Regenerate the rest").click()
    page.locator(".chart-node.fresh").first.wait_for()
    page.wait_for_selector(".step-panel h3 .spinner", state="detached")
    take(page, "puzzle")
    page.get_by_role("button", name="Other ways…").click()
    page.locator("dialog .puzzle-card").nth(1).wait_for()
    take(page, "alternatives")
    page.keyboard.press("Escape")
    page.click("[data-view=tray]")
    for number in (0, 1):
        page.get_by_role("checkbox", name="Compare").nth(number).check()
    take(page, "tray")
    page.click("[data-view=play]")
    page.locator(".line.goal").first.wait_for()
    page.get_by_label("One step on").click()
    page.locator(".chart-node.done").first.wait_for()
    take(page, "play")
    # The puzzles show which rules are used.
    page.click("[data-view=graphs]")
    page.click("[data-tab=rules]")
    page.wait_for_selector(".graph-node.unused")
    take(page, "rules-graph")


def why(page: Page) -> None:
    ask_why(page)
    take(page, "why")


def maps(page: Page) -> None:
    choose(page, "bakery")
    page.click("[data-view=maps]")
    page.get_by_label("Which map").select_option("maps/cellar")
    page.locator("[data-node=earned]").click()
    take(page, "maps")


def quality(page: Page) -> None:
    choose(page, "meadow")
    page.click("[data-view=qa]")
    page.get_by_role("button", name="Measure", exact=True).click()
    page.get_by_role("button", name="Stop").wait_for(state="detached")
    page.locator(".heat button").nth(4).click()
    take(page, "quality")


def main() -> None:
    global PICTURES
    options = picture_options(__doc__)
    PICTURES = options.folder
    with tempfile.TemporaryDirectory() as temporary:
        os.environ["XDG_STATE_HOME"] = str(Path(temporary) / "state")
        folder = Path(temporary) / "games"
        shutil.copytree(ROOT / "examples", folder)
        with served(folder) as address, browsed(address, options.size, options.scheme) as page:
            page.wait_for_selector(".rail button")
            for each in (text, design, constraints, puzzles, why, maps, quality):
                each(page)
            choose(page, "lighthouse")
            page.click("[data-view=puzzle]")
            for _ in range(2):
                page.locator("[aria-label^='Theme']").click()
            take(page, "dark")


if __name__ == "__main__":
    main()

"""The studio by keyboard and with a screen reader: every view is audited in a real browser by axe-core."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from puzzlesynth.resources import EXAMPLES
from tests.support.paths import ROOT
from tests.support.studio_browser import browsed, served
from tests.support.studio_pages import ask_why, choose, forbid

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.thorough

pytest.importorskip("playwright", reason="needs playwright, which CI installs")

AXE = ROOT / "studio" / "web" / "node_modules" / "axe-core" / "axe.min.js"

RUN = """async (where) => (await axe.run(where, {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
})).violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(" ")}: ${node.failureSummary}`))"""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    if not AXE.exists():
        pytest.skip("needs `npm ci` in studio/web")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    place = tmp_path / "work"
    for name in ("meadow", "bakery", "heist"):
        shutil.copytree(EXAMPLES / name, place / name)
    shutil.copy(EXAMPLES / "levels" / "sokoban.txt", place)
    text = (EXAMPLES / "heist" / "pack.yaml").read_text("utf-8").replace("Gold Safe ::=", "Gld Safe ::=")
    (place / "wrong.yaml").write_text(text, "utf-8")
    with served(place) as address, browsed(address) as page:
        page.wait_for_selector(".rail button")
        yield page


def audit(page: Page, what: str) -> list[str]:
    """What axe complains about, each with the view that it was found in."""
    page.mouse.move(640, 5)
    # What is still fading in has no contrast yet.
    page.wait_for_timeout(400)
    page.evaluate(AXE.read_text("utf-8"))
    found: list[Any] = page.evaluate(RUN, "body")
    return [f"{what}: {one}" for one in found]


def _text(page: Page) -> None:
    choose(page, "wrong.yaml")
    page.click("[data-view=pack]")
    page.wait_for_selector(".problems li.error")


def _design(tab: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        choose(page, "meadow")
        page.click("[data-view=design]")
        page.click(f"[data-tab={tab}]")
        page.wait_for_selector({"items": ".grid", "rules": ".rule-list", "areas": ".area-card"}[tab])
        if tab == "items":
            page.click(".grid .name button >> nth=2")
            page.locator(".item-form").wait_for()
        if tab == "rules":
            page.click(".rule-list button >> nth=1")

    return go


def _constraints(page: Page) -> None:
    choose(page, "meadow")
    forbid(page, "dry", 'used("Key").')
    page.locator(".said").wait_for()


def _graphs(page: Page) -> None:
    choose(page, "meadow")
    page.click("[data-view=graphs]")
    page.wait_for_selector(".graph-node")


def _puzzles(page: Page) -> None:
    choose(page, "meadow")
    page.click("[data-view=puzzles]")
    page.click(".stage-head .button.main")
    page.locator(".puzzle-card[data-puzzle]").nth(3).wait_for()
    page.locator(".puzzle-card").get_by_role("button", name="Keep").first.click()
    page.get_by_role("button", name="Make other ones").wait_for()


def _puzzle(page: Page) -> None:
    page.click(".puzzle-card footer .button")
    page.locator(".solution button").first.click()
    page.get_by_role("button", name="Keep this step").click()
    page.locator(".chosen").wait_for()


def _tray(page: Page) -> None:
    page.click("[data-view=tray]")
    page.wait_for_selector(".tray-view .puzzle-card")


def _play(page: Page) -> None:
    page.click("[data-view=play]")
    page.locator(".line.goal").first.wait_for()


def _maps(page: Page) -> None:
    choose(page, "bakery")
    page.click("[data-view=maps]")
    page.get_by_label("Which map").select_option("maps/cellar")
    page.locator("[data-node=earned]").click()


def _quality(page: Page) -> None:
    choose(page, "meadow")
    page.click("[data-view=qa]")
    page.get_by_label("Puzzles").fill("5")
    page.get_by_label("Puzzles").press("Enter")
    page.get_by_role("button", name="Measure", exact=True).click()
    page.locator(".heat button").first.wait_for()
    page.get_by_role("button", name="Stop").wait_for(state="detached")


def _level(name: str, waits: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        choose(page, "sokoban.txt")
        page.click(f"[data-view='{name}']")
        page.wait_for_selector(waits)

    return go


def _palette(page: Page) -> None:
    page.keyboard.press("Control+k")
    page.get_by_role("dialog", name="Commands").wait_for()


VIEWS: dict[str, Callable[[Page], None]] = {
    "text": _text,
    "items": _design("items"),
    "rules": _design("rules"),
    "areas": _design("areas"),
    "constraints": _constraints,
    "graphs": _graphs,
    "puzzles": _puzzles,
    "puzzle": _puzzle,
    "tray": _tray,
    "play": _play,
    "why": ask_why,
    "maps": _maps,
    "quality": _quality,
    "canvas": _level("levels.canvas", ".strip"),
    "source": _level("levels.source", ".cm-content"),
    "what if": _level("levels.swap", ".swap"),
    "order": _level("levels.progression", ".board-levels"),
    "palette": _palette,
}


def test_an_audit_finds_nothing_in_any_view(page: Page) -> None:
    found = []
    for name, go in VIEWS.items():
        go(page)
        found += audit(page, name)
    assert found == []

"""What a screen reader is told: the names in the accessibility tree, and what is announced."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from puzzlesynth.resources import EXAMPLES
from tests.support.studio_browser import wait_until
from tests.support.studio_pages import make_puzzles, opened

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.thorough

pytest.importorskip("playwright", reason="needs playwright, which CI installs")

LISTEN = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target.nodeType === 1 ? target : target.parentElement;
      const region = element?.closest("[role=status], [role=alert], [role=log], [aria-live]");
      if (region && region.getAttribute("aria-live") !== "off") window.heard.push(region.textContent);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for name in ("bakery", "meadow"):
        shutil.copytree(EXAMPLES / name, tmp_path / "work" / name)
    with opened(tmp_path / "work") as found:
        found.get_by_label("Pack or game").select_option("meadow")
        found.wait_for_selector(".problems .fine")
        yield found


def names(page: Page, *roles: str) -> list[str]:
    """Of what has these roles in the accessibility tree, in the order in which it is read; with its description."""
    asking = page.context.new_cdp_session(page)
    asking.send("Accessibility.enable")
    nodes: list[dict[str, Any]] = asking.send("Accessibility.getFullAXTree")["nodes"]
    asking.detach()
    found = [node for node in nodes if not node["ignored"] and node["role"]["value"] in roles]
    return [f"{part(node, 'name')} {part(node, 'description')}".strip() for node in found]


def part(node: dict[str, Any], name: str) -> str:
    return str(node.get(name, {}).get("value", ""))


def test_puzzles_are_told_apart_and_heard_once(page: Page) -> None:
    page.evaluate(LISTEN)
    make_puzzles(page)
    wait_until(page, lambda: page.locator(".puzzle-card[data-puzzle]").count() == 12, "all puzzles")
    wait_until(page, lambda: page.locator(".difficulty.waiting").count() == 0, "how hard they are")
    said = names(page, "article")
    assert len(said) == 12
    assert said[2].startswith("Puzzle 3: ")
    buttons = [name for name in names(page, "button") if name.startswith(("Open", "Keep"))]
    assert len(set(buttons)) == len(buttons) == 36
    wait_until(
        page, lambda: any("each proven" in one for one in page.evaluate("() => window.heard")), "the end"
    )
    heard = [one for one in page.evaluate("() => window.heard") if "so far" in one]
    assert len(heard) <= 1


def test_a_chart_says_where_its_lines_lead(page: Page) -> None:
    make_puzzles(page)
    page.get_by_role("button", name="Open", exact=True).first.click()
    page.wait_for_selector(".chart-node[data-step]")
    page.wait_for_timeout(500)
    steps = [name for name in names(page, "button") if "; in " in name]
    count = page.locator(".chart-node[data-step]").count()
    assert len(steps) == count
    assert all("to step" in name or "to the goal" in name for name in steps)
    # Lines and frames are not read as words without a place.
    assert page.locator(".chart-edge:not([aria-hidden=true])").count() == 0
    page.evaluate(LISTEN)
    page.locator(".chart-node[data-step]").first.focus()
    page.keyboard.press("Enter")
    wait_until(
        page,
        lambda: any("can be ruled out" in one for one in page.evaluate("() => window.heard")),
        "what can be done with the step is heard",
    )


def test_a_block_says_what_feeds_it(page: Page) -> None:
    page.get_by_label("Pack or game").select_option("bakery")
    page.click("[data-view=maps]")
    page.get_by_label("Which map").select_option("mix")
    page.wait_for_selector(".map-node")
    said = [name for name in names(page, "button") if name.startswith("combine ")]
    assert any("ingredient 1 from first, ingredient 2 from second" in name for name in said)

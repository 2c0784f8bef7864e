"""The studio without a mouse: everything is reached by Tab, the place of the keyboard is never lost, and a screen reader
hears what came of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from puzzlesynth.resources import EXAMPLES
from tests.support.studio_browser import browsed, served, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.thorough

pytest.importorskip("playwright", reason="needs playwright, which CI installs")

UNREACHABLE = """() => {
  const all = "a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=radio]";
  const group = "[role=radiogroup], [role=tablist]";
  return [...document.querySelectorAll(all)].filter((one) => {
    const seen = one.getClientRects().length > 0 && !one.closest("[aria-hidden=true]") && !one.matches(":disabled");
    const entry = one.closest(group)?.querySelector("[tabindex='0']");
    return seen && one.tabIndex < 0 && !entry;
  }).map((one) => one.outerHTML.slice(0, 120));
}"""
"""What can be clicked, but neither be reached by Tab nor by the arrows of a group that can."""

FOCUSED = """() => {
  const one = document.activeElement;
  return one === document.body ? "nowhere" : one.getAttribute("aria-label") || one.textContent.trim() || one.tagName;
}"""

LISTEN = """() => {
  window.heard = [];
  const live = "[role=status], [role=alert], [role=log], [aria-live=polite]";
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const region = (target.nodeType === 1 ? target : target.parentElement)?.closest(live);
      if (region) window.heard.push(region.textContent);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    place = tmp_path / "work"
    for name in ("bakery", "heist"):
        shutil.copytree(EXAMPLES / name, place / name)
    shutil.copy(EXAMPLES / "levels" / "sokoban.txt", place)
    with served(place) as address, browsed(address) as found:
        found.wait_for_selector(".rail button")
        found.get_by_label("Pack or game").select_option("heist")
        found.wait_for_selector(".problems .fine")
        yield found


def focused(page: Page) -> str:
    return str(page.evaluate(FOCUSED))


def press(page: Page, name: str) -> None:
    """Presses a button as the keyboard does."""
    page.get_by_role("button", name=name, exact=True).first.focus()
    page.keyboard.press("Enter")


def stays(page: Page, name: str) -> None:
    wait_until(page, lambda: focused(page) == name, f"the focus is on {name}, not on {focused(page)}")


def make_and_open(page: Page) -> None:
    page.keyboard.press("Alt+4")
    page.locator(".stage-head .button.main").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".puzzle-card[data-puzzle]")
    page.get_by_role("button", name="Open", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".chart-node")


def test_everything_that_can_be_clicked_is_reached_by_tab(page: Page) -> None:
    make_and_open(page)
    found: list[str] = []
    for number in range(1, 10):
        page.keyboard.press(f"Alt+{number}")
        page.wait_for_timeout(500)
        found += page.evaluate(UNREACHABLE)
    page.get_by_label("Pack or game").select_option("bakery")
    page.keyboard.press("Alt+8")
    page.wait_for_selector(".map-node")
    page.locator(".map-node").first.focus()
    page.keyboard.press("Enter")
    # What the mouse drags is chosen in the form of a block.
    page.locator(".inspector .form select").first.wait_for()
    found += page.evaluate(UNREACHABLE)
    page.get_by_label("Pack or game").select_option("sokoban.txt")
    for number in range(1, 5):
        page.keyboard.press(f"Alt+{number}")
        page.wait_for_timeout(500)
        found += page.evaluate(UNREACHABLE)
    assert found == []


def test_tab_walks_through_a_view_and_out_of_a_text(page: Page) -> None:
    page.keyboard.press("Alt+1")
    stays(page, "Text")
    page.locator(".cm-content").focus()
    before = page.locator(".cm-content").inner_text()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("() => !document.activeElement.closest('.cm-editor')")
    assert page.locator(".cm-content").inner_text() == before
    # From the first field of a view to its last, and then to the top again, without a trap.
    page.keyboard.press("Alt+2")
    stays(page, "Design")
    page.locator(".grid tbody tr").first.wait_for()
    seen = set()
    for _ in range(200):
        page.keyboard.press("Tab")
        seen.add(focused(page))
        if "Undo" in seen:
            break
    assert {"Find an item", "New item", "Undo"} <= seen or {"Find an item", "New item", "Commands"} <= seen


def test_dialogs_give_the_focus_back(page: Page) -> None:
    def escaped() -> None:
        page.keyboard.press("Escape")

    def button(name: str) -> Callable[[], None]:
        return lambda: press_in_dialog(page, name)

    make_and_open(page)
    page.locator(".solution button").first.focus()
    page.keyboard.press("Enter")
    opened = [
        ("New", escaped),
        ("New", button("Cancel")),
        ("Export…", escaped),
        ("Other ways…", button("Close")),
    ]
    for name, leave in opened:
        press(page, name)
        page.get_by_role("dialog").wait_for()
        leave()
        page.get_by_role("dialog").wait_for(state="detached")
        stays(page, name)
    page.get_by_label("Pack or game").select_option("sokoban.txt")
    page.wait_for_selector(".list-tools")
    for name, leave in (("New level", button("Cancel")), ("Add a message before this level", escaped)):
        press(page, name)
        page.get_by_role("dialog").wait_for()
        leave()
        page.get_by_role("dialog").wait_for(state="detached")
        stays(page, name)


def press_in_dialog(page: Page, name: str) -> None:
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).focus()
    page.keyboard.press("Enter")


def test_what_goes_away_leaves_the_focus_to_its_neighbour(page: Page) -> None:
    page.keyboard.press("Alt+2")
    press(page, "New item")
    page.keyboard.type("Feather")
    page.keyboard.press("Enter")
    stays(page, "New item")
    for name in ("Light", "Soft"):
        page.get_by_label("Is a: add").focus()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        page.get_by_role("button", name=f"Remove {name}").wait_for()
        stays(page, "Is a: add")
    press(page, "Remove Light")
    stays(page, "Remove Soft")
    # A level that changes places takes the focus along.
    page.get_by_label("Pack or game").select_option("sokoban.txt")
    page.keyboard.press("Alt+4")
    press(page, "Move level 1 later")
    page.locator("[data-place='1'][data-name='1']").wait_for()
    stays(page, "Move level 1 later")
    # Play, and back to the canvas.
    page.keyboard.press("Alt+1")
    press(page, "▶ Play P")
    page.locator(".play").wait_for()
    page.keyboard.press("Escape")
    wait_until(page, lambda: focused(page).startswith("Level, "), "the canvas has the focus")


def test_results_are_heard(page: Page) -> None:
    page.evaluate(LISTEN)

    def heard(text: str) -> None:
        wait_until(
            page, lambda: any(text in one for one in page.evaluate("() => window.heard")), f"heard: {text}"
        )

    make_and_open(page)
    heard("the pack has exactly 1 puzzle")
    press(page, "Regenerate")
    heard("You have seen all puzzles")
    page.keyboard.press("Alt+7")
    page.locator(".line.goal").first.wait_for()
    heard(page.locator(".line.goal").first.inner_text())
    press(page, "Find dead ends and other solutions")
    heard("kinds of dead ends, ")
    page.keyboard.press("Alt+9")
    press(page, "Measure")
    heard("1 puzzle measured; there are no others")
    page.get_by_label("Pack or game").select_option("sokoban.txt")
    page.wait_for_selector(".chip.good")
    press(page, "▶ Play P")
    page.keyboard.press("ArrowRight")
    heard("Column 3, row 3. up: ")
    page.keyboard.press("Escape")
    wait_until(page, lambda: focused(page).startswith("Level, "), "the canvas has the focus")
    page.locator("[data-panel=repair]").focus()
    page.keyboard.press("Enter")
    press(page, "Make it work")
    heard("nothing to repair")

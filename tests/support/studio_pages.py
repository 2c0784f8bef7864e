"""What a designer does in the studio again and again: open a view, make puzzles, name things."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.studio_browser import browsed, served

if TYPE_CHECKING:
    from playwright.sync_api import Page


@contextmanager
def opened(place: Path) -> Iterator[Page]:
    with served(place) as address, browsed(address) as page:
        page.wait_for_selector(".rail button")
        yield page


def choose(page: Page, subject: str) -> None:
    """Open another pack or game of the folder."""
    page.get_by_label("Pack or game").select_option(subject)


def view(page: Page, name: str) -> None:
    page.click(f"[data-view={name}]")


def make_puzzles(page: Page) -> None:
    view(page, "puzzles")
    page.click(".stage-head .button.main")
    page.wait_for_selector(".puzzle-card[data-puzzle]")


def open_first(page: Page) -> None:
    make_puzzles(page)
    page.click(".puzzle-card footer .button")
    page.wait_for_selector(".chart-node")


def ask_why(page: Page) -> None:
    """Puzzles are asked for of which there are none, and what would help is shown."""
    choose(page, "heist")
    view(page, "puzzles")
    page.get_by_label("Fewest: Depth", exact=True).fill("9")
    page.get_by_label("Fewest: Depth", exact=True).press("Enter")
    page.click(".stage-head .button.main")
    page.locator(".fixes .button").first.wait_for()


def forbid(page: Page, name: str, condition: str) -> None:
    """A new constraint with this name, that forbids this."""
    view(page, "design")
    page.click("[data-tab=constraints]")
    page.get_by_role("button", name="New constraint").click()
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Make it").click()
    page.get_by_role("button", name="Forbid…").click()
    page.keyboard.type(condition)


def misspell_gold(page: Page) -> None:
    """In the text of the heist: a rule then takes what does not exist."""
    page.locator(".cm-line", has_text="Gold Safe ::=").click()
    page.keyboard.press("Home")
    for _ in range(11):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Delete")
    page.wait_for_selector(".cm-lintRange-error")


def add_name(page: Page, label: str, name: str) -> None:
    page.get_by_role("button", name=label, exact=True).click()
    field = page.get_by_label(label, exact=True)
    field.fill(name)
    field.press("Enter")

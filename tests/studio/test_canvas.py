"""Charts, graphs and maps are moved without being laid out or painted again."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from puzzlesynth.resources import EXAMPLES
from tests.support.studio_browser import wait_until
from tests.support.studio_pages import open_first, opened

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.thorough

pytest.importorskip("playwright", reason="needs playwright, which CI installs")

LAYER = ".canvas-layer"


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    shutil.copytree(EXAMPLES / "meadow", tmp_path / "meadow")
    with opened(tmp_path / "meadow") as found:
        open_first(found)
        yield found


def position(page: Page) -> list[float]:
    style = str(page.locator(LAYER).evaluate("(one) => one.style.transform"))
    return [float(number) for number in re.findall(r"-?[\d.]+", style)]


def test_panning_is_not_laid_out_again(page: Page) -> None:
    page.wait_for_timeout(500)
    asking = page.context.new_cdp_session(page)
    asking.send("Performance.enable")

    def layouts() -> float:
        metrics = asking.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in metrics if one["name"] == "LayoutCount"))

    page.locator(".canvas").hover(position={"x": 10, "y": 10})
    before, (x, y, scale) = layouts(), position(page)
    for _ in range(20):
        page.mouse.wheel(4, 3)
        page.wait_for_timeout(20)
    wait_until(page, lambda: position(page) == [x - 80, y - 60, scale], "the chart has moved")
    # Not one for each of the twenty moves.
    assert layouts() - before < 5


MOVE = """(canvas) => {
  canvas.dispatchEvent(new WheelEvent("wheel", { deltaX: 5, bubbles: true, cancelable: true }));
  return getComputedStyle(canvas.querySelector(".canvas-layer")).willChange;
}"""


def test_what_moves_is_a_layer_of_its_own_and_sharp_at_rest(page: Page) -> None:
    assert page.locator(".canvas").evaluate(MOVE) == "transform"
    page.wait_for_selector(".canvas:not(.moving)")
    assert page.locator(LAYER).evaluate("(one) => getComputedStyle(one).willChange") == "auto"

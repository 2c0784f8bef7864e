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


def test_the_chart_of_a_puzzle_of_many_areas_can_be_read_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one row, the areas of the largest example would be too small to read."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    shutil.copytree(EXAMPLES / "lighthouse", tmp_path / "lighthouse")
    with opened(tmp_path / "lighthouse") as page:
        open_first(page)
        page.wait_for_timeout(500)
        canvas, *areas = page.evaluate(
            """() => [...document.querySelectorAll(".canvas, .chart-group rect")].map((one) => {
              const { left, top, right, bottom } = one.getBoundingClientRect();
              return [left, top, right, bottom];
            })"""
        )
    assert len(areas) == 5
    for left, top, right, bottom in areas:
        assert canvas[0] <= left < right <= canvas[2]
        assert canvas[1] <= top < bottom <= canvas[3]
    for number, one in enumerate(areas):
        for other in areas[:number]:
            assert one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]
    assert max(bottom for *_, bottom in areas) - min(top for _, top, *_ in areas) > 0.6 * (
        canvas[3] - canvas[1]
    )

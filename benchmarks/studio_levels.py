"""How long a designer of levels waits for the studio, in milliseconds, measured in a real browser.

    python -m benchmarks.studio_levels

Needs playwright and chromium. Each row is one thing that a designer does: the median and the worst of several times. The
last rows are the longest task of the page's main thread, which is how long a key or the mouse can be left without an
answer: first while a level is painted and suggestions stream, then on a level of 60 by 60.
"""

from __future__ import annotations

import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.report import Row, report
from tests.support.paths import ROOT
from tests.support.studio_browser import browsed, served

if TYPE_CHECKING:
    from playwright.sync_api import Page

TIMES = 7
WATCH = """() => { window.longest = 0; new PerformanceObserver((list) => list.getEntries().forEach((one) => {
    window.longest = Math.max(window.longest, one.duration); })).observe({ entryTypes: ["longtask"] }); }"""


def main() -> None:
    if find_spec("playwright") is None or shutil.which("chromium") is None:
        print("needs playwright and chromium")
        return
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "levels"
        shutil.copytree(ROOT / "examples" / "levels", folder)
        (folder / "huge.txt").write_text(huge(folder), "utf-8")
        rows: list[Row] = []
        with served(folder / "sokoban.txt") as address, browsed(address) as page:
            page.wait_for_selector(".chip.good")
            rows.append(measured("page with the level", lambda: ready(page, "canvas.board")))
            rows.append(measured("page with the verdict", lambda: ready(page, ".chip.good")))
            page.evaluate(WATCH)
            rows.append(measured("stroke to verdict", lambda: verdict(page)))
            rows.append(measured("stroke to file", lambda: saved(page, folder / "sokoban.txt")))
            rows.append(measured("start to first suggestion", lambda: suggestion(page)))
            rows.append(measured("key to move in play", lambda: move(page)))
            rows.append(longest(page, "longest task"))
            page.click("[data-view='levels.source']")
            page.wait_for_selector("text=compiles")
            rows.append(measured("key to compiler's message", lambda: message(page)))
            page.select_option(".subject select", "huge.txt")
            page.click("[data-view='levels.canvas']")
            page.wait_for_selector("canvas.board")
            page.wait_for_timeout(2000)
            page.evaluate("() => { window.longest = 0; }")
            paint_much(page)
            rows.append(longest(page, "longest task, 60 by 60"))
    report("studio_levels", "waiting for the studio, in ms", rows)


def huge(folder: Path) -> str:
    rng = random.Random(1)
    source = (folder / "sokoban.txt").read_text("utf-8")
    edge = {0, 59}
    maze = [["#" if edge & {x, y} or rng.random() < 0.1 else "." for x in range(60)] for y in range(60)]
    maze[30][30], maze[20][20], maze[40][40] = "P", "*", "O"
    return source[: source.index("(A crate moves")] + "\n".join("".join(row) for row in maze) + "\n"


def measured(what: str, do: Callable[[], float]) -> Row:
    do()  # The first time, processes start and code is compiled.
    times = [do() for _ in range(TIMES)]
    return {"what": what, "median": round(statistics.median(times)), "worst": round(max(times))}


def longest(page: Page, what: str) -> Row:
    found = round(page.evaluate("() => window.longest"))
    return {"what": what, "median": "", "worst": found or "below 50"}


def since(start: float) -> float:
    return 1000 * (time.perf_counter() - start)


def cell(page: Page, x: int, y: int, button: str = "left") -> None:
    board = page.locator("canvas.board")
    size = int(board.get_attribute("data-cell") or 0)
    place = board.bounding_box()
    if place is None:
        raise RuntimeError("there is no canvas")
    page.mouse.move(place["x"] + (x + 0.5) * size, place["y"] + (y + 0.5) * size)
    page.mouse.down(button="right" if button == "right" else "left")
    page.mouse.up(button="right" if button == "right" else "left")


def ready(page: Page, what: str) -> float:
    start = time.perf_counter()
    page.reload()
    page.wait_for_selector(what)
    return since(start)


def verdict(page: Page) -> float:
    """A wall that makes the level unsolvable, until that is said; then it goes again."""
    page.wait_for_selector(".chip.good")
    start = time.perf_counter()
    cell(page, 4, 2)
    page.wait_for_selector(".chip.bad")
    taken = since(start)
    cell(page, 4, 2, "right")
    page.wait_for_selector(".chip.good")
    return taken


def saved(page: Page, path: Path) -> float:
    page.wait_for_timeout(500)
    before = path.read_bytes()
    start = time.perf_counter()
    cell(page, 4, 1)
    while path.read_bytes() == before:
        page.wait_for_timeout(2)
    taken = since(start)
    cell(page, 4, 1, "right")
    while path.read_bytes() != before:
        page.wait_for_timeout(2)
    return taken


def suggestion(page: Page) -> float:
    before = page.locator(".card").first.inner_html() if page.locator(".card").count() else ""
    counted = page.locator("[data-counter=solvable]")
    start = time.perf_counter()
    page.click("[data-action=start]")
    while counted.text_content() == "0" or page.locator(".card").first.inner_html() == before:
        page.wait_for_timeout(5)
    taken = since(start)
    page.click("[data-action=stop]")
    page.wait_for_selector("[data-action=start]")
    return taken


def move(page: Page) -> float:
    page.click("[data-action=play]")
    page.wait_for_timeout(200)
    start = time.perf_counter()
    page.keyboard.press("ArrowUp")
    while page.text_content(".moves b") != "1":
        page.wait_for_timeout(2)
    taken = since(start)
    page.keyboard.press("Escape")
    page.wait_for_selector(".tools")
    return taken


def message(page: Page) -> float:
    page.locator(".cm-content").first.click()
    page.keyboard.press("Control+Home")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    start = time.perf_counter()
    page.keyboard.type("x")
    page.wait_for_selector(".compiler-messages li")
    taken = since(start)
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.wait_for_selector(".compiler-messages li", state="detached")
    return taken


def paint_much(page: Page) -> None:
    page.click("[data-action=start]")
    for step in range(2, 40):
        cell(page, step, 1 + step % 9)
    page.wait_for_timeout(1500)
    page.click("[data-action=stop]")


if __name__ == "__main__":
    main()

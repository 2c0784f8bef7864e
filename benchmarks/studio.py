"""How long a designer waits in the studio, measured inside the page, on the largest example and a chart of 60 steps.

python -m benchmarks.studio [--full]

Wall-clock milliseconds, so only meaningful on a machine with nothing else to do; needs playwright and chromium.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks.report import Row, report, wants_full
from puzzlesynth.resources import EXAMPLES

if TYPE_CHECKING:
    from playwright.sync_api import Page

LARGEST = "lighthouse"
CHAIN = 60
AREAS = 4

WATCH_TASKS = """() => {
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.longest = Math.max(window.longest, entry.duration);
  }).observe({ entryTypes: ["longtask"] });
}"""

KEYSTROKE = """() => new Promise((resolve) => {
  const begin = performance.now();
  new MutationObserver((_, watch) => { watch.disconnect(); resolve(performance.now() - begin); })
    .observe(document.querySelector(".problems"), { attributes: true, attributeFilter: ["data-checks"] });
  document.execCommand("insertText", false, "q");
})"""

CLICK_UNTIL = """([clicked, awaited]) => new Promise((resolve) => {
  const before = new Set(document.querySelectorAll(awaited));
  const begin = performance.now();
  const watch = new MutationObserver(() => {
    if ([...document.querySelectorAll(awaited)].some((one) => !before.has(one))) {
      watch.disconnect();
      resolve(performance.now() - begin);
    }
  });
  watch.observe(document.body, { subtree: true, childList: true });
  [...document.querySelectorAll(clicked)].at(0).click();
})"""

NEW_PUZZLE = """() => new Promise((resolve) => {
  const names = () => [...document.querySelectorAll(".chart-node")].map((one) => one.getAttribute("aria-label")).join();
  const before = names();
  const begin = performance.now();
  const watch = new MutationObserver(() => {
    if (names() !== before) { watch.disconnect(); resolve(performance.now() - begin); }
  });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  document.querySelector(".puzzle-head .button.main").click();
})"""

FRAMES = """(panned) => new Promise((resolve) => {
  const canvas = document.querySelector(".canvas");
  const times = [];
  const step = (now) => {
    times.push(now);
    const way = times.length % 100 < 50 ? 1 : -1;
    const wheel = { deltaX: 3 * way, deltaY: 2 * way, bubbles: true, cancelable: true };
    if (panned) canvas.dispatchEvent(new WheelEvent("wheel", wheel));
    if (times.length < 300) requestAnimationFrame(step);
    else resolve((times.length - 1) * 1000 / (times.at(-1) - times[0]));
  };
  requestAnimationFrame(step);
})"""


def panning(page: Page) -> list[tuple[str, Any, Any]]:
    """Frames a second of a chart that is panned and of the same page at rest: what both miss is not the page's doing. And
    the processor time that a frame of panning takes in the page's main thread, which other work hardly changes."""
    asking = page.context.new_cdp_session(page)
    asking.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy() -> float:
        metrics = asking.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))

    page.wait_for_timeout(1500)
    at_rest = float(page.evaluate(FRAMES, False))
    before = busy()
    panned = float(page.evaluate(FRAMES, True))
    each = (busy() - before) * 1000 / 300
    return [
        ("frames a second, panning 60 steps", round(panned, 1), 60),
        ("frames a second, at rest", round(at_rest, 1), 60),
        ("processor time of a frame, panning", round(each, 2), "-"),
    ]


def chain_pack() -> str:
    """A pack whose only puzzle has 60 steps, one after the other."""
    made = ("false", *("true" for _ in range(CHAIN)))
    items = "".join(
        f"  Part{number}: {{carryable: true, notSpawnable: {one}}}\n" for number, one in enumerate(made)
    )
    rules = "".join(f"  Part{number + 1} ::= Build Part{number}\n" for number in range(CHAIN))
    each = CHAIN // AREAS
    areas = "".join(
        f"  Area{number}: {{goals: [Part{(number + 1) * each}], depth: {{min: {each}, max: {each}}}"
        + (", start: true" if number == 0 else "")
        + (f", connects: [Area{number + 1}]" if number + 1 < AREAS else "")
        + "}\n"
        for number in range(AREAS)
    )
    return f"pack: chain\nitems:\n{items}rules: |\n{rules}areas:\n{areas}"


def make_and_open(page: Page) -> float:
    page.click("[data-view=puzzles]")
    first = page.evaluate(CLICK_UNTIL, [".stage-head .button.main", ".puzzle-card[data-puzzle]"])
    page.click(".puzzle-card footer .button")
    page.wait_for_selector(".chart-node")
    return float(first)


def measure(page: Page, times: int) -> list[Row]:
    ready = page.evaluate(
        "() => performance.timing.domContentLoadedEventEnd - performance.timing.navigationStart"
    )
    page.wait_for_selector(".problems .fine")
    page.evaluate(WATCH_TASKS)
    page.get_by_label("Pack or game").select_option(LARGEST)
    page.wait_for_selector(".problems .fine")
    page.click("[data-tab$='items.yaml']")
    page.locator(".cm-line").nth(4).click()
    keystrokes = [float(page.evaluate(KEYSTROKE)) for _ in range(times)]
    for _ in range(3):
        page.keyboard.press("Control+z")
    page.wait_for_selector(".problems .fine")
    first = make_and_open(page)
    page.wait_for_timeout(2000)
    page.locator(".solution button").first.click()
    page.get_by_role("button", name="Keep this step").click()
    page.wait_for_timeout(2000)
    anew = [float(page.evaluate(NEW_PUZZLE)) for _ in range(times)]
    page.get_by_label("Pack or game").select_option("chain")
    make_and_open(page)
    frames = panning(page)
    longest = float(page.evaluate("() => window.longest"))
    found: list[tuple[str, Any, Any]] = [
        ("page ready", ready, 1000),
        ("diagnostics after a keystroke, median", median(keystrokes), 150),
        ("first puzzle", first, 1000),
        ("keep and regenerate, median", median(anew), 300),
        ("longest task of the page", longest, 100),
    ]
    found = [(what, round(value), wanted) for what, value, wanted in found] + frames
    return [{"what": what, "measured": value, "wanted": wanted} for what, value, wanted in found]


def main() -> None:
    from tests.support.studio_browser import browsed, served

    times = 40 if wants_full(__doc__) else 12
    with tempfile.TemporaryDirectory() as temporary:
        os.environ["XDG_STATE_HOME"] = str(Path(temporary) / "state")
        folder = Path(temporary) / "work"
        shutil.copytree(EXAMPLES, folder)
        (folder / "chain").mkdir()
        (folder / "chain" / "pack.yaml").write_text(chain_pack(), "utf-8")
        with served(folder) as address, browsed(address) as page:
            rows = measure(page, times)
    report("studio", f"milliseconds in the page, on {LARGEST}", rows)


if __name__ == "__main__":
    main()

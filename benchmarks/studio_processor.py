"""What the studio's answers cost, in milliseconds of processor time of the process that gives them.

python -m benchmarks.studio_processor [--full]

Without a browser and without the way to it, so also meaningful on a busy machine; `benchmarks.studio` measures what a
designer waits for. On the largest example, the median and the worst of several times, once the pack is loaded.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from benchmarks.report import Row, report, wants_full
from puzzlesynth.resources import EXAMPLES
from puzzlesynth.studio.project import Project
from tests.studio.asking import ask, first_card
from tests.studio.levels.level_requests import OPEN, STUCK, asked, wire

LARGEST = "lighthouse"


def measured(what: str, times: int, do: Callable[[int], object]) -> Row:
    """The first time loads what the others find."""
    do(0)
    taken = []
    for number in range(1, times + 1):
        start = time.process_time()
        do(number)
        taken.append(1000 * (time.process_time() - start))
    return {"what": what, "median": round(statistics.median(taken)), "worst": round(max(taken))}


def main() -> None:
    times = 40 if wants_full(__doc__) else 9
    project = Project(EXAMPLES / LARGEST, ".")
    card = first_card(project)
    kept = {"steps": [card["steps"][0]["id"]]}

    def anew(number: int) -> object:
        return ask(project, "puzzle.regenerate", puzzle=card["puzzle"], choices=kept, seed=number)

    rows = [
        measured("diagnostics of an unchanged pack", times, lambda _: ask(project, "pack.check")),
        measured("first puzzle", times, lambda number: first_card(project, seed=number)),
        measured("keep a step and regenerate the rest", times, anew),
        measured("verdict on a level", times, lambda _: asked("levels.judge", level=wire(OPEN))),
        measured("verdict on an unsolvable level", times, lambda _: asked("levels.judge", level=wire(STUCK))),
    ]
    report("studio_processor", f"processor time of the studio's answers in ms, on {LARGEST}", rows)


if __name__ == "__main__":
    main()

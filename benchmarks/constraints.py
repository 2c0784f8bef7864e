"""What steering costs: the shelf's constraints against none, `--diverse` against plain draws, `why`, and a planner that
has to agree with us.

    python -m benchmarks.constraints [--full]
"""

from __future__ import annotations

import logging
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from benchmarks.reporting import Row, report, wants_full
from puzzlesynth.choosing import as_different_as_possible
from puzzlesynth.export.pddl import domain_and_problem
from puzzlesynth.making import make_puzzles
from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.puzzle import Puzzle
from puzzlesynth.puzzle.distance import spread_of
from puzzlesynth.reasons import why_not
from puzzlesynth.synth.constraints.shelf import shelf_names
from puzzlesynth.synth.targets import read_targets
from puzzlesynth.world import explore
from puzzlesynth.world.mechanics import mechanics_of
from puzzlesynth.world.shortcuts import classes_by_area

EXAMPLES = Path(__file__).parents[1] / "examples"
PACKS = ("meadow", "lighthouse")

ARGUMENTS = {
    "meadow": {
        "at_most_steps": "(12)",
        "found_elsewhere": "(Knife)",
        "met_in_order": "(Crow Ferryman)",
        "must_not_use_item": "(Saw)",
        "must_not_use_rule": '("saw planks")',
        "must_use_item": "(Saw)",
        "must_use_rule": '("saw planks")',
        "not_placed_in": "(Knife RiverBank)",
        "one_goal_each": '("Bridge", "Raft")',
        "one_leaf_of": "(Npc)",
        "exactly_herrings": "(0)",
        "independent_branches": "(1)",
        "at_least_wide": "(1)",
    },
    "lighthouse": {
        "at_most_steps": "(24)",
        "found_elsewhere": "(Knife)",
        "met_in_order": "(Harbourmaster Keeper)",
        "must_not_use_item": "(Kettle)",
        "must_not_use_rule": '("light a fire")',
        "must_use_item": "(Kettle)",
        "must_use_rule": '("light a fire")',
        "not_placed_in": "(Knife Tower)",
        "one_goal_each": '("TowerKey", "Prism")',
        "one_leaf_of": "(Npc)",
        "exactly_herrings": "(0)",
        "independent_branches": "(1)",
    },
}
NO_KINDS = ("must_use_kind", "must_not_use_kind")
"""The examples have no kinds of rules."""


def first_puzzle(pack: Pack, constraints: list[str], seed: int) -> tuple[float, bool]:
    """In seconds of processor time, so that whatever else the machine does counts less."""
    start = time.process_time()
    found = next(make_puzzles(pack, seed=seed, constraints=constraints), None)
    return time.process_time() - start, found is not None


def shelf(seeds: range) -> Iterator[Row]:
    """The median time to the first puzzle under each constraint, as a multiple of the same without any."""
    for name in PACKS:
        pack = load_pack(EXAMPLES / name)
        first_puzzle(pack, [], 0)  # imports
        bare = statistics.median(first_puzzle(pack, [], seed)[0] for seed in seeds)
        yield {"pack": name, "constraint": "(none)", "seconds": bare, "times": 1.0, "found": True}
        for entry in shelf_names():
            if entry in NO_KINDS:
                continue
            reference = f"asp:{entry}{ARGUMENTS[name].get(entry, '')}"
            runs = [first_puzzle(pack, [reference], seed) for seed in seeds]
            middle = statistics.median(seconds for seconds, _ in runs)
            found = all(there for _, there in runs)
            yield {
                "pack": name,
                "constraint": reference,
                "seconds": middle,
                "times": middle / bare,
                "found": found,
            }


def diversity(count: int) -> Iterator[Row]:
    for name in PACKS:
        pack = load_pack(EXAMPLES / name)
        start = time.perf_counter()
        chosen, plain = as_different_as_possible(make_puzzles(pack, seed=1), count)
        seconds = time.perf_counter() - start
        for how, puzzles in (("plain", plain), ("diverse", chosen)):
            spread = spread_of(puzzles)
            yield {
                "pack": name, "puzzles": len(puzzles), "how": how, "least": spread.least, "mean": spread.mean,
                "seconds": seconds if how == "diverse" else "",
            }  # fmt: skip


CONTRADICTORY = (
    ("asp:must_use_item(Knife)", "asp:must_not_use_item(Knife)", "asp:at_most_steps(4)"),
    {"depth": ["Tower:6.."], "steps": ["Quay:1", "Cove:..1"]},
)
"""Six requirements that no puzzle of the lighthouse can meet."""


def reasons() -> Iterator[Row]:
    pack = load_pack(EXAMPLES / "lighthouse")
    start = time.perf_counter()
    asked = why_not(pack, CONTRADICTORY[0], read_targets(pack, CONTRADICTORY[1]), 300)
    ready = time.perf_counter()
    reason = asked.reason()
    assert reason is not None
    yield {
        "pack": "lighthouse", "requirements": len(asked.all), "in the set": len(reason.requirements),
        "grounding": ready - start, "seconds": time.perf_counter() - start,
    }  # fmt: skip


def planned(texts: tuple[str, str]) -> int | None:
    """The length of a shortest plan; None: there is none."""
    from pyperplan import planner
    from pyperplan.search import breadth_first_search

    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("domain.pddl", "problem.pddl")]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="utf-8")
        found = breadth_first_search(planner._ground(planner._parse(*map(str, paths))))
    return None if found is None else len(found)


def planner_agrees(pack: Pack, puzzle: Puzzle, steps_left_out: int | None) -> tuple[bool, int]:
    """Whether the planner's plan is as long as ours and there is none without a step; and how many it looked at."""
    found = explore(pack, puzzle)
    ours = min(len(found.path(index)) for index in found.winning)
    good = planned(domain_and_problem(pack, puzzle)) == ours + len(puzzle.areas)
    kinds = list(classes_by_area(mechanics_of(pack), puzzle))[:steps_left_out]
    without = [planned(domain_and_problem(pack, puzzle, leave_out=kind)) for kind in kinds]
    return good and all(plan is None for plan in without), 1 + len(kinds)


def agreement(sizes: dict[str, int], steps_left_out: int | None) -> Iterator[Row]:
    logging.disable(logging.CRITICAL)
    for name, count in sizes.items():
        pack = load_pack(EXAMPLES / name)
        start = time.perf_counter()
        puzzles = list(islice(make_puzzles(pack, seed=1), count))
        results = [planner_agrees(pack, puzzle, steps_left_out) for puzzle in puzzles]
        yield {
            "pack": name, "puzzles": len(puzzles), "planner runs": sum(runs for _, runs in results),
            "agree": sum(good for good, _ in results), "seconds": time.perf_counter() - start,
        }  # fmt: skip


def main() -> None:
    full = wants_full(__doc__)
    tables: list[tuple[str, str, Callable[[], Iterator[Row]]]] = [
        (
            "constraints",
            "processor time to the first puzzle, against none",
            lambda: shelf(range(9 if full else 3)),
        ),
        ("diverse", "how far apart puzzles are", lambda: diversity(20 if full else 8)),
        ("why", "six contradictory requirements", reasons),
        ("planner", "a planner that nobody here wrote", lambda: agreement(*_sizes(full))),
    ]
    for name, title, rows in tables:
        report(name, f"\n{title}", list(rows()))


def _sizes(full: bool) -> tuple[dict[str, int], int | None]:
    if full:
        return {"tiny.yaml": 2, "heist": 1, "meadow": 150, "lighthouse": 60}, None
    return {"tiny.yaml": 2, "heist": 1, "meadow": 8, "lighthouse": 2}, 3


if __name__ == "__main__":
    main()

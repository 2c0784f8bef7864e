"""Third-party planners have to agree with us, puzzle by puzzle, over all example packs.

    python -m benchmarks.external_planners [--full]

A puzzle that `verify` calls solvable has a plan, a shortest plan is as long as our shortest way, and with a step of
the tree taken out of the domain there is no plan. pyperplan is always asked, Fast Downward where it is installed
(`pip install up-fast-downward`).
"""

from __future__ import annotations

import importlib.util
import logging
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from benchmarks.report import Row, report, wants_full
from puzzlesynth.export.pddl.exporter import domain_and_problem
from puzzlesynth.maps.filler import MapFiller
from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle import Puzzle
from puzzlesynth.puzzle.game_pack import pack_for
from puzzlesynth.world import explore, verify
from puzzlesynth.world.rule_semantics import mechanics_of
from puzzlesynth.world.verification.shortcuts import classes_by_area

EXAMPLES = Path(__file__).parents[1] / "examples"

Texts = tuple[str, str]
"""A domain and a problem."""

Planner = Callable[[Path, Path], int | None]
"""How long a shortest plan is; None: proven that there is none."""

SLOW = {"pyperplan": 3}
"""Planners that leave out only this many of the steps of a puzzle, in turn; others leave out each one."""

UNSOLVABLE = (10, 11, 12)
"""What Fast Downward ends with where it finds no plan."""


@dataclass(frozen=True)
class Compared:
    """One puzzle, as a planner sees it."""

    same_length: bool
    needs_every_step: bool
    runs: int
    seconds: float


def pyperplan(domain: Path, problem: Path) -> int | None:
    from pyperplan import planner  # type: ignore[import-untyped]
    from pyperplan.search import breadth_first_search  # type: ignore[import-untyped]

    found = breadth_first_search(planner._ground(planner._parse(str(domain), str(problem))))
    return None if found is None else len(found)


def fast_downward(domain: Path, problem: Path) -> int | None:
    plan = domain.parent / "plan"
    plan.unlink(missing_ok=True)
    command = [sys.executable, str(_downward()), "--plan-file", str(plan), str(domain), str(problem)]
    # Looking for invariants takes longer than everything else together and shortens no plan.
    command += ["--translate-options", "--invariant-generation-max-time", "0"]
    command += ["--search-options", "--search", "astar(lmcut())"]
    ended = subprocess.run(command, cwd=domain.parent, capture_output=True, check=False)
    if ended.returncode == 0:
        return sum(line.startswith("(") for line in plan.read_text(encoding="utf-8").splitlines())
    if ended.returncode not in UNSOLVABLE:
        raise RuntimeError(f"Fast Downward: {ended.stdout.decode()[-400:]} {ended.stderr.decode()[-400:]}")
    return None


def _downward() -> Path | None:
    """Fast Downward's driver, where it is installed."""
    found = importlib.util.find_spec("up_fast_downward")
    if found is None or found.origin is None:
        return None
    path = Path(found.origin).parent / "downward" / "fast-downward.py"
    return path if path.is_file() else None


def planners() -> dict[str, Planner]:
    found: dict[str, Planner] = {"pyperplan": pyperplan}
    return found if _downward() is None else {**found, "fast downward": fast_downward}


def compared(plan: Planner, pack: Pack, puzzle: Puzzle, steps_left_out: int | None) -> Compared:
    """A puzzle against a planner; `steps_left_out`: with how many of its steps taken out, one at a time (None: all)."""
    start = time.perf_counter()
    found = explore(pack, puzzle)
    ours = min(len(found.path(index)) for index in found.winning)
    kinds = list(classes_by_area(mechanics_of(pack), puzzle))
    # Not always the first ones.
    kinds = kinds if steps_left_out is None else kinds[:: -(-len(kinds) // steps_left_out)]
    with tempfile.TemporaryDirectory() as folder:

        def planned(texts: Texts) -> int | None:
            paths = [Path(folder) / name for name in ("domain.pddl", "problem.pddl")]
            for path, text in zip(paths, texts, strict=True):
                path.write_text(text, encoding="utf-8")
            return plan(paths[0], paths[1])

        # That an area is solved is an action of its own to a planner.
        same = planned(domain_and_problem(pack, puzzle)) == ours + len(puzzle.areas)
        needed = all(planned(domain_and_problem(pack, puzzle, leave_out=kind)) is None for kind in kinds)
    return Compared(same, needed, 1 + len(kinds), time.perf_counter() - start)


def puzzles_of(name: str, count: int) -> Iterator[tuple[Pack, Puzzle]]:
    """Puzzles of an example, with the pack that each is played with; of a pack of maps this many per map."""
    pack = load_pack(EXAMPLES / name, allow_extensions=True)
    if pack.areas:
        yield from ((pack, puzzle) for puzzle in islice(make_puzzles(pack, seed=1), count))
        return
    for found in pack.maps.values():
        for puzzle in islice(MapFiller(pack, found).puzzles(1), count):
            yield pack_for(pack, puzzle), puzzle


def agreement(sizes: dict[str, int], steps_left_out: int | None) -> Iterator[Row]:
    logging.disable(logging.CRITICAL)
    for name, count in sizes.items():
        puzzles = [pair for pair in puzzles_of(name, count) if verify(*pair).ok]
        for planner, plan in planners().items():
            most = SLOW.get(planner, steps_left_out) if steps_left_out is None else steps_left_out
            results = [compared(plan, pack, puzzle, most) for pack, puzzle in puzzles]
            row = {
                "pack": name, "planner": planner, "puzzles": len(puzzles),
                "runs": sum(one.runs for one in results),
                "same length": sum(one.same_length for one in results),
                "no plan without a step": sum(one.needs_every_step for one in results),
                "seconds": sum(one.seconds for one in results),
            }  # fmt: skip
            print(row, file=sys.stderr, flush=True)
            yield row


def main() -> None:
    if wants_full(__doc__):
        sizes: dict[str, int] = {"tiny.yaml": 2, "heist": 1, "bakery": 30, "meadow": 150, "lighthouse": 48}
        rows = agreement(sizes, None)
    else:
        rows = agreement({"tiny.yaml": 2, "heist": 1, "bakery": 1, "meadow": 8, "lighthouse": 2}, 3)
    report("planner", "planners that nobody here wrote", list(rows))


if __name__ == "__main__":
    main()

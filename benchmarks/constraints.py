"""What steering costs: the shelf's constraints against none, `--diverse` against plain draws, and `why`.

python -m benchmarks.constraints [--full]
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.report import Row, report, wants_full
from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.explain import explanation_for
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.pipeline.selection import select_diverse
from puzzlesynth.puzzle.diversity import spread_of
from puzzlesynth.synth.constraints.shelf import shelf_names
from puzzlesynth.synth.options import read_targets

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
    """The median time to the first puzzle under each constraint, as a multiple of the same without any.

    Both are measured in turn, seed by seed, so that whatever else the machine does slows down both."""
    for name in PACKS:
        pack = load_pack(EXAMPLES / name)
        first_puzzle(pack, [], 0)  # imports
        for entry in shelf_names():
            if entry in NO_KINDS:
                continue
            reference = f"asp:{entry}{ARGUMENTS[name].get(entry, '')}"
            bare, steered, found = [], [], True
            for seed in seeds:
                bare.append(first_puzzle(pack, [], seed)[0])
                seconds, there = first_puzzle(pack, [reference], seed)
                steered.append(seconds)
                found = found and there
            yield {
                "pack": name, "constraint": reference, "seconds": statistics.median(steered),
                "without": statistics.median(bare),
                "times": statistics.median(steered) / statistics.median(bare), "found": found,
            }  # fmt: skip


def diversity(count: int) -> Iterator[Row]:
    for name in PACKS:
        pack = load_pack(EXAMPLES / name)
        start = time.perf_counter()
        found = select_diverse(make_puzzles(pack, seed=1), count)
        chosen, plain = found.puzzles, found.plain
        seconds = time.perf_counter() - start
        for how, puzzles in (("plain", plain), ("diverse", chosen)):
            spread = spread_of(puzzles)
            yield {
                "pack": name, "puzzles": len(puzzles), "how": how, "least": spread.least, "mean": spread.mean,
                "seconds": seconds if how == "diverse" else "",
            }  # fmt: skip


CONTRADICTORY: tuple[tuple[tuple[str, ...], dict[str, list[str]]], ...] = (
    (
        ("asp:must_use_item(Knife)", "asp:must_not_use_item(Knife)", "asp:at_most_steps(4)"),
        {"depth": ["Tower:6.."], "steps": ["Quay:1", "Cove:..1"]},
    ),
    (
        (),
        {
            "steps": ["Quay:2", "Tower:9..", "Cove:..3"],
            "depth": ["Quay:4..", "Tower:..3"],
            "width": ["Cove:5.."],
        },
    ),
    (
        (
            'asp:must_use_rule("lure the cat")', "asp:must_not_use_item(Herring)", "asp:must_use_item(Kettle)",
            "asp:must_not_use_item(Pump)", "asp:must_not_use_item(Sea)", "asp:each_rule_once",
        ),
        {},
    ),
    (
        (
            "asp:no_backtracking", "asp:self_contained_areas", "asp:builds_on_earlier", "asp:at_least_steps(40)",
            "asp:at_most_steps(30)", "asp:must_use_item(Prism)",
        ),
        {},
    ),
    (
        (
            'asp:one_goal_each("TowerKey", "Prism")', "asp:must_not_use_item(Spade)",
            "asp:must_not_use_item(LongcaseClock)", "asp:must_not_use_item(Keeper)",
            "asp:must_not_use_item(SeaChest)",
        ),
        {"depth": ["Cove:5.."]},
    ),
    (
        ("asp:rising_difficulty", "asp:different_leaves"),
        {"steps": ["Quay:8..", "LampRoom:..2"], "width": ["Quay:..1"], "depth": ["Quay:..4"]},
    ),
    ((), {"herrings": ["Quay:3", "Tower:9"], "depth": ["5.."], "steps": ["..4"], "width": ["3.."]}),
    (
        (
            'asp:must_use_rule("light a fire")', "asp:must_not_use_item(Stove)",
            "asp:must_not_use_item(Brazier)",
        ),
        {"steps": ["Tower:2", "LampRoom:2"], "depth": ["LampRoom:3.."]},
    ),
    (
        ("asp:no_backtracking",),
        {"steps": ["Tower:9..", "Cottage:12.."], "depth": ["Tower:..3"], "width": ["1..1"], "herrings": ["2"]},
    ),
    (
        ("asp:each_rule_once", "asp:self_contained_areas"),
        {"steps": ["6.."], "depth": ["..3"], "width": ["..1"], "herrings": ["3"]},
    ),
    (
        ("asp:at_most_steps(45)",),
        {"steps": [f"{area}:10.." for area in ("Quay", "Cove", "Tower", "Cottage", "LampRoom")]},
    ),
    (
        ("asp:builds_on_earlier", "asp:no_backtracking", "asp:everything_used"),
        {"depth": ["6.."], "steps": ["..5"], "herrings": ["1"]},
    ),
    (
        ("asp:rising_difficulty", "asp:self_contained_areas", "asp:at_most_steps(34)"),
        {"herrings": ["6"], "steps": ["7.."], "depth": ["5.."]},
    ),
)  # fmt: skip
"""Each six requirements that no puzzle of the lighthouse can meet."""


def reasons(requests: int) -> Iterator[Row]:
    """Seconds of processor time to a smallest set, and to the first change that helps."""
    pack = load_pack(EXAMPLES / "lighthouse")
    for number, (constraints, targets) in enumerate(CONTRADICTORY[:requests], 1):
        start = time.process_time()
        asked = explanation_for(pack, constraints, read_targets(pack, targets), 300)
        reason = asked.reason()
        found = time.process_time()
        assert reason is not None
        change = next(asked.changes(reason, 1), None)
        yield {
            "request": number, "in the set": len(reason.requirements), "fewest": reason.fewest,
            "seconds": found - start, "what helps": time.process_time() - found,
            "changes": len(change.ways) if change else "none",
            "smallest": change.smallest if change else "",
        }  # fmt: skip


def main() -> None:
    full = wants_full(__doc__)
    tables: list[tuple[str, str, Callable[[], Iterator[Row]]]] = [
        (
            "constraints",
            "processor time to the first puzzle, against none",
            lambda: shelf(range(9 if full else 5)),
        ),
        ("diverse", "how far apart puzzles are", lambda: diversity(20 if full else 8)),
        ("why", "six contradictory requirements", lambda: reasons(len(CONTRADICTORY) if full else 3)),
    ]
    for name, title, rows in tables:
        report(name, f"\n{title}", list(rows()))


if __name__ == "__main__":
    main()

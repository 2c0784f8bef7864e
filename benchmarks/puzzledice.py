"""Filling maps, the original's way and ours; and 3-SAT formulas as maps.

    python benchmarks/puzzledice.py [--runs 20] [--judged 5] [--maps 12] [--variables 50] [-o FILE]

The database and its five maps are read from ../shared/data/puzzledice beside the project. For each map: whether a filling
exists (of the shape alone, and with every guarantee), how often the original finds none though one exists, and how often
what it finds is unsolvable, has a shortcut or a dead end once all relations of the database are in the game.
Times are processor seconds, the medians of the runs.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from original_puzzledice import Original
from random_maps import Clause, random_clauses, random_map, sat_pack_and_map

from puzzlesynth.maps.filling import MapMaker
from puzzlesynth.pack import load_pack
from puzzlesynth.pack.map_model import PuzzleMap
from puzzlesynth.pack.map_world import map_world
from puzzlesynth.pack.model import Pack, Policy
from puzzlesynth.pack.puzzledice.convert import convert
from puzzlesynth.puzzle.in_map import pack_for
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.synth.answer import Answer
from puzzlesynth.synth.deadline import Deadline, OutOfTime
from puzzlesynth.synth.shape import Shape
from puzzlesynth.world import Undecided, find_dead_end, find_shortcut, verify
from puzzlesynth.world.grounding import TooLarge

DATA = Path(__file__).parents[2] / "shared" / "data" / "puzzledice"
STATES = 1_000
PATIENCE = 30.0
"""Seconds for one question; what takes longer is reported as not decided."""


def database() -> Pack:
    maps = sorted(path for path in DATA.glob("*.xml") if path.name != "database.xml")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in convert(DATA / "database.xml", maps, "sandwich").items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        return load_pack(folder)


def lenient(pack: Pack) -> Pack:
    return replace(pack, guarantees=replace(pack.guarantees, shortcuts=Policy.ALLOW))


class Filler:
    """Our side: fills a map, and takes over what the original has filled in."""

    def __init__(self, pack: Pack, found: PuzzleMap) -> None:
        self.pack, self.map = pack, found
        self.loose = MapMaker(lenient(pack), found, time_limit=PATIENCE)
        self.shape = Shape(map_world(lenient(pack), found))

    def shape_exists(self) -> bool | None:
        return _decided(
            lambda: next(self.loose.synthesizer.program.answers(limit=1, deadline=Deadline(PATIENCE)), None)
        )

    def filling(self) -> tuple[Puzzle | None, bool, float]:
        """A filling with every guarantee, whether it was decided, and the time from map to proven puzzle."""
        begin = time.process_time()
        try:
            puzzle = next(MapMaker(self.pack, self.map, time_limit=PATIENCE).puzzles(0), None)
        except OutOfTime:
            return None, False, time.process_time() - begin
        return puzzle, True, time.process_time() - begin

    def taken_over(self, original: Original) -> Puzzle | None:
        """The original's filling as a puzzle; None: it cannot be solved, even with nothing else in the game."""
        synthesizer = self.loose.synthesizer
        reader = synthesizer.program.guard.reader
        copies: Counter[str] = Counter()
        literals = []
        for spot in self.shape.spots:
            item = original.given.get(spot.name)
            if item is None or spot.kind in ("or", "filter", "output"):
                continue
            if spot.bears:
                copies[item] += 1
                nodes = [(item, copies[item], 0)]
            else:
                nodes = [(item, copy, s) for copy in range(1, 9) for s in self.shape.stages[spot.name]]
            known = [
                reader.literals[key]
                for node in nodes
                if (key := ("fills", spot.name, node)) in reader.literals
            ]
            if spot.bears and not known:
                return None
            literals += known if spot.bears else []
        answer: Answer | None = next(synthesizer.program.answers_with(literals, Deadline(PATIENCE)), None)
        return None if answer is None else synthesizer._decoder.decode(answer)


def _decided(question: Any) -> bool | None:
    try:
        return question() is not None
    except OutOfTime:
        return None


def judged(pack: Pack, puzzle: Puzzle) -> str:
    """What players can do to a puzzle once every relation of the database is in the game."""
    assert puzzle.map is not None
    everything = tuple(sorted({*puzzle.map.relations, *(r.number for r in pack.rules if r.from_relation)}))
    puzzle = replace(puzzle, map=replace(puzzle.map, relations=everything))
    game = pack_for(pack, puzzle)
    try:
        shortcut = find_shortcut(game, puzzle, STATES)
        if isinstance(shortcut, Undecided):
            return "undecided"
        if shortcut is not None:
            return "shortcut"
        dead_end = find_dead_end(game, puzzle, STATES)
        if isinstance(dead_end, Undecided):
            return "undecided"
        return "dead end" if dead_end is not None else "fine"
    except TooLarge:
        return "undecided"


def compare(pack: Pack, found: PuzzleMap, runs: int, seed: int, most_judged: int) -> dict[str, Any]:
    pack = replace(pack, maps={**pack.maps, found.name: found})
    filler = Filler(pack, found)
    exists = filler.shape_exists()
    ours, was_decided, seconds = filler.filling()
    proven = ours is None or verify(pack_for(pack, ours), ours).ok
    row: dict[str, Any] = {
        "map": found.name,
        "blocks": len(filler.shape.spots),
        "shape": exists,
        "guaranteed": ours is not None if was_decided else None,
        "verified": proven,
        "ours_s": round(seconds, 3),
    }
    outcomes: Counter[str] = Counter()
    times = []
    for run in range(runs):
        original = Original(filler.shape, Random(seed * 1000 + run))
        begin = time.process_time()
        success = original.fill(found.blocks[found.output or ""].item or "")
        times.append(time.process_time() - begin)
        if not success:
            outcomes["failed"] += 1
            continue
        outcomes["filled"] += 1
        if outcomes.total() - outcomes["failed"] - outcomes["filled"] < most_judged:
            puzzle = filler.taken_over(original)
            outcomes["unsolvable" if puzzle is None else judged(lenient(pack), puzzle)] += 1
    row |= {
        "original": dict(outcomes),
        "runs": runs,
        "original_s": round(median(times), 4) if times else None,
    }
    return row


# --- 3-SAT ------------------------------------------------------------------------------------------------


def satisfiable(variables: int, clauses: list[Clause]) -> bool:
    """Brute force for few variables, clingo on the formula itself for more."""
    if variables <= 12:
        return any(
            all(any((literal > 0) == values[abs(literal) - 1] for literal in clause) for clause in clauses)
            for values in product((False, True), repeat=variables)
        )
    import clingo

    control = clingo.Control()
    text = f"{{ x(1..{variables}) }}. "
    for clause in clauses:
        text += f":- {', '.join(f'not x({v})' if v > 0 else f'x({-v})' for v in clause)}. "
    control.add("base", [], text)
    control.ground([("base", [])])
    return bool(control.solve().satisfiable)


def sat_rows(least: int, most: int, formulas: int) -> list[dict[str, Any]]:
    rows = []
    for variables in [v for v in (5, 10, 20, 30, 40, 50) if least <= v <= most]:
        agreed, times, yes = 0, [], 0
        for number in range(formulas):
            random = Random(variables * 100 + number)
            clauses = random_clauses(variables, round(4.26 * variables), random)
            pack, found = sat_pack_and_map(variables, clauses)
            begin = time.process_time()
            maker = MapMaker(pack, found)
            answer = next(maker.synthesizer.program.answers(limit=1), None)
            times.append(time.process_time() - begin)
            expected = satisfiable(variables, clauses)
            agreed += (answer is not None) == expected
            yes += expected
        rows.append(
            {
                "variables": variables,
                "formulas": formulas,
                "satisfiable": yes,
                "agreed": agreed,
                "seconds": round(median(times), 2),
            }
        )
        print(rows[-1], file=sys.stderr)
    return rows


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--runs", type=int, default=20, help="runs of the original on each map")
    options.add_argument(
        "--judged", type=int, default=5, help="how many of the original's fillings are played"
    )
    options.add_argument("--maps", type=int, default=12, help="random maps, of 5 to 40 blocks")
    options.add_argument("--variables", type=int, default=50, help="the largest 3-SAT formulas")
    options.add_argument("--from-variables", type=int, default=5, help="the smallest 3-SAT formulas")
    options.add_argument("--sat-only", action="store_true", help="leave the maps out")
    options.add_argument("--formulas", type=int, default=5, help="formulas of each size")
    options.add_argument("-o", dest="output", type=Path, help="write the figures as JSON")
    given = options.parse_args()
    figures: dict[str, Any] = {}
    if DATA.exists() and not given.sat_only:
        pack = database()
        rows = []
        for found in pack.maps.values():
            rows.append(compare(pack, found, given.runs, 1, given.judged))
            print(rows[-1], file=sys.stderr, flush=True)
        for number in range(given.maps):
            blocks = 5 + round(35 * number / max(1, given.maps - 1))
            found = random_map(blocks, Random(number), pack, f"random_{blocks}_{number}")
            rows.append(compare(pack, found, given.runs, number, given.judged))
            print(rows[-1], file=sys.stderr)
        figures["maps"] = rows
    elif not given.sat_only:
        print(f"{DATA} is not there: only 3-SAT", file=sys.stderr)
    figures["sat"] = sat_rows(given.from_variables, given.variables, given.formulas)
    text = json.dumps(figures, indent=1)
    if given.output is not None:
        given.output.write_text(text + "\n", encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()

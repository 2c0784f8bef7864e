"""Filling maps, the original's way and ours.

The database and its five maps are read from ../shared/data/puzzledice beside the project; to them come random maps of 5
to 40 blocks over the same database, free, planted and contested ones (see random_maps.py), and small 3-SAT formulas.
For each map: whether a filling of the shape exists at all, whether one with every guarantee does, how often the original
finds none though the shape can be filled, and how often what it finds cannot be solved, has a shortcut or a dead end once
all relations of the database are in the game. Times are processor seconds, the original's the median of its runs.
"""

from __future__ import annotations

import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.puzzledice_generator import Original
from benchmarks.random_maps import KINDS, random_map
from benchmarks.report import Row, report, wants_full
from benchmarks.sat_map_filling import RATIO, satisfiable
from benchmarks.sat_maps import random_clauses, sat_pack_and_map
from puzzlesynth.deadline import Deadline, OutOfTime
from puzzlesynth.importers.puzzledice.converter import convert_puzzledice
from puzzlesynth.maps.filler import MapFiller
from puzzlesynth.pack import load_pack
from puzzlesynth.pack.model import Pack, Policy
from puzzlesynth.pack.puzzle_map import PuzzleMap
from puzzlesynth.puzzle.game_pack import pack_for
from puzzlesynth.puzzle.model import Filling, Goal, Object, Puzzle
from puzzlesynth.synth.maps.block_tree import BlockTree
from puzzlesynth.synth.options import SynthesisOptions
from puzzlesynth.world import Undecided, find_dead_end, find_shortcut, verify
from puzzlesynth.world.grounder import TooLarge
from puzzlesynth.world.verification.dead_ends import DeadEnd

DATA = Path(__file__).parents[2] / "shared" / "data" / "puzzledice"
STATES = 1_000
"""How many states of a world are looked at."""
PATIENCE = 20.0
"""Seconds for one question; what takes longer is reported as not decided."""
PLAYING = 3.0
"""Processor seconds for playing one filling, for shortcuts and again for dead ends."""
JUDGED = 1
"""So many of the original's fillings of each map are played."""
FINDINGS = ("unsolvable", "shortcut", "no_shortcut", "dead_end", "no_dead_end", "undecided")
SIZES = (5, 10, 15, 20, 25, 30, 35, 40)


def database() -> Pack:
    maps = sorted(path for path in DATA.glob("*.xml") if path.name != "database.xml")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in convert_puzzledice(DATA / "database.xml", maps, "sandwich").items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        return load_pack(folder)


def lenient(pack: Pack) -> Pack:
    return replace(pack, guarantees=replace(pack.guarantees, shortcuts=Policy.ALLOW))


class Filler:
    """Our side: fills a map, and takes over what the original has filled in."""

    def __init__(self, pack: Pack, found: PuzzleMap) -> None:
        self.pack, self.map = pack, found
        self._loose = MapFiller(lenient(pack), found, options=SynthesisOptions(time_limit=PATIENCE))
        shape = self._loose.synthesizer.program.possible.shape
        assert shape is not None
        self.shape: BlockTree = shape
        self.asked = found.blocks[found.output or ""].item or ""

    def shape_exists(self) -> bool | None:
        program = self._loose.synthesizer.program
        return _decided(lambda: next(program.answers(limit=1, deadline=Deadline(PATIENCE)), None))

    def filling(self) -> tuple[Puzzle | None, bool, float]:
        """A filling with every guarantee, whether it was decided, and the time from map to proven puzzle."""
        begin = time.process_time()
        try:
            puzzle = next(
                MapFiller(self.pack, self.map, options=SynthesisOptions(time_limit=PATIENCE)).puzzles(0), None
            )
        except OutOfTime:
            return None, False, time.process_time() - begin
        return puzzle, True, time.process_time() - begin

    def taken_over(self, original: Original) -> Puzzle | None:
        """The original's filling with its steps; None: it cannot be solved by the steps of its map and no others."""
        synthesizer = self._loose.synthesizer
        reader = synthesizer.program.guard.reader
        literals = []
        for spot in self.shape.spots:
            item = original.given.get(spot.name)
            if item is None or not spot.bears:
                continue
            nodes = [node for node in self.shape.objects.gives[spot.name] if node[0] == item]
            known = [reader.literals.get(("fills", spot.name, node)) for node in nodes]
            if not known or known[0] is None:
                return None
            literals.append(known[0])
        answer = next(synthesizer.program.answers_with(literals, Deadline(PATIENCE)), None)
        return None if answer is None else synthesizer._decoder.decode(answer)

    def as_it_lies(self, original: Original) -> Puzzle:
        """The original's filling as a world, without saying how it is solved."""
        world = self.shape.world
        lying = [
            (s, original.given[s.name])
            for s in self.shape.spots
            if s.kind == "spawn" and s.name in original.given
        ]
        objects = [Object(f"o{n}", item, s.block.area) for n, (s, item) in enumerate(lying)]
        doors = [world.gates[name] for name in world.gates if name in original.given]
        for area in world.pack.areas.values():
            objects += [Object(f"door_{name}", name, area.name) for name in area.contains if name in doors]
        areas = tuple(name for name in world.pack.areas if name not in set(world.gates.values()) - set(doors))
        goals = tuple(
            Goal(name, str(world.pack.areas[name].goals[0]), world.pack.areas[name].start, None, "")
            for name in (*doors, world.output_gate)
        )
        filling = Filling(self.map.name, {}, areas, ())
        return Puzzle(self.pack.name, self.pack.sha256, goals, tuple(objects), (), (), (), map=filling)


def _decided(question: Callable[[], Any]) -> bool | None:
    try:
        return question() is not None
    except OutOfTime:
        return None


def judged(pack: Pack, filler: Filler, original: Original) -> Iterator[str]:
    """What players can do to a filling once every relation is in the game: about shortcuts, and about dead ends."""
    puzzle = filler.taken_over(original)
    lies = puzzle or filler.as_it_lies(original)
    assert lies.map is not None
    everything = tuple(sorted({*lies.map.relations, *(r.number for r in pack.rules if r.from_relation)}))
    lies = replace(lies, map=replace(lies.map, relations=everything))
    game = pack_for(pack, lies)
    if puzzle is None:
        # What is asked for lies there from the start, or the map's own steps do not lead to it.
        yield "shortcut" if filler.asked in {thing.item for thing in lies.objects} else "undecided"
    else:
        shortcut = _played(lambda: find_shortcut(game, lies, STATES))
        yield _told(shortcut, "shortcut", "no_shortcut")
    dead_end = _played(lambda: find_dead_end(game, lies, STATES))
    if isinstance(dead_end, DeadEnd) and not dead_end.trace:
        yield "unsolvable"
    else:
        yield _told(dead_end, "dead_end", "no_dead_end")


def _told(found: object, if_so: str, if_not: str) -> str:
    return "undecided" if isinstance(found, Undecided) else if_not if found is None else if_so


def _played(question: Callable[[], Any]) -> Any:
    """The answer, or that it is not decided: large worlds take long for every one of their states."""

    def enough(signal_number: int, frame: object) -> None:
        raise OutOfTime

    signal.signal(signal.SIGVTALRM, enough)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, PLAYING)
        try:
            return question()
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except (OutOfTime, TooLarge):
        return Undecided("out of time")


def compare(pack: Pack, found: PuzzleMap, kind: str, runs: int, seed: int, most_judged: int) -> Row:
    pack = replace(pack, maps={**pack.maps, found.name: found})
    filler = Filler(pack, found)
    exists = filler.shape_exists()
    ours, was_decided, seconds = filler.filling()
    outcomes: Counter[str] = Counter()
    times, tries = [], 0
    for run in range(runs):
        original = Original(filler.shape, Random(seed * 1000 + run))
        begin = time.process_time()
        success = original.fill(filler.asked)
        times.append(time.process_time() - begin)
        tries += original.tries
        outcomes["filled" if success else "failed"] += 1
        if success and outcomes["judged"] < most_judged:
            outcomes["judged"] += 1
            outcomes.update(judged(lenient(pack), filler, original))
    return {
        "map": found.name,
        "kind": kind,
        "blocks": len(filler.shape.spots),
        "shape": exists,
        "guaranteed": ours is not None if was_decided else None,
        "verified": ours is None or verify(pack_for(pack, ours), ours).ok,
        "ours_s": round(seconds, 3),
        "runs": runs,
        "original_s": round(median(times), 4),
        "failed": outcomes["failed"],
        "tries": tries,
        **{name: outcomes[name] for name in ("judged", *FINDINGS)},
    }


def summary(rows: list[Row]) -> Iterator[Row]:
    """The same by kind and size."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        size = row["blocks"]
        label = "5-12" if size < 13 else "13-22" if size < 23 else "23-32" if size < 33 else "33-"
        groups.setdefault((row["kind"], label if row["kind"] != "sample" else "all"), []).append(row)
    for (kind, label), members in sorted(groups.items()):
        fillable = [row for row in members if row["shape"]]
        yield {
            "kind": kind,
            "blocks": label,
            "maps": len(members),
            "fillable": len(fillable),
            "with_guarantees": sum(row["guaranteed"] is True for row in members),
            "open": sum(row["shape"] is None or row["guaranteed"] is None for row in members),
            "original_runs": sum(row["runs"] for row in fillable),
            "original_failed": sum(row["failed"] for row in fillable),
            "tries": sum(row["tries"] for row in fillable),
            "tries_failed": sum(row["tries"] - row["runs"] + row["failed"] for row in fillable),
            "filled_the_unfillable": sum(
                row["runs"] - row["failed"] for row in members if row["shape"] is False
            ),
            "judged": sum(row["judged"] for row in members),
            **{name: sum(row[name] for row in members) for name in FINDINGS},
            "ours_s": median(row["ours_s"] for row in members),
            "ours_worst_s": max(row["ours_s"] for row in members),
            "original_s": median(row["original_s"] for row in members),
        }


def maps_to_fill(pack: Pack, seeds: int) -> Iterator[tuple[Pack, PuzzleMap, str, int]]:
    """The sample maps, random ones, and small 3-SAT formulas that can be satisfied, with a database of their own."""
    yield from ((pack, found, "sample", 1) for found in pack.maps.values())
    for size in SIZES:
        for kind in KINDS:
            for seed in range(seeds):
                found = random_map(size, Random(f"{kind} {size} {seed}"), pack, f"{kind}_{size}_{seed}", kind)
                if found is not None:
                    yield pack, found, kind, seed
    for variables in (3, 4, 5, 6):
        for seed in range(seeds):
            clauses = random_clauses(variables, round(RATIO * variables), Random(variables * 100 + seed))
            if satisfiable(variables, clauses):
                database, found = sat_pack_and_map(variables, clauses)
                yield database, replace(found, name=f"sat_{variables}_{seed}"), "3-SAT", seed


def main() -> None:
    full = wants_full(__doc__)
    if not DATA.exists():
        print(f"{DATA} is not there: nothing to compare", file=sys.stderr)
        return
    seeds, runs = (4, 50) if full else (2, 30)
    rows: list[Row] = []
    for pack, found, kind, seed in maps_to_fill(database(), seeds):
        rows.append(compare(pack, found, kind, runs, seed, JUDGED if kind != "3-SAT" else 0))
        print(rows[-1], file=sys.stderr, flush=True)
    report("puzzledice", "the original and ours", rows)
    report("puzzledice_summary", "the original and ours, by kind and size", list(summary(rows)))


if __name__ == "__main__":
    main()

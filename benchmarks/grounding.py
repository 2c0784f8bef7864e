"""How large the ground program of every example is, and how long grounding takes: a change that blows it up is seen here.

python -m benchmarks.grounding
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from benchmarks.report import Row, report
from puzzlesynth.maps.filler import filler_for
from puzzlesynth.pack import load_pack
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.program.ground_program import GroundProgram
from puzzlesynth.synth.relevance import PackAnalysis

EXAMPLES = Path(__file__).parents[1] / "examples"


def programs(path: Path) -> Iterator[tuple[str, PackAnalysis]]:
    """The programs of a pack: for its own areas, and for each of its maps."""
    pack = load_pack(path)
    name = path.parent.name if path.name == "pack.yaml" else path.stem
    if pack.areas:
        yield name, PackAnalysis(pack, fresh_start(pack))
    for one in pack.maps.values():
        yield f"{name} --map {one.name}", filler_for(pack, one).synthesizer.program.possible


def measure(name: str, analysis: PackAnalysis) -> Row:
    begun = time.process_time()
    program = GroundProgram(analysis)
    seconds = time.process_time() - begun
    list(islice(program.answers(limit=1), 1))  # clingo knows the size once it has solved
    size = program.ground_size()
    return {
        "example": name,
        "ground rules": size["rules"],
        "atoms": size["atoms"],
        "seconds": round(seconds, 3),
    }


def main() -> None:
    paths = sorted([*EXAMPLES.glob("*/pack.yaml"), *EXAMPLES.glob("*.yaml")])
    rows = [measure(name, analysis) for path in paths for name, analysis in programs(path)]
    report("grounding", "The ground programs of the examples", rows)


if __name__ == "__main__":
    main()

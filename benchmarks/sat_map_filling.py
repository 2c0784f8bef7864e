"""3-SAT formulas as puzzle maps: filled or proven impossible, and the answer compared with that of a SAT check.

Formulas at the ratio of 4.26 clauses a variable, where about half can be satisfied and none is easy by luck. Up to 12
variables every assignment is tried; beyond that clingo is asked about the formula itself. Times are processor seconds
from the map to the answer, and the part of them that is spent solving.
"""

from __future__ import annotations

import sys
import time
from itertools import product
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.report import Row, report, wants_full
from benchmarks.sat_maps import Clause, random_clauses, sat_pack_and_map
from puzzlesynth.maps.filler import MapFiller

RATIO = 4.26


def satisfiable(variables: int, clauses: list[Clause]) -> bool:
    """Whether a formula can be satisfied, found without any map."""
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


def row(variables: int, formulas: int) -> Row:
    agreed, yes = 0, 0
    times, solving = [], []
    for number in range(formulas):
        clauses = random_clauses(variables, round(RATIO * variables), Random(variables * 100 + number))
        pack, found = sat_pack_and_map(variables, clauses)
        begin = time.process_time()
        program = MapFiller(pack, found).synthesizer.program
        ready = time.process_time()
        answer = next(program.answers(limit=1), None)
        times.append(time.process_time() - begin)
        solving.append(time.process_time() - ready)
        expected = satisfiable(variables, clauses)
        agreed += (answer is not None) == expected
        yes += expected
    return {
        "variables": variables,
        "clauses": round(RATIO * variables),
        "formulas": formulas,
        "satisfiable": yes,
        "agreed": agreed,
        "median_s": round(median(times), 2),
        "worst_s": round(max(times), 2),
        "solving_s": round(median(solving), 2),
    }


def main() -> None:
    formulas = 20 if wants_full(__doc__) else 5
    rows = []
    for variables in (5, 10, 20, 30, 40, 50):
        rows.append(row(variables, formulas))
        print(rows[-1], file=sys.stderr, flush=True)
    report("three_sat", "3-SAT formulas as maps", rows)


if __name__ == "__main__":
    main()

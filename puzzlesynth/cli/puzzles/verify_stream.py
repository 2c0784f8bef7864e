"""Many puzzles verified one after another, or side by side: a line per puzzle, and a summary.

The result does not depend on the number of processes: each puzzle is judged by itself, and reported in its turn.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import typer

from puzzlesynth.cli.common.colour import highlighted
from puzzlesynth.cli.common.errors import BAD_INPUT, NONE_EXISTS, OUT_OF_TIME, BadInput, print_error
from puzzlesynth.cli.common.output import Progress, early_end
from puzzlesynth.cli.common.puzzle_files import PuzzleEntry
from puzzlesynth.interrupts import uninterrupted
from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.workers import WorkerPool

HOLDS, VIOLATED, UNDECIDED, UNREADABLE = "✓", "✗", "?", "error"


class VerifyContext(NamedTuple):
    """What has to be known to judge the puzzles of a file."""

    pack: Pack
    path: str
    states: int


class VerifiedPuzzle(NamedTuple):
    """What was found out about one puzzle."""

    number: int
    mark: str
    text: str
    """For people; of a puzzle that cannot be read, what is wrong with it and where."""
    data: dict[str, Any]
    """For programs."""


def verify_entry(asked: VerifyContext, entry: PuzzleEntry) -> VerifiedPuzzle:
    from puzzlesynth.cli.common.inputs import read_pack_and_puzzle
    from puzzlesynth.world import verify

    from .verify_report import report_json, report_line

    data: dict[str, Any] = {"number": entry.number, "line": entry.line}
    try:
        game, puzzle = read_pack_and_puzzle(entry, asked.pack, asked.path)
    except BadInput as error:
        return VerifiedPuzzle(entry.number, UNREADABLE, str(error), data | {"ok": False, "error": str(error)})
    report = verify(game, puzzle, asked.states)
    mark = VIOLATED if report.faults else HOLDS if report.ok else UNDECIDED
    said = f"{mark} {entry.number}  {puzzle.tree or puzzle.id or 'no name'}  {report_line(report)}"
    names = {"id": puzzle.id, "tree": puzzle.tree}
    return VerifiedPuzzle(entry.number, mark, said, data | names | report_json(report))


@dataclass
class VerifySummary:
    """The puzzles by what was found out about them."""

    numbers: dict[str, list[int]] = field(default_factory=dict)

    def add(self, judged: VerifiedPuzzle) -> None:
        self.numbers.setdefault(judged.mark, []).append(judged.number)

    def __str__(self) -> str:
        total = sum(map(len, self.numbers.values()))
        if self.numbers.keys() == {HOLDS}:
            return f"{counted(total, 'puzzle')}: all guarantees hold."
        said = {
            HOLDS: "all guarantees hold",
            VIOLATED: "a guarantee is violated",
            UNDECIDED: "not decided",
            UNREADABLE: "cannot be read",
        }
        parts = [
            f"{what}: {len(numbers)}" + (f" ({_listed(numbers)})" if mark != HOLDS else "")
            for mark, what in said.items()
            if (numbers := self.numbers.get(mark))
        ]
        return f"{counted(total, 'puzzle')}. {'; '.join(parts).capitalize()}."

    @property
    def status(self) -> int:
        """The gravest of all: what cannot be read comes before what is wrong, and that before what is open."""
        for mark, status in ((UNREADABLE, BAD_INPUT), (VIOLATED, NONE_EXISTS), (UNDECIDED, OUT_OF_TIME)):
            if mark in self.numbers:
                return status
        return 0


def _listed(numbers: list[int]) -> str:
    """The first few: a summary is short."""
    shown = ", ".join(map(str, numbers[:10]))
    return f"{shown} …" if len(numbers) > 10 else shown


def verify_all(asked: VerifyContext, entries: Iterator[PuzzleEntry], jobs: int, as_json: bool) -> None:
    """Judges every puzzle, and ends with the status that they deserve together."""
    summary = VerifySummary()
    pool = WorkerPool(partial(verify_entry, asked), jobs if jobs > 1 else 0)
    with early_end() as end, pool, Progress("verifying puzzles") as progress:
        for one in pool.map(entries):
            with progress.hidden(), uninterrupted():
                _tell(one, as_json)
                summary.add(one)
            progress.say(f"{one.number} done")
    end.exit(f". {summary}")
    sys.stdout.flush()
    print(summary, file=sys.stderr if as_json else sys.stdout)
    if summary.status:
        raise typer.Exit(summary.status)


def _tell(one: VerifiedPuzzle, as_json: bool) -> None:
    if one.mark == UNREADABLE:
        print_error(one.text)
    if as_json:
        print(json.dumps(one.data, ensure_ascii=False))
    elif one.mark != UNREADABLE:
        print(highlighted(one.text))

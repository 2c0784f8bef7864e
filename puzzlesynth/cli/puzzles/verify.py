"""The command verify: every guarantee of a puzzle, proven again.

A single puzzle gets a detailed report. Several are verified one after another, or side by side: each gets one line, and
there is a summary. The result does not depend on the number of processes: each puzzle is judged by itself, and reported
in its turn.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from puzzlesynth.cli.common import inputs
from puzzlesynth.cli.common.errors import BAD_INPUT, NONE_EXISTS, OUT_OF_TIME, BadInput, print_error
from puzzlesynth.cli.common.puzzle_files import PuzzleEntry, PuzzleNumber, entries, one_entry
from puzzlesynth.cli.common.run import Progress, early_end, uninterrupted
from puzzlesynth.cli.common.standard_streams import fitted, highlighted
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.puzzle.text_tree import difficulty_text
from puzzlesynth.quick_dataclasses import dataclass, field
from puzzlesynth.state_limits import STATE_LIMIT
from puzzlesynth.workers import WorkerPool

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack, Value
    from puzzlesynth.world import Report, Verdict


def verify(
    pack: inputs.PackArgument,
    puzzle: inputs.PuzzleArgument,
    number: PuzzleNumber = None,
    states: Annotated[int, typer.Option(min=1, help="Explore at most this many states.")] = STATE_LIMIT,
    jobs: Annotated[
        int,
        typer.Option(
            min=1, help="Worker processes for a file with several puzzles; does not affect results."
        ),
    ] = 1,
    as_json: inputs.JsonOption = False,
) -> None:
    """Prove every guarantee of a puzzle again by playing it.

    A file with one puzzle gets a detailed report. A file with several (one per line) gets one line per puzzle and a
    summary; with --json, one object per line. --puzzle N gives the detailed report of one of them.

    Lines that cannot be read are reported with their place, and the others are still verified. Exit status: 2 if a line
    cannot be read, otherwise 1 if a guarantee is violated, otherwise 3 if something is not decided, otherwise 0.

    Example: puzzlesynth synth examples/heist -n 20 --json | puzzlesynth verify examples/heist -
    """
    loaded = inputs.open_pack(pack)
    if number is not None:
        _verify_one(loaded, one_entry(puzzle, number), puzzle, states, as_json)
        return
    with entries(puzzle) as found:
        first = list(islice(found, 2))
        if len(first) == 1:
            _verify_one(loaded, first[0], puzzle, states, as_json)
        else:
            verify_all(VerifyContext(loaded, puzzle, states), chain(first, found), jobs, as_json)


def _verify_one(pack: Pack, entry: PuzzleEntry, path: str, states: int, as_json: bool) -> None:
    from puzzlesynth.world import verify as verify_puzzle
    from puzzlesynth.world.difficulty import measured

    game, found = inputs.read_pack_and_puzzle(entry, pack, path)
    report = verify_puzzle(game, found, states)
    difficulty = measured(game, found).difficulty if report.ok else None
    if as_json:
        data = report_json(report) | ({"difficulty": dict(difficulty)} if difficulty else {})
        print(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        print(highlighted("\n".join(report_lines(report, difficulty))))
    if report.faults:
        raise typer.Exit(NONE_EXISTS)
    if not report.ok:
        raise typer.Exit(OUT_OF_TIME)


HOLDS, VIOLATED, UNDECIDED, UNREADABLE = "✓", "✗", "?", "error"


class VerifyContext(NamedTuple):
    """What is needed to judge the puzzles of a file."""

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
    from puzzlesynth.world import verify as verify_puzzle

    data: dict[str, Any] = {"number": entry.number, "line": entry.line}
    try:
        game, puzzle = inputs.read_pack_and_puzzle(entry, asked.pack, asked.path)
    except BadInput as error:
        return VerifiedPuzzle(entry.number, UNREADABLE, str(error), data | {"ok": False, "error": str(error)})
    report = verify_puzzle(game, puzzle, asked.states)
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
        """The most severe: unreadable before violated, violated before undecided."""
        for mark, status in ((UNREADABLE, BAD_INPUT), (VIOLATED, NONE_EXISTS), (UNDECIDED, OUT_OF_TIME)):
            if mark in self.numbers:
                return status
        return 0


def _listed(numbers: list[int]) -> str:
    """The first few: a summary is short."""
    shown = ", ".join(map(str, numbers[:10]))
    return f"{shown} …" if len(numbers) > 10 else shown


def verify_all(asked: VerifyContext, entries: Iterator[PuzzleEntry], jobs: int, as_json: bool) -> None:
    """Judges every puzzle, and ends with the most severe status."""
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
        lines = fitted(one.text, 5) if sys.stdout.isatty() else [one.text]
        print(highlighted("\n".join(lines)))


SAID_AT = 23
"""The column of the findings."""


def _conclusion(report: Report) -> str:
    if report.ok:
        return "All guarantees hold"
    return "Some guarantees do not hold" if report.faults else "Some guarantees could not be decided"


def report_lines(report: Report, difficulty: Mapping[str, Value] | None) -> list[str]:
    """The detailed report of a puzzle."""
    lines: list[str] = []
    for verdict in report.verdicts:
        mark = {"proven": "✓", "found": "!", "violated": "✗"}.get(verdict.outcome.value, "?")
        lines += _finding(mark, _subject(verdict), _said(verdict), verdict.trace)
    for number, end in enumerate(report.dead_ends, 1):
        lines += _finding("!", f"dead end {number}", str(end), end.trace)
    for defeat in report.defeats:
        lead = "leads" if len(defeat.trace) == 1 else "lead"
        said = f"{counted(len(defeat.trace), 'move')} {lead} to an action that ends the game:"
        lines += _finding("!", "defeat", said, defeat.trace)
    explored = f"{counted(report.states, 'state')} explored" if report.states else "no exploration was needed"
    lines.append(f"{_conclusion(report)}: {explored}.")
    if difficulty:
        lines += fitted(difficulty_text(difficulty), 2)
    return lines


def _finding(mark: str, what: str, said: str, trace: Sequence[object]) -> list[str]:
    """What was found, and the way to it."""
    lines = fitted(f"{mark} {what:20} {said}", SAID_AT)
    for number, action in enumerate(trace, 1):
        lines += fitted(f"      {number}. {action}", 9)
    return lines


def _subject(verdict: Verdict) -> str:
    """What is reported on: the guarantee, or what it rules out if that was found."""
    name = verdict.guarantee.replace("_", " ")
    return name.removeprefix("no ") if verdict.outcome.value == "found" else name


def _said(verdict: Verdict) -> str:
    return f"{verdict.outcome.value}: {verdict.message}" if verdict.message else verdict.outcome.value


def report_json(report: Report) -> dict[str, Any]:
    return {
        "format": "puzzlesynth.report/1",
        "ok": report.ok,
        "states": report.states,
        "guarantees": [
            {
                "guarantee": verdict.guarantee,
                "outcome": verdict.outcome.value,
                "message": verdict.message,
                "area": verdict.area,
                "step": verdict.step,
                "trace": [str(action) for action in verdict.trace],
            }
            for verdict in report.verdicts
        ],
        "dead_ends": [
            {
                "text": str(end),
                "move": str(end.move),
                "step": len(end.trace),
                "areas": list(end.areas),
                "needed_by": list(end.needed_by),
                "entries": end.entries,
                "trace": [str(action) for action in end.trace],
            }
            for end in report.dead_ends
        ],
        "defeats": [[str(action) for action in defeat.trace] for defeat in report.defeats],
    }


LONGEST = 160
"""Most characters about one guarantee in one line; the detailed report has them all."""


def report_line(report: Report) -> str:
    """The same in one line: what does not hold, or else that all does."""
    told = report.faults or report.undecided
    if told:
        return "; ".join(map(_in_brief, told))
    found = [verdict for verdict in report.verdicts if verdict.outcome.value == "found"]
    return "; ".join(["all guarantees hold", *map(_in_brief, found)])


def _in_brief(verdict: Verdict) -> str:
    said = " ".join(f"{_subject(verdict)} {_said(verdict)}".split())
    return said if len(said) <= LONGEST else said[: LONGEST - 1] + "…"

"""Commands for people who work with the logic program itself: facts, decode."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common.errors import NONE_EXISTS, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.files import check_output, write_output
from puzzlesynth.cli.common.inputs import PackArgument, open_pack, pack_files
from puzzlesynth.cli.common.puzzle_files import location_text
from puzzlesynth.cli.common.standard_streams import opened, use_utf8_output
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.state_limits import STATE_LIMIT

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.puzzle.model import Puzzle


def facts(
    pack: PackArgument,
    whole: Annotated[
        bool, typer.Option("--program", help="Print the whole program as one file that plain clingo runs.")
    ] = False,
    output: Annotated[Path | None, typer.Option("-o", metavar="FILE", help="Write to this file.")] = None,
) -> None:
    """Print a pack's facts, or its whole logic program for clingo.

    The facts describe a new game of the pack to clingo; encodings/README.md explains each of them. With
    --program you get the encodings and the pack's constraints as well, in one file with a comment on how to run it.

    Example: puzzlesynth facts examples/heist --program -o heist.lp
    """
    from puzzlesynth.asp.logic_program import fact_symbols, program

    loaded = open_pack(pack)
    check_output(output, pack_files(loaded))
    text = program(loaded) if whole else "".join(f"{symbol}.\n" for symbol in fact_symbols(loaded))
    write_output(text, output)


def decode(
    pack: PackArgument,
    answers: Annotated[
        str, typer.Argument(metavar="[FILE]", help="What clingo printed, or - for standard input.")
    ] = "-",
    states: Annotated[
        int, typer.Option(min=1, help="Explore at most this many states per puzzle.")
    ] = STATE_LIMIT,
) -> None:
    """Turn clingo's answer sets into puzzles, each one proven.

    Reads the output of plain clingo for the program that `puzzlesynth facts PACK --program` writes, as text or as the
    JSON of --outf=2, and prints one puzzle per line as JSON. Every guarantee is proven by playing
    before a puzzle is printed. Answer sets that fail are reported on standard error, with the reason.

    Exit status: 0 if every answer set is a puzzle; 1 if some are not, or clingo found none; 2 if the output cannot be
    read or belongs to another pack; 3 if some could not be decided.

    Example: puzzlesynth facts examples/heist --program | python -m clingo | puzzlesynth decode examples/heist
    """
    from puzzlesynth.asp.answers import AnswerDecoder
    from puzzlesynth.asp.clingo_output import read_answers
    from puzzlesynth.asp.errors import AnswerError
    from puzzlesynth.puzzle.json_io import puzzle_to_json

    loaded = open_pack(pack)
    use_utf8_output()
    tally = DecodeTally()
    where = location_text(answers)
    with opened(answers, "a file with clingo's output") as file:
        try:
            decoder, proof = AnswerDecoder(loaded), AnswerProof(loaded, states)
            for found in read_answers(file):
                where = f"{location_text(answers)}: answer set {found.number} ({found.place})"
                proven = proof.proven(decoder.decode(found.facts))
                where = location_text(answers)
                if isinstance(proven, RefusedAnswer):
                    tally.note(proven)
                    print(f"answer set {found.number}: {proven.reason}", file=sys.stderr)
                else:
                    tally.puzzles += 1
                    sys.stdout.write(puzzle_to_json(proven) + "\n")
                    sys.stdout.flush()
        except AnswerError as error:
            raise BadInput(f"{where}: {error}") from None
    tally.finish()


@dataclass(frozen=True)
class RefusedAnswer:
    """An answer set that is not printed as a puzzle."""

    reason: str
    undecided: bool = False


@dataclass(frozen=True)
class AnswerProof:
    """Proves decoded puzzles of one pack."""

    pack: Pack
    states: int

    def proven(self, puzzle: Puzzle) -> Puzzle | RefusedAnswer:
        """The puzzle as `synth` would print it, or what is wrong with it."""
        from puzzlesynth.pipeline.generate import candidate_judge
        from puzzlesynth.puzzle.model import StatedConstraint
        from puzzlesynth.synth.constraints.satisfaction import constraints_met
        from puzzlesynth.world import verify

        report = verify(self.pack, puzzle, self.states)
        if report.faults:
            return RefusedAnswer(f"not a puzzle: {report.faults[0].message}")
        if not report.ok:
            return RefusedAnswer(f"not decided: {report.undecided[0].message}", undecided=True)
        met = constraints_met(self.pack, puzzle)
        for constraint, holds in met:
            if not holds:
                return RefusedAnswer(
                    f"not a puzzle: it breaks the constraint {constraint.name}: {constraint}"
                )
        stated = tuple(StatedConstraint(one.name, one.kind, one.sentence) for one, _ in met)
        guarantees = candidate_judge(self.pack, self.states)(puzzle, False).guarantees
        return replace(puzzle, guarantees=guarantees, constraints=stated)


@dataclass
class DecodeTally:
    """Counts answer sets by result."""

    puzzles: int = 0
    refuted: int = 0
    undecided: int = 0

    def note(self, failure: RefusedAnswer) -> None:
        if failure.undecided:
            self.undecided += 1
        else:
            self.refuted += 1

    def finish(self) -> None:
        """Report what failed, and end with the status for it."""
        from puzzlesynth.pack.text.wording import counted

        total = self.puzzles + self.refuted + self.undecided
        if not total:
            print("clingo found no answer set", file=sys.stderr)
            raise typer.Exit(NONE_EXISTS)
        if self.refuted:
            why = "plain clingo does not test for shortcuts and dead ends, as `puzzlesynth synth` does while it solves"
            print(f"{self.refuted} of {counted(total, 'answer set')} failed: {why}", file=sys.stderr)
        if self.undecided:
            what = f"{self.undecided} of {counted(total, 'answer set')} could not be decided"
            print(f"{what}; try a higher --states", file=sys.stderr)
        if self.refuted or self.undecided:
            raise typer.Exit(NONE_EXISTS if self.refuted else OUT_OF_TIME)

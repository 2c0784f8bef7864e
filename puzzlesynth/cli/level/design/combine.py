"""`level combine`: makes one level of two."""

from __future__ import annotations

import json
import textwrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzlesynth.cli.common.errors import INTERRUPTED, NONE_EXISTS, OUT_OF_TIME
from puzzlesynth.cli.common.option_class import command_of, option
from puzzlesynth.cli.common.run import Progress, TimeLimit
from puzzlesynth.cli.level.sources import chosen_levels
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.quick_dataclasses import dataclass

from .options import ChanceOptions, GameOptions, ResultOptions, check_outputs
from .output import level_pictures, print_added_letters, write_files

if TYPE_CHECKING:
    from puzzlesynth.levels.design import Combination, CombinationReport
    from puzzlesynth.levels.model import PuzzleScriptGame


@dataclass(frozen=True, kw_only=True)
class CombineOptions(ResultOptions, ChanceOptions, GameOptions):
    """Combine two levels into one.

    Tries them side by side with a door between them, halves of both, and the walls of one with the things of the other.
    Every combination is solved, and the hardest are shown, without those that are too much alike. With a .txt file, -o
    writes the game with the first of them as its last level.

    Exit status: 0 done, 1 no combination can be solved, 2 bad input, 3 stopped by a limit.

    Example: puzzlesynth level combine examples/levels/sokoban.txt -l 1 --with 3 -n 2
    """

    level: Annotated[int, typer.Option("--level", "-l", metavar="N", help="One level, from 1.")]
    other: Annotated[int, typer.Option("--with", metavar="N", help="The other level, from 1.")]
    keep: int = option("How many to show.", 4, "--keep", "-n", metavar="K", min=1, max=100)
    time_limit: TimeLimit = 60
    states: int = option("Explore at most this many states per combination.", 20_000, metavar="N", min=1)


def run(options: CombineOptions) -> int:
    """Combine, write and print. Returns the exit status."""
    check_outputs(options.outputs, [options.game])
    source, game = options.open()
    one, other = (chosen_levels(game, number)[0][2] for number in (options.level, options.other))
    from puzzlesynth.levels.design import combine as combined

    meaning = options.meaning(game, options.as_json)
    with Progress("combining") as progress:
        report = combined(
            game,
            one,
            other,
            keep=options.keep,
            states=options.states,
            time_limit=options.time_limit,
            progress=lambda now: progress.say(f"{now.tried:,} tried, {now.solvable:,} can be solved"),
            chance=meaning,
        )
    if report.levels:
        _write(source, game, report, options)
    if options.as_json:
        print(json.dumps(_json(game, report, options.spoilers), ensure_ascii=False))
    else:
        _print(game, report, options.spoilers)
    if report.stopped == "interrupted":
        return INTERRUPTED
    if report.levels:
        return 0
    return OUT_OF_TIME if report.stopped == "time" or report.undecided else NONE_EXISTS


def _write(source: str, game: PuzzleScriptGame, report: CombinationReport, options: CombineOptions) -> None:
    from puzzlesynth.levels.editor import SourceDocument

    def content(kind: str) -> str | bytes:
        if kind == ".txt":
            return SourceDocument(source).with_new_level(report.levels[0].level).text
        if kind == ".jsonl":
            records = [_record(game, item, options.spoilers) for item in report.levels]
            return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
        return level_pictures(game, [item.level for item in report.levels], kind)

    write_files(options.outputs, content)


def _print(game: PuzzleScriptGame, report: CombinationReport, spoilers: bool) -> None:
    from puzzlesynth.levels.show.tables import solution_lines
    from puzzlesynth.levels.source_editor import MapLetters

    letters = MapLetters(game)
    for number, item in enumerate(report.levels, start=1):
        print("\n".join(textwrap.wrap(f"{number}. {item.way}", 80, subsequent_indent="   ")))
        print(textwrap.indent("\n".join(letters.rows(item.level)), "   "))
        if spoilers:
            print("\n".join(solution_lines(item.moves, indent="   ", plan=item.plan)))
            print(f"   difficulty {item.difficulty:,}")
        print()
    print_added_letters(letters)
    end = {"time": " when the time was up", "interrupted": " when you stopped it"}.get(report.stopped, "")
    undecided = f", {report.undecided:,} undecided" if report.undecided else ""
    print(f"{counted(report.tried, 'way')} tried{end}: {report.solvable:,} can be solved{undecided}")


def _json(game: PuzzleScriptGame, report: CombinationReport, spoilers: bool) -> dict[str, Any]:
    return {
        "levels": [_record(game, item, spoilers) for item in report.levels],
        "tried": report.tried,
        "solvable": report.solvable,
        "undecided": report.undecided,
        "stopped": report.stopped,
    }


def _record(game: PuzzleScriptGame, item: Combination, spoilers: bool) -> dict[str, Any]:
    from puzzlesynth.levels.show.tables import level_json, moves_json

    record: dict[str, Any] = {"way": item.way, **level_json(game, item.level)}
    if spoilers:
        record |= {
            **moves_json(item.moves, item.plan),
            "difficulty": item.difficulty,
        }
    return record


combine = command_of(CombineOptions, run)

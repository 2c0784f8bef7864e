"""`level repair`: the smallest changes that make a level solvable."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzlesynth.cli.common.errors import INTERRUPTED, NONE_EXISTS, OUT_OF_TIME
from puzzlesynth.cli.common.inputs import JsonOption
from puzzlesynth.cli.common.status_lines import StatusLines
from puzzlesynth.cli.common.time_limit import apply_time_limit
from puzzlesynth.cli.level.commands import GameArgument

from .options import (
    FloorOption,
    FreeBorderOption,
    FreezeCellsOption,
    FreezeObjectOption,
    FreezeOption,
    LevelsOutputOption,
    NoSpoilersOption,
    OneLevelOption,
    PlayerOption,
    WallOption,
    check_outputs,
    counted,
    design_errors,
    frozen_parts,
    level_entry,
    one_level,
    open_designated,
    write_changed_level,
)

if TYPE_CHECKING:
    from puzzlesynth.levels.design import RepairReport
    from puzzlesynth.levels.model import Level, PuzzleScriptGame

_SEARCH = "Searching"


def repair(
    game: GameArgument,
    level: OneLevelOption = None,
    keep: Annotated[
        int, typer.Option("--keep", "-n", metavar="K", min=1, max=100, help="How many repairs to show.")
    ] = 3,
    freeze: FreezeOption = None,
    freeze_cells: FreezeCellsOption = None,
    freeze_object: FreezeObjectOption = None,
    free_border: FreeBorderOption = False,
    wall: WallOption = None,
    floor: FloorOption = None,
    player: PlayerOption = None,
    most_changes: Annotated[
        int,
        typer.Option(
            "--changes", metavar="N", min=1, max=6, help="Changes at most.", rich_help_panel=_SEARCH
        ),
    ] = 3,
    time_limit: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            min=0,
            help="Stop after so long.",
            rich_help_panel=_SEARCH,
            callback=apply_time_limit,
        ),
    ] = 120,
    states: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="States for a candidate; eight times those of the level, if none are given.",
            rich_help_panel=_SEARCH,
        ),
    ] = None,
    output: LevelsOutputOption = None,
    no_spoilers: NoSpoilersOption = False,
    as_json: JsonOption = False,
) -> None:
    """Find the smallest changes that make an unsolvable level solvable.

    A change adds, removes or moves one object. All levels that are one change away are tried, then two, and so on, so
    that the number of changes is proven to be the smallest if every try was decided. In games that are nothing but
    pushing, two and more changes are only made of those that may help. The hardest repairs come first. A
    .txt file gets the game with the first repair in the level's place.

    Exit status: 0 repaired or nothing to repair, 1 proven that so many changes do not help, 2 bad input, 3 stopped by
    a limit.

    Example: puzzlesynth level repair examples/levels/sokoban.txt -l 2 --freeze-object wall
    """
    outputs = tuple(output or ())
    check_outputs(outputs, [game, freeze])
    source, opened = open_designated(game, wall, floor, player)
    number, chosen = one_level(opened, level)
    frozen = frozen_parts(opened, chosen, freeze, freeze_cells, freeze_object, free_border=free_border)
    from puzzlesynth.levels.design import repair as repaired

    with design_errors(), StatusLines() as status:
        report = repaired(
            opened,
            chosen,
            frozen=frozen,
            keep=keep,
            most_changes=most_changes,
            states=states,
            time_limit=time_limit,
            progress=lambda current: status.say(
                [
                    f"{counted(current.changes, 'change')}: {current.tried:,} levels tried, {current.solvable:,} solvable"
                ]
            ),
        )
    if report.repairs:
        first = report.repairs[0]
        note = "; ".join(_words(opened, chosen, report, 0))
        write_changed_level(
            source,
            opened,
            level_entry(opened, number),
            first.level,
            [item.level for item in report.repairs],
            outputs,
            note,
        )
    if as_json:
        print(json.dumps(_json(opened, number, chosen, report, not no_spoilers), ensure_ascii=False))
    else:
        _print(opened, number, chosen, report, not no_spoilers)
    raise typer.Exit(_status(report))


def _status(report: RepairReport) -> int:
    if report.stopped == "interrupted":
        return INTERRUPTED
    if report.repairs or report.given in ("solved", "won"):
        return 0
    if (
        report.given == "undecided"
        or report.stopped != "changes"
        or any(item.undecided for item in report.rounds)
    ):
        return OUT_OF_TIME
    return NONE_EXISTS


def _words(game: PuzzleScriptGame, level: Level, report: RepairReport, number: int) -> list[str]:
    """The changes of one repair, each as a designer would say it."""
    words = []
    for change in report.repairs[number].changes:
        words.append(change.words(game, level))
        level = change.applied(level)
    return words


def _print(game: PuzzleScriptGame, number: int, level: Level, report: RepairReport, spoilers: bool) -> None:
    import textwrap

    from puzzlesynth.levels.level_writer import MapLetters
    from puzzlesynth.levels.show.tables import side_by_side, solution_lines

    if report.given != "unsolvable":
        length = f" in {counted(len(report.moves), 'move')}" if report.moves and spoilers else ""
        print(
            {
                "solved": f"Level {number} can be solved as it is{length}.",
                "won": f"Level {number} is won before the first move: nothing has to be repaired.",
                "undecided": f"Level {number}: whether it can be solved is not known within the limits.",
            }[report.given]
        )
        return
    print("\n".join(textwrap.wrap(f"Level {number} cannot be solved. {_summary(report)}", 80)))
    letters = MapLetters(game)
    for place, item in enumerate(report.repairs):
        print()
        words = f"{place + 1}. {'; '.join(_words(game, level, report, place))}"
        print("\n".join(textwrap.wrap(words, 80, subsequent_indent="   ")))
        maps = [["was", *letters.rows(level)], ["now", *letters.rows(item.level)]]
        print("\n".join(f"   {line}" for line in side_by_side(maps, 77)))
        if spoilers:
            print("\n".join(solution_lines(item.moves, indent="   ")))
            print(f"   difficulty {item.difficulty:,}")
    for letter, things in letters.added.items():
        print(f"{letter} = {' and '.join(things)}")
    sys.stdout.flush()


def _summary(report: RepairReport) -> str:
    tried = sum(item.tried for item in report.rounds)
    if not report.repairs:
        most = max((item.changes for item in report.rounds if item.finished), default=0)
        if report.stopped == "changes" and not any(item.undecided for item in report.rounds):
            which = "" if all(item.everything for item in report.rounds) else " that may help"
            return f"No {counted(most, 'change')} help: all {tried:,} levels{which} were tried."
        return f"Stopped after {tried:,} tries, none of which can be solved."
    last = report.rounds[-1]
    many = counted(report.smallest, "change")
    all_ = "all " if last.finished else "the first "
    which = many if last.everything else f"{many} that may help"
    how = f"of {all_}{last.tried:,} levels with {which}, {last.solvable:,} can be solved"
    if report.proven:
        return f"The smallest repair takes {many}; {how}."
    open_ = sum(item.undecided for item in report.rounds if item.changes < report.smallest)
    return f"The best so far takes {many}; {how}; {open_:,} smaller ones were not decided."


def _json(
    game: PuzzleScriptGame, number: int, level: Level, report: RepairReport, spoilers: bool
) -> dict[str, Any]:
    from puzzlesynth.levels.show import letters
    from puzzlesynth.levels.show.tables import level_json

    repairs = []
    for place, item in enumerate(report.repairs):
        record: dict[str, Any] = {
            "words": _words(game, level, report, place),
            "changes": [change.json(game, level) for change in item.changes],
            **level_json(game, item.level),
        }
        if spoilers:
            record |= {
                "solution": letters(item.moves),
                "moves": list(item.moves),
                "difficulty": item.difficulty,
            }
        repairs.append(record)
    return {
        "level": number,
        "given": report.given,
        "changes": report.smallest or None,
        "proven_smallest": report.proven,
        "stopped": report.stopped,
        "rounds": [
            {
                "changes": item.changes,
                "everything": item.everything,
                "tried": item.tried,
                "solvable": item.solvable,
                "undecided": item.undecided,
                "finished": item.finished,
            }
            for item in report.rounds
        ],
        "repairs": repairs,
    }

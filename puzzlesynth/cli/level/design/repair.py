"""`level repair`: the smallest changes that make a level solvable."""

from __future__ import annotations

import json
import sys
import textwrap
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from puzzlesynth.cli.common.errors import INTERRUPTED, NONE_EXISTS, OUT_OF_TIME
from puzzlesynth.cli.common.option_class import command_of, option
from puzzlesynth.cli.common.run import Progress, TimeLimit
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.quick_dataclasses import dataclass

from .options import ChanceOptions, FreeBorderOption, OneLevelOptions, ResultOptions, check_outputs
from .output import print_added_letters, write_changed_level

if TYPE_CHECKING:
    from puzzlesynth.levels.design import RepairReport
    from puzzlesynth.levels.model import Level, PuzzleScriptGame


@dataclass(frozen=True, kw_only=True)
class RepairOptions(ResultOptions, ChanceOptions, OneLevelOptions):
    """Find the smallest changes that make an unsolvable level solvable.

    A change adds, removes or moves one object. All levels that are one change away are tried, then two, and so on, so
    the number of changes is proven to be the smallest if every try was decided. In games with nothing but pushing, only
    changes that may help are combined. The hardest repairs come first. With a .txt file, -o writes the game with the
    first repair in place of the level.

    Exit status: 0 repaired or nothing to repair, 1 proven that this many changes do not help, 2 bad input, 3 stopped by
    a limit.

    Example: puzzlesynth level repair examples/levels/sokoban.txt -l 2 --freeze-object wall
    """

    keep: int = option("How many repairs to show.", 3, "--keep", "-n", metavar="K", min=1, max=100)
    free_border: FreeBorderOption = False
    changes: int = option("Make at most this many changes in a repair.", 3, metavar="N", min=1, max=6)
    time_limit: TimeLimit = 120
    states: int | None = option(
        "Explore at most this many states per candidate. By default eight times those of the level.",
        metavar="N",
        min=1,
    )


def run(options: RepairOptions) -> int:
    """Repair, write and print. Returns the exit status."""
    check_outputs(options.outputs, [options.game, options.freeze])
    source, game, number, entry, level, frozen = options.open_level(options.free_border)
    from puzzlesynth.levels.design import repair as repaired

    meaning = options.meaning(game, options.as_json)
    with Progress("repairing") as progress:
        report = repaired(
            game,
            level,
            frozen=frozen,
            keep=options.keep,
            most_changes=options.changes,
            states=options.states,
            time_limit=options.time_limit,
            progress=lambda now: progress.say(
                f"{counted(now.changes, 'change')}: {counted(now.tried, 'level')} tried, {now.solvable:,} solvable"
            ),
            chance=meaning,
        )
    if report.repairs:
        note = "; ".join(_words(game, level, report, 0))
        drawn = [item.level for item in report.repairs]
        write_changed_level(source, game, entry, drawn, options.outputs, note)
    if options.as_json:
        print(json.dumps(_json(game, number, level, report, options.spoilers), ensure_ascii=False))
    else:
        _print(game, number, level, report, options.spoilers)
    return _status(report)


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
    from puzzlesynth.levels.show.tables import side_by_side, solution_lines
    from puzzlesynth.levels.source_editor import MapLetters

    if report.given in ("solved", "won"):
        length = f" in {counted(len(report.moves), 'move')}" if report.moves and spoilers else ""
        if report.plan is not None:
            length = f": {report.plan.words()}"
        print(
            {
                "solved": f"Level {number} can be solved as it is{length}.",
                "won": f"Level {number} is won before the first move: nothing has to be repaired.",
            }[report.given]
        )
        return
    verdict = (
        "cannot be solved."
        if report.given == "unsolvable"
        else "may or may not be solvable as it is: that could not be decided within the limits."
    )
    print("\n".join(textwrap.wrap(f"Level {number} {verdict} {_summary(report)}", 80)))
    letters = MapLetters(game)
    for place, item in enumerate(report.repairs):
        print()
        words = f"{place + 1}. {'; '.join(_words(game, level, report, place))}"
        print("\n".join(textwrap.wrap(words, 80, subsequent_indent="   ")))
        maps = [["was", *letters.rows(level)], ["now", *letters.rows(item.level)]]
        print("\n".join(f"   {line}" for line in side_by_side(maps, 77)))
        if spoilers:
            print("\n".join(solution_lines(item.moves, indent="   ", plan=item.plan)))
            print(f"   difficulty {item.difficulty:,}")
    print_added_letters(letters)
    sys.stdout.flush()


def _summary(report: RepairReport) -> str:
    tried = sum(item.tried for item in report.rounds)
    if not report.repairs:
        most = max((item.changes for item in report.rounds if item.finished), default=0)
        if report.stopped == "changes" and not any(item.undecided for item in report.rounds):
            which = "" if all(item.everything for item in report.rounds) else " that may help"
            verb = "helps" if most == 1 else "help"
            return f"No {counted(most, 'change')} {verb}: all {counted(tried, 'level')}{which} were tried."
        return f"Stopped after {counted(tried, 'try')}: no solvable level was found."
    last = report.rounds[-1]
    many = counted(report.smallest, "change")
    all_ = "all " if last.finished else "the first "
    which = many if last.everything else f"{many} that may help"
    how = f"of {all_}{counted(last.tried, 'level')} with {which}, {last.solvable:,} can be solved"
    if report.proven:
        return f"The smallest repair takes {many}; {how}."
    open_ = sum(item.undecided for item in report.rounds if item.changes < report.smallest)
    unproven = f"; {open_:,} smaller ones were not decided" if open_ else ""
    return f"The best so far takes {many}; {how}{unproven}."


def _json(
    game: PuzzleScriptGame, number: int, level: Level, report: RepairReport, spoilers: bool
) -> dict[str, Any]:
    from puzzlesynth.levels.show.tables import level_json, moves_json

    repairs = []
    for place, item in enumerate(report.repairs):
        record: dict[str, Any] = {
            "words": _words(game, level, report, place),
            "changes": [change.json(game, level) for change in item.changes],
            **level_json(game, item.level),
        }
        if spoilers:
            record |= {
                **moves_json(item.moves, item.plan),
                "difficulty": item.difficulty,
            }
        repairs.append(record)
    return {
        "level": number,
        "given": report.given,
        "changes": report.smallest or None,
        "proven_smallest": report.proven,
        "stopped": report.stopped,
        "rounds": [asdict(item) for item in report.rounds],
        "repairs": repairs,
    }


repair = command_of(RepairOptions, run)

"""`level simplify`: takes away what does not matter in a level."""

from __future__ import annotations

import json
import sys
import textwrap
from collections import Counter
from typing import TYPE_CHECKING, Any

from puzzlesynth.cli.common.errors import INTERRUPTED, NONE_EXISTS, OUT_OF_TIME
from puzzlesynth.cli.common.option_class import command_of, option
from puzzlesynth.cli.common.run import Progress, TimeLimit
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.quick_dataclasses import dataclass

from .options import ChanceOptions, OneLevelOptions, ResultOptions, check_outputs
from .output import print_added_letters, write_changed_level

if TYPE_CHECKING:
    from puzzlesynth.levels.design import SimplificationReport
    from puzzlesynth.levels.model import Level, PuzzleScriptGame


@dataclass(frozen=True, kw_only=True)
class SimplifyOptions(ResultOptions, ChanceOptions, OneLevelOptions):
    """Remove everything from a level that does not matter.

    A thing does not matter if, without it, the same moves still win, no fewer moves do, and the level is nearly as
    hard. Objects are removed first, then walls inside the border (or, with --close, bare cells become walls), then rows
    of walls behind walls. The result is minimal: nothing else can be removed by itself. With a .txt file, -o writes the
    game with the simpler level in place of the level.

    Exit status: 0 done, 1 the level cannot be solved, 2 bad input, 3 stopped by a limit.

    Example: puzzlesynth level simplify examples/levels/gem.txt -l 4
    """

    close: bool = option("Fill space that does not matter with walls, and keep all walls.", False)
    keep_difficulty: int = option(
        "How much of the difficulty must stay.", 75, metavar="PERCENT", min=0, max=1000
    )
    time_limit: TimeLimit = 120
    states: int = option("Explore at most this many states per try.", 500_000, metavar="N", min=1)


def run(options: SimplifyOptions) -> int:
    """Simplify, write and print. Returns the exit status."""
    check_outputs(options.outputs, [options.game, options.freeze])
    source, game, number, entry, level, frozen = options.open_level(free_border=True)
    from puzzlesynth.levels.design import simplify as simplified

    meaning = options.meaning(game, options.as_json)
    with Progress("simplifying") as progress:
        result = simplified(
            game,
            level,
            frozen=frozen,
            keep=options.keep_difficulty / 100,
            closing=options.close,
            states=options.states,
            time_limit=options.time_limit,
            progress=lambda now: progress.say(f"{now.tried:,} tried, {len(now.changes):,} gone"),
            chance=meaning,
        )
    if result.given == "solved":
        note = f"simplified: {counted(len(result.changes), 'change')}"
        write_changed_level(source, game, entry, [result.level], options.outputs, note)
    if options.as_json:
        print(json.dumps(_json(game, number, level, result, options.spoilers), ensure_ascii=False))
    else:
        _print(game, number, level, result, options.spoilers)
    if result.given == "unsolvable":
        return NONE_EXISTS
    if result.stopped == "interrupted":
        return INTERRUPTED
    return OUT_OF_TIME if result.given == "undecided" or not result.proven else 0


def _what(game: PuzzleScriptGame, level: Level, result: SimplificationReport) -> list[str]:
    """What was changed, kind by kind: `removed crate at 3,2 and 4,5`."""
    from puzzlesynth.levels.design.repair.level_edits import place

    found: dict[tuple[str, int], list[str]] = {}
    for change in result.changes:
        found.setdefault((change.kind, change.thing), []).append(place(level, change.index))
    words = []
    for (kind, thing), places in found.items():
        name = game.objects[thing].display_name
        verb = "removed" if kind == "remove" else "closed with"
        words.append(f"{verb} {name} at {' '.join(places)}")
    for side, many in Counter(result.cut).items():
        words.append(f"cut off {counted(many, 'line')} at the {side}")
    return words


def _print(
    game: PuzzleScriptGame, number: int, level: Level, result: SimplificationReport, spoilers: bool
) -> None:
    from puzzlesynth.levels.show.tables import side_by_side, solution_lines
    from puzzlesynth.levels.source_editor import MapLetters

    if result.given == "unsolvable":
        print(f"Level {number} cannot be solved, so nothing in it matters. `level repair` may help.")
        return
    if result.given == "undecided":
        print(f"Level {number}: no shortest solution was found within the limits.")
        return
    letters = MapLetters(game)
    words = _what(game, level, result)
    if words:
        print("\n".join(side_by_side([["was", *letters.rows(level)], ["now", *letters.rows(result.level)]])))
        print()
        for line in words:
            print("\n".join(textwrap.wrap(line, 80, subsequent_indent="  ")))
    else:
        print("\n".join(letters.rows(level)))
        print()
    if spoilers:
        print(f"difficulty {result.difficulty_before:,} before, {result.difficulty:,} now")
        print("\n".join(solution_lines(result.moves, plan=result.plan)))
    print(_ending(result, bool(words)))
    print_added_letters(letters)
    sys.stdout.flush()


def _ending(result: SimplificationReport, changed: bool) -> str:
    if result.stopped != "done":
        return f"Stopped after {counted(result.tried, 'try')}: perhaps more can be removed."
    if result.undecided:
        return f"{counted(result.undecided, 'try')} of the last round could not be decided: perhaps more can be removed."
    more = " more" if changed else ""
    return f"Everything matters: nothing{more} can be removed ({counted(result.tried, 'try')})."


def _json(
    game: PuzzleScriptGame, number: int, level: Level, result: SimplificationReport, spoilers: bool
) -> dict[str, Any]:
    from puzzlesynth.levels.show.tables import level_json, moves_json

    record: dict[str, Any] = {"level": number, "given": result.given}
    if result.given != "solved":
        return record
    record |= {
        "changes": [change.json(game, level) for change in result.changes],
        "cut": result.cut,
        "minimal": result.proven,
        "tried": result.tried,
        "undecided": result.undecided,
        "stopped": result.stopped,
        **level_json(game, result.level),
    }
    if spoilers:
        record |= {
            **moves_json(result.moves, result.plan),
            "difficulty_before": result.difficulty_before,
            "difficulty": result.difficulty,
        }
    return record


simplify = command_of(SimplifyOptions, run)

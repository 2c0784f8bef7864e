"""`level swap`: the same levels under other rules."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzlesynth.cli.common.errors import NONE_EXISTS, OUT_OF_TIME
from puzzlesynth.cli.common.files import write_atomically
from puzzlesynth.cli.common.inputs import JsonOption
from puzzlesynth.cli.common.option_class import command_of, option
from puzzlesynth.cli.common.run import Progress
from puzzlesynth.cli.level.sources import GameArgument, open_source, read_source
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.quick_dataclasses import dataclass

from .options import ChanceOptions, NoSpoilersOption, check_outputs

if TYPE_CHECKING:
    from puzzlesynth.levels.chance import PlanPromise
    from puzzlesynth.levels.design import RuleSwapResult
    from puzzlesynth.levels.model import PuzzleScriptGame
    from puzzlesynth.levels.search import SolveReport


@dataclass(frozen=True, kw_only=True)
class SwapOptions(ChanceOptions):
    """Solve the same levels under other rules.

    The rules (and win conditions, if the file has any) replace the game's own. Objects, legend, collision layers and
    levels stay. The interpreter plays every solution before it is printed.

    Exit status: 0 at least one level can be solved under the other rules, 1 proven that none can, 2 bad input, 3 a
    limit was reached.

    Example: puzzlesynth level swap examples/levels/sokoban.txt --rules pull.txt
    """

    game: GameArgument
    rules: Annotated[
        Path,
        typer.Option("--rules", metavar="FILE", help="The other rules: a list of rules, or a game."),
    ]
    time_limit: float = option("Seconds per level, rules and solver.", 10, metavar="SECONDS", min=0)
    states: int = option("Explore at most this many states per search.", 500_000, metavar="N", min=1)
    output: Path | None = option(
        "Write the game with the other rules as .txt.", None, "--output", "-o", metavar="FILE"
    )
    no_spoilers: NoSpoilersOption = False
    as_json: JsonOption = False


def run(options: SwapOptions) -> int:
    if options.output is not None:
        check_outputs([options.output], [options.game, options.rules], (".txt", ".text"))
    source, opened = open_source(options.game)
    text = read_source(str(options.rules))
    from puzzlesynth.levels.design import swap as swapped
    from puzzlesynth.levels.design import swapped_source
    from puzzlesynth.levels.search import SearchLimits

    with Progress("solving") as progress:
        new_source, other, warnings = swapped_source(source, text, options.game, str(options.rules))
        rows = swapped(
            opened,
            other,
            limits=SearchLimits(options.time_limit, options.states),
            progress=lambda number: progress.say(f"level {number}"),
            chance=options.meaning(other, quiet=options.as_json),
        )
    for warning in warnings:
        print(f"warning: {warning}", file=sys.stderr)
    if options.output is not None:
        write_atomically(options.output, new_source)
        print(f"wrote {options.output}", file=sys.stderr)
    spoilers = not options.no_spoilers
    if options.as_json:
        for row in rows:
            print(json.dumps(_json(opened, row, spoilers), ensure_ascii=False))
    else:
        _print(rows, spoilers)
    return _status(rows)


swap = command_of(SwapOptions, run)


def _status(rows: list[RuleSwapResult]) -> int:
    if any(row.after.moves is not None for row in rows):
        return 0
    return NONE_EXISTS if all(row.after.verdict == "unsolvable" for row in rows) else OUT_OF_TIME


def _short(played: SolveReport | None, plan: PlanPromise | None, spoilers: bool) -> str:
    if played is None:
        return "-"
    if played.moves is None:
        return str(played.verdict)
    if not spoilers:
        return "solvable"
    return counted(len(played.moves), "move") if plan is None else plan.brief()


def _print(rows: list[RuleSwapResult], spoilers: bool) -> None:
    from puzzlesynth.levels.show import letters
    from puzzlesynth.levels.show.tables import table

    heads = ["level", "before", "now", "what is new"]
    lines = [
        [
            str(row.number),
            _short(row.before, row.plans[0], spoilers),
            _short(row.after, row.plans[1], spoilers),
            row.news if spoilers else _news(row),
        ]
        for row in rows
    ]
    if spoilers:
        heads.append("how")
        for line, row in zip(lines, rows, strict=True):
            line.append("" if row.after.moves is None else letters(row.after.moves))
    print("\n".join(table(heads, lines)))
    solvable = sum(1 for row in rows if row.after.moves is not None)
    new = sum(1 for row in rows if row.news == "now solvable")
    lost = sum(1 for row in rows if row.news == "no longer solvable")
    print(
        f"\n{solvable} of {counted(len(rows), 'level')} can be solved under these rules: {new} new, {lost} lost"
    )


def _news(row: RuleSwapResult) -> str:
    """What is new, without spoilers."""
    return row.news if row.after.moves is None or row.news == "now solvable" else ""


def _json(game: PuzzleScriptGame, row: RuleSwapResult, spoilers: bool) -> dict[str, Any]:
    from puzzlesynth.levels.show.tables import level_json

    return {
        "level": row.number,
        **level_json(game, row.level),
        "before": _played_json(row.before, row.plans[0], spoilers),
        "now": _played_json(row.after, row.plans[1], spoilers),
        **({"news": row.news, "old_solution_wins": row.old_solution_wins} if spoilers else {}),
    }


def _played_json(
    played: SolveReport | None, plan: PlanPromise | None, spoilers: bool
) -> dict[str, Any] | None:
    from puzzlesynth.levels.show import letters

    if played is None:
        return None
    record: dict[str, Any] = {"verdict": str(played.verdict)}
    if spoilers:
        record |= {
            "solution": None if played.moves is None else letters(played.moves),
            "moves": None if played.moves is None else list(played.moves),
            "shortest": played.shortest,
            "difficulty": played.difficulty,
            **({} if plan is None else {"plan": plan.json()}),
        }
    return record

"""The command solve: every way to win a puzzle."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzlesynth.cli.common.errors import NONE_EXISTS, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.inputs import JsonOption, PackArgument, PuzzleArgument, open_pack_and_puzzle
from puzzlesynth.cli.common.puzzle_files import PuzzleNumber
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.state_limits import STATE_LIMIT

if TYPE_CHECKING:
    from puzzlesynth.world.search.solutions import Solution, Solutions


def solve(
    pack: PackArgument,
    puzzle: PuzzleArgument,
    number: PuzzleNumber = None,
    all_orders: Annotated[
        bool, typer.Option("--all-orders", help="Count the possible orders of each solution.")
    ] = False,
    shortest: Annotated[bool, typer.Option("--shortest", help="List only a shortest solution.")] = False,
    longest: Annotated[bool, typer.Option("--longest", help="List only a longest solution.")] = False,
    states: Annotated[
        int, typer.Option(min=1, help="Explore at most this many states per question.")
    ] = STATE_LIMIT,
    most: Annotated[int, typer.Option(min=1, help="List at most this many solutions.")] = 1000,
    as_json: JsonOption = False,
) -> None:
    """List every solution of a puzzle, up to the order of steps.

    Example: puzzlesynth synth examples/heist --json | puzzlesynth solve examples/heist - --all-orders
    """
    from puzzlesynth.world.search.solutions import solve as solve_puzzle
    from puzzlesynth.world.state import WorldError
    from puzzlesynth.world.verification.shortcuts import Undecided

    loaded, opened = open_pack_and_puzzle(pack, puzzle, number)
    try:
        solved = solve_puzzle(loaded, opened, states, most)
    except WorldError as error:
        raise BadInput(str(error)) from None
    if isinstance(solved, Undecided):
        print(f"not decided: {solved.reason}")
        raise typer.Exit(OUT_OF_TIME)
    chosen = list(solved.found)
    if shortest:
        chosen = chosen and [min(chosen, key=lambda found: len(found.trace))]
    elif longest:
        chosen = chosen and [max(chosen, key=lambda found: len(found.trace))]
    if as_json:
        print(json.dumps(_json(solved, chosen), indent=2, ensure_ascii=False))
    else:
        print("\n".join(_lines(solved, chosen, all_orders)))
    if not solved.found and solved.complete:
        raise typer.Exit(NONE_EXISTS)
    if not solved.complete:
        raise typer.Exit(OUT_OF_TIME)


def _lines(solved: Solutions, chosen: list[Solution], all_orders: bool) -> list[str]:
    more = "" if solved.complete else " found, there may be more"
    lines = [counted(len(solved.found), "solution") + more]
    if not solved.intended_works:
        lines.append("The puzzle's own solution does not work.")
    elif solved.intended is None and solved.found:
        lines.append("The puzzle's own solution has steps that can be left out.")
    for number, solution in enumerate(chosen, 1):
        lines += ["", *_solution_lines(number, solution, all_orders)]
    return lines


def _solution_lines(number: int, solution: Solution, all_orders: bool) -> list[str]:
    mark = "intended" if solution.intended else "not intended"
    lines = [f"Solution {number} ({mark}), {counted(len(solution.trace), 'step')}"]
    if solution.skips:
        lines[0] += f", skips {', '.join(solution.skips)}"
    if all_orders:
        orders = solution.orders
        lines[0] += f", {counted(orders, 'order') if isinstance(orders, int) else 'too many orders'}"
    after: dict[int, list[int]] = {}
    for earlier, later in solution.links:
        after.setdefault(later, []).append(earlier)
    for n, action in enumerate(solution.trace):
        needs = f"  after {', '.join(str(m + 1) for m in after[n])}" if n in after else ""
        lines.append(f"{n + 1:4}. {action}{needs}")
    return lines


def _json(solved: Solutions, chosen: list[Solution]) -> dict[str, Any]:
    return {
        "format": "puzzlesynth.solutions/1",
        "complete": solved.complete,
        "intended_works": solved.intended_works,
        "solutions": [
            {
                "intended": solution.intended,
                "steps": [
                    {
                        "rule": d.rule,
                        "action": d.action,
                        "inputs": d.inputs,
                        "outputs": d.outputs,
                        "area": d.area,
                    }
                    for d in solution.trace
                ],
                "after": [sorted(earlier) for earlier in solution.before],
                "orders": solution.orders if isinstance(solution.orders, int) else None,
                "skips": solution.skips,
            }
            for solution in chosen
        ],
    }

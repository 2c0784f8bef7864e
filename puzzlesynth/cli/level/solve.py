"""`level solve`: runs the solvers, reports on the way, prints what they found."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzlesynth.cli.common.errors import INTERRUPTED, NONE_EXISTS, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.files import check_output, write_atomically
from puzzlesynth.cli.common.inputs import JsonOption
from puzzlesynth.cli.common.option_class import command_of, option
from puzzlesynth.cli.common.run import Progress
from puzzlesynth.cli.common.standard_streams import KEPT, wrapped
from puzzlesynth.internal_error import InternalError
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.suggestions import choice_of

from .chance import explanation, needs_plans, refuse_gif, solve_by_plans
from .sources import (
    GameArgument,
    LevelOption,
    NumberedLevel,
    SeedOption,
    chosen_levels,
    numbered_json,
    open_source,
)

if TYPE_CHECKING:
    from puzzlesynth.levels.model import PuzzleScriptGame
    from puzzlesynth.levels.search import SolveReport, SolverReport

Found = tuple[NumberedLevel, "SolveReport"]


@dataclass(frozen=True, kw_only=True)
class SolveOptions:
    """Solve levels, or prove that they cannot be solved.

    Breadth-first search (bfs) finds a shortest solution; A* (astar) and greedy best-first search (gbfs) follow an
    estimate made from the win conditions. The difficulty is the lowest number of states that one of them explored.
    None of them runs if things cannot get to where the win conditions want them (reach): that proves a level unsolvable.
    If all three leave a level undecided, two more searches take turns: one treats a walk of any length and the action
    after it as one step (walks), the other prefers states with something in a new place (novelty). The interpreter
    plays every solution before it is printed.

    A level of a game with random rules has a plan instead: one that wins whatever happens, if there is one, or else the
    one with the best chance, which is stated. With --seed, one course of chance is searched. In games that run in real
    time, waiting is a move.

    Exit status: 0 all solved, 1 one proven unsolvable, 2 bad input, 3 a limit was reached.

    Example: puzzlesynth level solve examples/levels/gem.txt -l 8 --gif gem.gif
    """

    game: GameArgument
    level: LevelOption = None
    solver: list[str] | None = option(
        "bfs, astar, gbfs, walks or novelty; by default the first three, the others if they fail. Can be repeated.",
        metavar="NAME",
    )
    time_limit: float = option("Seconds per level and solver.", 60, metavar="SECONDS", min=0)
    states: int | None = option("Let a solver reach at most this many states.", metavar="N", min=1)
    memory: int = option("Use at most this much memory per search.", 4000, metavar="MB", min=1)
    jobs: int = option("Threads that search at the same time.", 1, metavar="N", min=1)
    seed: SeedOption = None
    certain: bool = option(
        "With random rules: only accept a plan that wins whatever happens (exit status 1 if there is none).",
        False,
    )
    gif: Path | None = option("With --level: write the solution as an animation.", metavar="FILE")
    as_json: JsonOption = False
    verbose: bool = option(
        "Show which engine each solver used, why, and its speed.", False, "--verbose", "-v"
    )


def run(options: SolveOptions) -> int:
    """Solve and print. Returns the exit status."""
    game = open_source(options.game)[1]
    levels = chosen_levels(game, options.level)
    _check(options, len(levels))
    if needs_plans(game, options.seed):
        return _plans(game, levels, options)
    if not options.as_json:
        print(explanation(game, plans=False), end="")
    found: list[Found] = []
    interrupted = False
    try:
        for numbered, report in _solved(game, levels, options):
            found.append((numbered, report))
            if not options.as_json:
                print(_text(numbered, report, options.verbose), flush=True)
            if any(solver.stopped_by == "interrupted" for solver in report.solvers):
                interrupted = True
                break
    except KeyboardInterrupt:
        interrupted = True
    if options.as_json:
        print(json.dumps(_json(game, found, interrupted, options.verbose), indent=2, ensure_ascii=False))
    elif interrupted:
        print(f"Stopped after {len(found)} of {counted(len(levels), 'level')}.")
    elif len(found) > 1:
        print(_summary(found))
    if options.gif is not None and found and found[0][1].moves is not None:
        _write_gif(game, found[0], options)
    return _status(found, interrupted)


def _plans(game: PuzzleScriptGame, levels: list[NumberedLevel], options: SolveOptions) -> int:
    from puzzlesynth.levels.chance import ChanceLimits

    if options.gif is not None:
        refuse_gif()
    limits = ChanceLimits(options.time_limit, options.states)
    return solve_by_plans(game, levels, limits, certain=options.certain, as_json=options.as_json)


def _check(options: SolveOptions, levels: int) -> None:
    from puzzlesynth.levels.search import ALL_SOLVERS

    for solver in options.solver or ():
        if solver not in ALL_SOLVERS:
            raise BadInput(f"--solver {solver}: {choice_of(ALL_SOLVERS)}")
    if options.gif is not None:
        if levels > 1:
            raise BadInput(f"--gif shows one solution: choose it with --level (1 to {levels})")
        if options.gif.suffix.lower() != ".gif":
            raise BadInput(f"{options.gif}: an animation is a .gif file")
        check_output(options.gif, [options.game])
        from puzzlesynth.levels.show.images import need_pillow

        need_pillow()


def _solved(game: PuzzleScriptGame, levels: list[NumberedLevel], options: SolveOptions) -> Iterator[Found]:
    """The levels one after the other, each with what was found."""
    from puzzlesynth.levels.search import (
        LAST_RESORT,
        SOLVERS,
        SearchableGame,
        SearchLimits,
        UnconfirmedSolution,
        solve,
    )

    search = SearchableGame(game)
    limits = SearchLimits(options.time_limit, options.states, options.memory)
    solvers = tuple(dict.fromkeys(options.solver or ())) or SOLVERS
    for numbered in levels:
        with Progress(f"level {numbered[0]}") as progress:
            try:
                report = solve(
                    search,
                    numbered[1],
                    solvers=solvers,
                    limits=limits,
                    progress=lambda now, line=progress: line.say(  # type: ignore[misc]
                        f"{now.solver}: {counted(now.explored, 'state')}, {now.frontier:,} waiting, "
                        f"{now.states_per_second:,.0f} per second"
                    ),
                    seed=options.seed,
                    jobs=options.jobs,
                    last_resort=() if options.solver else LAST_RESORT,
                    rule_out=not options.solver,
                )
            except UnconfirmedSolution as error:
                raise InternalError(f"level {numbered[0]}: {error}") from None
        if report.refusals:
            reasons = "; ".join(report.refusals)
            raise BadInput(f"{reasons}: nothing can be solved, but `level play` plays it")
        yield numbered, report


def _text(numbered: NumberedLevel, report: SolveReport, verbose: bool) -> str:
    from puzzlesynth.levels.show import arrows, letters

    number, _, level = numbered
    lines = [f"Level {number} ({level.width} by {level.height}): {_verdict(report)}"]
    if report.moves is not None:
        lines.extend(_wrapped("moves", arrows(report.moves)))
        lines.extend(_wrapped("typed", letters(report.moves)))
    # What belongs to one solver stays on one line.
    explored = ", ".join(_explored(solver).replace(" ", KEPT) for solver in report.solvers)
    lines.extend(_wrapped("states", explored))
    if report.endless_moves:
        lines.extend(
            _wrapped(
                "again", f"{counted(report.endless_moves, 'try')} of moves whose `again` turns never end"
            )
        )
    if verbose:
        lines.extend(f"  {solver.solver:<8}{_pace(solver)}" for solver in report.solvers)
        for reason in report.slow_reasons:
            lines.append(f"  slow    searched in Python: {reason}")
    return "\n".join(lines)


def _verdict(report: SolveReport) -> str:
    hardness = f", difficulty {report.difficulty:,}" if report.difficulty is not None else ""
    if report.moves is not None:
        kind = "the fewest possible" if report.shortest else "perhaps not the fewest"
        return f"solved in {counted(len(report.moves), 'move')} ({kind}){hardness}"
    if report.verdict == "unsolvable":
        return f"proven unsolvable{hardness}"
    reasons = dict.fromkeys(solver.stopped_by for solver in report.solvers if solver.stopped_by)
    return f"undecided ({_stops(reasons)})"


def _stops(reasons: Iterable[str]) -> str:
    words = {
        "time": "time limit reached",
        "states": "state limit reached",
        "memory": "memory limit reached",
        "interrupted": "interrupted",
    }
    return ", ".join(words.get(reason, reason) for reason in reasons)


def _explored(solver: SolverReport) -> str:
    stopped = f" ({_stops([solver.stopped_by])})" if solver.stopped_by else ""
    length = f" ({counted(len(solver.moves), 'move')})" if solver.moves is not None else ""
    return f"{solver.solver} {solver.explored:,}{length}{stopped}"


def _pace(solver: SolverReport) -> str:
    return (
        f"{solver.engine}: {solver.explored:,} explored, {solver.reached:,} reached, "
        f"{solver.seconds:.2f} s, {solver.states_per_second:,.0f}/s"
    )


def _wrapped(label: str, text: str) -> list[str]:
    return wrapped(f"  {label:<8}{text}", 79, 10)


def _summary(found: list[Found]) -> str:
    kinds = [report.verdict.value for _, report in found]
    counts = [f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)]
    return f"{counted(len(found), 'level')}: {', '.join(counts)}"


def _status(found: list[Found], interrupted: bool) -> int:
    if interrupted:
        return INTERRUPTED
    verdicts = {report.verdict.value for _, report in found}
    if "unsolvable" in verdicts:
        return NONE_EXISTS
    return OUT_OF_TIME if "undecided" in verdicts else 0


def _write_gif(game: PuzzleScriptGame, found: Found, options: SolveOptions) -> None:
    from puzzlesynth.levels.show import gif, solution_frames

    (_, _, level), report = found
    assert options.gif is not None
    write_atomically(options.gif, gif(solution_frames(game, level, report.moves or (), options.seed)))
    print(f"wrote {options.gif}", file=sys.stderr if options.as_json else sys.stdout)


def _json(game: PuzzleScriptGame, found: list[Found], interrupted: bool, timed: bool) -> dict[str, Any]:
    return {
        "title": game.settings.title,
        "interrupted": interrupted,
        "levels": [_level_json(numbered, report, timed) for numbered, report in found],
    }


def _level_json(numbered: NumberedLevel, report: SolveReport, timed: bool) -> dict[str, Any]:
    from puzzlesynth.levels.show import letters

    return {
        **numbered_json(numbered),
        "verdict": report.verdict.value,
        "moves": list(report.moves) if report.moves is not None else None,
        "letters": letters(report.moves) if report.moves is not None else None,
        "shortest": report.shortest,
        "difficulty": report.difficulty,
        **({"slow_reasons": list(report.slow_reasons)} if timed else {}),
        "endless_moves": report.endless_moves,
        "solvers": [_solver_json(solver, timed) for solver in report.solvers],
    }


def _solver_json(solver: SolverReport, timed: bool) -> dict[str, Any]:
    """Seconds and engine are only included on request: everything else is the same in each run, and on each machine."""
    return {
        "solver": solver.solver,
        "verdict": solver.verdict.value,
        "length": len(solver.moves) if solver.moves is not None else None,
        "explored": solver.explored,
        "reached": solver.reached,
        **({"seconds": round(solver.seconds, 3), "engine": solver.engine} if timed else {}),
        "stopped_by": solver.stopped_by,
    }


solve = command_of(SolveOptions, run)

"""`level solve`: runs the solvers, reports on the way, prints what they found."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzlesynth.cli.common.errors import INTERRUPTED, NONE_EXISTS, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.files import check_output, write_atomically

from .pictures import drawing_errors
from .sources import NumberedLevel, chosen_levels, open_game

if TYPE_CHECKING:
    from puzzlesynth.levels.model import PuzzleScriptGame
    from puzzlesynth.levels.search import SearchProgress, SolveReport, SolverReport

_KEEP = "\N{NO-BREAK SPACE}"

Found = tuple[NumberedLevel, "SolveReport"]


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """What was asked for on the command line."""

    level: int | None
    solvers: tuple[str, ...]
    time_limit: float
    states: int | None
    memory: int
    seed: str | None
    gif: Path | None
    as_json: bool
    verbose: bool


def run(path: str, wishes: SolveRequest) -> int:
    """Solve and print. Returns the exit status."""
    game = open_game(path)
    levels = chosen_levels(game, wishes.level)
    _check(path, wishes, len(levels))
    found: list[Found] = []
    interrupted = False
    try:
        for numbered, report in _solved(game, levels, wishes):
            found.append((numbered, report))
            if not wishes.as_json:
                print(_text(numbered, report, wishes.verbose), flush=True)
            if any(solver.stopped_by == "interrupted" for solver in report.solvers):
                interrupted = True
                break
    except KeyboardInterrupt:
        interrupted = True
    if wishes.as_json:
        print(json.dumps(_json(game, found, interrupted, wishes.verbose), indent=2, ensure_ascii=False))
    elif interrupted:
        print(f"Interrupted after {len(found)} of {len(levels)} levels.")
    elif len(found) > 1:
        print(_summary(found))
    if wishes.gif is not None and found and found[0][1].moves is not None:
        _write_gif(game, found[0], wishes)
    return _status(found, interrupted)


def _check(path: str, wishes: SolveRequest, levels: int) -> None:
    from puzzlesynth.levels.search import SOLVERS

    for solver in wishes.solvers:
        if solver not in SOLVERS:
            raise BadInput(f"--solver {solver}: there are {', '.join(SOLVERS)}")
    if wishes.gif is not None:
        if levels > 1:
            raise BadInput(f"--gif shows one solution: say which with --level (1 to {levels})")
        if wishes.gif.suffix.lower() != ".gif":
            raise BadInput(f"{wishes.gif}: an animation is a .gif file")
        check_output(wishes.gif, [path])
        from puzzlesynth.levels.show.images import need_pillow

        with drawing_errors():
            need_pillow()


def _solved(game: PuzzleScriptGame, levels: list[NumberedLevel], wishes: SolveRequest) -> Iterator[Found]:
    """The levels one after the other, each with what was found."""
    from puzzlesynth.levels.search import SOLVERS, SearchableGame, SearchLimits, UnconfirmedSolution, solve

    search = SearchableGame(game)
    limits = SearchLimits(wishes.time_limit, wishes.states, wishes.memory)
    solvers = tuple(dict.fromkeys(wishes.solvers)) or SOLVERS
    for numbered in levels:
        line = _ProgressLine(numbered[0])
        try:
            report = solve(
                search, numbered[1], solvers=solvers, limits=limits, progress=line.show, seed=wishes.seed
            )
        except UnconfirmedSolution as error:
            raise BadInput(
                f"level {numbered[0]}: {error} (a mistake in puzzlesynth: please report it)"
            ) from None
        except ModuleNotFoundError as error:
            if error.name != "numpy":
                raise
            raise BadInput("this search needs numpy: pip install 'puzzlesynth[levels]'") from None
        finally:
            line.clear()
        if report.refusals:
            raise BadInput("; ".join(report.refusals))
        yield numbered, report


class _ProgressLine:
    """One line on standard error, only where somebody watches."""

    def __init__(self, level: int) -> None:
        self._level = level
        self._watched = sys.stderr.isatty()
        self._shown = False

    def show(self, now: SearchProgress) -> None:
        if self._watched and now.seconds > 0.5:
            self._shown = True
            text = (
                f"level {self._level}, {now.solver}: {now.explored:,} states, {now.frontier:,} waiting, "
                f"{now.states_per_second:,.0f} a second ({now.seconds:.0f} s)"
            )
            print(f"\r\033[K{text[:79]}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def _text(numbered: NumberedLevel, report: SolveReport, verbose: bool) -> str:
    from puzzlesynth.levels.show import arrows, letters

    number, _, level = numbered
    lines = [f"Level {number} ({level.width} by {level.height}): {_verdict(report)}"]
    if report.moves is not None:
        lines.extend(_wrapped("moves", arrows(report.moves)))
        lines.extend(_wrapped("typed", letters(report.moves)))
    # What belongs to one solver stays on one line.
    explored = ", ".join(_explored(solver).replace(" ", _KEEP) for solver in report.solvers)
    lines.extend(line.replace(_KEEP, " ") for line in _wrapped("states", explored))
    if report.endless_moves:
        lines.extend(
            _wrapped("again", f"{report.endless_moves:,} tries of moves whose `again` turns never end")
        )
    if verbose:
        lines.extend(f"  {solver.solver:<8}{_pace(solver)}" for solver in report.solvers)
        for reason in report.slow_reasons:
            lines.append(f"  slow    not whole frontiers at once, because of: {reason}")
    return "\n".join(lines)


def _verdict(report: SolveReport) -> str:
    hardness = f", difficulty {report.difficulty:,}" if report.difficulty is not None else ""
    if report.moves is not None:
        kind = "the least possible" if report.shortest else "perhaps not the least"
        count = len(report.moves)
        return f"solved in {count} move{'' if count == 1 else 's'} ({kind}){hardness}"
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
    length = f" ({len(solver.moves)} moves)" if solver.moves is not None else ""
    return f"{solver.solver} {solver.explored:,}{length}{stopped}"


def _pace(solver: SolverReport) -> str:
    return (
        f"{solver.engine}: {solver.explored:,} explored, {solver.reached:,} reached, "
        f"{solver.seconds:.2f} s, {solver.states_per_second:,.0f}/s"
    )


def _wrapped(label: str, text: str) -> list[str]:
    return textwrap.wrap(
        text, 79, initial_indent=f"  {label:<8}", subsequent_indent=" " * 10, break_on_hyphens=False
    )


def _summary(found: list[Found]) -> str:
    kinds = [report.verdict.value for _, report in found]
    counts = [f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)]
    return f"{len(found)} levels: {', '.join(counts)}"


def _status(found: list[Found], interrupted: bool) -> int:
    if interrupted:
        return INTERRUPTED
    verdicts = {report.verdict.value for _, report in found}
    if "unsolvable" in verdicts:
        return NONE_EXISTS
    return OUT_OF_TIME if "undecided" in verdicts else 0


def _write_gif(game: PuzzleScriptGame, found: Found, wishes: SolveRequest) -> None:
    from puzzlesynth.levels.show import gif, solution_frames

    (_, _, level), report = found
    assert wishes.gif is not None
    with drawing_errors():
        animation = gif(solution_frames(game, level, report.moves or (), wishes.seed))
    write_atomically(wishes.gif, animation)
    print(f"wrote {wishes.gif}", file=sys.stderr if wishes.as_json else sys.stdout)


def _json(game: PuzzleScriptGame, found: list[Found], interrupted: bool, timed: bool) -> dict[str, Any]:
    return {
        "title": game.settings.title,
        "interrupted": interrupted,
        "levels": [_level_json(numbered, report, timed) for numbered, report in found],
    }


def _level_json(numbered: NumberedLevel, report: SolveReport, timed: bool) -> dict[str, Any]:
    from puzzlesynth.levels.show import letters

    number, entry, level = numbered
    return {
        "level": number,
        "entry": entry,
        "line": level.line,
        "width": level.width,
        "height": level.height,
        "verdict": report.verdict.value,
        "moves": list(report.moves) if report.moves is not None else None,
        "letters": letters(report.moves) if report.moves is not None else None,
        "shortest": report.shortest,
        "difficulty": report.difficulty,
        "slow_reasons": list(report.slow_reasons),
        "endless_moves": report.endless_moves,
        "solvers": [_solver_json(solver, timed) for solver in report.solvers],
    }


def _solver_json(solver: SolverReport, timed: bool) -> dict[str, Any]:
    """Seconds are only for those who ask for them: everything else is the same each time."""
    return {
        "solver": solver.solver,
        "verdict": solver.verdict.value,
        "length": len(solver.moves) if solver.moves is not None else None,
        "explored": solver.explored,
        "reached": solver.reached,
        **({"seconds": round(solver.seconds, 3)} if timed else {}),
        "engine": solver.engine,
        "stopped_by": solver.stopped_by,
    }

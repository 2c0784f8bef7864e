"""Runs `level suggest`: reads the wishes, streams the suggestions, writes the best."""

from __future__ import annotations

import json
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzlesynth.cli.common.errors import INTERRUPTED, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.output import write_output
from puzzlesynth.cli.common.status_lines import StatusLines
from puzzlesynth.cli.level.sources import read_source

from .options import (
    check_outputs,
    design_errors,
    frozen_parts,
    json_text,
    one_level,
    open_designated,
    write_levels,
)

if TYPE_CHECKING:
    from puzzlesynth.levels.design import Suggester, Suggestion, SuggestionProgress, SuggestOrder
    from puzzlesynth.levels.generate import GeneratedLevel
    from puzzlesynth.levels.model import Level, PuzzleScriptGame

_CANDIDATE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(s?)\s*")


@dataclass(frozen=True, slots=True)
class SuggestRequest:
    """What was asked for on the command line."""

    level: int | None
    preset: str | None
    transform: Path | None
    print_transform: bool
    freeze: Path | None
    freeze_cells: tuple[str, ...]
    freeze_objects: tuple[str, ...]
    free_border: bool
    walls: tuple[str, ...]
    floors: tuple[str, ...]
    players: tuple[str, ...]
    rank: str
    costs: tuple[str, ...]
    keep: int
    differ: int
    time_limit: float | None
    count: int | None
    candidate_limit: str | None
    seed: int | None
    outputs: tuple[Path, ...]
    spoilers: bool
    as_json: bool


def run(path: str, wishes: SuggestRequest) -> int:
    """Suggest until stopped. Returns the exit status."""
    check_outputs(wishes.outputs, [path, wishes.freeze, wishes.transform])
    source, game = open_designated(path, wishes.walls, wishes.floors, wishes.players)
    if wishes.print_transform:
        level = one_level(game, wishes.level)[1] if wishes.level is not None else None
        write_output(_transformation(game, wishes, level)[0], None)
        return 0
    from puzzlesynth.levels.design import Suggester

    number, level = one_level(game, wishes.level)
    with design_errors():
        suggester = Suggester(_order(source, game, level, path, wishes))
        printer = _JsonPrinter(game, wishes) if wishes.as_json else _TextPrinter(game, wishes, number)
        printer.begin(suggester)
        _stream(suggester, printer, wishes)
        made = _made(suggester) if wishes.as_json or wishes.outputs else []
        write_levels(source, game, made, wishes.outputs, wishes.spoilers)
        printer.end(suggester, made)
    if suggester.tally.stopped == "interrupted":
        return INTERRUPTED
    return 0 if suggester.best else OUT_OF_TIME


def _stream(suggester: Suggester, printer: _TextPrinter | _JsonPrinter, wishes: SuggestRequest) -> None:
    """Print what comes, until it ends or the designer presses Ctrl-C, which is how one stops."""
    from puzzlesynth.levels.design import Suggestion

    try:
        with StatusLines() as status:
            for event in suggester.stream():
                if isinstance(event, Suggestion):
                    with status.paused():
                        printer.suggestion(event, suggester)
                else:
                    printer.progress(event)
                    status.say(_status(event, suggester.order, wishes.spoilers))
    except KeyboardInterrupt:
        suggester.interrupt()


def _order(
    source: str, game: PuzzleScriptGame, level: Level, path: str, wishes: SuggestRequest
) -> SuggestOrder:
    import secrets

    from puzzlesynth.levels.design import (
        SuggestOrder,
        assigned_costs,
        costs_in,
        read_rank,
        read_transformation,
    )

    rank = read_rank(wishes.rank)
    costs = costs_in(source, game, path) | assigned_costs(wishes.costs, game)
    if "cost" in rank.names and not costs:
        raise BadInput("--rank cost: no rule has a cost; write (COST 10) after one, or give --cost LINE=10")
    text, name = _transformation(game, wishes, level)
    frozen = frozen_parts(
        game,
        level,
        wishes.freeze,
        wishes.freeze_cells,
        wishes.freeze_objects,
        free_border=wishes.transform is not None or wishes.free_border,
    )
    states, seconds = _candidate_limit(wishes.candidate_limit)
    return SuggestOrder(
        game=game,
        level=level,
        transformation=read_transformation(game, text, name),
        frozen=frozen,
        rank=rank,
        costs=costs,
        keep=wishes.keep,
        apart=wishes.differ,
        seed=secrets.randbelow(2**31) if wishes.seed is None else wishes.seed,
        count=wishes.count,
        time_limit=wishes.time_limit,
        candidate_states=states,
        candidate_seconds=seconds,
    )


def _transformation(game: PuzzleScriptGame, wishes: SuggestRequest, level: Level | None) -> tuple[str, str]:
    """The text of the transformation, and what to call it."""
    from puzzlesynth.levels.design import preset_text

    if wishes.transform is not None:
        if wishes.preset is not None:
            raise BadInput("give --preset or --transform, not both")
        return read_source(str(wishes.transform)), str(wishes.transform)
    name = wishes.preset or "everything"
    with design_errors():
        return preset_text(game, name, level), f"preset {name}"


def _candidate_limit(text: str | None) -> tuple[int | None, float | None]:
    """States, or seconds."""
    if text is None:
        return None, None
    match = _CANDIDATE.fullmatch(text)
    if match is None or (not match[2] and not match[1].isdigit()) or float(match[1]) <= 0:
        raise BadInput(f"--candidate-limit {text}: write a number of states, or seconds as in 2s")
    return (None, float(match[1])) if match[2] else (int(match[1]), None)


def _made(suggester: Suggester) -> list[GeneratedLevel]:
    from puzzlesynth.levels.generate import GeneratedLevel

    return [
        GeneratedLevel(
            item.level,
            item.moves,
            suggester.judge.full_measures(item.level, item.moves),
            suggester.order.seed,
            "suggest",
            item.attempt,
        )
        for item in suggester.best
    ]


def _counts(tally: SuggestionProgress) -> str:
    return (
        f"{tally.solvable:,} solvable, {tally.unsolvable:,} unsolvable, {tally.undecided:,} timed out "
        f"(limit {tally.limit:,} states)"
    )


def _status(tally: SuggestionProgress, order: SuggestOrder, spoilers: bool) -> list[str]:
    """Two lines for whoever is watching."""
    from puzzlesynth.levels.show.tables import number

    first = (
        f"{tally.distinct:,} different levels of {tally.generated:,} made, {tally.rate:,.0f} a second, "
        f"{tally.seconds:.0f} s"
    )
    second = _counts(tally)
    if spoilers and tally.threshold is not None:
        return [
            first,
            second,
            f"the next one must beat {number(tally.threshold)} ({order.rank}); Ctrl-C stops",
        ]
    return [first, second, "Ctrl-C stops"]


class _TextPrinter:
    """For people."""

    def __init__(self, game: PuzzleScriptGame, wishes: SuggestRequest, number: int) -> None:
        from puzzlesynth.levels.level_writer import MapLetters

        self._letters, self._wishes, self._number = MapLetters(game), wishes, number
        self._level: Level | None = None

    def begin(self, suggester: Suggester) -> None:
        self._level = suggester.order.level

    def _title(self, item: Suggestion, order: SuggestOrder) -> str:
        from puzzlesynth.levels.show.tables import number

        if not self._wishes.spoilers:
            return f"#{item.number}"
        words = [
            f"{order.rank} {number(item.value)}"
            if len(order.rank.names) == 1
            else f"rank {number(item.value)}"
        ]
        if order.rank.names != ("difficulty",):
            words.append(f"difficulty {number(item.measures['difficulty'])}")
        words.append(f"{len(item.moves)} moves")
        return f"#{item.number}  {', '.join(words)}"

    def suggestion(self, item: Suggestion, suggester: Suggester) -> None:
        title = self._title(item, suggester.order)
        if self._wishes.spoilers and item.better is not None:
            title += "  (better than yours)" if item.better else ""
        print(title)
        print("\n".join(f"  {row}" for row in self._letters.rows(item.level)))
        print(flush=True)

    def progress(self, tally: SuggestionProgress) -> None:
        pass

    def end(self, suggester: Suggester, made: list[GeneratedLevel]) -> None:
        from puzzlesynth.levels.show.tables import number, side_by_side, solution_lines

        best, tally, order = suggester.best, suggester.tally, suggester.order
        if best:
            print(f"The best of {tally.shown} shown:" if len(best) < tally.shown else "All that were shown:")
            print()
            rows = [["yours", *self._letters.rows(order.level)]]
            rows += [[f"#{item.number}", *self._letters.rows(item.level)] for item in best]
            print("\n".join(side_by_side(rows)))
            print()
        for item in best if self._wishes.spoilers else ():
            print(self._title(item, order))
            print("\n".join(solution_lines(item.moves, item.shortest, "  ")))
        if self._wishes.spoilers:
            yours = "not decided" if suggester.judge.given_undecided else "unsolvable"
            print(
                f"yours: {str(order.rank) + ' ' + number(tally.given) if tally.given is not None else yours}"
            )
        for letter, things in self._letters.added.items():
            print(f"{letter} = {' and '.join(things)}")
        sys.stdout.flush()
        _say_why(tally, order.seed, bool(best))


def _say_why(tally: SuggestionProgress, seed: int, found: bool) -> None:
    """How it went, on standard error."""
    why = {
        "time": "out of time",
        "count": "done",
        "interrupted": "stopped",
        "exhausted": "nothing new comes any more",
    }
    print(
        f"{why.get(tally.stopped, tally.stopped)}: {tally.distinct:,} different levels of {tally.generated:,} made "
        f"in {tally.seconds:.1f} s, {tally.rate:,.0f} a second\n{_counts(tally)}; seed {seed}",
        file=sys.stderr,
    )
    if tally.distinct < 3 and tally.stopped == "exhausted":
        print("this transformation hardly changes the level: try another, or freeze less", file=sys.stderr)
    elif not found:
        print("no suggestion: no candidate could be solved", file=sys.stderr)


class _JsonPrinter:
    """For programs: a line for each event."""

    def __init__(self, game: PuzzleScriptGame, wishes: SuggestRequest) -> None:
        self._game, self._wishes = game, wishes
        self._last = time.monotonic()

    def _print(self, record: dict[str, Any]) -> None:
        """On standard output, where a seed and a count give the same bytes each time."""
        print(json.dumps(record, ensure_ascii=False), flush=True)

    def begin(self, suggester: Suggester) -> None:
        order = suggester.order
        self._print({"event": "begin", "seed": order.seed, "rank": str(order.rank), "keep": order.keep})

    def _tally(self, tally: SuggestionProgress) -> dict[str, Any]:
        record: dict[str, Any] = {
            "generated": tally.generated,
            "distinct": tally.distinct,
            "solvable": tally.solvable,
            "unsolvable": tally.unsolvable,
            "timed_out": tally.undecided,
            "shown": tally.shown,
            "candidate_limit": tally.limit,
        }
        if self._wishes.spoilers:
            record |= {"threshold": tally.threshold, "given": tally.given}
        return record

    def suggestion(self, item: Suggestion, suggester: Suggester) -> None:
        from puzzlesynth.levels.show import letters
        from puzzlesynth.levels.show.tables import level_json

        record: dict[str, Any] = {
            "event": "suggestion",
            "number": item.number,
            "attempt": item.attempt,
            **level_json(self._game, item.level),
        }
        if self._wishes.spoilers:
            record |= {
                "value": item.value,
                "better": item.better,
                "measures": item.measures,
                "solution": letters(item.moves),
                "moves": list(item.moves),
                "shortest": item.shortest,
            }
        self._print(record | {"tally": self._tally(suggester.tally)})

    def progress(self, tally: SuggestionProgress) -> None:
        if time.monotonic() - self._last >= 1:
            self._last = time.monotonic()
            timed = {"seconds": round(tally.seconds, 3), "levels_per_second": round(tally.rate, 1)}
            record = {"event": "progress", "tally": self._tally(tally) | timed}
            print(json.dumps(record, ensure_ascii=False), file=sys.stderr, flush=True)

    def end(self, suggester: Suggester, made: list[GeneratedLevel]) -> None:
        best = [json.loads(line) for line in json_text(self._game, made, self._wishes.spoilers).splitlines()]
        tally = suggester.tally
        self._print({"event": "done", "stopped": tally.stopped, "tally": self._tally(tally), "best": best})

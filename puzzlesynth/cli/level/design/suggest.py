"""`level suggest`: streams suggestions as they are found, writes the best."""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzlesynth.cli.common.errors import INTERRUPTED, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.files import write_output
from puzzlesynth.cli.common.inputs import SeedOption, seed_or_random
from puzzlesynth.cli.common.option_class import command_of, option
from puzzlesynth.cli.common.run import Progress, TimeLimit
from puzzlesynth.cli.level.sources import read_source
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.quick_dataclasses import dataclass

from .options import ChanceOptions, FreeBorderOption, OneLevelOptions, ResultOptions, check_outputs
from .output import json_text, print_added_letters, write_levels

if TYPE_CHECKING:
    from puzzlesynth.levels.design import Suggester, Suggestion, SuggestionProgress, SuggestOrder
    from puzzlesynth.levels.generate import GeneratedLevel
    from puzzlesynth.levels.model import Level, PuzzleScriptGame

_CANDIDATE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(s?)\s*")


_CHANGES = "Changes"
_BEST = "Ranking"
_STOP = "Limits"


@dataclass(frozen=True, kw_only=True)
class SuggestOptions(ResultOptions, ChanceOptions, OneLevelOptions):
    """Suggest better and better changes to a level, until stopped.

    Mutates the level at random, solves each result, and shows the best as they are found. Every level that is shown has
    been won by playing its solution. Ctrl-C stops and prints the best.

    With --json, standard output has a line per suggestion and one at the end; standard error has a line about the
    progress every second.

    Exit status: 0 there are suggestions, 2 bad input, 3 stopped before there was one.

    Example: puzzlesynth level suggest examples/levels/sokoban.txt -l 4 --preset walls --time-limit 5
    """

    seed: SeedOption = None
    free_border: FreeBorderOption = False
    preset: str | None = option(
        "move, walls, pair, everything (the default), backwards or forwards.", metavar="NAME", panel=_CHANGES
    )
    transform: Path | None = option(
        "Your own transformation: rules with option, choose and or (see docs/levels.md).",
        metavar="FILE",
        panel=_CHANGES,
    )
    print_transform: bool = option("Print the preset as a file to start from.", False, panel=_CHANGES)
    rank: str = option(
        "A measure, or a sum such as 'difficulty + 20*length - cost'.",
        "difficulty",
        metavar="MEASURES",
        panel=_BEST,
    )
    cost: list[str] | None = option(
        "The cost of a rule, for --rank cost; or write (COST 10) after it in the game.",
        metavar="LINE=COST",
        panel=_BEST,
    )
    keep: int = option(
        "How many suggestions to keep.", 4, "--keep", "-n", metavar="K", min=1, max=100, panel=_BEST
    )
    differ: int = option("Kept suggestions differ in at least N cells.", 3, metavar="N", min=1, panel=_BEST)
    time_limit: TimeLimit = None
    count: int | None = option("Stop after N different candidates.", metavar="N", min=1, panel=_STOP)
    candidate_limit: str | None = option(
        "Explore at most this many states per candidate, or for this long, as in 2s. By default the limit adapts.",
        metavar="N|Ns",
        panel=_STOP,
    )


def run(options: SuggestOptions) -> int:
    """Suggest until stopped. Returns the exit status."""
    check_outputs(options.outputs, [options.game, options.freeze, options.transform])
    source, game = options.open()
    if options.print_transform:
        level = options.chosen(game)[2] if options.level is not None else None
        write_output(_transformation(game, options, level)[0], None)
        return 0
    from puzzlesynth.levels.design import Suggester

    _, _, level = options.chosen(game)
    suggester = Suggester(_order(source, game, level, options))
    printer = (_JsonPrinter if options.as_json else _TextPrinter)(game, options.spoilers)
    printer.begin(suggester.order)
    _stream(suggester, printer, options.spoilers)
    made = _made(suggester) if options.as_json or options.outputs else []
    write_levels(source, game, made, options.outputs, spoilers=options.spoilers)
    printer.end(suggester, made)
    if suggester.tally.stopped == "interrupted":
        return INTERRUPTED
    return 0 if suggester.best else OUT_OF_TIME


def _stream(suggester: Suggester, printer: _Printer, spoilers: bool) -> None:
    """Print suggestions as they come, until there are no more or the designer presses Ctrl-C."""
    from puzzlesynth.levels.design import Suggestion

    try:
        with Progress("looking for suggestions") as progress:
            for event in suggester.stream():
                if isinstance(event, Suggestion):
                    with progress.hidden():
                        printer.suggestion(event, suggester)
                        sys.stdout.flush()
                else:
                    printer.progress(event)
                    progress.say(*_status(event, suggester.order, spoilers))
    except KeyboardInterrupt:
        suggester.interrupt()


def _order(source: str, game: PuzzleScriptGame, level: Level, options: SuggestOptions) -> SuggestOrder:
    from puzzlesynth.levels.design import (
        SuggestOrder,
        assigned_costs,
        costs_in,
        read_rank,
        read_transformation,
    )

    rank = read_rank(options.rank)
    costs = costs_in(source, game, options.game) | assigned_costs(options.cost or (), game)
    if "cost" in rank.names and not costs:
        raise BadInput("--rank cost: no rule has a cost; write (COST 10) after one, or give --cost LINE=10")
    text, name = _transformation(game, options, level)
    free_border = options.transform is not None or options.free_border
    states, seconds = _candidate_limit(options.candidate_limit)
    return SuggestOrder(
        game=game,
        level=level,
        transformation=read_transformation(game, text, name),
        frozen=options.frozen(game, level, free_border),
        rank=rank,
        costs=costs,
        keep=options.keep,
        apart=options.differ,
        seed=seed_or_random(options.seed),
        count=options.count,
        time_limit=options.time_limit,
        candidate_states=states,
        candidate_seconds=seconds,
        chance=options.meaning(game, options.as_json),
    )


def _transformation(game: PuzzleScriptGame, options: SuggestOptions, level: Level | None) -> tuple[str, str]:
    """The text of the transformation, and what to call it."""
    from puzzlesynth.levels.design import preset_text

    if options.transform is not None:
        if options.preset is not None:
            raise BadInput("give --preset or --transform, not both")
        return read_source(str(options.transform)), str(options.transform)
    name = options.preset or "everything"
    return preset_text(game, name, level), f"preset {name}"


def _candidate_limit(text: str | None) -> tuple[int | None, float | None]:
    """States, or seconds."""
    if text is None:
        return None, None
    match = _CANDIDATE.fullmatch(text)
    if match is None or (not match[2] and not match[1].isdigit()) or float(match[1]) <= 0:
        raise BadInput(f"--candidate-limit {text}: write a number of states, or seconds as in 2s")
    return (None, float(match[1])) if match[2] else (int(match[1]), None)


_LAST_SHARE = 0.02
"""Of a time limit that was reached, the share that is added for measuring what is kept."""


def _made(suggester: Suggester) -> list[GeneratedLevel]:
    """What is kept, with all measures; when the time is up, with those that take no searching."""
    from puzzlesynth.deadline import Deadline
    from puzzlesynth.levels.generate import GeneratedLevel

    limit = suggester.order.time_limit
    late = suggester.tally.stopped == "time" and limit is not None
    with Deadline(_LAST_SHARE * limit if late and limit is not None else None).applied():
        return [
            GeneratedLevel(
                item.level,
                item.moves,
                suggester.judge.full_measures(item.level, item.moves),
                suggester.order.seed,
                "suggest",
                item.attempt,
                plan=item.plan,
            )
            for item in suggester.best
        ]


def _counts(tally: SuggestionProgress) -> str:
    return (
        f"{tally.solvable:,} solvable, {tally.unsolvable:,} unsolvable, {tally.undecided:,} timed out "
        f"(limit {counted(tally.limit, 'state')})"
    )


def _made_levels(tally: SuggestionProgress) -> str:
    return f"{counted(tally.distinct, 'different level')} of {tally.generated:,} made"


def _status(tally: SuggestionProgress, order: SuggestOrder, spoilers: bool) -> list[str]:
    """The lines of the progress display."""
    from puzzlesynth.levels.show.tables import number

    last = "Ctrl-C stops"
    if spoilers and tally.threshold is not None:
        last = f"the next one must beat {number(tally.threshold)} ({order.rank}); {last}"
    return [f"{_made_levels(tally)}, {tally.rate:,.0f} per second", _counts(tally), last]


class _Printer:
    """What is printed of a run, event by event."""

    def __init__(self, game: PuzzleScriptGame, spoilers: bool) -> None:
        self._game, self._spoilers = game, spoilers

    def begin(self, order: SuggestOrder) -> None:
        """Before the first suggestion."""

    def suggestion(self, item: Suggestion, suggester: Suggester) -> None:
        """A suggestion that is better than those before it."""

    def progress(self, tally: SuggestionProgress) -> None:
        """Meanwhile."""

    def end(self, suggester: Suggester, made: list[GeneratedLevel]) -> None:
        """After the last suggestion."""


class _TextPrinter(_Printer):
    """For people."""

    def __init__(self, game: PuzzleScriptGame, spoilers: bool) -> None:
        from puzzlesynth.levels.source_editor import MapLetters

        super().__init__(game, spoilers)
        self._letters = MapLetters(game)

    def _title(self, item: Suggestion, order: SuggestOrder) -> str:
        from puzzlesynth.levels.show.tables import number

        if not self._spoilers:
            return f"#{item.number}"
        words = [
            f"{order.rank} {number(item.value)}"
            if len(order.rank.names) == 1
            else f"rank {number(item.value)}"
        ]
        if order.rank.names != ("difficulty",):
            words.append(f"difficulty {number(item.measures['difficulty'])}")
        words.append(counted(len(item.moves), "move"))
        return f"#{item.number}  {', '.join(words)}"

    def suggestion(self, item: Suggestion, suggester: Suggester) -> None:
        title = self._title(item, suggester.order)
        if self._spoilers and item.better is not None:
            title += "  (better than yours)" if item.better else ""
        print(title)
        print("\n".join(f"  {row}" for row in self._letters.rows(item.level)))
        print()

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
        for item in best if self._spoilers else ():
            print(self._title(item, order))
            print("\n".join(solution_lines(item.moves, item.shortest, "  ", item.plan)))
        if self._spoilers:
            yours = "not decided" if suggester.judge.given_undecided else "unsolvable"
            print(
                f"yours: {str(order.rank) + ' ' + number(tally.given) if tally.given is not None else yours}"
            )
        print_added_letters(self._letters)
        sys.stdout.flush()
        _say_why(tally, order.seed, bool(best))


def _say_why(tally: SuggestionProgress, seed: int, found: bool) -> None:
    """How it went, on standard error."""
    why = {
        "time": "out of time",
        "count": "done",
        "interrupted": "stopped",
        "exhausted": "no new levels found",
    }
    print(
        f"{why.get(tally.stopped, tally.stopped)}: {_made_levels(tally)} in {tally.seconds:.1f} s, "
        f"{tally.rate:,.0f} per second\n{_counts(tally)}; seed {seed}",
        file=sys.stderr,
    )
    if tally.distinct < 3 and tally.stopped == "exhausted":
        print("this transformation hardly changes the level: try another, or freeze less", file=sys.stderr)
    elif not found:
        print("no suggestion: no candidate could be solved", file=sys.stderr)


class _JsonPrinter(_Printer):
    """For programs: a line per event."""

    def __init__(self, game: PuzzleScriptGame, spoilers: bool) -> None:
        super().__init__(game, spoilers)
        self._last = time.monotonic()

    def _print(self, record: dict[str, Any]) -> None:
        """On standard output, where a seed and a count give the same bytes each time."""
        print(json.dumps(record, ensure_ascii=False), flush=True)

    def begin(self, order: SuggestOrder) -> None:
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
        if self._spoilers:
            record |= {"threshold": tally.threshold, "given": tally.given}
        return record

    def suggestion(self, item: Suggestion, suggester: Suggester) -> None:
        from puzzlesynth.levels.show.tables import level_json, moves_json

        record: dict[str, Any] = {
            "event": "suggestion",
            "number": item.number,
            "attempt": item.attempt,
            **level_json(self._game, item.level),
        }
        if self._spoilers:
            record |= {
                "value": item.value,
                "better": item.better,
                "measures": item.measures,
                **moves_json(item.moves, item.plan),
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
        best = [json.loads(line) for line in json_text(self._game, made, self._spoilers).splitlines()]
        tally = suggester.tally
        self._print({"event": "done", "stopped": tally.stopped, "tally": self._tally(tally), "best": best})


suggest = command_of(SuggestOptions, run)

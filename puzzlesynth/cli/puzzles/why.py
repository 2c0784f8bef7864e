"""The command that explains why there is no puzzle."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from puzzlesynth.cli.common import inputs
from puzzlesynth.cli.common.errors import NONE_EXISTS, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.run import Progress, TimeLimit
from puzzlesynth.cli.common.standard_streams import print_line
from puzzlesynth.deadline import OutOfTime

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.synth.explain.explanation import NoPuzzleExplanation, PackRepair, Reason


MOST_SETS = 50
"""Most sets that are listed after the first one."""


def why(
    pack: inputs.PackArgument,
    constraint: inputs.Constraints = None,
    steps: inputs.StepsOption = None,
    depth: inputs.DepthOption = None,
    width: inputs.WidthOption = None,
    herrings: inputs.HerringsOption = None,
    area: inputs.AreaOption = None,
    state: inputs.StateOption = None,
    map_: Annotated[
        str | None,
        typer.Option("--map", metavar="NAME", help="Explain why this map of the pack cannot be filled."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="List all minimal sets, not just one.")] = False,
    time_limit: TimeLimit = 60,
    as_json: inputs.JsonOption = False,
) -> None:
    """Explain why a pack has no puzzle, and what would help.

    Prints a smallest set of requirements that cannot hold together; if a smaller one is possible, it says so. With
    --all it lists every minimal set. No set has a requirement that could be left out, unless a note says so.
    Each suggested change is checked by solving.

    Example: puzzlesynth why examples/heist --depth 5..
    """
    from puzzlesynth.pipeline.explain import explanation_for

    if map_ is not None:
        if any((constraint, steps, depth, width, herrings, area, state, everything)):
            raise BadInput("--map cannot be combined with constraints, shape options or --state")
        from puzzlesynth.cli.packs.map import why as why_map

        why_map(pack, map_, time_limit, as_json)
        return
    loaded = inputs.open_pack(pack)
    inputs.require_areas(loaded)
    targets = inputs.targets_from(loaded, steps, depth, width, herrings)
    start = inputs.start_from_options(loaded, area, state)
    said = _Said(as_json)
    try:
        _answer(
            loaded, explanation_for(loaded, constraint or [], targets, time_limit, start), everything, said
        )
    except OutOfTime:
        said.out_of_time()
        raise typer.Exit(OUT_OF_TIME) from None
    said.finish()
    if said.reasons:
        raise typer.Exit(NONE_EXISTS)


def _answer(pack: Pack, asked: NoPuzzleExplanation, everything: bool, said: _Said) -> None:
    reasons = asked.reasons()
    with Progress("looking for a smallest set"):
        first = next(reasons, None)
    if first is None:
        said.nothing(pack)
        return
    said.reason(first)
    changes = asked.changes(first)
    while (change := _next(changes, "looking for what would help")) is not None:
        said.change(change)
    said.no_more_changes()
    others = islice(reasons, MOST_SETS) if everything else iter(())
    while (reason := _next(others, "looking for other sets")) is not None:
        said.reason(reason)
    if everything and next(reasons, None) is not None:
        said.more()


Found = TypeVar("Found")


def _next(found: Iterator[Found], what: str) -> Found | None:
    with Progress(what):
        return next(found, None)


class _Said:
    """What there is to say, for people as soon as it is known, for programs at the end."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._print: Callable[[str], None] = (lambda line: None) if as_json else print_line
        self.reasons: list[dict[str, Any]] = []
        self._changes: list[PackRepair] = []
        self._cut_short = False

    def nothing(self, pack: Pack) -> None:
        self._print(f"{pack.name} has puzzles: no requirements conflict")

    def reason(self, reason: Reason) -> None:
        self.reasons.append(
            {
                "requirements": [
                    {"requirement": r.text, "kind": r.kind, "place": str(r.place) if r.place else None}
                    for r in reason.requirements
                ],
                "notes": list(reason.notes),
                "proven": reason.proven,
                "fewest": reason.fewest,
            }
        )
        self._print(f"no puzzle: {headline(reason)}")
        for line in details(reason, is_first=len(self.reasons) == 1):
            self._print(line)

    def change(self, change: PackRepair) -> None:
        if not self._changes:
            self._print("what would help, checked by solving:")
        self._changes.append(change)
        self._print(
            f"  {'; and '.join(change.ways)}" + ("" if change.smallest else " (perhaps less would do)")
        )

    def no_more_changes(self) -> None:
        if not self._changes:
            self._print("no fix was found quickly: other requirements are in the way as well")

    def more(self) -> None:
        self._cut_short = True
        self._print(f"there are more sets than these {len(self.reasons)}")

    def out_of_time(self) -> None:
        self._cut_short = True
        self.finish()
        what = "there may be more sets" if self.reasons else "it is not known whether there is a puzzle"
        typer.echo(f"out of time: {what}", err=True)

    def finish(self) -> None:
        if self._as_json:
            found = {
                "reasons": self.reasons,
                "all": not self._cut_short,
                "changes": [list(change.ways) for change in self._changes],
                "smallest": [change.smallest for change in self._changes],
            }
            print(json.dumps(found, ensure_ascii=False))


def headline(reason: Reason) -> str:
    """The first line of an explanation."""
    count = len(reason.requirements)
    if count == 1:
        return "one requirement cannot be met"
    return f"these {count} requirements cannot hold together"


def details(reason: Reason, is_first: bool = True) -> Iterator[str]:
    """The lines below it: each requirement with its place, and what is to be said about them."""
    for requirement in reason.requirements:
        place = f"{requirement.place}: " if requirement.place else ""
        yield f"  {place}{requirement.text}"
    for note in reason.notes:
        yield f"  note: {note}"
    if not reason.fewest and is_first:
        yield "  note: there may be a smaller set"
    if not reason.proven:
        yield "  note: playing some puzzles could not settle whether the guarantee is really in the way"

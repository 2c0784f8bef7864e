"""The command that explains why there is no puzzle."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .failing import NONE_EXISTS, OUT_OF_TIME, BadInput
from .inputs import JsonOption, PackArgument, open_pack
from .shape_options import DepthOption, HerringsOption, StepsOption, WidthOption, targets_from
from .synth import Constraints, TimeLimit

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.synth.why import Change, Reason, Why


def why(
    pack: PackArgument,
    constraint: Constraints = None,
    steps: StepsOption = None,
    depth: DepthOption = None,
    width: WidthOption = None,
    herrings: HerringsOption = None,
    everything: Annotated[bool, typer.Option("--all", help="All smallest sets, not just one.")] = False,
    time_limit: TimeLimit = 60.0,
    as_json: JsonOption = False,
) -> None:
    """Say why a pack has no puzzle: a smallest set of requirements that cannot hold together, and what would help.

    Example: puzzlesynth why examples/heist --depth 5..
    """
    from puzzlesynth.reasons import why_not
    from puzzlesynth.synth.constraints import ConstraintError
    from puzzlesynth.synth.deadline import OutOfTime

    loaded = open_pack(pack)
    if not loaded.areas:
        raise BadInput(f"{loaded.name} has maps and no areas of its own: `puzzlesynth map why` is about maps")
    targets = targets_from(loaded, steps, depth, width, herrings)
    try:
        asked = why_not(loaded, constraint or [], targets, time_limit)
    except ConstraintError as error:
        raise BadInput(str(error)) from None
    said = _Said(as_json)
    try:
        _answer(loaded, asked, everything, said)
    except OutOfTime:
        said.finish()
        typer.echo("out of time: this is not all", err=True)
        raise typer.Exit(OUT_OF_TIME) from None
    said.finish()
    if said.reasons:
        raise typer.Exit(NONE_EXISTS)


def _answer(pack: Pack, asked: Why, everything: bool, said: _Said) -> None:
    first = asked.reason()
    if first is None:
        said.nothing(pack)
        return
    said.reason(first)
    if everything:
        for reason in asked.reasons():
            if set(reason.requirements) != set(first.requirements):
                said.reason(reason)
    for change in asked.changes(first):
        said.change(change)


class _Said:
    """What there is to say, for people as soon as it is known, for programs at the end."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self.reasons: list[dict[str, Any]] = []
        self._changes: list[list[str]] = []

    def nothing(self, pack: Pack) -> None:
        if not self._as_json:
            print(f"{pack.name} has puzzles: nothing stands in the way")

    def reason(self, reason: Reason) -> None:
        self.reasons.append(
            {
                "requirements": [
                    {"requirement": r.text, "kind": r.kind, "place": str(r.place) if r.place else None}
                    for r in reason.requirements
                ],
                "notes": list(reason.notes),
                "proven": reason.proven,
            }
        )
        if self._as_json:
            return
        print(headline(reason))
        for requirement in reason.requirements:
            place = f"{requirement.place}: " if requirement.place else ""
            print(f"  {place}{requirement.text}")
        for note in reason.notes:
            print(f"  note: {note}")
        if not reason.proven:
            print("  note: playing could not settle in time whether the guarantee is really in the way")

    def change(self, change: Change) -> None:
        if not self._as_json and not self._changes:
            print("what would help, checked by solving:")
        self._changes.append(list(change.ways))
        if not self._as_json:
            print(f"  {'; and '.join(change.ways)}")

    def finish(self) -> None:
        if self._as_json:
            print(json.dumps({"reasons": self.reasons, "changes": self._changes}, ensure_ascii=False))


def headline(reason: Reason) -> str:
    """The first line of an explanation."""
    count = len(reason.requirements)
    if count == 1:
        return f"no puzzle: one requirement cannot be met: {reason.requirements[0].text}"
    return f"no puzzle: these {count} requirements cannot hold together"

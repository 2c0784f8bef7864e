"""Options that say what shape a puzzle is to have, for every command that makes puzzles or asks why there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common.errors import BadInput

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.synth.targets import Targets

_RANGE = "[AREA:]RANGE"

StepsOption = Annotated[
    list[str] | None,
    typer.Option("--steps", metavar=_RANGE, help="Steps of every area, or of one: Tower:6..9."),
]
DepthOption = Annotated[
    list[str] | None, typer.Option("--depth", metavar=_RANGE, help="Steps in the longest chain of an area.")
]
WidthOption = Annotated[
    list[str] | None, typer.Option("--width", metavar=_RANGE, help="Steps of an area to begin with.")
]
HerringsOption = Annotated[
    list[str] | None, typer.Option("--herrings", metavar="[AREA:]N", help="Red herrings of an area.")
]
DifficultyOption = Annotated[
    str | None, typer.Option("--difficulty", metavar="GRADE", help="Only easy, medium or hard ones.")
]


def targets_from(
    pack: Pack,
    steps: list[str] | None,
    depth: list[str] | None,
    width: list[str] | None,
    herrings: list[str] | None,
    difficulty: str | None = None,
) -> Targets:
    from puzzlesynth.synth.targets import TargetError, read_targets

    given = {"steps": steps or (), "depth": depth or (), "width": width or (), "herrings": herrings or ()}
    try:
        return read_targets(pack, given, difficulty)
    except TargetError as error:
        raise BadInput(str(error)) from None

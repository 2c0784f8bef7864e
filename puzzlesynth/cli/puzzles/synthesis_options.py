"""Options of every command that generates puzzles or explains why there are none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common.errors import BadInput

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.puzzle.game_state import GameState
    from puzzlesynth.synth.initial_state import InitialState
    from puzzlesynth.synth.targets import Targets

_SHAPE, _GAME = "Shape", "Running game"
_RANGE = "[AREA:]RANGE"

Constraints = Annotated[
    list[str] | None,
    typer.Option(
        "--constraint",
        metavar="FILE",
        help="A constraint file, or one of the shelf as asp:NAME. Can be repeated.",
    ),
]
Places = Annotated[
    bool, typer.Option("--places", help="Treat puzzles as different if only the places of things differ.")
]
AreaOption = Annotated[
    str | None,
    typer.Option("--area", metavar="AREA", help="Only for this area.", rich_help_panel=_GAME),
]
StateOption = Annotated[
    str | None,
    typer.Option(
        "--state",
        metavar="FILE",
        help="With --area: a saved game, or a state as JSON.",
        rich_help_panel=_GAME,
    ),
]

StepsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--steps",
        metavar=_RANGE,
        help="Steps of every area, or of one: Tower:6..9.",
        rich_help_panel=_SHAPE,
    ),
]
DepthOption = Annotated[
    list[str] | None,
    typer.Option(
        "--depth", metavar=_RANGE, help="Steps in the longest chain of an area.", rich_help_panel=_SHAPE
    ),
]
WidthOption = Annotated[
    list[str] | None,
    typer.Option(
        "--width",
        metavar=_RANGE,
        help="Steps that players can do first in an area.",
        rich_help_panel=_SHAPE,
    ),
]
HerringsOption = Annotated[
    list[str] | None,
    typer.Option("--herrings", metavar="[AREA:]N", help="Red herrings of an area.", rich_help_panel=_SHAPE),
]
DifficultyOption = Annotated[
    str | None,
    typer.Option(
        "--difficulty", metavar="GRADE", help="Only easy, medium or hard puzzles.", rich_help_panel=_SHAPE
    ),
]


def targets_from(
    pack: Pack,
    steps: list[str] | None,
    depth: list[str] | None,
    width: list[str] | None,
    herrings: list[str] | None,
    difficulty: str | None = None,
) -> Targets:
    from puzzlesynth.synth.targets import read_targets

    given = {"steps": steps or (), "depth": depth or (), "width": width or (), "herrings": herrings or ()}
    return read_targets(pack, given, difficulty)


def start_from_options(pack: Pack, area: str | None, state: str | None) -> InitialState | None:
    """Where a running game is; None: a new game."""
    if area is None and state is None:
        return None
    from puzzlesynth.synth.initial_state import opening_start, running_start

    if area is None:
        raise BadInput("--state needs --area: the area that gets a puzzle")
    if area not in pack.areas:
        raise BadInput(f"--area: there is no area named `{area}`; there are {', '.join(pack.areas)}")
    if state is None:
        if not pack.areas[area].start:
            raise BadInput(
                f"--area {area}: it is not open at the start, so give the state of the game with --state"
            )
        return opening_start(pack, area)
    running = _running_game(pack, Path(state))
    if area not in running.progress.open:
        raise BadInput(f"--area {area}: it is not open in {state}")
    if area in running.progress.solved:
        raise BadInput(f"--area {area}: it is solved already in {state}")
    return running_start(pack, running.objects, running.progress, area)


def _running_game(pack: Pack, path: Path) -> GameState:
    """What a state file or a saved game says."""
    from puzzlesynth.puzzle.game_state import StateError, read_state

    if path.is_file():
        from puzzlesynth.play.saves import SaveError, is_save, saved_state
        from puzzlesynth.puzzle.strict_json import read_bytes

        text = read_bytes(path)
        if is_save(text):
            try:
                return saved_state(text, pack)
            except SaveError as error:
                raise BadInput(f"{path}: {error}") from None
    try:
        return read_state(pack, path)
    except StateError as error:
        raise BadInput(f"{path}: {error}") from None

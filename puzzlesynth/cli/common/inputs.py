"""Arguments and options of many commands, and what they name: packs, puzzles, running games, the shape of a puzzle."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .errors import BadInput, packs_read
from .puzzle_files import PuzzleEntry, entries, location_text, one_entry
from .standard_streams import highlighted, use_utf8_output

if TYPE_CHECKING:
    from puzzlesynth.maps.filler import Filler
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.puzzle.game_state import GameState
    from puzzlesynth.puzzle.model import Puzzle
    from puzzlesynth.synth.initial_state import InitialState
    from puzzlesynth.synth.options import Targets
    from puzzlesynth.synth.steering import KnownPuzzle, Steering

PackArgument = Annotated[
    str, typer.Argument(metavar="PACK", help="A pack: a folder with pack.yaml, or one file.")
]
PuzzleArgument = Annotated[
    str, typer.Argument(metavar="PUZZLE", help="A puzzle's JSON file, or - for standard input.")
]
AllowExtensions = Annotated[
    bool,
    typer.Option("--allow-extensions", help="Run the Python code that the pack names under `extensions`."),
]
JsonOption = Annotated[
    bool,
    typer.Option("--json", help="Print JSON, for programs.", callback=use_utf8_output),
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", min=0, metavar="N", help="The same seed gives the same results.")
]
Constraints = Annotated[
    list[str] | None,
    typer.Option(
        "--constraint",
        metavar="FILE",
        help="A constraint file, or one from the shelf as asp:NAME. Can be repeated.",
    ),
]
Places = Annotated[
    bool,
    typer.Option("--places", help="Treat puzzles as different even if only the places of objects differ."),
]


def _option(name: str, metavar: str, panel: str, help: str) -> Any:
    return typer.Option(name, metavar=metavar, rich_help_panel=panel, help=help)


_SHAPE, _GAME = "Shape", "Running game"
_RANGE = "[AREA:]RANGE"
_Texts = list[str] | None
_Text = str | None
AreaOption = Annotated[_Text, _option("--area", "AREA", _GAME, "Only this area.")]
StateOption = Annotated[
    _Text, _option("--state", "FILE", _GAME, "With --area: a saved game, or a state as JSON.")
]
StepsOption = Annotated[
    _Texts, _option("--steps", _RANGE, _SHAPE, "Steps in every area, or in one: Tower:6..9.")
]
DepthOption = Annotated[_Texts, _option("--depth", _RANGE, _SHAPE, "Steps in the longest chain of an area.")]
WidthOption = Annotated[
    _Texts, _option("--width", _RANGE, _SHAPE, "Steps that players can do first in an area.")
]
HerringsOption = Annotated[_Texts, _option("--herrings", "[AREA:]N", _SHAPE, "Red herrings in an area.")]
DifficultyOption = Annotated[
    _Texts, _option("--difficulty", "[AREA:]GRADE", _SHAPE, "Only easy, medium or hard puzzles, or areas.")
]

_CHOICES = "Parts of a puzzle"
BaseOption = Annotated[_Text, _option("--base", "PUZZLE", _CHOICES, "The puzzle that --keep refers to.")]
KeepOption = Annotated[
    _Texts,
    _option(
        "--keep",
        "WHAT",
        _CHOICES,
        "Keep this step, object or whole area of --base and regenerate the rest. Can be repeated.",
    ),
]
NeverOption = Annotated[
    _Texts, _option("--never", "WHAT", _CHOICES, "Never use this item or rule. Can be repeated.")
]
UnlikeOption = Annotated[
    _Texts,
    _option("--unlike", "FILE", _CHOICES, "Differ from the puzzles of this file. Can be repeated."),
]
ReturningOption = Annotated[
    int,
    typer.Option(
        "--returning",
        metavar="PERCENT",
        min=0,
        max=99,
        help="With --unlike: at most this share of each puzzle's steps may repeat.",
        rich_help_panel=_CHOICES,
    ),
]


allowed_extensions: list[bool] = [False]
"""Whether `--allow-extensions` was given, in any position."""


def open_pack(path: str) -> Pack:
    """The pack, checked. Warnings go to standard error; errors end the command."""
    from puzzlesynth.api import check
    from puzzlesynth.pack.load import load_pack

    pack = load_pack(path, allowed_extensions[0])
    packs_read.append(f"{pack.name} {pack.sha256}")
    problems = check(pack)
    if problems:
        from puzzlesynth.pack import PackError, render_problems

        if any(problem.is_error for problem in problems):
            raise PackError(problems)
        print(highlighted(render_problems(problems), sys.stderr), file=sys.stderr)
    return pack


def pack_files(pack: Pack) -> list[Path]:
    """The files that a pack was read from."""
    from puzzlesynth.pack.load import files_of

    return files_of(pack)


def cores() -> int:
    """How many processes can work at once here."""
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def existing_constraints(constraints: list[str]) -> list[str]:
    """The constraints, none of which is a file that does not exist."""
    for path in constraints:
        if not path.startswith("asp:") and not Path(path).is_file():
            from puzzlesynth.synth.constraints.shelf import meant

            raise BadInput(
                f"--constraint {path}: there is no such constraint file; {meant(path) or SHELF_SHAPE}"
            )
    return constraints


SHELF_SHAPE = "a constraint is a file, or one from the shelf as asp:NAME"


def seed_or_random(seed: int | None) -> int:
    """The seed that was given, or a random one."""
    import secrets

    return secrets.randbelow(2**31) if seed is None else seed


def require_areas(pack: Pack, instead: str = "") -> None:
    """Refuse a pack that has only maps, and say what to do instead."""
    if not pack.areas:
        instead = instead or f"choose one with --map ({', '.join(pack.maps)})"
        raise BadInput(f"{pack.name} has maps but no areas: {instead}")


def open_puzzle(path: str, pack: Pack, number: int | None = None) -> Puzzle:
    """A file's only puzzle, or the one with this number; refused if it belongs to another pack."""
    return read_puzzle(one_entry(path, number), pack, path)


def read_puzzle(entry: PuzzleEntry, pack: Pack, path: str) -> Puzzle:
    """The puzzle, refused if it belongs to another pack."""
    from puzzlesynth.puzzle import PuzzleError, puzzle_from_json
    from puzzlesynth.puzzle.model import pack_mismatch

    where = location_text(path, entry.line)
    try:
        puzzle = puzzle_from_json(entry.text)
    except PuzzleError as error:
        # The text is a single line, and `where` says which.
        said = str(error) if entry.line is None else str(error).removeprefix("line 1, ")
        raise BadInput(f"{where}: {said}") from None
    wrong = pack_mismatch(pack, puzzle.pack, puzzle.pack_sha256)
    if wrong is not None:
        raise BadInput(f"{where}: {wrong}")
    return puzzle


def open_pack_and_puzzle(pack: str, puzzle: str, number: int | None = None) -> tuple[Pack, Puzzle]:
    """A puzzle in one piece and the pack that it is played with."""
    return open_consistent_puzzle(puzzle, open_pack(pack), number)


def open_consistent_puzzle(puzzle: str, pack: Pack, number: int | None = None) -> tuple[Pack, Puzzle]:
    """The same for a pack that has been read."""
    from puzzlesynth.world.verification.consistency import problems_of

    entry = one_entry(puzzle, number)
    game, opened = read_pack_and_puzzle(entry, pack, puzzle)
    problems = problems_of(game, opened)
    if problems:
        rest = f" (and {len(problems) - 1} more: `puzzlesynth verify` lists them)" if problems[1:] else ""
        raise BadInput(f"{location_text(puzzle, entry.line)}: {problems[0]}{rest}")
    return game, opened


def read_pack_and_puzzle(entry: PuzzleEntry, pack: Pack, path: str) -> tuple[Pack, Puzzle]:
    """A puzzle and the pack that it is played with; for a puzzle that fills a map, with that map's world."""
    from puzzlesynth.puzzle import PuzzleError
    from puzzlesynth.puzzle.game_pack import pack_for

    opened = read_puzzle(entry, pack, path)
    try:
        return pack_for(pack, opened), opened
    except PuzzleError as error:
        raise BadInput(f"{location_text(path, entry.line)}: {error}") from None


def targets_from(
    pack: Pack,
    steps: list[str] | None,
    depth: list[str] | None,
    width: list[str] | None,
    herrings: list[str] | None,
    difficulty: list[str] | None = None,
) -> Targets:
    from puzzlesynth.synth.options import read_targets

    given = {"steps": steps or (), "depth": depth or (), "width": width or (), "herrings": herrings or ()}
    return read_targets(pack, given, difficulty)


def steering_from(
    pack: Pack,
    base: str | None,
    keep: list[str] | None,
    never: list[str] | None,
    unlike: list[str] | None = None,
    returning: int = 50,
) -> Steering | None:
    """What to keep of another puzzle, what never to use, what to differ from; None: nothing was said about it."""
    if base is not None and not keep:
        raise BadInput("--base needs --keep: the parts of the puzzle to keep")
    if not keep and not never and not unlike:
        return None
    if keep and base is None:
        raise BadInput("--keep needs --base: the puzzle to keep it from")
    from puzzlesynth.synth.steering import Steering, SteeringError, read_steering

    puzzle = None if base is None else open_consistent_puzzle(base, pack)[1]
    if puzzle is not None and puzzle.map is not None:
        raise BadInput(f"--base: {base} fills a map, and its parts cannot be kept")
    known = frozenset(one for path in unlike or () for one in _known_puzzles(pack, path))
    try:
        chosen = read_steering(pack, puzzle, keep or [], never or [])
    except SteeringError as error:
        raise BadInput(f"--{error}") from None
    return chosen | Steering(unlike=known, returning=returning)


def _known_puzzles(pack: Pack, path: str) -> Iterator[KnownPuzzle]:
    """The puzzles of a file, named by where they are."""
    from puzzlesynth.synth.steering import known_puzzle

    with entries(path) as found:
        for entry in found:
            puzzle = read_puzzle(entry, pack, path)
            yield known_puzzle(puzzle, location_text(path, entry.line))


def start_from_options(pack: Pack, area: str | None, state: str | None) -> InitialState | None:
    """Where a running game is; None: a new game."""
    if area is None and state is None:
        return None
    from puzzlesynth.suggestions import hint_for
    from puzzlesynth.synth.initial_state import opening_start, running_start

    if area is None:
        raise BadInput("--state needs --area: the area that gets a puzzle")
    if area not in pack.areas:
        raise BadInput(f"--area: there is no area named `{area}`; {hint_for(area, pack.areas)}")
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


RelationChoice = StrEnum("RelationChoice", ["needed", "safe", "all"])
"""Which relations of items a game has: those that its puzzle needs, also all that break nothing, or all."""
MapViewChoice = StrEnum("MapViewChoice", ["blocks", "areas"])
ChartFormat = StrEnum("ChartFormat", ["svg", "dot", "mermaid"])
Output = Annotated[Path | None, typer.Option("-o", metavar="FILE", help="Write to this file.")]


def drawn_map(
    pack: Pack, name: str, view: str, to: str, puzzle: str | None = None, number: int | None = None
) -> str:
    """A map as a drawing, or in words; with a puzzle that fills it, its blocks say what fills them."""
    from puzzlesynth.charts.dot import dot_of
    from puzzlesynth.charts.layered_svg import svg_of
    from puzzlesynth.charts.mermaid import mermaid_of
    from puzzlesynth.maps.description import describe
    from puzzlesynth.maps.diagram import area_diagram, block_diagram
    from puzzlesynth.puzzle.game_pack import find_map

    found = find_map(pack, name)
    write = {"svg": svg_of, "dot": dot_of, "mermaid": mermaid_of}.get(to)
    if write is None:
        return "\n".join(describe(found))
    filled_by = None if puzzle is None else open_puzzle(puzzle, pack, number)
    chart = area_diagram(found, pack) if view == MapViewChoice.areas else block_diagram(found, filled_by)
    return write(chart).rstrip("\n")


def map_maker(pack: Pack, name: str, **options: Any) -> Filler:
    """The generator of a map's fillings; an incomplete map is refused."""
    from puzzlesynth.maps.filler import filler_for
    from puzzlesynth.puzzle.game_pack import complete_map

    found = complete_map(pack, name)
    if found.solves and options.pop("relations", RelationChoice.needed) != RelationChoice.needed:
        raise BadInput("--relations: a map with `solves` is played with all rules of its pack")
    return filler_for(pack, found, **options)

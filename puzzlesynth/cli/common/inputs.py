"""What commands are handed: packs, puzzles, running games. Anything wrong becomes a message with a place."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .colour import highlighted
from .errors import BadInput, packs_read
from .puzzle_files import PuzzleEntry, location_text, one_entry
from .standard_streams import use_utf8_output

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.puzzle.model import Puzzle

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


allowed_extensions: list[bool] = [False]
"""Whether `--allow-extensions` was given, in any position."""


def open_pack(path: str) -> Pack:
    """The pack, checked. Warnings go to standard error; errors end the command."""
    from puzzlesynth.api import check
    from puzzlesynth.pack import PackError, load_pack, render_problems

    pack = load_pack(path, allowed_extensions[0])
    packs_read.append(f"{pack.name} {pack.sha256}")
    problems = check(pack)
    if any(problem.is_error for problem in problems):
        raise PackError(problems)
    if problems:
        print(highlighted(render_problems(problems), sys.stderr), file=sys.stderr)
    return pack


def pack_files(pack: Pack) -> list[Path]:
    """What a pack was read from, as far as it is there."""
    from puzzlesynth.pack.load import MAIN, SECTIONS

    main = Path(pack.place.file)
    parts = [main.with_name(f"{section}.yaml") for section in SECTIONS] if main.name == MAIN else []
    constraints = [Path(one.path) for one in pack.constraints if one.path is not None]
    return [main, *parts, *constraints]


def seed_or_random(seed: int | None) -> int:
    """The seed that was given, or a random one."""
    import secrets

    return secrets.randbelow(2**31) if seed is None else seed


def require_areas(pack: Pack, instead: str = "") -> None:
    """Refuse a pack that has only maps, and say what to do instead."""
    if not pack.areas:
        instead = instead or f"choose one with --map ({', '.join(pack.maps)})"
        raise BadInput(f"{pack.name} has maps and no areas of its own: {instead}")


def open_puzzle(path: str, pack: Pack, number: int | None = None) -> Puzzle:
    """A file's only puzzle, or the one with this number; refused if it belongs to another pack."""
    return read_puzzle(one_entry(path, number), pack, path)


def read_puzzle(entry: PuzzleEntry, pack: Pack, path: str) -> Puzzle:
    """The puzzle, refused if it belongs to another pack."""
    from puzzlesynth.puzzle import PuzzleError, puzzle_from_json
    from puzzlesynth.puzzle.game_pack import pack_mismatch

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
    from puzzlesynth.world.verification.consistency import problems_of

    loaded = open_pack(pack)
    entry = one_entry(puzzle, number)
    game, opened = read_pack_and_puzzle(entry, loaded, puzzle)
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

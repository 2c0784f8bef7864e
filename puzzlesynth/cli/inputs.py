"""What commands are handed: packs, puzzles, running games. Anything wrong becomes a message with a place."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .failing import BadInput, Refused, packs_read
from .streams import speak_to_programs, standard_input

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.pack.problems import Problem
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
    typer.Option("--json", help="For programs: JSON on standard output.", callback=speak_to_programs),
]


allowed_extensions: list[bool] = [False]
"""Whether `--allow-extensions` was given, wherever it stood."""


def open_pack(path: str) -> Pack:
    """The pack, checked. Warnings go to standard error; errors end the command."""
    from puzzlesynth.pack import PackError, check_pack, load_pack

    try:
        pack = load_pack(path, allowed_extensions[0])
    except PackError as error:
        raise refusal(error.problems) from None
    packs_read.append(f"{pack.name} {pack.sha256}")
    problems = (*check_pack(pack), *constraint_problems(pack))
    if any(problem.is_error for problem in problems):
        raise refusal(problems)
    if problems:
        from puzzlesynth.pack import render_problems

        print(render_problems(problems), file=sys.stderr)
    return pack


def constraint_problems(pack: Pack) -> tuple[Problem, ...]:
    """Mistakes in the pack's constraint files, and in what it names of the shelf."""
    if not pack.constraints:
        return ()
    from puzzlesynth.synth.constraints import ConstraintError, constraint_set

    try:
        constraint_set(pack)
    except ConstraintError as error:
        return error.problems
    return ()


def files_of(pack: Pack) -> list[Path]:
    """What a pack was read from, as far as it is there."""
    from puzzlesynth.pack.load import MAIN, SECTIONS

    main = Path(pack.place.file)
    parts = [main.with_name(f"{section}.yaml") for section in SECTIONS] if main.name == MAIN else []
    constraints = [Path(one.path) for one in pack.constraints if one.path is not None]
    return [main, *parts, *constraints]


def refusal(problems: tuple[Problem, ...]) -> Refused:
    from puzzlesynth.pack import render_problems

    return Refused(render_problems(problems))


def open_puzzle(path: str, pack: Pack) -> Puzzle:
    """The puzzle, refused if it belongs to another pack."""
    from puzzlesynth.puzzle import PuzzleError, puzzle_from_json
    from puzzlesynth.puzzle.belonging import misfit

    try:
        puzzle = puzzle_from_json(_text(path))
    except PuzzleError as error:
        raise BadInput(f"{_shown(path)}: {error}") from None
    wrong = misfit(pack, puzzle.pack, puzzle.pack_sha256)
    if wrong is not None:
        raise BadInput(f"{_shown(path)}: {wrong}")
    return puzzle


def open_pair(pack: str, puzzle: str) -> tuple[Pack, Puzzle]:
    """A puzzle in one piece and the pack that it is played with."""
    from puzzlesynth.world.consistency import problems_of

    loaded, opened = open_unchecked_pair(pack, puzzle)
    problems = problems_of(loaded, opened)
    if problems:
        rest = f" (and {len(problems) - 1} more: `puzzlesynth verify` lists them)" if problems[1:] else ""
        raise BadInput(f"{_shown(puzzle)}: {problems[0]}{rest}")
    return loaded, opened


def open_unchecked_pair(pack: str, puzzle: str) -> tuple[Pack, Puzzle]:
    """A puzzle and the pack that it is played with; for a puzzle that fills a map, with that map's world."""
    from puzzlesynth.puzzle import PuzzleError
    from puzzlesynth.puzzle.in_map import pack_for

    loaded = open_pack(pack)
    opened = open_puzzle(puzzle, loaded)
    try:
        return pack_for(loaded, opened), opened
    except PuzzleError as error:
        raise BadInput(f"{_shown(puzzle)}: {error}") from None


def _shown(path: str) -> str:
    return "standard input" if path == "-" else path


MAX_BYTES = 16 * 1024 * 1024


def _text(path: str) -> str:
    """A small file's or standard input's text; of several lines of JSON the first."""
    if path == "-":
        raw = standard_input().read(MAX_BYTES + 1)
    else:
        if Path(path).is_dir():
            raise BadInput(f"{path}: this is a folder, not a puzzle's JSON file")
        with open(path, "rb") as file:
            raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise BadInput(f"{_shown(path)}: larger than {MAX_BYTES // 2**20} MiB, so it cannot be a puzzle")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{_shown(path)}: not UTF-8 text (byte {error.start + 1})") from None
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and lines[0].rstrip().endswith("}") and lines[1].lstrip().startswith("{"):
        return lines[0]
    return text

"""The command that brings puzzles and saved games up to date with a changed pack."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from puzzlesynth.cli.common.errors import NONE_EXISTS, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.files import check_output
from puzzlesynth.cli.common.inputs import MAX_BYTES, PackArgument, open_pack, pack_files
from puzzlesynth.cli.common.output import write_output
from puzzlesynth.cli.common.standard_streams import standard_input, use_utf8_output
from puzzlesynth.pack.text.wording import counted

if TYPE_CHECKING:
    from puzzlesynth.migration import Migration, SaveMigration
    from puzzlesynth.pack.model import Pack


def migrate(
    pack: PackArgument,
    puzzle: Annotated[
        str,
        typer.Argument(
            metavar="PUZZLE",
            help="A puzzle's JSON file, several puzzles (one per line), a saved game, or - for standard input.",
        ),
    ],
    former: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="OLD_PACK",
            help="The pack as it was when the puzzle was made. Without it, rules are recognised by what the puzzle does "
            "with them.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", metavar="FILE", help="Write the result there instead of to standard output."),
    ] = None,
    states: Annotated[
        int, typer.Option(min=1, help="How many states to explore per puzzle before giving up.")
    ] = 200_000,
) -> None:
    """Bring puzzles and saved games up to date with a changed pack, proven again.

    Example: puzzlesynth migrate examples/heist old.json -o new.json

    A change of texts needs no migration. After any other change of the pack, this finds the rules of a puzzle again,
    wherever they are now, proves every guarantee and checks the constraints of the pack. Where everything holds, it
    writes the puzzle for the changed pack. Otherwise it says what broke, and the exit status is 1 (3 where something
    could not be decided).
    """
    loaded = open_pack(pack)
    before = None if former is None else open_pack(former)
    check_output(output, [puzzle, *pack_files(loaded), *(pack_files(before) if before else [])])
    done: list[str] = []
    broken = undecided = 0
    for place, text in _texts(puzzle):
        found, result = _migrated(loaded, before, place, text, states)
        _report(place, found, result is not None)
        if result is None:
            undecided += found.undecided
            broken += not found.undecided
        elif output is None:
            use_utf8_output()
            sys.stdout.write(result)
            done.append("")
        else:
            done.append(result)
    if output is not None and done:
        write_output("".join(done), output)
    if len(done) + broken + undecided > 1:
        failed = f", {broken + undecided} not" if broken or undecided else ""
        print(f"{counted(len(done), 'puzzle')} migrated{failed}", file=sys.stderr)
    if broken or undecided:
        raise typer.Exit(NONE_EXISTS if broken else OUT_OF_TIME)


def _migrated(
    pack: Pack, former: Pack | None, place: str, text: str, states: int
) -> tuple[Migration | SaveMigration, str | None]:
    """What became of a puzzle or a saved game, and how it reads now."""
    from puzzlesynth.migration import migrate_puzzle, migrate_save
    from puzzlesynth.play.parser.meta_commands import looks_saved
    from puzzlesynth.play.saves import SaveError, checked_save
    from puzzlesynth.puzzle import PuzzleError, puzzle_from_json, puzzle_to_json

    try:
        saved = checked_save(text) if looks_saved(text) else None
        puzzle = None if saved is not None else puzzle_from_json(text)
    except (PuzzleError, SaveError) as error:
        raise BadInput(f"{place}: {error}") from None
    sha256 = puzzle.pack_sha256 if puzzle is not None else str((saved or {})["pack"].get("sha256"))
    if former is not None and not former.is_named_by(sha256):
        raise BadInput(f"{place}: it was not made from the pack `{former.name}` that --from names")
    if puzzle is None:
        played = migrate_save(pack, text, former, states)
        return played, played.text
    found = migrate_puzzle(pack, puzzle, former, states)
    return found, None if found.puzzle is None else puzzle_to_json(found.puzzle) + "\n"


def _report(place: str, found: Migration | SaveMigration, ok: bool) -> None:
    if ok:
        proof = "every guarantee holds" if hasattr(found, "puzzle") else "every move was replayed"
        print(f"{place}: migrated; {proof}", file=sys.stderr)
    elif found.undecided:
        print(f"{place}: not migrated; not everything could be decided", file=sys.stderr)
    else:
        print(f"{place}: cannot be migrated", file=sys.stderr)
    for fault in found.faults:
        print(f"  ✗ {fault}", file=sys.stderr)
    for note in found.notes:
        print(f"  note: {note}", file=sys.stderr)


def _texts(path: str) -> Iterator[tuple[str, str]]:
    """The puzzles of a file, each with its place: one per line, or a single one over several lines."""
    place = "standard input" if path == "-" else path
    if path != "-" and Path(path).is_dir():
        raise BadInput(f"{path}: this is a folder, not a puzzle's JSON file")
    with nullcontext(standard_input()) if path == "-" else open(path, "rb") as file:
        lines = _lines(file, place)
        beginning = list(islice(lines, 2))
        if not beginning:
            raise BadInput(f"{place}: there is no puzzle in it")
        if len(beginning) == 1 or not _is_whole(beginning[0][1]):
            yield place, "".join(text for _, text in chain(beginning, lines))
            return
        for number, text in chain(beginning, lines):
            yield f"{place}:{number}", text


def _lines(file: BinaryIO, place: str) -> Iterator[tuple[int, str]]:
    """The lines that are not empty, with their numbers; none is larger than a puzzle can be."""
    number = 0
    while raw := file.readline(MAX_BYTES + 1):
        number += 1
        if len(raw) > MAX_BYTES:
            raise BadInput(
                f"{place}:{number}: larger than {MAX_BYTES // 2**20} MiB, so it cannot be a puzzle"
            )
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise BadInput(f"{place}:{number}: not UTF-8 text (byte {error.start + 1})") from None
        if text.strip():
            yield number, text


def _is_whole(line: str) -> bool:
    """Whether a line is JSON by itself."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True

"""The command that brings puzzles and saved games up to date with a changed pack."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlesynth.cli.common.errors import NONE_EXISTS, OUT_OF_TIME, BadInput
from puzzlesynth.cli.common.files import check_output, write_output
from puzzlesynth.cli.common.inputs import PackArgument, open_pack, pack_files
from puzzlesynth.cli.common.puzzle_files import PuzzleEntry, entries, location_text
from puzzlesynth.cli.common.standard_streams import decoded, use_utf8_output
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.state_limits import STATE_LIMIT

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
            help="The pack from which the puzzle was made. Without it, rules are recognised by their use in the puzzle.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", metavar="FILE", help="Write to this file instead of standard output."),
    ] = None,
    states: Annotated[
        int, typer.Option(min=1, help="Explore at most this many states per puzzle.")
    ] = STATE_LIMIT,
) -> None:
    """Bring puzzles and saved games up to date with a changed pack.

    Example: puzzlesynth migrate examples/heist old.json -o new.json

    If only texts of the pack have changed, you need not migrate. After any other change, `migrate` finds the rules of a
    puzzle again, proves every guarantee and checks the pack's constraints. If everything holds, it writes the puzzle for
    the changed pack. Otherwise it reports what broke, and the exit status is 1 (3 if something could not be decided).
    """
    loaded = open_pack(pack)
    before = None if former is None else open_pack(former)
    check_output(output, [puzzle, *pack_files(loaded), *(pack_files(before) if before else [])])
    done: list[str] = []
    broken = undecided = 0
    with entries(puzzle) as given:
        for entry in given:
            place = location_text(puzzle, entry.line)
            found, result = _migrated(loaded, before, place, _text(entry, place), states)
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
    """The result for a puzzle or a saved game, and its text for the changed pack."""
    from puzzlesynth.migration import migrate_puzzle, migrate_save
    from puzzlesynth.play.parser.meta_commands import looks_saved
    from puzzlesynth.play.saves import SaveError, checked_save
    from puzzlesynth.puzzle import PuzzleError, puzzle_from_json, puzzle_to_json

    try:
        saved = checked_save(text) if looks_saved(text) else None
        puzzle = None if saved is not None else puzzle_from_json(text)
    except (PuzzleError, SaveError) as error:
        raise BadInput(f"{place}: {error}") from None
    made_from = puzzle.pack_sha256 if puzzle is not None else saved.pack.sha256 if saved is not None else ""
    if former is not None and not former.is_named_by(made_from):
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


def _text(entry: PuzzleEntry, place: str) -> str:
    if not entry.text.strip():
        raise BadInput(f"{place}: there is no puzzle in it")
    return decoded(entry.text, place)

"""The item database as a table: in the terminal, as CSV, and back into the YAML."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from .failing import BadInput
from .inputs import PackArgument, open_pack, refusal
from .output import write_whole


def items(
    pack: PackArgument,
    csv: Annotated[bool, typer.Option("--csv", help="Write the table as CSV.")] = False,
    from_: Annotated[
        Path | None,
        typer.Option("--from", metavar="TABLE.csv", help="Read an edited table back into the pack."),
    ] = None,
) -> None:
    """Show all items as a table, write it as CSV, or read an edited one back.

    Example: puzzlesynth items examples/heist --csv > items.csv
    """
    from puzzlesynth.pack import PackError
    from puzzlesynth.pack.item_table import csv_text, read_csv, table_of, with_table

    try:
        table = table_of(Path(pack))
        if from_ is not None:
            changed = with_table(Path(pack), read_csv(from_))
            for path, text in changed.items():
                write_whole(path, text)
            print(f"{len(changed)} files changed" if len(changed) != 1 else "1 file changed", file=sys.stderr)
            return
    except PackError as error:
        raise refusal(error.problems) from None
    except OSError as error:
        raise BadInput(f"{from_}: {error.strerror}") from None
    if csv:
        sys.stdout.write(csv_text(table))
        return
    open_pack(pack)
    _print_table(table)


def _print_table(table: list[list[str]]) -> None:
    from rich.console import Console
    from rich.table import Table

    if not sys.stdout.isatty():
        widths = [max(len(row[n]) for row in table) for n in range(len(table[0]))]
        for row in table:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
        return
    drawn = Table(*table[0])
    for row in table[1:]:
        drawn.add_row(*row)
    Console().print(drawn)

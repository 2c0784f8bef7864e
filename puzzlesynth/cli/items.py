"""The item database as a table: in the terminal, as CSV, and back into the YAML."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from .failing import BadInput
from .inputs import PackArgument, open_pack, refusal
from .output import give
from .writing import write_whole


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
        changed = None if from_ is None else with_table(Path(pack), read_csv(from_))
    except PackError as error:
        raise refusal(error.problems) from None
    except OSError as error:
        raise BadInput(f"{from_}: {error.strerror}") from None
    if changed is not None:
        for path, text in changed.items():
            write_whole(path, text)
        print(f"{len(changed)} files changed" if len(changed) != 1 else "1 file changed", file=sys.stderr)
        return
    if csv:
        give(csv_text(table), None)
        return
    open_pack(pack)
    _print_table(table)


WIDEST = 40
"""Longer texts are wrapped on a screen."""


def _print_table(table: list[list[str]]) -> None:
    if not sys.stdout.isatty():
        widths = [max(len(row[n]) for row in table) for n in range(len(table[0]))]
        for row in table:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    for part in in_parts(table, console.width):
        drawn = Table(*part[0])
        for row in part[1:]:
            drawn.add_row(*map(Text, row))  # `[hot, cold]` is no markup
        console.print(drawn)


def in_parts(table: list[list[str]], width: int) -> Iterator[list[list[str]]]:
    """The table as several that are no wider than a screen, each with the items' names and only with items that it says
    something of."""
    wide = [min(WIDEST, max(len(row[n]) for row in table)) + 3 for n in range(len(table[0]))]
    columns: list[list[int]] = [[]]
    for n in range(1, len(wide)):
        if columns[-1] and 1 + wide[0] + sum(wide[other] for other in columns[-1]) + wide[n] > width:
            columns.append([])
        columns[-1].append(n)
    for number, chosen in enumerate(columns):
        rows = table[:1] + [row for row in table[1:] if number == 0 or any(row[n] for n in chosen)]
        yield [[row[0], *(row[n] for n in chosen)] for row in rows]

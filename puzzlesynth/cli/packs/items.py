"""The item database as a table: in the terminal, as CSV, and back into the YAML."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from puzzlesynth.cli.common.errors import FormattedBadInput
from puzzlesynth.cli.common.files import replace_files, write_output
from puzzlesynth.cli.common.inputs import PackArgument, allowed_extensions, open_pack
from puzzlesynth.pack.text.wording import counted


def items(
    pack: PackArgument,
    csv: Annotated[bool, typer.Option("--csv", help="Write the table as CSV.")] = False,
    from_: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="TABLE.csv",
            help="Read an edited table back into the pack. The pack must be correct afterwards, or nothing is written; "
            "the previous files are kept as NAME.bak.",
        ),
    ] = None,
) -> None:
    """Show all items as a table, write it as CSV, or read an edited one back.

    Example: puzzlesynth items examples/heist --csv > items.csv

    Cells hold plain values, with commas between the names of a list. A text that looks like a number, a boolean or a
    formula has an apostrophe before it: '5 is the text, 5 the number. An empty cell removes a value, a missing row
    removes an item, a missing column changes nothing.
    """
    from puzzlesynth.pack.item_csv import csv_text
    from puzzlesynth.pack.item_table import table_of

    if from_ is not None:
        _read_back(Path(pack), from_)
        return
    table = table_of(Path(pack))
    if csv:
        write_output(csv_text(table), None)
        return
    open_pack(pack)
    _print_table(table)


def _read_back(pack: Path, table: Path) -> None:
    from puzzlesynth.pack import render_problems
    from puzzlesynth.pack.item_csv import read_csv
    from puzzlesynth.pack.item_table import InvalidEdit, with_table

    try:
        change = with_table(pack, read_csv(table), allowed_extensions[0])
    except InvalidEdit as error:
        said = render_problems(error.problems, error.texts)
        raise FormattedBadInput(
            f"{said}\n\nerror: {table}: nothing was written, since the pack would have these errors"
        ) from None
    if not change.texts:
        print("No changes: the pack already matches the table.", file=sys.stderr)
        return
    contents = {path: _contents(path, before, after) for path, (before, after) in change.texts.items()}
    kept = replace_files(contents)
    for path, backup in kept.items():
        print(f"{path}: updated; the previous version is {backup}", file=sys.stderr)
    for names, what in ((change.changed, "changed"), (change.added, "added"), (change.removed, "removed")):
        if names:
            print(f"{counted(len(names), 'item')} {what}: {', '.join(names)}", file=sys.stderr)


def _contents(path: Path, before: str, after: str) -> tuple[bytes, bytes]:
    """As in the file: a byte order mark that was there stays."""
    mark = codecs.BOM_UTF8 if path.read_bytes().startswith(codecs.BOM_UTF8) else b""
    return mark + before.encode("utf-8"), mark + after.encode("utf-8")


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
    for part in screen_wide_parts(table, console.width):
        drawn = Table(*part[0])
        for row in part[1:]:
            drawn.add_row(*map(Text, row))  # `[hot, cold]` is no markup
        console.print(drawn)


def screen_wide_parts(table: list[list[str]], width: int) -> Iterator[list[list[str]]]:
    """The table split to fit the width of a screen; each part has the items' names, and only items with a value in it."""
    wide = [min(WIDEST, max(len(row[n]) for row in table)) + 3 for n in range(len(table[0]))]
    columns: list[list[int]] = [[]]
    for n in range(1, len(wide)):
        if columns[-1] and 1 + wide[0] + sum(wide[other] for other in columns[-1]) + wide[n] > width:
            columns.append([])
        columns[-1].append(n)
    for number, chosen in enumerate(columns):
        rows = table[:1] + [row for row in table[1:] if number == 0 or any(row[n] for n in chosen)]
        yield [[row[0], *(row[n] for n in chosen)] for row in rows]

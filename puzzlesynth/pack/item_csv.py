"""Tables as CSV, in the dialects in which spreadsheets write them: commas, semicolons or tabs, with or without a BOM."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzlesynth.pack.diagnostics.problems import PackError, error
from puzzlesynth.pack.yaml.location import Place
from puzzlesynth.pack.yaml.source import Source, decoded, read_bytes

from .item_cells import name_in

NAME = "item"
"""The heading of the first column."""

_DELIMITERS = (",", ";", "\t")
_SEPARATOR = re.compile(r"sep=([,;\t])\r?\n", re.IGNORECASE)
"""A first line that says what separates the cells."""


@dataclass(frozen=True)
class TableRow:
    cells: tuple[str, ...]
    place: Place


@dataclass(frozen=True)
class Table:
    """A table as it was read: headings, and rows that are as long."""

    head: TableRow
    rows: tuple[TableRow, ...]


def csv_text(table: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(table)
    return out.getvalue()


def read_csv(path: Path) -> Table:
    """A table from a file; `PackError` says what is wrong with it."""
    source = _source(path)
    found = _SEPARATOR.match(source.text)
    text = source.text[found.end() :] if found else source.text
    above = 1 if found else 0
    best: list[TableRow] = []
    wrong: PackError | None = None
    for delimiter in [found[1]] if found else _DELIMITERS:
        try:
            rows = _rows(source, text, delimiter, above)
        except PackError as mistake:
            wrong = wrong or mistake
            continue
        if (
            rows
            and rows[0].cells[0].strip().lower() == NAME
            and (not best or len(rows[0].cells) > len(best[0].cells))
        ):
            best = rows
    if best:
        return _checked(best)
    if wrong is not None:
        raise wrong
    message = f"the first column of the table must be named `{NAME}`"
    raise PackError(
        [error("csv", message, source.place(1, 1), "`puzzlesynth items PACK --csv` writes such a table")]
    )


def _source(path: Path) -> Source:
    """Spreadsheets also write UTF-16, which says so at its beginning."""
    data = read_bytes(path)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            data = data.decode("utf-16").encode("utf-8")
        except UnicodeError:
            raise PackError([error("not-text", "this is not text in UTF-16", Place(str(path)))]) from None
    return decoded(path, data)


def _rows(source: Source, text: str, delimiter: str, above: int) -> list[TableRow]:
    """The rows that are not empty, each with the line where it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[TableRow] = []
    line = above + 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                normal = (cell.replace("\r\n", "\n").replace("\r", "\n") for cell in cells)
                rows.append(TableRow(tuple(normal), source.place(line, 1)))
            line = above + reader.line_num + 1
    except csv.Error as mistake:
        raise PackError(
            [error("csv", f"this is not a CSV table: {mistake}", source.place(line, 1))]
        ) from None
    return rows


def _checked(rows: list[TableRow]) -> Table:
    head = rows[0]
    width = max(number for number, cell in enumerate(head.cells, 1) if cell.strip())
    names = tuple(name_in(cell) for cell in head.cells[:width])
    for number, name in enumerate(names, 1):
        if not name:
            raise PackError([error("csv", f"column {number} has no heading", head.place)])
        if name in names[: number - 1]:
            raise PackError([error("csv", f"the column `{name}` is there twice", head.place)])
    found: list[TableRow] = []
    seen: dict[str, Place] = {}
    for row in rows[1:]:
        if len(row.cells) < width or any(cell.strip() for cell in row.cells[width:]):
            message = f"this row has {len(row.cells)} cells, the first one has {width}"
            raise PackError([error("csv", message, row.place)])
        name = name_in(row.cells[0])
        if not name:
            raise PackError([error("csv", "this row does not say which item it is about", row.place)])
        if name in seen:
            message, hint = f"the item `{name}` is there twice", f"the first one is at {seen[name]}"
            raise PackError([error("csv", message, row.place, hint)])
        seen[name] = row.place
        found.append(TableRow((name, *row.cells[1:width]), row.place))
    return Table(TableRow(names, head.place), tuple(found))

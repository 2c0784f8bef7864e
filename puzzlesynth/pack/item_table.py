"""The items of a pack as a table of cells, and an edited table back into the YAML.

A cell is the value as YAML writes it in one line. Reading a table back replaces only the values that were changed, at
the place where they stand; comments, order and layout of everything else stay as they were.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .load import MAIN
from .places import Place
from .problems import PackError, error
from .source import Source, read_source
from .yaml_nodes import Mapping, Node, Scalar, Sequence, parse_yaml

NAME = "item"


@dataclass(frozen=True)
class Cell:
    """Where a value stands in a file."""

    node: Node
    text: str


@dataclass(frozen=True)
class Row:
    """An item: its key, what it is, and its values."""

    key: Scalar
    node: Node
    cells: dict[str, Cell]


def table_of(path: Path) -> list[list[str]]:
    """A row of headings, then a row for each item."""
    rows = [row for _, found in _files(path) for row in found]
    columns = list(dict.fromkeys(name for row in rows for name in row.cells))
    table = [[NAME, *columns]]
    for row in rows:
        table.append([row.key.text, *(row.cells[name].text if name in row.cells else "" for name in columns)])
    return table


def csv_text(table: list[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(table)
    return out.getvalue()


def read_csv(path: Path) -> list[list[str]]:
    source = read_source(path)
    try:
        table = [row for row in csv.reader(io.StringIO(source.text, newline="")) if row]
    except csv.Error as mistake:
        raise PackError([error("csv", f"this is no CSV table: {mistake}", source.place(1, 1))]) from None
    _check(table, source)
    return table


def _check(table: list[list[str]], source: Source) -> None:
    if not table or table[0][0] != NAME:
        raise PackError(
            [error("csv", f"the first column of the table is called `{NAME}`", source.place(1, 1))]
        )
    twice = {name for name in table[0] if table[0].count(name) > 1}
    if twice:
        raise PackError([error("csv", f"the column `{sorted(twice)[0]}` is there twice", source.place(1, 1))])
    seen: set[str] = set()
    for number, row in enumerate(table[1:], 2):
        if len(row) != len(table[0]):
            message = f"this row has {len(row)} cells, the first one has {len(table[0])}"
            raise PackError([error("csv", message, source.place(number, 1))])
        if row[0] in seen:
            raise PackError([error("csv", f"the item `{row[0]}` is there twice", source.place(number, 1))])
        seen.add(row[0])


# --- where items stand ------------------------------------------------------------------------------------


def _files(path: Path) -> Iterator[tuple[Source, list[Row]]]:
    main = path / MAIN if path.is_dir() else path
    places = [main, main.with_name("items.yaml")] if main.name == MAIN else [main]
    for place in places:
        if place != main and not place.exists():
            continue
        source = read_source(place)
        tree, _ = parse_yaml(source)
        items = tree.get("items") if isinstance(tree, Mapping) else None
        if items is None and place != main:
            items = tree
        if isinstance(items, Mapping):
            yield source, [_row(source, key, node) for key, node in items.pairs]


def _row(source: Source, key: Scalar, node: Node) -> Row:
    pairs = node.pairs if isinstance(node, Mapping) else []
    return Row(key, node, {word.text: Cell(value, one_line(value)) for word, value in pairs})


def one_line(node: Node) -> str:
    """A value in one line."""
    from .puzzledice.convert import flow

    if isinstance(node, Scalar):
        if node.is_plain:
            return node.text
        return flow(node.text) if node.style in ("|", ">") or "\n" in node.text else node.text_in_file
    if isinstance(node, Sequence):
        return "[" + ", ".join(one_line(entry) for entry in node.entries) + "]"
    assert isinstance(node, Mapping)
    return "{" + ", ".join(f"{key.text}: {one_line(value)}" for key, value in node.pairs) + "}"


# --- an edited table back ---------------------------------------------------------------------------------


def with_table(path: Path, table: list[list[str]]) -> dict[Path, str]:
    """The texts of the files that an edited table changes."""
    wanted = {row[0]: dict(zip(table[0][1:], row[1:], strict=True)) for row in table[1:]}
    files = list(_files(path))
    if not files:
        raise PackError([error("csv", "the pack has no items that a table could change", Place(str(path)))])
    changed: dict[Path, str] = {}
    known: set[str] = set()
    for source, rows in files:
        edits: list[tuple[int, int, str]] = []
        for row in rows:
            known.add(row.key.text)
            if row.key.text not in wanted:
                edits.append(_removed(source, row))
                continue
            edits += _row_edits(source, row, wanted[row.key.text])
        if edits:
            changed[Path(source.file)] = _edited(source.text, edits)
    new = [name for name in wanted if name not in known]
    if new:
        source, rows = files[-1]
        text = changed.get(Path(source.file), source.text)
        changed[Path(source.file)] = _with_new(text, source, rows, {name: wanted[name] for name in new})
    for file, text in changed.items():
        parse_yaml(Source(str(file), text))
    return changed


def _edited(text: str, edits: list[tuple[int, int, str]]) -> str:
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _row_edits(source: Source, row: Row, cells: dict[str, str]) -> Iterator[tuple[int, int, str]]:
    added = {word: text for word, text in cells.items() if text and word not in row.cells}
    for word, text in cells.items():
        cell = row.cells.get(word)
        if cell is None or cell.text == text:
            continue
        if text:
            yield cell.node.start, _end(source, cell.node), text
        else:
            yield _without(source, row, word)
    if added:
        yield _addition(source, row, added)


def _end(source: Source, node: Node) -> int:
    """Where a value ends; a block's end includes the line break and what is below it, which must stay."""
    end = node.end
    while end > node.start and source.text[end - 1] in " \t\r\n":
        end -= 1
    return end


def _is_flow(source: Source, node: Node) -> bool:
    return source.text[node.start : node.start + 1] == "{"


def _without(source: Source, row: Row, word: str) -> tuple[int, int, str]:
    """Takes a key and its value out, with its comma in a flow mapping, with its line in a block."""
    assert isinstance(row.node, Mapping)
    pairs = row.node.pairs
    number = next(n for n, (key, _) in enumerate(pairs) if key.text == word)
    key, value = pairs[number]
    if not _is_flow(source, row.node):
        start = source.text.rfind("\n", 0, key.start) + 1
        end = source.text.find("\n", _end(source, value))
        return start, len(source.text) if end < 0 else end + 1, ""
    if number + 1 < len(pairs):
        return key.start, pairs[number + 1][0].start, ""
    start = _end(source, pairs[number - 1][1]) if number else key.start
    return start, _end(source, value), ""


def _addition(source: Source, row: Row, added: dict[str, str]) -> tuple[int, int, str]:
    words = [f"{word}: {text}" for word, text in added.items()]
    if not isinstance(row.node, Mapping):
        # `Gold:` with nothing after it.
        after = source.text.find(":", row.key.end) + 1
        return after, max(after, row.node.end if one_line(row.node) else after), " {" + ", ".join(words) + "}"
    if _is_flow(source, row.node):
        end = source.text.rfind("}", row.node.start, row.node.end)
        lead = ", " if row.node.pairs else ""
        start = _end(source, row.node.pairs[-1][1]) if row.node.pairs else end
        return start, start, lead + ", ".join(words)
    last = row.node.pairs[-1]
    indent = source.text[source.text.rfind("\n", 0, last[0].start) + 1 : last[0].start]
    line_end = source.text.find("\n", _end(source, last[1]))
    at = len(source.text) if line_end < 0 else line_end
    return at, at, "".join(f"\n{indent}{word}" for word in words)


def _removed(source: Source, row: Row) -> tuple[int, int, str]:
    """A whole item, from the beginning of its line to the end of its last one."""
    start = source.text.rfind("\n", 0, row.key.start) + 1
    value_end = _end(source, row.node) if one_line(row.node) else source.text.find(":", row.key.end) + 1
    end = source.text.find("\n", max(value_end, row.key.end))
    return start, len(source.text) if end < 0 else end + 1, ""


def _with_new(text: str, source: Source, rows: list[Row], new: dict[str, dict[str, str]]) -> str:
    """New items come after the last one, indented like it."""
    tree, _ = parse_yaml(Source(source.file, text))
    items = tree.get("items") if isinstance(tree, Mapping) else None
    items = items if isinstance(items, Mapping) else tree
    assert isinstance(items, Mapping)
    lines = []
    indent = "  "
    at = len(text)
    if items.pairs:
        last = items.pairs[-1]
        indent = text[text.rfind("\n", 0, last[0].start) + 1 : last[0].start]
        fresh = Source(source.file, text)
        end = max(last[0].end, _end(fresh, last[1]))
        line_end = text.find("\n", end)
        at = len(text) if line_end < 0 else line_end
    for name, cells in new.items():
        said = ", ".join(f"{word}: {value}" for word, value in cells.items() if value)
        lines.append(f"\n{indent}{name}: {{{said}}}")
    return text[:at] + "".join(lines) + text[at:]

"""The items of a pack as a table, and an edited table back into the YAML.

Reading a table back changes only the values that differ, at the place where they are; comments, order and layout of
everything else stay as they were. What comes out is read again, and is only handed out if it says what the table says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from puzzlesynth.pack.checks.checker import check_pack
from puzzlesynth.pack.diagnostics.problems import PackError, Problem, error
from puzzlesynth.pack.keys import SPECIAL
from puzzlesynth.pack.model import Place
from puzzlesynth.pack.yaml.edits import Edit, Editor, edited
from puzzlesynth.pack.yaml.nodes import (
    Source,
    YamlMapping,
    YamlNode,
    YamlScalar,
    YamlSequence,
    parse_yaml,
    read_source,
    unique_pairs,
)
from puzzlesynth.quick_dataclasses import dataclass, field

from .item_csv import (
    LISTS,
    NAME,
    CellError,
    CsvColumn,
    CsvTable,
    Data,
    TableRow,
    cell_of,
    columns_of,
    data_in,
    data_of,
    name_cell,
    same,
)
from .load import MAIN, load_pack

_NAME = re.compile(r"[^\W\d]\w*")


class InvalidEdit(PackError):
    """With the table the pack would have mistakes; they point into texts that are written nowhere."""

    def __init__(self, problems: Iterable[Problem], texts: dict[str, str]) -> None:
        super().__init__(problems)
        self.texts = texts


@dataclass(frozen=True)
class ItemRow:
    """An item: its key, what it is, and its values by column."""

    key: YamlScalar
    node: YamlNode
    values: dict[str, Data]

    @property
    def own(self) -> dict[str, tuple[YamlScalar, YamlNode]]:
        """The keys that are in it, and are not merged in from elsewhere."""
        pairs = self.node.pairs if isinstance(self.node, YamlMapping) else []
        return {key.text: (key, value) for key, value in pairs}


@dataclass(frozen=True)
class ItemFile:
    """A file that holds items."""

    source: Source
    tree: YamlMapping
    key: YamlScalar | None
    """`items`; None where the file holds nothing else."""
    items: YamlNode
    rows: tuple[ItemRow, ...]


@dataclass(frozen=True)
class PackEdit:
    """What an edited table makes of a pack."""

    texts: dict[Path, tuple[str, str]] = field(default_factory=dict)
    """Of the files that change what they say now, and what they are to say."""
    changed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


def table_of(path: Path) -> list[list[str]]:
    """A row of headings, then a row for each item."""
    rows = [row for file in _files(path) for row in file.rows]
    columns = _columns(rows)
    table = [[NAME, *map(name_cell, columns)]]
    for row in rows:
        cells = (cell_of(name, row.values.get(name)) for name in columns)
        table.append([name_cell(row.key.text), *cells])
    return table


def _columns(rows: list[ItemRow]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row.values))


# --- where items are --------------------------------------------------------------------------------------


def _files(path: Path, texts: dict[Path, str] | None = None) -> list[ItemFile]:
    """The files with items, as they are or with other texts."""
    main = path / MAIN if path.is_dir() else path
    places = [main, main.with_name("items.yaml")] if main.name == MAIN else [main]
    found = []
    for place in places:
        if place == main or place.exists():
            given = (texts or {}).get(place)
            source = read_source(place) if given is None else Source(str(place), given)
            file = _item_file(source, place == main)
            if file is not None:
                found.append(file)
    return found


def _item_file(source: Source, is_main: bool) -> ItemFile | None:
    tree, _ = parse_yaml(source)
    if not isinstance(tree, YamlMapping):
        return None
    key = next((key for key, _ in tree.pairs if key.text == "items"), None)
    items = tree.get("items")
    if items is None:
        if is_main:
            return None
        items = tree
    pairs = items.pairs if isinstance(items, YamlMapping) else []
    return ItemFile(source, tree, key, items, tuple(_row(key, node) for key, node in pairs))


def _row(key: YamlScalar, node: YamlNode) -> ItemRow:
    pairs = unique_pairs(node, [], "") if isinstance(node, YamlMapping) else []
    return ItemRow(key, node, {word.text: data_of(word.text, value) for word, value in pairs})


# --- what a table says ------------------------------------------------------------------------------------


Wanted = dict[str, dict[str, Data]]
"""For each item what its cells say."""


def _wanted(table: CsvTable, rows: list[ItemRow]) -> Wanted:
    columns = columns_of(list(table.head.cells[1:]), [row.values for row in rows])
    known = {row.key.text for row in rows}
    problems = [*_heading_problems(table, _columns(rows))]
    wanted: Wanted = {}
    for row in table.rows:
        if row.cells[0] not in known and not _NAME.fullmatch(row.cells[0]):
            hint = "a name is made of letters, digits and `_`, and begins with a letter"
            problems.append(
                error("bad-name", f"`{row.cells[0]}` cannot be the name of an item", row.place, hint)
            )
        wanted[row.cells[0]] = _cells(row, columns, problems)
    if problems:
        raise PackError(problems)
    return wanted


def _heading_problems(table: CsvTable, known: list[str]) -> Iterator[Problem]:
    for name in table.head.cells[1:]:
        if name in known or name in SPECIAL or name.startswith("x-"):
            continue
        meant = next((word for word in (*SPECIAL, *known) if word.lower() == name.lower()), None)
        if meant is not None:
            yield error("csv", f"unknown column `{name}`", table.head.place, f"did you mean `{meant}`?")
        elif not _NAME.fullmatch(name):
            yield error("bad-name", f"`{name}` cannot be the name of a property", table.head.place)


def _cells(row: TableRow, columns: dict[str, CsvColumn], problems: list[Problem]) -> dict[str, Data]:
    found: dict[str, Data] = {}
    for (name, column), cell in zip(columns.items(), row.cells[1:], strict=True):
        try:
            found[name] = data_in(column, cell)
        except CellError as mistake:
            message = f"`{row.cells[0]}`, column `{name}`: {mistake}"
            problems.append(error("csv", message, row.place, mistake.hint))
    return found


# --- an edited table back ---------------------------------------------------------------------------------


def with_table(path: Path, table: CsvTable, allow_extensions: bool = False) -> PackEdit:
    """What an edited table changes; `PackError` where the result would not be a pack that says what the table says."""
    files = _files(path)
    if not files:
        raise PackError([error("csv", "the pack has no items that a table could change", Place(str(path)))])
    rows = [row for file in files for row in file.rows]
    wanted = _wanted(table, rows)
    known = [row.key.text for row in rows]
    renamed = _renamed(rows, wanted)
    added = [name for name in wanted if name not in known and name not in renamed.values()]
    texts: dict[Path, str] = {}
    for file in files:
        edits = _edits(file, wanted, renamed, added if file is files[-1] else [])
        if edits:
            texts[Path(file.source.file)] = edited(file.source.text, edits)
    change = PackEdit(
        {
            Path(file.source.file): (file.source.text, texts[Path(file.source.file)])
            for file in files
            if Path(file.source.file) in texts
        },
        tuple(row.key.text for row in rows if row.key.text in wanted and _differs(row, wanted[row.key.text])),
        tuple(name for name in wanted if name not in known),
        tuple(name for name in known if name not in wanted),
    )
    if texts or change.changed or change.added or change.removed:
        _check(path, files, texts, wanted, table, {new: old for old, new in renamed.items()})
        _check_pack(path, texts, allow_extensions)
    return change


def _renamed(rows: list[ItemRow], wanted: Wanted) -> dict[str, str]:
    """Where the rows are the same but for some names, those items got other names, and keep their places and comments."""
    if len(rows) != len(wanted):
        return {}
    known = {row.key.text for row in rows}
    pairs = [(row, name) for row, name in zip(rows, wanted, strict=True) if row.key.text != name]
    if any(name in known or row.key.text in wanted or _differs(row, wanted[name]) for row, name in pairs):
        return {}
    return {row.key.text: name for row, name in pairs}


def _differs(row: ItemRow, cells: dict[str, Data]) -> bool:
    return any(not same(row.values.get(name), value) for name, value in cells.items())


def _edits(file: ItemFile, wanted: Wanted, renamed: dict[str, str], added: list[str]) -> list[Edit]:
    editor = Editor(file.source)
    edits: list[Edit] = []
    gone: list[str] = []
    for row in file.rows:
        name = renamed.get(row.key.text, row.key.text)
        if name not in wanted:
            gone.append(row.key.text)
            continue
        if name != row.key.text:
            edits.append(editor.renamed(row.key, name))
        edits += _row_edits(editor, row, wanted[name])
    new = {name: _said(wanted[name]) for name in added}
    if isinstance(file.items, YamlMapping):
        return edits + (editor.resized(file.items, gone, new) if gone or new else [])
    return [*edits, editor.filled(file.key, new, "  ")] if new and file.key is not None else edits


def _said(cells: dict[str, Data]) -> dict[str, Data]:
    return {name: _written(name, value) for name, value in cells.items() if value is not None}


def _written(name: str, value: Data) -> Data:
    """A single name needs no list."""
    return value[0] if name in LISTS and isinstance(value, list) and len(value) == 1 else value


def _row_edits(editor: Editor, row: ItemRow, cells: dict[str, Data]) -> Iterator[Edit]:
    gone: list[str] = []
    new: dict[str, Any] = {}
    for name, value in cells.items():
        if same(row.values.get(name), value):
            continue
        if value is None:
            gone.append(name)
        elif name in row.own and isinstance(row.node, YamlMapping):
            key, node = row.own[name]
            listed = isinstance(node, YamlScalar) and not node.is_null
            yield editor.replaced(key, node, _written(name, value) if listed else value)
        else:
            new[name] = _written(name, value)
    if isinstance(row.node, YamlMapping):
        if gone or new:
            yield from editor.resized(row.node, gone, new)
    elif new:
        yield editor.filled(row.key, new)


# --- whether it worked ------------------------------------------------------------------------------------


def _check(
    path: Path,
    files: list[ItemFile],
    texts: dict[Path, str],
    wanted: Wanted,
    table: CsvTable,
    origins: dict[str, str],
) -> None:
    """Reads the new texts again: the items are what the table says, and nothing else has changed."""
    rows = {row.key.text: row for file in files for row in file.rows}
    try:
        made = _files(path, texts)
    except PackError:
        raise PackError([_unwritable(None, None, table.head.place)]) from None
    found = {row.key.text: row for file in made for row in file.rows}
    places = {row.cells[0]: row.place for row in table.rows}
    for name, cells in wanted.items():
        origin = origins.get(name, name)
        before = rows[origin].values if origin in rows else {}
        said = {**before, **cells}
        now = found[name].values if name in found else {}
        for column in {**said, **now}:
            if name not in found or not same(now.get(column), said.get(column)):
                raise PackError([_unwritable(name, column, places[name])])
    for name in found:
        if name not in wanted:
            raise PackError([_unwritable(name, None, table.head.place)])
    if [_rest(file) for file in files] != [_rest(file) for file in made]:
        raise PackError([_unwritable(None, None, table.head.place)])


def _check_pack(path: Path, texts: dict[Path, str], allow_extensions: bool) -> None:
    """Mistakes that the pack had before are not the table's."""
    before = {(problem.code, problem.message) for problem in _errors(path, allow_extensions)}
    problems = [
        problem
        for problem in _errors(path, allow_extensions, texts)
        if (problem.code, problem.message) not in before
    ]
    if problems:
        raise InvalidEdit(problems, {str(file): text for file, text in texts.items()})


def _errors(path: Path, allow_extensions: bool, texts: dict[Path, str] | None = None) -> list[Problem]:
    try:
        problems = check_pack(load_pack(path, allow_extensions, texts))
    except PackError as mistake:
        problems = mistake.problems
    return [problem for problem in problems if problem.is_error]


def _unwritable(name: str | None, column: str | None, place: Place) -> Problem:
    what = (
        "this table"
        if name is None
        else f"the change to `{name}`" + (f", column `{column}`," if column else "")
    )
    hint = "the file uses YAML that puzzlesynth does not edit, such as anchors and aliases; change it by hand"
    return error("csv", f"{what} cannot be written into the pack", place, hint)


def _rest(file: ItemFile) -> object:
    """Everything in a file but its items."""
    return (
        [(key.text, _content(node)) for key, node in file.tree.pairs if key is not file.key]
        if file.key
        else []
    )


def _content(node: YamlNode) -> object:
    if isinstance(node, YamlScalar):
        return node.text, node.style
    if isinstance(node, YamlMapping):
        return [(key.text, _content(value)) for key, value in node.pairs]
    return [_content(entry) for entry in node.entries] if isinstance(node, YamlSequence) else None

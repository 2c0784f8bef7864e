"""Tables as CSV, in the dialects in which spreadsheets write them, and what their cells say.

Cells have no quotes around texts. A text that reads like something else (`true`, `5`, `=1+1`, an empty one) has an
apostrophe before it, as spreadsheets know it; an apostrophe before anything else belongs to the text.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from puzzlesynth.pack.bounds import MAX_NUMBER
from puzzlesynth.pack.diagnostics.problems import PackError, error
from puzzlesynth.pack.model import Place
from puzzlesynth.pack.rules.notation import BOOLEANS
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.pack.yaml.nodes import (
    Source,
    YamlMapping,
    YamlNode,
    YamlScalar,
    YamlSequence,
    decoded,
    parse_yaml,
    read_bytes,
)
from puzzlesynth.pack.yaml.writer import yaml_text
from puzzlesynth.quick_dataclasses import dataclass

from .keys import ITEM, Shape
from .model import same_value

TEXT = "'"
"""Before a text that reads like something else."""


def _columns(shape: Shape) -> frozenset[str]:
    return frozenset(word for word, key in ITEM.keys.items() if key.shape is shape)


LISTS = _columns(Shape.NAMES)
"""Columns with lists of names: `Npc, Guard`."""
TEXTS, FLAGS, NUMBERS = _columns(Shape.TEXT), _columns(Shape.FLAG), _columns(Shape.NUMBER)
HELD = "contains"

Data = Any
"""A boolean, a whole number, a text, or a list or mapping of such. None: there is nothing."""

# fmt: off
_TRUE = frozenset((
    "WAHR", "VRAI", "VERO", "VERDADERO", "VERDADEIRO", "WAAR", "SANT", "SAND", "SANN", "TOSI", "PRAWDA", "PRAVDA",
    "IGAZ", "ИСТИНА",
))
_FALSE = frozenset((
    "FALSCH", "FAUX", "FALSO", "ONWAAR", "FALSKT", "FALSK", "USANN", "EPÄTOSI", "FAŁSZ", "NEPRAVDA", "HAMIS", "ЛОЖЬ",
))
# fmt: on
"""As spreadsheets write them in the language of their users."""
_YES, _NO = frozenset({"yes", "y", "on", "1"}), frozenset({"no", "n", "off", "0"})
"""What people type into a column of booleans."""

_NUMBER = re.compile(r"[+-]?\d+")
_NUMERIC = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}([., \u00a0\u202f'’]\d{3})+")
_NAME_GAPS = re.compile(r"[,;]")
_CALCULATED = re.compile(
    r"[\d=+\-@$€£¥%]|[.,(]\d|(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\s./-]*\d"
)
"""How texts begin that a spreadsheet takes for numbers, dates or formulas, and changes."""


class CellError(ValueError):
    """This cell cannot be read; the message says why, and `hint` what to write."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        self.hint = hint
        super().__init__(message)


@dataclass(frozen=True)
class CsvColumn:
    """A column of the table, and whether its values in the pack are all booleans."""

    name: str
    is_flag: bool = False


# --- values out of the YAML -------------------------------------------------------------------------------


def data_of(column: str, node: YamlNode) -> Data:
    """The value of an item's key, as the reader of packs understands it."""
    if column in LISTS:
        if isinstance(node, YamlSequence):
            return [_word(entry) for entry in node.entries]
        return None if isinstance(node, YamlScalar) and node.is_null else [_word(node)]
    if isinstance(node, YamlScalar) and not node.is_null and (column in TEXTS or column == HELD):
        return _trimmed(node.text)
    return _plain(node)


def _word(node: YamlNode) -> Data:
    return node.text if isinstance(node, YamlScalar) else _plain(node)


def _plain(node: YamlNode) -> Data:
    if isinstance(node, YamlSequence):
        return [_plain(entry) for entry in node.entries]
    if isinstance(node, YamlMapping):
        return {key.text: _plain(value) for key, value in node.pairs}
    assert isinstance(node, YamlScalar)
    if node.is_null:
        return None
    if node.is_plain and node.text in BOOLEANS:
        return BOOLEANS[node.text]
    if node.is_plain and _NUMBER.fullmatch(node.text) and len(node.text) < 12:
        return int(node.text)
    return _trimmed(node.text)


def _trimmed(text: str) -> str:
    """A literal block ends with a line break, which does not survive every spreadsheet and means nothing."""
    return text.rstrip("\n")


def same(one: Data, other: Data) -> bool:
    """Whether two values are the same; `1` is not `true`, and the order of a mapping's keys says nothing."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return same_value(one, other)


# --- cells ------------------------------------------------------------------------------------------------


def cell_of(column: str, value: Data) -> str:
    """A value as the text of its cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return name_cell(value) if column == HELD else text_cell(value)
    if column in LISTS and value and all(isinstance(entry, str) and _is_word(entry) for entry in value):
        return name_cell(", ".join(value))
    return yaml_text(value)


def text_cell(text: str) -> str:
    return TEXT + text if _misleading(text) else text


def name_cell(name: str) -> str:
    """Names are only protected from spreadsheets: a cell of names holds nothing else."""
    return TEXT + name if _CALCULATED.match(name) or _truth(name) is not None else name


def name_in(cell: str) -> str:
    return cell.strip().removeprefix(TEXT)


def _is_word(text: str) -> bool:
    return bool(text) and text == text.strip() and not re.search(r"[,;\[\]{}]", text)


def _misleading(text: str) -> bool:
    """Whether a text would be read, or changed by a spreadsheet, as something else."""
    if text != text.strip():
        return True
    word = text.lstrip(TEXT)  # whether apostrophes belong to a text depends on what comes after them
    return (
        not word
        or word != word.strip()
        or _flag(word) is not None
        or _is_bracketed(word)
        or _CALCULATED.match(word) is not None
    )


def _is_bracketed(word: str) -> bool:
    return (word[0], word[-1]) in (("[", "]"), ("{", "}"))


def _truth(word: str) -> bool | None:
    return BOOLEANS.get(word.lower())


def data_in(column: CsvColumn, cell: str) -> Data:
    """What a cell says; `CellError` if it cannot be read."""
    word = cell.strip()
    if not word:
        return None
    if column.name in LISTS:
        return _names(name_in(cell))
    if column.name == HELD:
        return name_in(cell)
    if cell.startswith(TEXT) and _misleading(cell[1:]):
        return _trimmed(cell[1:])
    if column.name in TEXTS:
        return word
    if column.name in FLAGS:
        return _given(_flag(word), f"`{word}` is neither TRUE nor FALSE")
    if column.is_flag and not word.isdigit() and _flag(word) is not None:
        return _flag(word)
    if column.name in NUMBERS:
        return _given(_number(word), f"`{word}` is not a whole number")
    return _value(word)


def _given(value: Data, message: str) -> Data:
    if value is None:
        raise CellError(message)
    return value


def _flag(word: str) -> bool | None:
    if word.lower() in _YES or word in _TRUE:
        return True
    return False if word.lower() in _NO or word in _FALSE else _truth(word)


def _names(word: str) -> Data:
    if word and _is_bracketed(word):
        return _bracketed(word, _word)
    return [name for part in _NAME_GAPS.split(word) if (name := part.strip())]


def _value(word: str) -> Data:
    truth = _truth(word)
    if truth is not None:
        return truth
    if _flag(word) is not None and not word.isdigit():
        raise CellError(
            f"`{word}` is a boolean to some programs and a word to others",
            f"write TRUE or FALSE, or `{TEXT}{word}` for the word",
        )
    if _is_bracketed(word):
        return _bracketed(word)
    number = _number(word)
    return word if number is None else number


def _number(word: str) -> int | None:
    """A whole number as spreadsheets write it: `5`, `5.0`, `5,00`, `1E+03`. None: it is no number."""
    as_text = f"for a text write `{TEXT}{word}`"
    if _NUMBER.fullmatch(word):
        number = Decimal(word)
    elif _THOUSANDS.fullmatch(word):
        raise CellError(f"`{word}` is one number to some programs and another to others", "write only digits")
    elif _NUMERIC.fullmatch(word):
        number = Decimal(word.replace(",", "."))
        if number.adjusted() > 20 or number != number.to_integral_value():
            raise CellError(f"`{word}` is not a whole number", as_text)
    else:
        return None
    if abs(number) > MAX_NUMBER:
        raise CellError(f"`{word}`: the largest number is {MAX_NUMBER}", as_text)
    return int(number)


def _bracketed(word: str, read: Callable[[YamlNode], Data] = _plain) -> Data:
    """A list or a mapping, as YAML writes it on one line; `read` says what the entries of a list are."""
    hint = f"for a text write `{TEXT}{word}`"
    try:
        tree, problems = parse_yaml(Source("", word))
    except PackError as mistake:
        raise CellError(f"`{word}` is not a list: {mistake.problems[0].message}", hint) from None
    if problems or not isinstance(tree, YamlSequence | YamlMapping):
        raise CellError(f"`{word}` is not a list", hint)
    return [read(entry) for entry in tree.entries] if isinstance(tree, YamlSequence) else _plain(tree)


def columns_of(names: list[str], values: list[Mapping[str, Data]]) -> dict[str, CsvColumn]:
    """The columns of a pack's items."""
    found = {}
    for name in names:
        known = [row[name] for row in values if row.get(name) is not None]
        found[name] = CsvColumn(name, bool(known) and all(isinstance(value, bool) for value in known))
    return found


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
class CsvTable:
    """A table as it was read: headings, and rows that are as long."""

    head: TableRow
    rows: tuple[TableRow, ...]


def csv_text(table: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(table)
    return out.getvalue()


def read_csv(path: Path) -> CsvTable:
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


def _checked(rows: list[TableRow]) -> CsvTable:
    head = rows[0]
    width = max(number for number, cell in enumerate(head.cells, 1) if cell.strip())
    names = tuple(name_in(cell) for cell in head.cells[:width])
    for number, name in enumerate(names, 1):
        if not name:
            raise PackError([error("csv", f"column {number} has no heading", head.place)])
        if name in names[: number - 1]:
            raise PackError([error("csv", f"the column `{name}` appears twice", head.place)])
    found: list[TableRow] = []
    seen: dict[str, Place] = {}
    for row in rows[1:]:
        if len(row.cells) < width or any(cell.strip() for cell in row.cells[width:]):
            message = f"this row has {counted(len(row.cells), 'cell')}, the first one has {width}"
            raise PackError([error("csv", message, row.place)])
        name = name_in(row.cells[0])
        if not name:
            raise PackError([error("csv", "this row does not say which item it is about", row.place)])
        if name in seen:
            message, hint = f"the item `{name}` appears twice", f"the first one is at {seen[name]}"
            raise PackError([error("csv", message, row.place, hint)])
        seen[name] = row.place
        found.append(TableRow((name, *row.cells[1:width]), row.place))
    return CsvTable(TableRow(names, head.place), tuple(found))

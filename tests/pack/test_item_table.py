"""The table of items: every value in its cell, and an edited table back without disturbing the rest."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesynth.pack import Pack, PackError, load_pack
from puzzlesynth.pack.item_csv import csv_text, read_csv
from puzzlesynth.pack.item_table import InvalidEdit, table_of, with_table
from tests.support.samples import random_examples

PACK = """# A comment at the top.
pack: test
items:
  # About gold.
  Gold:  {carryable: true, description: "Shiny, very."}   # worth a lot
  Safe:
    locked: true     # for now
    weight: 300
  Bell:

rules: |
  Gold ::= Open Safe[locked: True]
areas: {Bank: {start: true, goals: [Gold]}}
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    path = tmp_path / "bank.yaml"
    path.write_bytes(PACK.encode())
    return path


def read_back(pack: Path, text: str | bytes) -> str:
    """The pack's text after a table was read back."""
    table = pack.with_name("table.csv")
    table.write_bytes(text.encode() if isinstance(text, str) else text)
    change = with_table(pack, read_csv(table))
    return change.texts[pack][1] if pack in change.texts else pack.read_bytes().decode()


def edited(pack: Path, old: str, new: str) -> str:
    text = csv_text(table_of(pack))
    assert old in text
    return read_back(pack, text.replace(old, new))


def loaded(pack: Path, text: str) -> Pack:
    pack.write_bytes(text.encode())
    return load_pack(pack)


def test_every_item_has_a_row_of_plain_values(pack: Path) -> None:
    assert table_of(pack) == [
        ["item", "carryable", "description", "locked", "weight"],
        ["Gold", "true", "Shiny, very.", "", ""],
        ["Safe", "", "", "true", "300"],
        ["Bell", "", "", "", ""],
    ]


def test_an_unchanged_table_changes_nothing(pack: Path) -> None:
    assert read_back(pack, csv_text(table_of(pack))) == PACK


@pytest.mark.parametrize(
    ("old", "new", "before", "after"),
    [
        ("true,300", "true,250", "weight: 300", "weight: 250"),
        ('Gold,true,"', 'Gold,,"', "carryable: true, ", ""),
        ('"Shiny, very."', "", ', description: "Shiny, very."', ""),
        ('true,"Shiny, very."', ",", '{carryable: true, description: "Shiny, very."}', "{}"),
        ('true,"Shiny, very.",', ",,false", 'carryable: true, description: "Shiny, very."', "locked: false"),
        ('"Shiny, very."', '"Dull: a lump, no ""more"""', '"Shiny, very."', r'"Dull: a lump, no \"more\""'),
        ('"Shiny, very."', "“Shiny”…", '"Shiny, very."', '"“Shiny”…"'),
        ("Safe,,,true", "Safe,true,,true", "weight: 300\n", "weight: 300\n    carryable: true\n"),
        ("true,300", "true,", "    weight: 300\n", ""),
        ("Safe,,,true,300", "Safe,true,,true,", "    weight: 300\n", "    carryable: true\n"),
        ("Bell,,,,", "Bell,true,,,7", "  Bell:\n", "  Bell: {carryable: true, weight: 7}\n"),
        ("Bell,,,,\n", "", "  Bell:\n", ""),
        ("Bell,,,,\n", "Bell,,,,\nRope,true,,,\n", "  Bell:\n", "  Bell:\n  Rope: {carryable: true}\n"),
        ("Bell,,,,\n", "Rope,true,,,\n", "  Bell:\n", "  Rope: {carryable: true}\n"),
        ("Bell,,,,\n", "Chime,,,,\n", "  Bell:\n", "  Chime:\n"),
        ("true,300", "true,'300", "weight: 300", 'weight: "300"'),
        ("true,300", "true,heavy", "weight: 300", "weight: heavy"),
        ("true,300", "true,very heavy: 300", "weight: 300", 'weight: "very heavy: 300"'),
    ],
)
def test_only_what_was_edited_changes(pack: Path, old: str, new: str, before: str, after: str) -> None:
    changed = edited(pack, old, new)
    assert changed == PACK.replace(before, after)
    loaded(pack, changed)


# --- the dialects of spreadsheets ---------------------------------------------------------------------------


def respelt(text: str, delimiter: str, quoting: Literal[0, 1, 2, 3], newline: str) -> str:
    """A table as another program writes it: its booleans in capitals, its cells quoted its way."""
    rows = [
        [cell.upper() if cell in ("true", "false") else cell for cell in row]
        for row in csv.reader([*io.StringIO(text)])
    ]
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator=newline).writerows(rows)
    return out.getvalue()


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_table_that_went_through_a_spreadsheet_changes_what_was_edited_in_it(
    pack: Path, delimiter: str, quoting: Literal[0, 1, 2, 3], newline: str, encoding: str
) -> None:
    table = table_of(pack)
    text = respelt(csv_text(table), delimiter, quoting, newline)
    assert read_back(pack, text.encode(encoding)) == PACK
    table[1][1:3] = ["false", 'Schön; sehr,\n„so“ – it\'s "#1": {yes}']
    text = respelt(csv_text(table), delimiter, quoting, newline)
    gold = loaded(pack, read_back(pack, text.encode(encoding))).items["Gold"]
    assert (gold.carryable, gold.description) == (False, 'Schön; sehr,\n„so“ – it\'s "#1": {yes}')


def test_excel_may_say_what_separates_the_cells_and_pad_the_table(pack: Path) -> None:
    text = csv_text(table_of(pack)).replace(",", ";").replace('"Shiny; very."', "Shiny, very.")
    padded = "sep=;\r\n" + "".join(f"{line};;\r\n" for line in text.splitlines()) + ";;;;;;\r\n"
    assert read_back(pack, padded) == PACK


@pytest.mark.parametrize("spelling", ["TRUE", "True", "true", " TRUE ", "WAHR", "VRAI", "yes", "1"])
def test_booleans_come_in_every_spelling(pack: Path, spelling: str) -> None:
    text = f"item,carryable\nGold,{spelling}\nSafe,{spelling}\nBell,\n"
    made = loaded(pack, read_back(pack, text))
    assert [made.items[name].carryable for name in ("Gold", "Safe", "Bell")] == [True, True, False]


@pytest.mark.parametrize("spelling", ["250", "250.0", '"250,00"', "2.5E+02", "+250", " 250 "])
def test_numbers_come_in_every_spelling(pack: Path, spelling: str) -> None:
    assert edited(pack, "true,300", f"true,{spelling}") == PACK.replace("300", "250")


@pytest.mark.parametrize(
    "cell", ["2.5", "1,000", "1.000", "yes", "WAHR", "[a", "[a]]", "99999999999", "1e99999"]
)
def test_what_could_mean_two_things_or_nothing_is_refused_with_its_place(pack: Path, cell: str) -> None:
    if cell == "[a":
        assert 'weight: "[a"' in edited(pack, "true,300", "true,[a")
        return
    with pytest.raises(PackError) as caught:
        edited(pack, "true,300", f'true,"{cell}"')
    problem = caught.value.problems[0]
    assert problem.place.line == 3
    assert "`Safe`, column `weight`: " in problem.message
    assert f"`{cell}`" in problem.message


# --- values of every kind -----------------------------------------------------------------------------------

KINDS = """pack: kinds
items:
  Guard:
    isa: [Npc, Person]
    area: [Hall, Yard]
    word: "true"
    digits: "5"
    number: 5
    yes: "no"
    empty: ""
    tis: "'Tis"
    quoted: "'5"
    formula: "=1+1"
    date: 3-4
    list: "[a]"
    spaced: " x "
    description: |
      Two lines.

      Really.   # not a comment
    x-note: {any: [thing, 1]}
  Box: {isa: Thing, area: Hall, contains: Coin, copies: 2, notSpawnable: false}
  Coin: {carryable: true, area: []}
  Sept2: {description: 5, isa: []}
rules: |
  Coin Box ::= Open Box[contains: Coin]
areas: {Hall: {start: true, goals: [Coin], contains: [Guard], connects: [Yard]}, Yard: {goals: [Coin]}}
"""


def test_cells_of_every_kind_are_plain_and_come_back_as_they_were(pack: Path) -> None:
    loaded(pack, KINDS)
    table = table_of(pack)
    guard = dict(zip(table[0], table[1], strict=True))
    assert guard == {
        "item": "Guard",
        "isa": "Npc, Person",
        "area": "Hall, Yard",
        "word": "'true",
        "digits": "'5",
        "number": "5",
        "yes": "'no",
        "empty": "'",
        "tis": "'Tis",
        "quoted": "''5",
        "formula": "'=1+1",
        "date": "'3-4",
        "list": "'[a]",
        "spaced": "' x ",
        "description": "Two lines.\n\nReally.   # not a comment",
        "x-note": "{any: [thing, 1]}",
        "contains": "",
        "copies": "",
        "notSpawnable": "",
        "carryable": "",
    }
    box, coin, sept = (dict(zip(table[0], row, strict=True)) for row in table[2:])
    assert (box["isa"], box["area"], box["contains"], box["copies"], box["notSpawnable"]) == (
        "Thing",
        "Hall",
        "Coin",
        "2",
        "false",
    )
    assert (coin["area"], sept["item"], sept["description"], sept["isa"]) == ("[]", "'Sept2", "'5", "[]")
    assert read_back(pack, csv_text(table)) == KINDS
    assert read_back(pack, respelt(csv_text(table), ";", csv.QUOTE_ALL, "\r\n")) == KINDS


@pytest.mark.parametrize(
    ("column", "cell", "before", "after"),
    [
        ("isa", "Npc", "isa: [Npc, Person]", "isa: [Npc]"),
        ("isa", "Npc; Person;Thing", "isa: [Npc, Person]", "isa: [Npc, Person, Thing]"),
        ("isa", "[Npc,Thing]", "isa: [Npc, Person]", "isa: [Npc, Thing]"),
        ("word", "TRUE", 'word: "true"', "word: true"),
        ("digits", "5", 'digits: "5"', "digits: 5"),
        ("number", "'5", "number: 5", 'number: "5"'),
        ("number", "'", "number: 5", 'number: ""'),
        ("tis", "'Twas", '"\'Tis"', '"\'Twas"'),
        (
            "contains",
            "Coin",
            "x-note: {any: [thing, 1]}\n",
            "x-note: {any: [thing, 1]}\n    contains: Coin\n",
        ),
        ("x-note", "a: b", "{any: [thing, 1]}", '"a: b"'),
        (
            "description",
            "One: first.\n\nThen, more.",
            "|\n      Two lines.\n\n      Really.   # not a comment",
            "|-\n      One: first.\n\n      Then, more.",
        ),
        ("description", "One.", "|\n      Two lines.\n\n      Really.   # not a comment", '"One."'),
    ],
)
def test_values_of_every_kind_can_be_changed(
    pack: Path, column: str, cell: str, before: str, after: str
) -> None:
    loaded(pack, KINDS)
    table = table_of(pack)
    table[1][table[0].index(column)] = cell
    changed = read_back(pack, csv_text(table))
    assert changed == KINDS.replace(before, after)
    loaded(pack, changed)


# --- how packs are written ----------------------------------------------------------------------------------


def test_items_in_braces_can_be_changed_added_renamed_and_removed(pack: Path) -> None:
    loaded(
        pack,
        "pack: p\nitems: {A: {x: 1, y: 2, z: 3}, B: , C, D: ~}  # all of them\n"
        "rules: A ::= Do B\nareas: {H: {start: true, goals: A}}\n",
    )
    made = read_back(pack, "item,x,y,z\nA,,,9\nB,1,,\nE,,5,\n")
    assert "items: {A: {z: 9}, B: {x: 1} , E: {y: 5}}  # all of them\n" in made
    assert "items: {A: {x: 1, y: 2, z: 3}, B: , C: {x: 7}, D: {y: 8}}" in read_back(
        pack, "item,x,y,z\nA,1,2,3\nB,,,\nC,7,,\nD,,8,\n"
    )


def test_a_file_with_windows_line_ends_keeps_them(pack: Path) -> None:
    windows = PACK.replace("\n", "\r\n")
    pack.write_bytes(windows.encode())
    text = csv_text(table_of(pack)).replace("Safe,,,true,300", "Safe,true,,true,") + "Rope,true,,,\n"
    expected = PACK.replace("    weight: 300\n", "    carryable: true\n").replace(
        "  Bell:\n", "  Bell:\n  Rope: {carryable: true}\n"
    )
    assert read_back(pack, text) == expected.replace("\n", "\r\n")


def test_a_pack_in_several_files_changes_where_its_items_stand(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "pack: p\nitems:\n  A: {x: 1}\nrules: A ::= Do B\nareas: {H: {start: true, goals: A}}\n"
    )
    (tmp_path / "items.yaml").write_text("# More.\nB: {x: 2}\nC: {x: 3}")
    table = tmp_path / "table.csv"
    table.write_text("item,x\nA,5\nB,6\nD,7\n")
    change = with_table(tmp_path, read_csv(table))
    assert (change.changed, change.added, change.removed) == (("A", "B"), ("D",), ("C",))
    assert {path.name: after for path, (_, after) in change.texts.items()} == {
        "pack.yaml": "pack: p\nitems:\n  A: {x: 5}\nrules: A ::= Do B\nareas: {H: {start: true, goals: A}}\n",
        "items.yaml": "# More.\nB: {x: 6}\nD: {x: 7}\n",
    }
    table.write_text("item,x\nA,1\nB,6\nC,3\n")
    assert [path.name for path in with_table(tmp_path, read_csv(table)).texts] == ["items.yaml"]


def test_a_column_that_is_left_out_changes_nothing(pack: Path) -> None:
    assert read_back(pack, "item,weight\nGold,\nSafe,4\nBell,\n") == PACK.replace("300", "4")


def test_what_anchors_bring_in_is_shown_and_what_cannot_be_edited_is_refused(pack: Path) -> None:
    text = (
        "pack: p\nitems:\n  A: &a {x: 1, y: 2}\n  B: {<<: *a, y: 3, z: &z 5}\n  C: *a\n  D: {z: *z}\n"
        "rules: A ::= Do B\nareas: {H: {start: true, goals: A}}\n"
    )
    loaded(pack, text)
    assert table_of(pack) == [
        ["item", "x", "y", "z"],
        ["A", "1", "2", ""],
        ["B", "1", "3", "5"],
        ["C", "1", "2", ""],
        ["D", "", "", "5"],
    ]
    assert read_back(pack, csv_text(table_of(pack))) == text
    assert edited(pack, "B,1,3,5", "B,4,3,5") == text.replace("z: &z 5}", "z: &z 5, x: 4}")
    assert edited(pack, "D,,,5", "D,,,6") == text.replace("{z: *z}", "{z: 6}")
    for old, new in [("A,1,2", "A,7,2"), ("B,1,3", "B,,3"), ("C,1,2", "C,1,9"), ("B,1,3,5", "B,1,3,6")]:
        with pytest.raises(PackError, match="cannot be written into the pack"):
            edited(pack, old, new)


# --- what is refused ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "must be named `item`"),
        ("name,a\nGold,1\n", "must be named `item`"),
        ("item,a,a\n", "appears twice"),
        ("item,a\nGold\n", "this row has 1 cell, the first one has 2"),
        ("item,a\nGold,1,2\n", "3 cells"),
        ("item\nGold\nGold\n", "appears twice"),
        ("item,a\n,1\n", "which item"),
        ("item,,b\nGold,1,2\n", "no heading"),
        ('item,a\nGold,"1\n', "not a CSV table"),
        ('item,a\nGold,"1"2\n', "not a CSV table"),
        ("item,Carryable\nGold,TRUE\n", "did you mean `carryable`"),
        ("item,two words\nGold,1\n", "name of a property"),
        ("item,a\nBig Gold,1\n", "name of an item"),
        ("item,copies\nGold,many\n", "whole number"),
        ("item,carryable\nGold,perhaps\n", "neither TRUE nor FALSE"),
    ],
)
def test_what_is_no_such_table_is_refused(pack: Path, text: str, reason: str) -> None:
    with pytest.raises(PackError, match=reason):
        read_back(pack, text)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("Gold,true", "Coin,true", "unknown-type"),
        ("Safe,,,true,300\n", "", "unknown-type"),
        ("Bell,,,,\n", "Item,,,,\n", "bad-name"),
        ("description", "x-old", None),
        ("item,carryable", "item,contains", "unknown"),
    ],
)
def test_a_table_that_would_break_the_pack_is_refused(
    pack: Path, old: str, new: str, code: str | None
) -> None:
    if code is None:
        assert 'x-old: "Shiny, very."' in edited(pack, old, new)
        return
    with pytest.raises(InvalidEdit) as caught:
        edited(pack, old, new)
    assert any(code in problem.code for problem in caught.value.problems)


# --- any table ----------------------------------------------------------------------------------------------

TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"]), max_size=12),
    st.sampled_from(
        ["true", "TRUE", "yes", "5", "007", "5.0", "1e3", "=A1", "-x", "'", "''", "'5", "[a, b]", "{a: 1}", "~", "null",
         "a: b", "a #b", "- a", "x\ny", "x\n\n  y", '"q"', "„q“", "&a", "*a", "!t", "%", "|", ">", "a,b;c\td", "#", "?"]
    ),
)  # fmt: skip
VALUES = st.one_of(st.none(), st.booleans(), st.integers(-(2**31) + 1, 2**31 - 1), TEXTS)
COLUMNS = ("locked", "colour", "weight")
ROWS = st.fixed_dictionaries(
    {
        **dict.fromkeys(COLUMNS, VALUES),
        "description": st.one_of(st.none(), TEXTS),
        "carryable": st.booleans(),
        "isa": st.lists(st.sampled_from(["Npc", "Way", "No", "May5"]), unique=True),
        "copies": st.one_of(st.none(), st.integers(1, 9)),
    }
)


def cell(value: object) -> str:
    from puzzlesynth.pack.item_csv import cell_of

    return cell_of("isa" if isinstance(value, list) else "", value)


@pytest.mark.thorough
@random_examples(150)
@given(
    st.lists(ROWS, min_size=2, max_size=4),
    st.lists(ROWS, min_size=2, max_size=4),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_any_table_is_in_the_pack_afterwards_and_comes_out_of_it_again(
    tmp_path: Path,
    first: list[dict[str, object]],
    second: list[dict[str, object]],
    delimiter: str,
    newline: str,
) -> None:
    path = tmp_path / "bank.yaml"
    path.write_bytes(PACK.replace("Safe[locked: True]", "Safe").replace("\n", newline).encode())
    for rows in (first, second, second):
        names = ["Gold", "Safe", *(f"New{number}" for number in range(len(rows) - 2))]
        head = ["item", *rows[0]]
        table = [
            head,
            *([name, *(cell(row[key]) for key in rows[0])] for name, row in zip(names, rows, strict=True)),
        ]
        written = respelt(csv_text(table), delimiter, csv.QUOTE_MINIMAL, newline)
        made = loaded(path, read_back(path, written))
        for name, row in zip(names, rows, strict=True):
            item = made.items[name]
            said = {key: row[key] for key in COLUMNS if row[key] is not None}
            assert {key: (type(value), value) for key, value in item.properties.items()} == {
                key: (type(value), value.rstrip("\n") if isinstance(value, str) else value)
                for key, value in said.items()
            }
            assert item.description == row["description"]
            assert (item.carryable, item.copies) == (row["carryable"], row["copies"] or 1)
            assert list(item.isa) == row["isa"]
        text = path.read_bytes().decode()
        assert text.count("# About gold.") == text.count("# A comment at the top.") == 1
    before = path.read_bytes()
    assert read_back(path, csv_text(table_of(path))).encode() == before

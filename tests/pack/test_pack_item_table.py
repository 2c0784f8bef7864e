"""The table of items: every value in its cell, and an edited table back without disturbing the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.pack import PackError, load_pack
from puzzlesynth.pack.item_table import csv_text, read_csv, table_of, with_table

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
    path.write_text(PACK, encoding="utf-8")
    return path


def edited(pack: Path, old: str, new: str) -> str:
    """The pack's text after the table was edited."""
    text = csv_text(table_of(pack))
    assert old in text
    table = pack.with_name("table.csv")
    table.write_text(text.replace(old, new), encoding="utf-8")
    return with_table(pack, read_csv(table)).get(pack, PACK)


def test_every_item_has_a_row(pack: Path) -> None:
    assert table_of(pack) == [
        ["item", "carryable", "description", "locked", "weight"],
        ["Gold", "true", '"Shiny, very."', "", ""],
        ["Safe", "", "", "true", "300"],
        ["Bell", "", "", "", ""],
    ]


def test_an_unchanged_table_changes_nothing(pack: Path) -> None:
    table = pack.with_name("table.csv")
    table.write_text(csv_text(table_of(pack)), encoding="utf-8")
    assert with_table(pack, read_csv(table)) == {}


@pytest.mark.parametrize(
    ("old", "new", "before", "after"),
    [
        ("true,300", "true,250", "weight: 300", "weight: 250"),
        ("true,300", "true,", "    weight: 300\n", ""),
        ('Gold,true,"""', 'Gold,,"""', "carryable: true, ", ""),
        ("Safe,,,true", "Safe,true,,true", "weight: 300\n", "weight: 300\n    carryable: true\n"),
        ("Bell,,,,", "Bell,true,,,7", "  Bell:\n", "  Bell: {carryable: true, weight: 7}\n"),
        ("Bell,,,,\n", "", "  Bell:\n", ""),
        ("Bell,,,,\n", "Bell,,,,\nRope,true,,,\n", "  Bell:\n", "  Bell:\n  Rope: {carryable: true}\n"),
    ],
)
def test_only_what_was_edited_changes(pack: Path, old: str, new: str, before: str, after: str) -> None:
    changed = edited(pack, old, new)
    assert changed == PACK.replace(before, after)
    pack.write_text(changed, encoding="utf-8")
    load_pack(pack)


@pytest.mark.parametrize(
    "text", ["", "name,a\nGold,1\n", "item,a,a\n", "item,a\nGold\n", "item\nGold\nGold\n"]
)
def test_what_is_no_such_table_is_refused(pack: Path, text: str) -> None:
    table = pack.with_name("table.csv")
    table.write_text(text, encoding="utf-8")
    with pytest.raises(PackError):
        read_csv(table)

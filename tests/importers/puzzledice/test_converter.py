"""Importing Puzzledice's XML: what it means, and that nothing but elements and attributes is let in."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.importers.puzzledice.converter import convert_puzzledice
from puzzlesynth.pack import PackError, load_pack
from tests.support.paths import ROOT

DATABASE = """<Database><Properties/><Items>
<Item name="red key"><BooleanProperty name="key" value="true"/></Item>
<Item name="elf"><ItemListProperty name="requests"><ItemReference name="red key"/></ItemListProperty></Item>
<Item name="ring"><ItemListProperty name="givenby"><ItemReference name="elf"/></ItemListProperty></Item>
</Items></Database>"""
MAP = """<puzzleMap><areas>
<area name="hill-1" startArea="true"/>
</areas><puzzles>
<SpawnPuzzle name="a" spawnArea="hill-1"/>
<ItemRequestPuzzle name="b" requester="a" requested="a"/>
<Output name="c" input="b" requestName="ring"/>
</puzzles></puzzleMap>"""
DATA = ROOT.parent / "shared" / "data" / "puzzledice"


def converted(folder: Path, database: str = DATABASE, puzzle_map: str = MAP) -> dict[str, str]:
    (folder / "things.xml").write_text(database, encoding="utf-8")
    (folder / "m.xml").write_text(puzzle_map, encoding="utf-8")
    return convert_puzzledice(folder / "things.xml", [folder / "m.xml"])


def refused(folder: Path, **texts: str) -> tuple[str, int]:
    with pytest.raises(PackError) as found:
        converted(folder, **texts)
    problem = found.value.problems[0]
    return problem.code, problem.place.line


def test_a_database_and_a_map_become_a_pack(tmp_path: Path) -> None:
    out = tmp_path / "pack"
    out.mkdir()
    for name, text in converted(tmp_path).items():
        (out / name).write_text(text, encoding="utf-8")
    pack = load_pack(out)
    assert list(pack.items) == ["red_key", "elf", "ring"]
    assert [str(rule) for rule in pack.rules] == ["ring elf ::= Give red_key elf"]
    assert pack.maps["m"].areas["hill_1"].start
    assert pack.maps["m"].blocks["c" if "c" in pack.maps["m"].blocks else "output"].item == "ring"


BOMB = """<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>
<Database><Items><Item name="&b;"/></Items></Database>"""
EXTERNAL = """<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>
<Database><Items><Item name="&a;"/></Items></Database>"""


@pytest.mark.parametrize(
    ("database", "code", "line"),
    [
        (BOMB, "xml-doctype", 1),
        (EXTERNAL, "xml-doctype", 1),
        ('<!DOCTYPE x SYSTEM "http://example.org/x.dtd"><Database/>', "xml-doctype", 1),
        ("<?php echo ?><Database/>", "xml", 1),
        ("<Database>\n<Items>\n<Thing/></Items></Database>", "unknown-element", 3),
        ("<Databasis/>", "unknown-element", 1),
        ('<Database><Items>\n<Item name="a"/>\n<Item name="a"/></Items></Database>', "defined-twice", 3),
        ("<Database><Items>\n<Item/></Items></Database>", "missing-attribute", 2),
        ("<Database><Items>", "xml", 1),
        ("not xml", "xml", 1),
        ("<Database>text</Database>", "xml", 1),
        (DATABASE.replace('name="elf"/></ItemList', 'name="elv"/></ItemList'), "unknown-item", 4),
        (
            '<Database><Items><Item name="a"><ItemListProperty name="types">\n<ItemReference name="a"/>'
            "</ItemListProperty></Item></Items></Database>",
            "circle",
            1,
        ),
        ("<a>" * 30 + "</a>" * 30, "too-deep", 1),
    ],
)
def test_hostile_databases_are_refused_with_their_line(
    tmp_path: Path, database: str, code: str, line: int
) -> None:
    assert refused(tmp_path, database=database) == (code, line)


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ('requester="a"', 'requester="x"', "unknown-block", 5),
        ('spawnArea="hill-1"', 'spawnArea="hill-2"', "unknown-area", 4),
        ('requester="a"', 'requester="b"', "circle", 5),
        ('requestName="ring"', 'requestName="rung"', "unknown-item", 6),
        ('<SpawnPuzzle name="a"', '<SpawnPuzle name="a"', "unknown-element", 4),
        ('startArea="true"', 'startArea="false"', "no-start", 1),
    ],
)
def test_mistakes_in_maps_are_refused_with_their_line(
    tmp_path: Path, old: str, new: str, code: str, line: int
) -> None:
    assert refused(tmp_path, puzzle_map=MAP.replace(old, new)) == (code, line)


@pytest.mark.skipif(not DATA.exists(), reason="the data beside the project is not there")
def test_the_sample_game_is_read(tmp_path: Path) -> None:
    files = convert_puzzledice(DATA / "database.xml", sorted(DATA.glob("full-*.xml")), "sandwich")
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    pack = load_pack(tmp_path)
    assert len(pack.items) == 28
    kinds = [rule.kind for rule in pack.rules]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "combine": 14,
        "request": 289,
        "change": 21,
        "insert": 68,
        "unbox": 68,
    }
    assert len(pack.maps) == 3

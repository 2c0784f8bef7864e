"""`puzzlesynth new`: the pack it writes works, and nothing is ever overwritten."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from puzzlesynth.pack import PackError, check_pack, load_pack, pack_schema, write_template


def test_a_new_pack_is_in_order(tmp_path: Path) -> None:
    path = write_template(tmp_path / "my-first")
    assert path == tmp_path / "my-first" / "pack.yaml"
    pack = load_pack(tmp_path / "my-first")
    assert pack.name == "my-first"
    assert check_pack(pack) == ()
    assert len(pack.rules) >= 6


def test_its_first_line_leads_editors_to_the_schema(tmp_path: Path) -> None:
    path = write_template(tmp_path / "mine")
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# yaml-language-server: $schema=")
    schema = path.parent / first.partition("=")[2]
    assert json.loads(schema.read_text(encoding="utf-8")) == pack_schema()


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "pack.yaml").write_text("precious")
    with pytest.raises(PackError, match="nothing is overwritten"):
        write_template(tmp_path / "mine")
    assert (tmp_path / "mine" / "pack.yaml").read_text() == "precious"
    (tmp_path / "file").write_text("precious")
    with pytest.raises(PackError, match="nothing is overwritten"):
        write_template(tmp_path / "file")


def test_a_name_that_cannot_be_one_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="cannot be the name of a pack"):
        write_template(tmp_path / "my pack")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_to_is_named_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("precious")
    place = tmp_path / "file" / "mine"
    with pytest.raises(
        PackError, match=re.escape(f"`{place / 'pack.yaml'}` cannot be written: Not a directory")
    ):
        write_template(place)

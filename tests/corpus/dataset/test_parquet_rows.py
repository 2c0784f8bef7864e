"""Puzzles of Parquet files by row number."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.bad_input import BadInput
from puzzlesynth.corpus.dataset.parquet_rows import ParquetRows

pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")


def write(path: Path, rows: list[str], column: str = "puzzle") -> Path:
    from pyarrow import parquet

    parquet.write_table(pyarrow.table({column: rows}), path, row_group_size=3)
    return path


def test_rows_of_several_files_and_groups_are_numbered_through(tmp_path: Path) -> None:
    wanted = [f"puzzle {number}" for number in range(11)]
    files = [write(tmp_path / "a.parquet", wanted[:7]), write(tmp_path / "b.parquet", wanted[7:])]
    rows = ParquetRows(files)
    assert len(rows) == 11
    assert [rows[number] for number in range(11)] == wanted
    assert [rows[number] for number in (10, 0, 6, 7)] == [wanted[number] for number in (10, 0, 6, 7)]


def test_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no column"):
        ParquetRows([write(tmp_path / "a.parquet", ["x"], "text")])
    (tmp_path / "b.parquet").write_text("no")
    with pytest.raises(BadInput, match=r"b\.parquet: not a Parquet file"):
        ParquetRows([tmp_path / "b.parquet"])


def test_damage_inside_a_file_is_told_with_its_name(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", [f"puzzle {number}" for number in range(3)])
    data = bytearray(path.read_bytes())
    data[4:60] = b"\xff" * 56
    path.write_bytes(data)
    with pytest.raises(BadInput, match=r"a\.parquet: this Parquet file cannot be read"):
        ParquetRows([path])[0]


def test_a_row_without_a_puzzle_is_told(tmp_path: Path) -> None:
    rows = ParquetRows([write(tmp_path / "a.parquet", [None])])  # type: ignore[list-item]
    with pytest.raises(BadInput, match=r"a\.parquet: row 0 has no puzzle"):
        rows[0]

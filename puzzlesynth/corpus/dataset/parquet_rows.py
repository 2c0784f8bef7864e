"""The puzzles or levels of Parquet files by row number.

A group of rows is read at a time and kept until another one is needed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from puzzlesynth.bad_input import BadInput


class ParquetRows:
    """Rows of several files, one after the other."""

    def __init__(self, paths: Sequence[Path], column: str = "puzzle") -> None:
        """`column` holds the JSON. Raises `BadInput` for a file that is not Parquet or has no such column, and where
        pyarrow is missing."""
        try:
            import pyarrow.parquet as parquet
        except ImportError:
            raise BadInput("reading Parquet needs pyarrow: pip install 'puzzlesynth[corpus]'") from None
        from pyarrow import ArrowException

        self._column = column
        self._groups: list[tuple[Any, int]] = []
        self._errors = (OSError, ArrowException)
        self._paths: list[Path] = []
        for path in paths:
            try:
                file = parquet.ParquetFile(path)
            except self._errors as error:
                raise BadInput(f"{path}: not a Parquet file ({error})") from None
            self._paths += [path] * file.num_row_groups
            if column not in file.schema_arrow.names:
                raise BadInput(f"{path}: there is no column `{column}`")
            self._groups += [(file, number) for number in range(file.num_row_groups)]
        sizes = [file.metadata.row_group(number).num_rows for file, number in self._groups]
        self._starts: list[int] = [0, *accumulate(sizes)]
        self._kept: tuple[int, Any] = (-1, None)

    def __len__(self) -> int:
        return self._starts[-1]

    def __getitem__(self, number: int) -> str:
        group = bisect_right(self._starts, number) - 1
        if self._kept[0] != group:
            self._kept = (group, self._read(group, self._column))
        # One row of many: the others stay what they are, unpacked bytes.
        text = self._kept[1][number - self._starts[group]].as_py()
        if not isinstance(text, str):
            raise BadInput(f"{self._paths[group]}: row {number} has no {self._column}")
        return text

    def _read(self, group: int, column: str) -> Any:
        file, inside = self._groups[group]
        try:
            return file.read_row_group(inside, columns=[column]).column(0)
        except self._errors as error:
            raise BadInput(f"{self._paths[group]}: this Parquet file cannot be read ({error})") from None

    def values(self, name: str) -> list[Any]:
        """What every row has in a column; None where it has nothing. Raises `BadInput` where there is no such column."""
        found: list[Any] = []
        for group, (file, _) in enumerate(self._groups):
            if name not in file.schema_arrow.names:
                raise BadInput(f"{self._paths[group]}: there is no column `{name}`")
            found += self._read(group, name).to_pylist()
        return found

"""The puzzles of Parquet files by row number. A group of rows is read at a time and kept until another one is needed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from puzzlesynth.bad_input import BadInput

COLUMN = "puzzle"
"""Holds the JSON of a puzzle."""


class ParquetRows:
    """Rows of several files, one after the other."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Raises `BadInput` for a file that is not Parquet or has no puzzles, and where pyarrow is missing."""
        try:
            import pyarrow.parquet as parquet
        except ImportError:
            raise BadInput("reading Parquet needs pyarrow: pip install 'puzzlesynth[corpus]'") from None
        from pyarrow import ArrowException

        self._groups: list[tuple[Any, int]] = []
        self._errors = (OSError, ArrowException)
        self._paths: list[Path] = []
        for path in paths:
            try:
                file = parquet.ParquetFile(path)
            except self._errors as error:
                raise BadInput(f"{path}: not a Parquet file ({error})") from None
            self._paths += [path] * file.num_row_groups
            if COLUMN not in file.schema_arrow.names:
                raise BadInput(f"{path}: there is no column `{COLUMN}`")
            self._groups += [(file, number) for number in range(file.num_row_groups)]
        sizes = [file.metadata.row_group(number).num_rows for file, number in self._groups]
        self._starts: list[int] = [0, *accumulate(sizes)]
        self._kept: tuple[int, Any] = (-1, None)

    def __len__(self) -> int:
        return self._starts[-1]

    def __getitem__(self, number: int) -> str:
        group = bisect_right(self._starts, number) - 1
        if self._kept[0] != group:
            file, inside = self._groups[group]
            try:
                rows = file.read_row_group(inside, columns=[COLUMN]).column(0)
            except self._errors as error:
                raise BadInput(f"{self._paths[group]}: this Parquet file cannot be read ({error})") from None
            self._kept = (group, rows)
        # One row of many: the others stay what they are, unpacked bytes.
        puzzle = self._kept[1][number - self._starts[group]].as_py()
        if not isinstance(puzzle, str):
            raise BadInput(f"{self._paths[group]}: row {number} has no puzzle")
        return puzzle

"""The rows of a corpus by number: of a merged corpus, one of its Parquet files, or a file of JSON Lines."""

from __future__ import annotations

import json
import os
from operator import index
from pathlib import Path
from typing import Any, Protocol

from puzzlesynth.bad_input import BadInput
from puzzlesynth.puzzle.strict_json import shown


class Rows(Protocol):
    """Puzzles or levels as JSON, by number."""

    def __len__(self) -> int: ...

    def __getitem__(self, number: int) -> str: ...

    def values(self, name: str) -> list[Any]:
        """What every row has under a name; None where it has nothing."""
        ...


def row_number(given: object) -> int:
    """The row that a user asks for. Raises `BadInput` for what is no whole number."""
    try:
        return index(given)  # type: ignore[arg-type]
    except TypeError:
        raise BadInput(f"options: `row` is the number of a row, from 0; found {shown(given)}") from None


def open_rows(path: str | os.PathLike[str], split: str = "train", column: str = "puzzle") -> Rows:
    """The puzzles (or with `column` the levels) of a file, of a corpus on disk, or of its part for one pack: a folder
    under `data`. Raises `BadInput` for anything else."""
    where = Path(path)
    if where.is_file() and where.suffix != ".parquet":
        return LineRows(where)
    from puzzlesynth.corpus.dataset.parquet_rows import ParquetRows

    name = f"{split}-*.parquet"
    files = [where] if where.is_file() else sorted(where.glob(f"data/*/{name}")) or sorted(where.glob(name))
    if not files:
        raise BadInput(
            f"{path}: expected a merged corpus with data/*/{split}-*.parquet, or a file of JSON Lines"
        )
    return ParquetRows(files, column)


class LineRows:
    """A file of JSON Lines; where each line begins is kept, the lines are not."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._starts: list[int] = []
        try:
            with path.open("rb") as file:
                start = 0
                for line in file:
                    if line.strip():
                        self._starts.append(start)
                    start += len(line)
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from None

    def __len__(self) -> int:
        return len(self._starts)

    def __getitem__(self, number: int) -> str:
        with self._path.open("rb") as file:
            file.seek(self._starts[number])
            return file.readline().decode("utf-8", "replace")

    def values(self, name: str) -> list[Any]:
        """Raises `BadInput` for a line that is no JSON object."""
        found = []
        for number in range(len(self)):
            try:
                data = json.loads(self[number])
            except (ValueError, RecursionError):
                data = None
            if not isinstance(data, dict):
                raise BadInput(f"{self._path}: row {number}: expected a JSON object")
            found.append(data.get(name))
        return found

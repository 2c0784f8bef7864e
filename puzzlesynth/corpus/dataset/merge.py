"""A corpus as a dataset: Parquet files in the layout of Hugging Face, a row per puzzle, proven to have no row twice.

Everything is written into a folder beside the target, which gets its name once it is complete. The split goes by a hash
of the tree, so puzzles with the same tree are always in the same split, in this corpus and in every other.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from puzzlesynth.bad_input import BadInput
from puzzlesynth.corpus.job import read_job, unpacked
from puzzlesynth.corpus.manifest import CONSTRAINTS, LEVELS, MANIFEST, CorpusError, Manifest, read_manifest
from puzzlesynth.corpus.storage import Receipt, receipt_path, receipts, shard_lines, shard_path
from puzzlesynth.quick_dataclasses import dataclass

from .table_rows import LEVEL_TABLE, NUMBER, PUZZLE_TABLE, TEXT, PackTexts, Row, Table

SPLITS = ("train", "validation", "test")
SHARES = (90, 5, 5)
"""Percent of the trees in each split."""

SPLIT_KEY = "puzzlesynth.split"
"""Under which each file says how the corpus was split."""

GROUP = 2_000
"""Rows that are kept in memory for each split, and written together."""
FILE_ROWS = 250_000
"""Rows of a file, at most."""
LEVEL = 6
"""Of zstd: 3 is a third faster and 8 % larger."""
MEMORY = "1GB"
"""What DuckDB may use; beyond that it uses the disk."""


@dataclass(frozen=True)
class Merged:
    """What was written."""

    rows: Mapping[str, Mapping[str, int]]
    """By configuration (a pack) and split."""
    bytes: int
    trees: int
    """How many different trees there are; for levels, different levels."""
    thing: str = "puzzle"
    """What a row is."""
    left_out: int = 0
    """Lines that had been there before."""

    @property
    def count(self) -> int:
        return sum(sum(splits.values()) for splits in self.rows.values())


def split_of(tree: str, shares: Sequence[int] = SHARES) -> str:
    """The split of a tree: always the same for the same tree."""
    place = int.from_bytes(sha256(tree.encode()).digest()[:8]) * sum(shares) >> 64
    for split, share in zip(SPLITS, shares, strict=True):
        place -= share
        if place < 0:
            return split
    return SPLITS[-1]


def merge_corpus(
    corpus: Path, target: Path, *, shares: Sequence[int] = SHARES, partial: bool = False
) -> Iterator[tuple[int, Merged | None]]:
    """Merges a corpus; yields how many rows are written, again and again, and what it is at the end.

    `partial`: also if shards are missing. `CorpusError` for a corpus that is not complete, a damaged shard, and puzzles
    that are there twice; nothing is left behind then.
    """
    _require_libraries()
    if target.exists():
        raise BadInput(f"{target}: this already exists; choose a new folder")
    manifest = read_manifest(corpus)
    ready = _ready(corpus, manifest, partial)
    table = LEVEL_TABLE if manifest.kind == LEVELS else PUZZLE_TABLE
    texts = _texts(corpus, manifest)
    if len(texts) < len(manifest.sources):
        raise CorpusError(f"{corpus}: two packs have the same name; a dataset needs a name for each")
    with _folder(target) as folder:
        # Levels come from runs that know nothing of each other; puzzles of different shards are different already.
        repeated = repeated_lines(corpus, ready, folder) if manifest.kind == LEVELS else None
        writer = DatasetWriter(folder, table, list(texts), shares)
        position = 0
        for receipt in ready:
            for row in _rows(corpus, receipt, table, texts):
                if repeated is None or not repeated[position]:
                    writer.add(row, split_of(row[table.key], shares))
                position += 1
            yield writer.count, None
        writer.close()
        if not writer.count:
            raise CorpusError(f"{corpus}: there is no {table.thing} in its shards")
        trees = _prove_distinct(corpus, folder, table)
        _copy_sources(corpus, folder)
        size = sum(path.stat().st_size for path in folder.rglob("*.parquet"))
        merged = Merged(writer.rows, size, trees, table.thing, sum(repeated or b""))
    yield merged.count, merged


def _require_libraries() -> None:
    try:
        import duckdb  # noqa: F401
        import pyarrow  # noqa: F401
    except ImportError as missing:
        raise BadInput(f"merging needs {missing.name}: pip install 'puzzlesynth[corpus]'") from None


def _ready(corpus: Path, manifest: Manifest, partial: bool) -> list[Receipt]:
    found = receipts(corpus, len(manifest.shards))
    missing = len(manifest.shards) - len(found)
    if missing and not partial:
        again = f"`puzzlesynth corpus run {corpus}` makes them, and --partial merges what is there"
        raise CorpusError(f"{corpus}: {missing} of {len(manifest.shards)} shards are missing; {again}")
    if not found:
        raise CorpusError(f"{corpus}: there are no puzzles yet; make them with `puzzlesynth corpus run`")
    for number, receipt in sorted(found.items()):
        if receipt.manifest != manifest.digest:
            raise CorpusError(
                f"{receipt_path(corpus, number)}: this shard was made for another plan than {corpus / MANIFEST}; run the "
                "corpus again"
            )
    return [found[number] for number in sorted(found)]


def _texts(corpus: Path, manifest: Manifest) -> dict[str, PackTexts | None]:
    """For each pack or game what its rows are put into words with."""
    if manifest.kind == LEVELS:
        return {source.name: None for source in manifest.sources}
    return {pack.name: PackTexts(pack) for pack in unpacked(read_job(corpus)).packs}


def repeated_lines(corpus: Path, ready: Sequence[Receipt], folder: Path) -> bytearray:
    """For each line of a corpus, in order, whether one with the same id came before it.

    Exact, in little memory: ids go into files by their first digit, and each file is looked at by itself.
    """
    buckets = {digit: (folder / f".ids-{digit}").open("w+", encoding="ascii") for digit in "0123456789abcdef"}
    repeated = bytearray()
    try:
        for receipt in ready:
            for line in shard_lines(corpus, receipt):
                start = line.index('"id":"') + len('"id":"')
                name = line[start : line.index('"', start)]
                buckets[name[0]].write(f"{name} {len(repeated)}\n")
                repeated.append(False)
        for file in buckets.values():
            file.seek(0)
            seen: set[str] = set()
            for text in file:
                name, _, number = text.partition(" ")
                repeated[int(number)] = name in seen
                seen.add(name)
    except (ValueError, KeyError):
        raise CorpusError(
            f"{corpus}: a line of a shard has no id; delete its receipt and run the corpus again"
        ) from None
    finally:
        for file in buckets.values():
            file.close()
            Path(file.name).unlink(missing_ok=True)
    return repeated


def _rows(
    corpus: Path, receipt: Receipt, table: Table, texts: Mapping[str, PackTexts | None]
) -> Iterator[Row]:
    for number, line in enumerate(shard_lines(corpus, receipt), 1):
        try:
            yield table.row(texts[_pack_of(line)], line)
        except (ValueError, KeyError, TypeError, RecursionError):
            # That the file is not what its receipt says would only come out at its end.
            path, again = shard_path(corpus, receipt.shard), receipt_path(corpus, receipt.shard)
            problem = f"this is not a {table.thing} of the corpus; delete {again} and run the corpus again"
            raise CorpusError(f"{path}, line {number}: {problem}") from None


def _pack_of(line: str) -> str:
    """The pack's name without reading the whole line: it comes first, after the format."""
    start = line.index('"name":"') + len('"name":"')
    return line[start : line.index('"', start)]


@contextmanager
def _folder(target: Path) -> Iterator[Path]:
    """A folder that is there complete, or not at all."""
    folder = target.with_name(f".{target.name}-unfinished")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        yield folder
        folder.rename(target)
    except OSError as problem:
        # pyarrow says what went wrong, but not with which file.
        raise OSError(problem.errno, problem.strerror or str(problem), str(target)) from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class DatasetWriter:
    """Takes rows one by one and keeps no more than a group of them for each file."""

    def __init__(self, folder: Path, table: Table, configs: Sequence[str], shares: Sequence[int]) -> None:
        self._folder = folder
        self._schema = arrow_schema(table).with_metadata({SPLIT_KEY: "/".join(map(str, shares))})
        self.rows: dict[str, dict[str, int]] = {name: dict.fromkeys(SPLITS, 0) for name in configs}
        self._waiting: dict[tuple[str, str], list[Row]] = {}
        self._open: dict[tuple[str, str], Any] = {}
        self._files: dict[tuple[str, str], int] = {}

    @property
    def count(self) -> int:
        return sum(sum(splits.values()) for splits in self.rows.values())

    def add(self, row: Row, split: str) -> None:
        key = (row["pack"], split)
        self.rows[row["pack"]][split] += 1
        waiting = self._waiting.setdefault(key, [])
        waiting.append(row)
        if len(waiting) >= GROUP:
            self._write(key)
            if self.rows[row["pack"]][split] % FILE_ROWS == 0:
                self._open.pop(key).close()

    def _write(self, key: tuple[str, str]) -> None:
        import pyarrow

        rows = self._waiting.pop(key, [])
        if rows:
            self._file(key).write_table(pyarrow.Table.from_pylist(rows, schema=self._schema))

    def _file(self, key: tuple[str, str]) -> Any:
        from pyarrow import parquet

        if key not in self._open:
            number = self._files[key] = self._files.get(key, -1) + 1
            path = self._folder / "data" / key[0] / f"{key[1]}-{number:05d}.parquet"
            path.parent.mkdir(parents=True, exist_ok=True)
            self._open[key] = parquet.ParquetWriter(
                path, self._schema, compression="zstd", compression_level=LEVEL
            )
        return self._open[key]

    def close(self) -> None:
        """Writes what is left. The files get their names once their number is known."""
        for key in list(self._waiting):
            self._write(key)
        for file in self._open.values():
            file.close()
        for (pack, split), last in self._files.items():
            for number in range(last + 1):
                path = self._folder / "data" / pack / f"{split}-{number:05d}.parquet"
                path.rename(path.with_name(f"{split}-{number:05d}-of-{last + 1:05d}.parquet"))


def arrow_schema(table: Table) -> Any:
    import pyarrow

    types = {TEXT: pyarrow.string(), NUMBER: pyarrow.int32()}
    texts = pyarrow.list_(pyarrow.string())
    return pyarrow.schema([(c.name, types.get(c.type, texts)) for c in table.columns])


def _prove_distinct(corpus: Path, folder: Path, table: Table) -> int:
    """Counts ids and trees of everything that was written. `CorpusError` if one is there twice."""
    files = str(folder / "data" / "*" / "*.parquet")
    with database_in(folder) as database:
        found = database.execute(
            f"SELECT count(*), count(DISTINCT id), count(DISTINCT (pack, {table.key})) FROM read_parquet(?)",
            [files],
        ).fetchone()
        assert found is not None
        rows, ids, trees = found
        if ids < rows:
            twice = database.execute(
                "SELECT id, count(*) FROM read_parquet(?) GROUP BY id HAVING count(*) > 1 ORDER BY id LIMIT 3",
                [files],
            ).fetchall()
            names = ", ".join(f"{name} ({count} times)" for name, count in twice)
            raise CorpusError(
                f"{corpus}: {rows - ids} of {rows} {table.thing}s occur more than once: {names}"
            )
    return int(trees)


@contextmanager
def database_in(folder: Path) -> Iterator[Any]:
    """A database that counts what is in a folder, in little memory and, beyond that, on the folder's disk."""
    import duckdb

    beyond = folder / ".duckdb"
    try:
        with duckdb.connect(config={"memory_limit": MEMORY, "temp_directory": str(beyond)}) as database:
            yield database
    except (duckdb.IOException, duckdb.OutOfMemoryException) as problem:
        raise CorpusError(f"{folder}: counting needs more room than there is ({problem})") from None
    finally:
        shutil.rmtree(beyond, ignore_errors=True)


def _copy_sources(corpus: Path, folder: Path) -> None:
    """The manifest and the packs: puzzles need their pack to be played, and the card says how they were made."""
    shutil.copyfile(corpus / MANIFEST, folder / MANIFEST)
    for name in ("packs", "games", "layouts", CONSTRAINTS):
        if (corpus / name).is_dir():
            shutil.copytree(corpus / name, folder / name)

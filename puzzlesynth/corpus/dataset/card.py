"""The data card of a merged corpus: what it has, how it was made, how it is spread, and the commands to make it again.

`README.md` begins with what Hugging Face reads: the configurations with their files. All figures are counted in the
Parquet files themselves.
"""

from __future__ import annotations

import json
import math
import shlex
from pathlib import Path
from typing import Any

from puzzlesynth.bad_input import BadInput
from puzzlesynth.corpus.figures import size_text
from puzzlesynth.corpus.manifest import LEVELS, CorpusError, Manifest, read_manifest
from puzzlesynth.corpus.storage import written_durably
from puzzlesynth.pack.text.wording import capital, counted
from puzzlesynth.qa.charts import bar_chart, picture
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.synth.options import GRADES

from .merge import MEMORY, SHARES, SPLIT_KEY
from .table_rows import LEVEL_TABLE, PUZZLE_TABLE, Table

CARD = "README.md"
PLOTS = "plots"
UNKNOWN_LICENSE = "unknown"

PLOTTED = {
    "steps": "steps of the solution",
    "depth": "longest chain of steps",
    "objects": "objects at the start",
    "score": "difficulty",
    "length": "moves of a shortest solution",
    "difficulty": "states that the best solver explores",
}
"""Columns, with what they are called in a plot."""

MOST_BARS = 24

DEFAULT_SPLIT = "/".join(map(str, SHARES))


@dataclass(frozen=True)
class Split:
    """The files of one configuration and split, counted."""

    config: str
    name: str
    rows: int
    bytes: int


@dataclass(frozen=True)
class Distribution:
    """How a column is spread over the rows that have a value: whole numbers, 0 or more."""

    column: str
    counts: tuple[tuple[int, int], ...]
    """Values with how often they occur, in order."""

    @property
    def rows(self) -> int:
        return sum(count for _, count in self.counts)

    @property
    def mean(self) -> float:
        return sum(value * count for value, count in self.counts) / self.rows

    @property
    def is_skewed(self) -> bool:
        """Most rows would be in the first of many even bars."""
        first = self.counts[0][0]
        near = sum(count for value, count in self.counts if value < first + self._width)
        return self._width > 1 and 2 * near > self.rows

    @property
    def _width(self) -> int:
        return math.ceil((self.counts[-1][0] - self.counts[0][0] + 1) / MOST_BARS)

    def bars(self) -> list[tuple[str, int]]:
        """A bar for each value, or for several where there are too many: as many for each, or twice as many each time."""
        first, last = self.counts[0][0], self.counts[-1][0]
        if self.is_skewed:
            powers = range(first.bit_length(), last.bit_length() + 1)
            found = {1 << power >> 1: 0 for power in powers}
            for value, count in self.counts:
                found[1 << value.bit_length() >> 1] += count
        else:
            found = dict.fromkeys(range(first, last + 1, self._width), 0)
            for value, count in self.counts:
                found[first + (value - first) // self._width * self._width] += count
        return [(f"{value:,}", count) for value, count in found.items()]


class DatasetFigures:
    """What is in a merged corpus."""

    def __init__(self, folder: Path) -> None:
        """Raises `CorpusError` for a folder that is no merged corpus."""
        try:
            import duckdb
            import pyarrow  # noqa: F401
        except ImportError as missing:
            raise BadInput(f"a card needs {missing.name}: pip install 'puzzlesynth[corpus]'") from None
        self.folder = folder
        self.manifest: Manifest = read_manifest(folder)
        self.table: Table = LEVEL_TABLE if self.manifest.kind == LEVELS else PUZZLE_TABLE
        self._files = sorted(folder.glob("data/*/*.parquet"))
        if not self._files:
            raise CorpusError(
                f"{folder}: there are no Parquet files in it; merge a corpus with `corpus merge`"
            )
        room = {"memory_limit": MEMORY, "temp_directory": str(folder / ".duckdb")}
        self._database = duckdb.connect(config=room)
        self._problem: type[Exception] = duckdb.Error

    def _ask(self, columns: str, rest: str = "", files: list[Path] | None = None) -> list[tuple[Any, ...]]:
        paths = [str(path) for path in files or self._files]
        try:
            found: list[tuple[Any, ...]] = self._database.execute(
                f"SELECT {columns} FROM read_parquet(?) {rest}", [paths]
            ).fetchall()
        except self._problem as problem:
            damaged = self._first_damaged(files or self._files)
            said = str(problem).partition("\n")[0]
            raise CorpusError(
                f"{damaged}: this Parquet file cannot be read ({said}); merge the corpus again"
            ) from None
        return found

    def _first_damaged(self, files: list[Path]) -> Path:
        """Of files that cannot be read together."""
        for path in files:
            try:
                self._database.execute("SELECT * FROM read_parquet(?)", [str(path)]).fetchall()
            except self._problem:
                return path
        return files[0]

    @property
    def shares(self) -> str | None:
        """How it was split, in percent."""
        from pyarrow import ArrowException, parquet

        try:
            found = (parquet.read_schema(self._files[0]).metadata or {}).get(SPLIT_KEY.encode())
        except (OSError, ArrowException) as problem:
            said = f"this Parquet file cannot be read ({problem}); merge the corpus again"
            raise CorpusError(f"{self._files[0]}: {said}") from None
        return None if found is None else found.decode("utf-8", "replace")

    def splits(self) -> list[Split]:
        """In the order in which they are read: train first."""
        grouped: dict[tuple[str, str], list[Path]] = {}
        for path in self._files:
            grouped.setdefault((path.parent.name, path.name.partition("-")[0]), []).append(path)
        order = {"train": 0, "validation": 1, "test": 2}
        return [
            Split(
                config, name, self._ask("count(*)", files=files)[0][0], sum(f.stat().st_size for f in files)
            )
            for (config, name), files in sorted(
                grouped.items(), key=lambda one: (one[0][0], order.get(one[0][1], 3))
            )
        ]

    def distinct(self) -> tuple[int, int, int]:
        """Rows, different ids, different keys of the split."""
        counts = f"count(*), count(DISTINCT id), count(DISTINCT (pack, {self.table.key}))"
        rows, ids, keys = self._ask(counts)[0]
        return rows, ids, keys

    def spread(self, column: str) -> Distribution | None:
        """None: no row has a value."""
        counts = self._ask(f"{column}, count(*)", f"WHERE {column} IS NOT NULL GROUP BY 1 ORDER BY 1")
        return (
            Distribution(column, tuple((int(value), int(count)) for value, count in counts))
            if counts
            else None
        )

    def texts(self, column: str) -> dict[str, int]:
        """How often each text of a column occurs."""
        counts = self._ask(f"{column}, count(*)", f"WHERE {column} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1")
        return {str(text): int(count) for text, count in counts}

    def grades(self) -> dict[str, int]:
        """How many are easy, medium and hard, in this order; none: nothing was measured."""
        found = self.texts("grade") if self.table is PUZZLE_TABLE else {}
        return {grade: found[grade] for grade in GRADES if grade in found}

    def goal_entropy(self) -> tuple[int, float]:
        """Different combinations of goals, and the entropy of their shares as a part of the largest possible."""
        counts = [int(count) for (count,) in self._ask("count(*)", "GROUP BY pack, goals")]
        total = sum(counts)
        entropy = -sum(count / total * math.log(count / total) for count in counts)
        return len(counts), entropy / math.log(len(counts)) if len(counts) > 1 else 1.0


def write_card(
    folder: Path, *, license: str = UNKNOWN_LICENSE, title: str | None = None, text: str | None = None
) -> Path:
    """Writes the card of a merged corpus and its plots. Returns where it is."""
    figures = DatasetFigures(folder)
    plots = {}
    things = f"{figures.table.thing}s"
    names = {column.name for column in figures.table.columns}
    for column, unit in PLOTTED.items():
        spread = figures.spread(column) if column in names else None
        if spread is not None:
            plots[column] = spread
            axis = f"{unit}, doubling" if spread.is_skewed else unit
            drawn = picture(bar_chart(f"{capital(things)} by {unit}", spread.bars(), axis, things))
            with written_durably(folder / PLOTS / f"{column}.svg") as file:
                file.write(drawn.encode())
    written = card_text(figures, plots, license, title, text)
    with written_durably(folder / CARD) as file:
        file.write(written.encode())
    return folder / CARD


def card_text(
    figures: DatasetFigures, plots: dict[str, Distribution], license: str, title: str | None, text: str | None
) -> str:
    names = ", ".join(source.name for source in figures.manifest.sources)
    title = title or f"{capital(figures.table.thing)}s of {names}"
    splits = figures.splits()
    levels = figures.table is LEVEL_TABLE
    parts = [
        _front_matter(splits, license, title, "puzzlescript" if levels else "text-games"),
        f"# {title}",
        text or (_ABOUT_LEVELS if levels else _ABOUT_PUZZLES),
        _content(figures, splits),
        _columns(figures),
        _LEVEL_GUARANTEES if levels else _guarantees(figures),
        _spread(figures, plots),
        _origin(figures, license),
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"


_ABOUT_PUZZLES = "Narrative puzzles for games, each one proven solvable."
_ABOUT_LEVELS = "Levels of PuzzleScript games, each one solved."
_LEVEL_GUARANTEES = """## What is guaranteed

Every level was won by replaying its solution, which is a shortest one. No two levels are the same, mirrored or turned, as
far as the game's rules are the same when mirrored or turned."""


def _front_matter(splits: list[Split], license: str, title: str, tag: str) -> str:
    rows = sum(split.rows for split in splits)
    size = next(
        (name for most, name in _SIZES if rows < most),
        "n>1T",
    )
    lines = ["---", f"pretty_name: {json.dumps(title)}", f"license: {license}", "language:", "- en"]
    lines += ["size_categories:", f"- {size}", "tags:", "- puzzles", "- planning", f"- {tag}", "configs:"]
    for config in dict.fromkeys(split.config for split in splits):
        lines += [f"- config_name: {json.dumps(config)}", "  data_files:"]
        for split in splits:
            if split.config == config:
                path = json.dumps(f"data/{config}/{split.name}-*.parquet")
                lines += [f"  - split: {split.name}", f"    path: {path}"]
    return "\n".join([*lines, "---"])


_SIZES = (
    (10**3, "n<1K"),
    (10**4, "1K<n<10K"),
    (10**5, "10K<n<100K"),
    (10**6, "100K<n<1M"),
    (10**7, "1M<n<10M"),
    (10**8, "10M<n<100M"),
    (10**9, "100M<n<1B"),
)


def _content(figures: DatasetFigures, splits: list[Split]) -> str:
    rows, ids, trees = figures.distinct()
    table = "".join(f"| {s.config} | {s.name} | {s.rows:,} | {size_text(s.bytes)} |\n" for s in splits)
    size = sum(split.bytes for split in splits)
    load = json.dumps(splits[0].config)
    thing, key = figures.table.thing, figures.table.key
    return f"""## Contents

| configuration | split | {thing}s | size |
|---|---|---|---|
{table}
{rows:,} {thing}s, {ids:,} of them different, with {trees:,} different values of `{key}`; {size / rows:,.0f} bytes each.
The split depends on a hash of `{key}`, so no value is in two splits.

```python
import datasets

{thing}s = datasets.load_dataset("path/to/this/folder", {load})
```"""


def _columns(figures: DatasetFigures) -> str:
    rows = "".join(f"| `{c.name}` | {c.type} | {c.meaning} |\n" for c in figures.table.columns)
    return f"## Columns\n\n| column | type | meaning |\n|---|---|---|\n{rows}"


def _guarantees(figures: DatasetFigures) -> str:
    lines = []
    for column in ("solvable", "shortcuts", "dead_ends"):
        counts = figures.texts(column)
        said = ", ".join(f"`{text}` {count:,}" for text, count in counts.items())
        lines.append(f"- `{column}`: {said}")
    found = "\n".join(lines)
    return f"""## What is guaranteed

Every puzzle was made by answer-set programming and accepted by a simulator that shares no code with the encoding: its
solution was played from the start, and everything that a player can do was searched for shortcuts. `puzzlesynth verify`
proves it again for each row.

{found}"""


def _spread(figures: DatasetFigures, plots: dict[str, Distribution]) -> str:
    lines = ["## Distribution\n", "| | least | mean | most |", "|---|---|---|---|"]
    for column, spread in plots.items():
        least, most = spread.counts[0][0], spread.counts[-1][0]
        lines.append(f"| {PLOTTED[column]} | {least:,} | {spread.mean:,.1f} | {most:,} |")
    lines.append("")
    if figures.table is PUZZLE_TABLE:
        goals, entropy = figures.goal_entropy()
        share = f"the entropy of their shares is {entropy:.1%} of the largest possible"
        lines.append(f"{goals:,} combinations of goals; {share}.")
    grades = figures.grades()
    if grades:
        lines.append(f"By difficulty: {', '.join(f'{count:,} {grade}' for grade, count in grades.items())}.")
    lines.append("")
    things = f"{capital(figures.table.thing)}s"
    lines += [f"![{things} by {PLOTTED[column]}]({PLOTS}/{column}.svg)" for column in plots]
    return "\n".join(lines)


def _origin(figures: DatasetFigures, license: str) -> str:
    manifest = figures.manifest
    versions = ", ".join(f"{name} {version}" for name, version in manifest.versions.items())
    sources = "\n".join(f"- `{s.name}` in `{s.path}`, SHA-256 `{s.sha256}`" for s in manifest.sources)
    said = "No licence is given." if license == UNKNOWN_LICENSE else f"Licence: {license}."
    commands = "\n".join(_commands(figures))
    return f"""## How it was made

With {versions}, seed {manifest.seed}, in {counted(len(manifest.shards), "shard")}, from

{sources}

To make the same bytes again:

```sh
{commands}
```

{said}"""


def _commands(figures: DatasetFigures) -> list[str]:
    """What makes the dataset again, as its own files tell."""
    planned = figures.manifest.command or "puzzlesynth corpus plan PACK --size N -o corpus"
    words = shlex.split(planned)
    corpus = words[words.index("-o") + 1] if "-o" in words[:-1] else "corpus"
    run = ["puzzlesynth", "corpus", "run", corpus, *(["--measure"] if figures.grades() else [])]
    merge = ["puzzlesynth", "corpus", "merge", corpus, "-o", figures.folder.name]
    if figures.shares not in (None, DEFAULT_SPLIT):
        merge += ["--split", figures.shares]
    return [planned, shlex.join(run), shlex.join(merge)]

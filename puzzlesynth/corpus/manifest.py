"""The manifest of a corpus: everything that decides which puzzles it has, and nothing about where or when they are made.

A corpus is a folder:

    manifest.json              what this module reads and writes
    packs/0/…                  the files of each pack, copied, so that the folder alone is enough on another machine
    shards/00000.jsonl.gz      one puzzle per line, as `synth --json` prints it (with `--measure`, with its difficulty)
    receipts/00000.json        written last: the shard is complete (`puzzlesynth.corpus.storage`)

A shard is a list of *parts*. A part is a cube of one pack's space, and how many of the cube's puzzles are wanted (none:
all). A cube is a conjunction of literals in words, as in `goal Tower 1`, `step 14 Lamp` and `no step 3 Rope`; what they
mean is up to the code that fills the shard (`puzzlesynth.synth.cubes`). The cubes of all parts of a pack are disjoint and
cover its space.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any

from puzzlesynth.bad_input import BadInput
from puzzlesynth.puzzle.json_shapes import (
    NUMBER,
    SEED,
    TEXT,
    JsonKey,
    JsonShape,
    PuzzleError,
    constant,
    listed,
    mapped,
    record,
)
from puzzlesynth.puzzle.strict_json import JsonError, read_bytes, read_json, shown
from puzzlesynth.quick_dataclasses import dataclass, field

FORMAT = "puzzlesynth.corpus/1"
MANIFEST = "manifest.json"

PUZZLES = "puzzles"
"""The kind of a corpus of narrative puzzles."""
LEVELS = "levels"
"""The kind of a corpus of PuzzleScript levels; its sources are games."""

CONSTRAINTS = "constraints"
"""The folder of a corpus, and the option, of constraints that are not the packs' own."""
LAYOUT = "layout"
"""The option of a corpus of levels: sizes, as in `7x7`, and files with a map."""
SIZE = re.compile(r"\d+x\d+")
"""Of a layout that needs no file."""

MOST = 10**12
"""Puzzles or levels of a corpus."""
MOST_SHARDS = 500_000
"""Of a corpus: a manifest with more would be larger than what is read."""


class CorpusError(BadInput):
    """A corpus that cannot be used: the message names the file and says why."""


@dataclass(frozen=True)
class ManifestSource:
    """What puzzles are made from: a pack, or for other kinds of corpora another input."""

    name: str
    sha256: str
    """Of all that the puzzles depend on."""
    path: str
    """Its copy, relative to the corpus."""


@dataclass(frozen=True)
class Part:
    """Some of a source's space."""

    source: int
    """The number of the source in the manifest, from 0."""
    cube: tuple[str, ...]
    size: int | None
    """How many are wanted, if there are that many; None: all."""


@dataclass(frozen=True)
class Shard:
    parts: tuple[Part, ...]

    @property
    def size(self) -> int | None:
        sizes = [part.size for part in self.parts]
        return None if None in sizes else sum(size or 0 for size in sizes)


@dataclass(frozen=True)
class Manifest:
    sources: tuple[ManifestSource, ...]
    shards: tuple[Shard, ...]
    size: int | None = None
    """How many were asked for; None: all."""
    seed: int = 0
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By name, each with its values: what else was asked for."""
    versions: Mapping[str, str] = field(default_factory=dict)
    """Of the programs that the puzzles depend on."""
    kind: str = PUZZLES
    command: str = ""
    """The command that made this plan, for those who want to make it again."""

    @property
    def thing(self) -> str:
        """What there are many of: `puzzle` or `level`."""
        return self.kind.removesuffix("s")

    @property
    def files(self) -> list[str]:
        """Whatever it names that has to be in the corpus beside it."""
        listed = (*self.options.get(CONSTRAINTS, ()), *self.options.get(LAYOUT, ()))
        others = [name for name in listed if not name.startswith("asp:") and not SIZE.fullmatch(name)]
        return [*(source.path for source in self.sources), *others]

    @cached_property
    def digest(self) -> str:
        """By which receipts name their manifest."""
        return sha256(manifest_to_json(self).encode()).hexdigest()


def options_from(given: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Those that say something, in a fixed order."""
    return {name: tuple(given[name]) for name in sorted(given) if given[name]}


_SOURCE = record(
    ManifestSource,
    JsonKey("name", TEXT, "The pack's name."),
    JsonKey("sha256", TEXT, "The pack's hash, as its puzzles have it."),
    JsonKey("path", TEXT, "The copy of the pack, relative to the corpus."),
)
_PART = record(
    Part,
    JsonKey("source", NUMBER, "The number of the pack in `sources`, from 0."),
    JsonKey("cube", listed(TEXT), "The part of the pack's space, as a list of conditions."),
    JsonKey("size", NUMBER, "How many puzzles are wanted; null: all of them.", None),
)
_SHARD = record(Shard, JsonKey("parts", listed(_PART), "What the shard is made of."))
_MANIFEST = record(
    lambda format, **rest: Manifest(**rest),
    JsonKey("format", constant(FORMAT), "What this file is.", get=lambda _: FORMAT),
    JsonKey("kind", TEXT, "`puzzles`, or another kind of thing that the corpus has."),
    JsonKey("versions", mapped(TEXT), "The versions of the programs that the content depends on."),
    JsonKey("sources", listed(_SOURCE), "The packs."),
    JsonKey("options", mapped(listed(TEXT)), "What else was asked for, by the name of the option."),
    JsonKey("seed", SEED, "The seed of everything that is left to chance."),
    JsonKey("size", NUMBER, "How many were asked for; null: all.", None),
    JsonKey("command", TEXT, "The command that planned the corpus.", ""),
    JsonKey("shards", listed(_SHARD), "The shards, numbered from 0."),
    what="manifest",
)


def check_size(size: int, shards: int) -> None:
    """`BadInput` for what no corpus can have, before anything is listed."""
    if size > MOST:
        raise BadInput(f"--size {size}: a corpus has at most {MOST:,}")
    if shards > MOST_SHARDS:
        raise BadInput(
            f"{shards:,} shards: a corpus has at most {MOST_SHARDS:,}; choose a larger --shard-size"
        )


def check_readable(manifest: Manifest) -> None:
    """`CorpusError` for one that is larger than what is read."""
    try:
        read_json(manifest_to_json(manifest))
    except JsonError as problem:
        raise CorpusError(
            f"{len(manifest.shards):,} shards are too many for one corpus (its manifest is {problem}): choose a larger "
            "--shard-size"
        ) from None


def manifest_to_json(manifest: Manifest) -> str:
    """The same bytes for the same manifest."""
    assert _MANIFEST.write is not None
    return json.dumps(_MANIFEST.write(manifest), ensure_ascii=False, indent=1) + "\n"


def read_manifest(corpus: Path) -> Manifest:
    """The manifest of a corpus. `CorpusError` where there is none, or it is damaged or of another version."""
    path = corpus / MANIFEST
    if not path.is_file():
        made = "make one with `puzzlesynth corpus plan`"
        raise CorpusError(f"{corpus}: this is not a corpus: it has no {MANIFEST}; {made}")
    manifest: Manifest = read_record(path, _MANIFEST, FORMAT)
    for problem in _problems(manifest):
        raise CorpusError(f"{path}: {problem}")
    for name in manifest.files:
        if not (corpus / name).resolve().is_relative_to(corpus.resolve()):
            raise CorpusError(f"{corpus / name}: this leads out of the corpus")
    return manifest


def _problems(manifest: Manifest) -> Iterator[str]:
    """What a stranger's manifest may have: it is read before anything that it names is."""
    if manifest.kind not in (PUZZLES, LEVELS):
        yield f"kind: expected `{PUZZLES}` or `{LEVELS}`, found `{manifest.kind}`"
    if not manifest.sources:
        yield "sources: there are none"
    if manifest.size is not None and manifest.size < 1:
        yield "size: expected 1 or more"
    for number, source in enumerate(manifest.sources):
        if not _is_name(source.name):
            yield f"sources[{number}].name: {source.name!r} cannot be the name of a folder"
    for name in manifest.files:
        if not _is_inside(name):
            yield f"{name!r} is not a path inside the corpus"
    cubes: set[tuple[int, tuple[str, ...]]] = set()
    for number, shard in enumerate(manifest.shards):
        for part in shard.parts:
            if not 0 <= part.source < len(manifest.sources):
                yield f"shards[{number}]: it names a pack that is not in `sources`"
            if part.size is not None and part.size < 0:
                yield f"shards[{number}]: a size is below 0"
            if (part.source, part.cube) in cubes:
                yield f"shards[{number}]: this part of the space is there twice, so its puzzles would be too"
            cubes.add((part.source, part.cube))


def _is_name(text: str) -> bool:
    return bool(text) and not text.startswith(".") and not {"/", "\\"} & set(text)


def _is_inside(text: str) -> bool:
    path = PurePosixPath(text)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts and "\\" not in text


def read_record(path: Path, shape: JsonShape, format: str) -> Any:
    """A JSON file of a corpus, of one format."""
    try:
        data = read_json(read_bytes(path))
        _check_format(data, format)
        return shape.read(data, "")
    except (JsonError, PuzzleError) as problem:
        raise CorpusError(f"{path}: {problem}") from None


def _check_format(data: Any, format: str) -> None:
    found = data.get("format") if isinstance(data, dict) else None
    family = format.rpartition("/")[0]
    if isinstance(found, str) and found != format and found.startswith(f"{family}/"):
        raise PuzzleError(f"format: this version of puzzlesynth reads {format!r}, not {shown(found)}")


def manifest_schema() -> Mapping[str, Any]:
    """The keys of a manifest as a JSON Schema."""
    return _MANIFEST.schema

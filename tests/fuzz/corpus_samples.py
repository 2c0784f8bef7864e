"""Corpora to damage: plans, receipts, shards, and the datasets made of them."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from tests.fuzz.command_runner import Done, run
from tests.fuzz.input_sample import Sample
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"
SHARD = "corpus/shards/00000.jsonl.gz"
RECEIPT = "corpus/receipts/00000.json"
DATASET = ("dataset/data/", "dataset/manifest.json", "dataset/README.md")


def corpus_samples(folder: Path, small: bool) -> Iterator[Sample]:
    """The files of a corpus of puzzles and of one of levels, complete and only planned."""
    done = _made(folder, "puzzles")
    planned = {
        name: data for name, data in done.items() if name.startswith(("corpus/manifest", "corpus/packs"))
    }
    yield from _of("manifest", "corpus/manifest.json", done)
    yield from _of("manifest", "corpus/manifest.json", planned)
    yield from _of("receipt", RECEIPT, done)
    yield from _of("shard", SHARD, done)
    yield from _of("corpus pack", "corpus/packs/0/pack.yaml", done)
    lines = gzip.decompress(done[SHARD])
    yield Sample("shard lines", SHARD, lines, {name: data for name, data in done.items() if name != SHARD})
    for name in done:
        if name.startswith(DATASET):
            yield from _of("dataset", name, done)
    yield Sample("card text", "text.md", b"# What it is for\n\nFor *trying*.\n", done)
    if not small:
        levels = _made(folder, "levels")
        yield from _of("manifest", "corpus/manifest.json", levels)
        plain = {
            name: data
            for name, data in levels.items()
            if not name.startswith(("corpus/shards", "corpus/rec"))
        }
        yield from _of("manifest", "corpus/manifest.json", plain)


def _of(form: str, name: str, files: dict[str, bytes]) -> Iterator[Sample]:
    yield Sample(form, name, files[name], {other: data for other, data in files.items() if other != name})


def corpus_files(folder: Path) -> dict[str, bytes]:
    """A whole corpus, and its dataset."""
    return _made(folder, "puzzles")


def _made(folder: Path, kind: str) -> dict[str, bytes]:
    place = folder / f"corpus-of-{kind}"
    if not place.exists():
        _make(place, kind)
    files = (path for path in sorted(place.rglob("*")) if path.is_file())
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in files}


def _make(place: Path, kind: str) -> None:
    (place / "pack").mkdir(parents=True)
    (place / "pack" / "pack.yaml").write_bytes((EXAMPLES / "heist" / "pack.yaml").read_bytes())
    plan = "plan pack --size 4 --shard-size 2 --workers 1"
    if kind == "levels":
        (place / "sokoban.txt").write_bytes((EXAMPLES / "levels" / "sokoban.txt").read_bytes())
        plan = "plan-levels sokoban.txt --layout 5x5 --size 2 --shard-size 1"
    for line in (f"{plan} -o corpus", "run corpus --workers 1", "merge corpus --license mit -o dataset"):
        done: Done = run(["corpus", *line.split()], place, patience=300)
        assert done.status == 0, done.stderr


def packed(lines: bytes) -> bytes:
    return gzip.compress(lines, 4, mtime=0)


def receipt_for(receipt: bytes, lines: bytes) -> bytes:
    """A receipt that says that damaged lines are what they should be."""
    said = json.loads(receipt)
    said |= {
        "count": len(lines.splitlines()),
        "sha256": hashlib.sha256(lines).hexdigest(),
        "bytes": len(packed(lines)),
    }
    return json.dumps(said).encode()

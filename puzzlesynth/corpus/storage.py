"""The files of a corpus: shards and their receipts, written so that a crash at any moment loses and doubles nothing.

A shard's file is written under another name, flushed to the disk and renamed; then its receipt is, in the same way. A
shard without a receipt does not count and is made again, with the same content. A receipt says what the shard's file has
to be, so a reader can tell whether it is complete.
"""

from __future__ import annotations

import gzip
import json
import os
import secrets
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from puzzlesynth.puzzle.json_shapes import FLAG, NUMBER, TEXT, JsonKey, constant, record
from puzzlesynth.quick_dataclasses import dataclass

from .manifest import MANIFEST, CorpusError, Manifest, check_readable, manifest_to_json, read_record

RECEIPT_FORMAT = "puzzlesynth.receipt/1"
SHARDS, RECEIPTS = "shards", "receipts"

LONGEST_LINE = 16 * 2**20
"""Bytes of a line; a puzzle of the largest example has about 6,000."""

COMPRESSION = 4
"""Level of gzip. One more saves 3 % of the bytes and costs half as much time again."""


@dataclass(frozen=True)
class Receipt:
    """That a shard is complete, and what is in its file."""

    shard: int
    manifest: str
    """The digest of the manifest that it was made by."""
    count: int
    sha256: str
    """Of the lines, not compressed: the same on every machine."""
    bytes: int
    """The size of the file."""
    milliseconds: int
    """Of the processor that it took."""
    measured: bool
    """Whether the puzzles have their difficulty."""
    complete: bool
    """Whether there are proven to be no more in the shard's cubes."""


_RECEIPT = record(
    lambda format, **rest: Receipt(**rest),
    JsonKey("format", constant(RECEIPT_FORMAT), "What this file is.", get=lambda _: RECEIPT_FORMAT),
    JsonKey("shard", NUMBER, "The shard's number, from 0."),
    JsonKey("manifest", TEXT, "The SHA-256 of `manifest.json`."),
    JsonKey("count", NUMBER, "How many lines the shard has."),
    JsonKey("sha256", TEXT, "Of the lines before they are compressed."),
    JsonKey("bytes", NUMBER, "The size of the shard's file."),
    JsonKey("milliseconds", NUMBER, "Processor time that making it took."),
    JsonKey("measured", FLAG, "Whether the puzzles have their difficulty."),
    JsonKey("complete", FLAG, "Whether the shard has all puzzles of its part of the space."),
    what="receipt",
)


def write_plan(corpus: Path, manifest: Manifest, files: Mapping[str, bytes]) -> None:
    """Into a folder that has no corpus yet. The manifest comes last: without it, it is none."""
    if (corpus / MANIFEST).exists():
        raise CorpusError(f"{corpus}: this folder already has a corpus; choose another one")
    check_readable(manifest)
    for name, content in {**files, MANIFEST: manifest_to_json(manifest).encode()}.items():
        with written_durably(corpus / name) as file:
            file.write(content)


def shard_path(corpus: Path, number: int) -> Path:
    return corpus / SHARDS / f"{number:05d}.jsonl.gz"


def receipt_path(corpus: Path, number: int) -> Path:
    return corpus / RECEIPTS / f"{number:05d}.json"


def read_receipt(corpus: Path, number: int) -> Receipt | None:
    """None: the shard is not complete."""
    path = receipt_path(corpus, number)
    if not path.is_file():
        return None
    receipt: Receipt = read_record(path, _RECEIPT, RECEIPT_FORMAT)
    if receipt.shard != number:
        raise CorpusError(f"{path}: shard: this is the receipt of shard {receipt.shard}")
    for key in ("count", "bytes", "milliseconds"):
        if getattr(receipt, key) < 0:
            raise CorpusError(f"{path}: {key}: it is below 0; delete the file and run the corpus again")
    return receipt


def write_receipt(corpus: Path, receipt: Receipt) -> None:
    assert _RECEIPT.write is not None
    text = json.dumps(_RECEIPT.write(receipt), indent=1) + "\n"
    with written_durably(receipt_path(corpus, receipt.shard)) as file:
        file.write(text.encode())


class ShardWriter:
    """Takes the lines of one shard, and knows what its receipt has to say of them."""

    def __init__(self, file: IO[bytes]) -> None:
        # Neither a name nor a time: the same lines are the same bytes.
        self._file = file
        self._packed = gzip.GzipFile("", "wb", COMPRESSION, file, mtime=0)
        self._hash = sha256()
        self.count = 0

    def write(self, line: str) -> None:
        raw = f"{line}\n".encode()
        self._hash.update(raw)
        self._packed.write(raw)
        self.count += 1

    def finish(self) -> tuple[str, int]:
        """The hash of the lines and the size of the file."""
        self._packed.close()
        return self._hash.hexdigest(), self._file.tell()


def write_content(corpus: Path, packed: bytes, receipt: Receipt) -> None:
    """Writes a shard that is made, and its receipt once it is on the disk."""
    with written_durably(shard_path(corpus, receipt.shard)) as file:
        file.write(packed)
    write_receipt(corpus, receipt)
    for path in left_over(corpus, receipt.shard):
        with suppress(OSError):
            path.unlink()


def is_there(corpus: Path, receipt: Receipt) -> bool:
    """Whether a complete shard's file is as large as it was."""
    path = shard_path(corpus, receipt.shard)
    return path.is_file() and path.stat().st_size == receipt.bytes


def shard_lines(corpus: Path, receipt: Receipt) -> Iterator[str]:
    """The lines of a complete shard. `CorpusError`, in the end at the latest, where they are not what it should have."""
    path = shard_path(corpus, receipt.shard)
    found, count = sha256(), 0
    if not is_there(corpus, receipt):
        raise CorpusError(f"{path}: the file is gone or cut short; run the corpus again to recreate it")
    again = f"delete {receipt_path(corpus, receipt.shard)} and run the corpus again to recreate it"
    try:
        with gzip.open(path, "rb") as file:
            while raw := file.readline(LONGEST_LINE):
                found.update(raw)
                count += 1
                yield raw.decode().rstrip("\n")
    except (EOFError, gzip.BadGzipFile, zlib.error, UnicodeDecodeError) as problem:
        raise CorpusError(f"{path}: the file is damaged ({problem}); {again}") from None
    if count != receipt.count or found.hexdigest() != receipt.sha256:
        raise CorpusError(f"{path}: the file is not what its receipt says; {again}")


@contextmanager
def written_durably(path: Path) -> Iterator[IO[bytes]]:
    """A file that is there whole or not at all, also after a power cut."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}-{secrets.token_hex(6)}")
    try:
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        _sync_folder(path.parent)
    except OSError as problem:
        # Errors name the file that the user knows.
        raise OSError(problem.errno, problem.strerror, str(path)) from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """The rename itself; not every system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def left_over(corpus: Path, number: int) -> list[Path]:
    """Files of a shard that a process which was killed had not finished."""
    folders = [corpus / SHARDS, corpus / RECEIPTS]
    return sorted(path for folder in folders if folder.is_dir() for path in folder.glob(f".{number:05d}.*-*"))


def receipts(corpus: Path, shards: int) -> dict[int, Receipt]:
    """Those of all complete shards."""
    found = ((number, read_receipt(corpus, number)) for number in range(shards))
    return {number: receipt for number, receipt in found if receipt is not None}


def receipt_schema() -> Mapping[str, Any]:
    """The keys of a receipt as a JSON Schema."""
    return _RECEIPT.schema

"""A corpus as a message: the manifest and the files of its packs, so that a worker needs no folder of ours.

A worker may be on another machine. It gets a `CorpusJob` once, unpacks it into a folder of its own, checks that the packs
are those of the manifest, and makes any shard by its number.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from puzzlesynth.pack import PackError, load_pack
from puzzlesynth.pack.model import Pack
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.synth.options import SynthesisOptions, read_targets

from .manifest import CONSTRAINTS, MANIFEST, PUZZLES, CorpusError, Manifest, read_manifest

TARGETS = ("steps", "depth", "width", "herrings")


@dataclass(frozen=True)
class CorpusJob:
    """What decides the content of every shard."""

    manifest: Manifest
    files: Mapping[str, bytes]
    """By their paths in the corpus."""

    def __hash__(self) -> int:
        return hash(self.manifest.digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CorpusJob) and (self.manifest, self.files) == (other.manifest, other.files)


def read_job(corpus: Path) -> CorpusJob:
    """The job of a corpus. `CorpusError` where it was planned for something else than what is there."""
    manifest = read_manifest(corpus)
    if manifest.kind != PUZZLES:
        raise CorpusError(f"{corpus}: this is a corpus of {manifest.kind}, not of puzzles")
    check_versions(manifest)
    folders = [corpus / source.path for source in manifest.sources] + [corpus / CONSTRAINTS]
    files: dict[str, bytes] = {}
    for folder in folders:
        found = [folder] if folder.is_file() else sorted(path for path in folder.rglob("*") if path.is_file())
        files |= {path.relative_to(corpus).as_posix(): path.read_bytes() for path in found}
    job = CorpusJob(manifest, files)
    unpacked(job)
    return job


def versions() -> dict[str, str]:
    """Of all that decides which puzzles a seed gives."""
    from importlib.metadata import version

    from puzzlesynth import __version__

    return {"puzzlesynth": __version__, "clingo": version("clingo")}


def check_versions(manifest: Manifest) -> None:
    """Another solver finds other puzzles for the same seed, and a corpus must not be a mixture."""
    for name, found in versions().items():
        planned = manifest.versions.get(name)
        if planned != found:
            raise CorpusError(
                f"{MANIFEST}: this corpus was planned with {name} {planned or '(unknown)'}, and this is {name} "
                f"{found}, which makes other puzzles: install {name} {planned}, or plan the corpus again"
            )


@dataclass(frozen=True)
class Unpacked:
    """The packs of a job, read, and the options of its puzzles."""

    packs: tuple[Pack, ...]
    options: tuple[SynthesisOptions, ...]
    """For each pack."""
    folder: tempfile.TemporaryDirectory[str]
    """Kept as long as it may be read."""


@lru_cache(maxsize=4)
def unpacked(job: CorpusJob) -> Unpacked:
    """The packs and options of a job, from its files alone; on every machine that makes shards of it."""
    check_versions(job.manifest)
    folder = tempfile.TemporaryDirectory(prefix="puzzlesynth-corpus-")
    root = Path(folder.name)
    for name, content in job.files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            path.write_bytes(content)
        except OSError as problem:
            raise OSError(problem.errno, problem.strerror, str(path)) from None
    packs = tuple(_pack(root, job.manifest, number) for number in range(len(job.manifest.sources)))
    return Unpacked(packs, tuple(_options(root, job.manifest, pack) for pack in packs), folder)


def _pack(root: Path, manifest: Manifest, number: int) -> Pack:
    source = manifest.sources[number]
    if not (root / source.path).exists():
        raise CorpusError(f"{source.path}: the copy of the pack {source.name} is missing from the corpus")
    try:
        pack = load_pack(root / source.path)
    except PackError as problem:
        raise CorpusError(f"{source.path}: {problem}") from None
    if pack.sha256 != source.sha256:
        raise CorpusError(
            f"{source.path}: this is another pack than the one that the corpus was planned for (its hash is "
            f"{pack.sha256[:12]}…, not {source.sha256[:12]}…): plan a corpus for it in another folder"
        )
    return pack


def _options(root: Path, manifest: Manifest, pack: Pack) -> SynthesisOptions:
    given = manifest.options
    constraints = [
        text if text.startswith("asp:") else str(root / text) for text in given.get(CONSTRAINTS, ())
    ]
    return SynthesisOptions(
        constraints=constraints, targets=read_targets(pack, {k: given.get(k, ()) for k in TARGETS})
    )

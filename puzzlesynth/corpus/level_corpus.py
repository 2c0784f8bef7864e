"""Corpora of PuzzleScript levels: games and layouts in, levels that are distinct under symmetry out.

Everything but the content is as for puzzles: a manifest, shards that are pure functions of it, receipts. A shard is a run
of the level generator with a seed of its own. Two runs can come upon the same level, so every level has an `id` that is
the same for all its images under the symmetries of the game's rules, and merging keeps the first of each.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels import PuzzleScriptGame, compile_source
from puzzlesynth.puzzle.strict_json import MOST_BYTES, read_bytes
from puzzlesynth.quick_dataclasses import dataclass

from .job import check_versions, versions
from .manifest import (
    LAYOUT,
    LEVELS,
    MANIFEST,
    SIZE,
    CorpusError,
    Manifest,
    ManifestSource,
    Part,
    Shard,
    check_size,
    read_manifest,
)
from .shard import ShardContent, packed_shard
from .storage import write_plan

FORMAT = "puzzlesynth.level/1"
LENGTH = "length"


@dataclass(frozen=True)
class LevelRequest:
    """What is to be planned."""

    games: tuple[Path, ...]
    layouts: tuple[str, ...]
    """Sizes, as in `7x7`, or files with a map. Every game gets every layout."""
    size: int
    length: str | None = None
    """Moves of the shortest solution, as in `10..30`."""
    seed: int = 0
    shard_size: int = 50
    command: str = ""


@dataclass(frozen=True)
class LevelJob:
    """The manifest with the games and layouts, by their paths in the corpus."""

    manifest: Manifest
    files: Mapping[str, bytes]

    def __hash__(self) -> int:
        return hash(self.manifest.digest)

    def write(self, corpus: Path) -> None:
        """Into a folder that has no corpus yet."""
        write_plan(corpus, self.manifest, self.files)


def plan_levels(request: LevelRequest) -> LevelJob:
    """A job for this many levels, in even shards. `BadInput` for games and layouts that cannot be used."""
    check_size(request.size, -(-request.size // request.shard_size))
    files: dict[str, bytes] = {}
    sources: list[ManifestSource] = []
    for number, path in enumerate(request.games):
        text = _read(path)
        name = path.stem
        if name in (source.name for source in sources):
            raise BadInput(f"{path}: another game has the name {name}")
        files[f"games/{number}.txt"] = text
        sources.append(ManifestSource(name, sha256(text).hexdigest(), f"games/{number}.txt"))
    layouts = []
    for number, layout in enumerate(request.layouts):
        is_size = SIZE.fullmatch(layout) is not None
        layouts.append(layout if is_size else f"layouts/{number}.txt")
        if not is_size:
            files[layouts[-1]] = _read(Path(layout), "--layout ")
    options = {LAYOUT: tuple(layouts), **({LENGTH: (request.length,)} if request.length else {})}
    kinds = [(source, layout) for source in range(len(sources)) for layout in layouts]
    shards = []
    for position, (source, layout) in enumerate(kinds):
        wanted = request.size * (position + 1) // len(kinds) - request.size * position // len(kinds)
        for number in range(-(-wanted // request.shard_size)):
            size = min(request.shard_size, wanted - number * request.shard_size)
            shards.append(Shard((Part(source, (f"layout {layout}", f"run {number}"), size),)))
    manifest = Manifest(
        tuple(sources),
        tuple(shards),
        request.size,
        request.seed,
        options,
        versions(),
        LEVELS,
        request.command,
    )
    job = LevelJob(manifest, files)
    known = {sources[n].name: str(path) for n, path in enumerate(request.games)}
    known |= dict(zip(layouts, request.layouts, strict=True))
    for source, layout in kinds:
        try:
            _order(job, Part(source, (f"layout {layout}", "run 0"), 1))
        except BadInput as problem:
            # The copy in the corpus is not what the user knows.
            raise BadInput(_under_known_name(str(problem), known)) from None
    return job


def _under_known_name(said: str, known: Mapping[str, str]) -> str:
    ours = next((name for name in known if said.startswith(f"{name}:")), "")
    return said if not ours else known[ours] + said.removeprefix(ours)


def _read(path: Path, option: str = "") -> bytes:
    try:
        content = read_bytes(path)
    except (OSError, ValueError) as error:
        raise BadInput(f"{option}{path}: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > MOST_BYTES:
        raise BadInput(f"{option}{path}: larger than {MOST_BYTES // 2**20} MiB, the most that is read")
    return content


def read_level_job(corpus: Path) -> LevelJob:
    """The job of a corpus of levels. `CorpusError` where a file is not what it was planned with."""
    manifest = read_manifest(corpus)
    check_versions(manifest)
    files: dict[str, bytes] = {}
    for name in manifest.files:
        try:
            files[name] = (corpus / name).read_bytes()
        except OSError as error:
            raise CorpusError(f"{corpus / MANIFEST}: files: {name}: {error.strerror}") from None
    for source in manifest.sources:
        if sha256(files[source.path]).hexdigest() != source.sha256:
            raise CorpusError(
                f"{corpus / source.path}: this is another game than the one that was planned for"
            )
    job = LevelJob(manifest, files)
    for number, shard in enumerate(manifest.shards):
        for part in shard.parts:
            if part.size is None or _layout(part) not in manifest.options.get(LAYOUT, ()):
                raise CorpusError(
                    f"{corpus / MANIFEST}: shards[{number}]: this is not one of levels with a layout of the corpus"
                )
    return job


def _layout(part: Part) -> str:
    return part.cube[0].removeprefix("layout ") if part.cube else ""


@lru_cache(maxsize=8)
def _game(job: LevelJob, source: int) -> PuzzleScriptGame:
    found = job.manifest.sources[source]
    # On every machine that makes shards of it.
    check_versions(job.manifest)
    try:
        compiled = compile_source(job.files[found.path].decode())
    except UnicodeDecodeError as problem:
        raise BadInput(f"{found.name}: not UTF-8 text (byte {problem.start + 1})") from None
    if compiled.game is None:
        raise BadInput(f"{found.name}: {compiled.errors[0]}")
    return compiled.game


def _order(job: LevelJob, part: Part) -> Any:
    """What the generator is asked for. `BadInput` for a layout or a length that makes no sense."""
    from puzzlesynth.levels.analysis import analyse
    from puzzlesynth.levels.generate import GenerateOrder, PlayRequirements, read_layout, room
    from puzzlesynth.levels.generate.generation import require_single_solutions
    from puzzlesynth.levels.generate.placement.layout import layout_size

    game = _game(job, part.source)
    require_single_solutions(game)
    name = _layout(part)
    size = layout_size(name)
    if size is not None:
        layout = room(game, analyse(game), *size)
    else:
        layout = read_layout(game, job.files[name].decode("utf-8", "replace"), name)
    length = _length("".join(job.manifest.options.get(LENGTH, ())))
    seed = int.from_bytes(sha256(f"{job.manifest.seed} {part.source} {part.cube}".encode()).digest()[:4])
    outcomes = PlayRequirements(length=length)
    return GenerateOrder(game, layout, outcomes=outcomes, count=part.size or 1, seed=seed)


def _length(text: str) -> tuple[int, int | None] | None:
    if not text:
        return None
    least, dots, most = text.partition("..")
    if not (least or most) or not f"{least}{most}".isdecimal():
        raise BadInput(f"--length {text}: expected a number or a range, as in 20 or 10..30")
    if not dots:
        return int(least), int(least)
    return int(least or 0), int(most) if most else None


@dataclass(frozen=True)
class LevelShardMaker:
    """Makes the shards of a job, in whichever process or machine it is."""

    job: LevelJob
    measure: bool = False
    """Levels are always measured; it only has to be what their receipts say."""

    def prepare(self) -> None:
        _game(self.job, 0)

    def __call__(self, number: int) -> ShardContent:
        manifest = self.job.manifest
        lines = (line for part in manifest.shards[number].parts for line in _made(self.job, part))
        return packed_shard(manifest, number, lines, self.measure, lambda: False)


def _made(job: LevelJob, part: Part) -> Iterator[str]:
    from puzzlesynth.levels.generate import NoPlacement, generate_levels
    from puzzlesynth.levels.generate.diversity import canonical, symmetries
    from puzzlesynth.levels.show.tables import generated_level_json

    game = _game(job, part.source)
    source = job.manifest.sources[part.source]
    try:
        found, _ = generate_levels(_order(job, part))
    except NoPlacement as problem:
        raise BadInput(f"{source.name}: no level satisfies the demands ({problem})") from None
    turns = symmetries(game)
    for one in found:
        image = repr(canonical(one.level, turns)).encode()
        name = sha256(source.sha256.encode() + image).hexdigest()[:24]
        head = {"format": FORMAT, "id": name, "pack": {"name": source.name, "sha256": source.sha256}}
        yield json.dumps(head | generated_level_json(game, one), ensure_ascii=False, separators=(",", ":"))

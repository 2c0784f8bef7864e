"""Planning a corpus: cutting the spaces of packs into cubes, and dealing these out to shards of about the same size.

The size of a cube is unknown until it is listed. What can be had is a number of near-uniform draws: a cube's share of
them estimates its share of the space, and its share of the corpus is made the same. So a corpus that is smaller than the
space is spread over it like the draws are; inside a cube, its puzzles come in neighbourhoods (`shard.neighbours_in`) from
random places. The cuts rest on chance, but that the cubes are disjoint and leave nothing out does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heapreplace
from pathlib import Path
from random import Random
from typing import NamedTuple

from puzzlesynth.bad_input import BadInput
from puzzlesynth.deadline import Deadline
from puzzlesynth.pack.load import MAIN, files_of
from puzzlesynth.pack.model import Pack
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.synth.constraints.rewriter import constraint_set
from puzzlesynth.synth.cubes import SampledCube, cut, features_of
from puzzlesynth.synth.exhaustion import Exhaustion
from puzzlesynth.synth.options import SynthesisOptions
from puzzlesynth.workers import WorkerPool

from .job import CorpusJob, unpacked, versions
from .manifest import CONSTRAINTS, Manifest, ManifestSource, Part, Shard, check_size, options_from
from .storage import write_plan

SHARD_SIZE = 5000
PART_SIZE = 512
"""Puzzles of one cube, about, where there are draws enough to cut so finely: a cube costs a grounding, and more of them
spread the corpus better."""

SAMPLES_PER_PART = 4
MOST_SAMPLES = 2000
LEAST_SAMPLES = 64
BATCH = 20
"""Draws of one question to a worker, which grounds the pack for each question."""

SHARDS_OF_ALL = 64
"""Where all puzzles are wanted and their number is unknown."""


@dataclass(frozen=True)
class CorpusRequest:
    """What a corpus is to have."""

    packs: tuple[Pack, ...]
    size: int | None = None
    """None: all puzzles."""
    seed: int = 0
    constraints: tuple[str, ...] = ()
    targets: Mapping[str, tuple[str, ...]] | None = None
    shard_size: int = SHARD_SIZE
    command: str = ""


class NothingToPlan(Exception):
    """A pack of the request has none."""

    def __init__(self, pack: Pack, exhaustion: Exhaustion) -> None:
        self.proven = exhaustion.proven
        end = "no puzzle with these options" if self.proven else "no puzzle within these limits"
        within = "".join(f"; limit: {caveat}" for caveat in exhaustion.caveats())
        super().__init__(f"{pack.name} has {end}, so there is no corpus of it{within}")


class Plan(NamedTuple):
    job: CorpusJob
    few: bool
    """Whether some pack has fewer puzzles than its share, so that all of them are taken."""

    def write(self, corpus: Path) -> None:
        """Into a folder that has no corpus yet."""
        write_plan(corpus, self.job.manifest, self.job.files)


def plan_corpus(request: CorpusRequest, workers: int = 1, time_limit: float | None = None) -> Plan:
    """Cuts the spaces of the packs into shards. The number of workers makes no difference. Raises `NothingToPlan`, and
    `OutOfTime` once the time limit has passed."""
    deadline = Deadline(time_limit)
    with deadline.applied():
        return _planned(request, workers, deadline)


def _planned(request: CorpusRequest, workers: int, deadline: Deadline) -> Plan:
    if request.size is not None:
        check_size(request.size, 1)
    for pack in request.packs:
        # Here, its complaints name the files that the user knows.
        constraint_set(pack, request.constraints)
    job = _job(request)
    unpacked(job)
    spaces = [_space(job, number, request, workers, deadline) for number in range(len(request.packs))]
    sizes = _sizes(spaces, request.size)
    parts = [
        part for number, space in enumerate(spaces) for part in _parts(number, space, sizes[number], request)
    ]
    shards = _dealt(parts, request.shard_size)
    few = request.size is not None and None in sizes
    return Plan(replace(job, manifest=replace(job.manifest, shards=tuple(shards))), few)


def _job(request: CorpusRequest) -> CorpusJob:
    """The job without its shards."""
    files: dict[str, bytes] = {}
    sources = []
    for number, pack in enumerate(request.packs):
        copied = _copied(pack, f"packs/{number}")
        files |= copied
        main = Path(pack.place.file).name
        path = f"packs/{number}" if main == MAIN else f"packs/{number}/{main}"
        sources.append(ManifestSource(pack.name, pack.sha256, path))
    constraints = []
    for number, text in enumerate(request.constraints):
        name = text if text.startswith("asp:") else f"{CONSTRAINTS}/{number}/{Path(text).name}"
        constraints.append(name)
        if name != text:
            files[name] = Path(text).read_bytes()
    options = options_from({**(request.targets or {}), CONSTRAINTS: tuple(constraints)})
    manifest = Manifest(
        tuple(sources), (), request.size, request.seed, options, versions(), command=request.command
    )
    return CorpusJob(manifest, files)


def _copied(pack: Pack, folder: str) -> dict[str, bytes]:
    if any(":" in extension.name for extension in pack.extensions):
        raise BadInput(f"{pack.name}: it names Python code under `extensions`, which a corpus cannot include")
    main = Path(pack.place.file)
    found = {}
    for path in files_of(pack):
        if not path.is_file():
            continue
        try:
            inside = path.resolve().relative_to(main.resolve().parent)
        except ValueError:
            raise BadInput(
                f"{path}: it is outside of the pack's folder {main.parent}, so a corpus cannot copy it; move it there"
            ) from None
        found[f"{folder}/{inside.as_posix()}"] = path.read_bytes()
    return found


# --- how a space looks ------------------------------------------------------------------------------------


class Space(NamedTuple):
    """What is known of a pack's puzzles: the features of some of them."""

    samples: Sequence[frozenset[str]]
    whole: bool
    """Whether these are all that the quick search finds, or draws."""


@dataclass(frozen=True)
class Sampler:
    """Draws puzzles of a pack and looks at their features, in a worker."""

    job: CorpusJob
    source: int

    def prepare(self) -> None:
        unpacked(self.job)

    def __call__(self, batch: int) -> list[frozenset[str]]:
        pack, options = self._of()
        drawn = synthesizer_for(pack, options).sampled(Random(f"{self.job.manifest.seed} {batch}"), BATCH)
        return [features_of(puzzle, pack) for puzzle in drawn]

    def whole(self) -> list[frozenset[str]] | None:
        """Of all puzzles of the quick search; None: there are many."""
        pack, options = self._of()
        few = synthesizer_for(pack, options).listed_if_few()
        return None if few is None else [features_of(puzzle, pack) for puzzle in few]

    def only(self) -> frozenset[str]:
        """Of a puzzle that draws have missed. Raises `NothingToPlan`."""
        pack, options = self._of()
        made = synthesizer_for(pack, options)
        for puzzle in made.puzzles(self.job.manifest.seed):
            return features_of(puzzle, pack)
        raise NothingToPlan(pack, made.exhaustion)

    def _of(self) -> tuple[Pack, SynthesisOptions]:
        ready = unpacked(self.job)
        return ready.packs[self.source], ready.options[self.source]


def _space(job: CorpusJob, source: int, request: CorpusRequest, workers: int, deadline: Deadline) -> Space:
    sampler = Sampler(job, source)
    whole = sampler.whole()
    if whole:
        return Space(whole, True)
    # An empty list says little: what only wider searches find is not among them, and a draw looks for it as well.
    share = 4 * SHARDS_OF_ALL * PART_SIZE if request.size is None else request.size // len(request.packs)
    wanted = SAMPLES_PER_PART * -(-share // PART_SIZE)
    batches = range(-(-max(LEAST_SAMPLES, min(wanted, MOST_SAMPLES)) // BATCH))
    if workers == 1:
        drawn = [sampler(batch) for batch in batches]
    else:
        with WorkerPool(sampler, workers, deadline) as pool:
            drawn = list(pool.map(batches))
    samples = [features for some in drawn for features in some]
    return Space(samples or [sampler.only()], False)


# --- how many of what -------------------------------------------------------------------------------------


def _sizes(spaces: Sequence[Space], size: int | None) -> list[int | None]:
    """How many puzzles of each pack; None: all. What one does not have, the others get."""
    sizes: list[int | None] = [None] * len(spaces)
    if size is None:
        return sizes
    left = size
    todo = sorted(range(len(spaces)), key=lambda n: (not spaces[n].whole, len(spaces[n].samples), n))
    for done, number in enumerate(todo):
        share = left // (len(todo) - done)
        if spaces[number].whole and len(spaces[number].samples) <= share:
            left -= len(spaces[number].samples)
        else:
            sizes[number] = share
            left -= share
    return sizes


def _parts(source: int, space: Space, size: int | None, request: CorpusRequest) -> Iterator[Part]:
    """The cubes of one space, each with its share."""
    known = len(space.samples)
    if size is None:
        cells = max(1, known // request.shard_size) if space.whole else SHARDS_OF_ALL
        least = 1
    else:
        most = min(PART_SIZE, request.shard_size)
        cells = max(1, -(-size // most))
        least = 1 if space.whole else SAMPLES_PER_PART // 2
    found = cut(space.samples, cells, least=least)
    shares = [None] * len(found) if size is None else _apportioned(found, size)
    for cell, share in zip(found, shares, strict=True):
        if share != 0:
            yield Part(source, cell.cube, share)


def _apportioned(cells: Sequence[SampledCube], size: int) -> list[int]:
    """Whole numbers in proportion to the samples, with exactly this sum (largest remainders)."""
    total = sum(len(cell.samples) for cell in cells)
    exact = [size * len(cell.samples) / total for cell in cells]
    found = [int(one) for one in exact]
    by_rest = sorted(range(len(cells)), key=lambda n: (found[n] - exact[n], n))
    for number in by_rest[: size - sum(found)]:
        found[number] += 1
    return found


def _dealt(parts: Sequence[Part], shard_size: int) -> list[Shard]:
    """Parts of known size in shards of about the same size, the largest first and each to the emptiest shard."""
    open_ended = [part for part in parts if part.size is None]
    sized = sorted(
        ((part.size, n, part) for n, part in enumerate(parts) if part.size is not None), reverse=True
    )
    number = -(-sum(size for size, _, _ in sized) // shard_size)
    bins: list[list[Part]] = [[] for _ in range(min(number, len(sized)))]
    filled = [(0, n) for n in range(len(bins))]
    heapify(filled)
    for size, _, part in sized:
        before, emptiest = filled[0]
        bins[emptiest].append(part)
        heapreplace(filled, (before + size, emptiest))
    return [*(Shard(tuple(some)) for some in bins), *(Shard((part,)) for part in open_ended)]

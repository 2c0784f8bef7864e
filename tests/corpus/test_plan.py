"""A plan has as many puzzles as were asked for, in even shards that are disjoint; all together they leave none out."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.corpus import plan as planning
from puzzlesynth.corpus.job import unpacked
from puzzlesynth.corpus.manifest import CorpusError, Part, read_manifest
from puzzlesynth.corpus.plan import CorpusRequest, NothingToPlan, plan_corpus
from puzzlesynth.corpus.shard import PartPuzzles
from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.synth.exhaustion import Exhaustion
from tests.support.paths import ROOT


@pytest.fixture(scope="module")
def meadow() -> Pack:
    return load_pack(ROOT / "examples" / "meadow")


@pytest.fixture(scope="module")
def heist() -> Pack:
    return load_pack(ROOT / "examples" / "heist")


@pytest.mark.seconds
def test_all_shards_together_have_every_puzzle_once(meadow: Pack) -> None:
    plan = plan_corpus(CorpusRequest((meadow,), None, shard_size=30))
    parts = [part for shard in plan.job.manifest.shards for part in shard.parts]
    assert len(plan.job.manifest.shards) > 2
    found = [[puzzle.tree for puzzle in PartPuzzles(plan.job, part, False)] for part in parts]
    every = {puzzle.tree for puzzle in make_puzzles(meadow, seed=1)}
    assert sorted(tree for some in found for tree in some) == sorted(every)
    assert all(found)


@pytest.mark.seconds
def test_sizes_add_up_and_shards_are_even(meadow: Pack) -> None:
    manifest = plan_corpus(CorpusRequest((meadow,), 100, shard_size=10)).job.manifest
    sizes = [shard.size or 0 for shard in manifest.shards]
    assert sum(sizes) == 100
    assert len(sizes) > 6
    assert max(sizes) <= 3 * min(sizes)


@pytest.mark.seconds
def test_a_plan_depends_on_nothing_but_what_is_asked(meadow: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    # As if there were too many puzzles to list, so that they are drawn.
    monkeypatch.setattr(planning.Sampler, "whole", lambda self: None)
    monkeypatch.setattr(planning, "LEAST_SAMPLES", 15)
    request = CorpusRequest((meadow,), 30, seed=2, shard_size=10)
    one, two = (plan_corpus(request, workers).job.manifest for workers in (1, 2))
    assert one == two
    assert len(one.shards) > 2
    other = plan_corpus(CorpusRequest((meadow,), 30, seed=3, shard_size=10)).job.manifest
    assert other.digest != one.digest


@pytest.mark.seconds
def test_what_a_small_pack_lacks_a_larger_one_gives(meadow: Pack, heist: Pack) -> None:
    plan = plan_corpus(CorpusRequest((heist, meadow), 60))
    sizes: dict[int, list[int | None]] = {}
    for shard in plan.job.manifest.shards:
        for part in shard.parts:
            sizes.setdefault(part.source, []).append(part.size)
    assert sizes[0] == [None], "the heist has one puzzle, and all of it is taken"
    assert sum(size or 0 for size in sizes[1]) == 59


@pytest.mark.seconds
def test_who_asks_for_more_than_there_is_gets_all(heist: Pack) -> None:
    plan = plan_corpus(CorpusRequest((heist,), 1000))
    assert plan.few
    assert [shard.parts for shard in plan.job.manifest.shards] == [(Part(0, (), None),)]


def test_a_pack_without_puzzles_has_no_corpus(heist: Pack) -> None:
    with pytest.raises(NothingToPlan, match="heist has no puzzle with these options") as none:
        plan_corpus(CorpusRequest((heist,), 10, targets={"steps": ("90..",)}))
    assert none.value.proven


def test_no_puzzle_within_a_limit_is_no_proof(heist: Pack) -> None:
    none = NothingToPlan(heist, Exhaustion(limits=["an item has at most 3 copies"]))
    assert not none.proven
    assert str(none) == (
        "heist has no puzzle within these limits, so there is no corpus of it; limit: an item has at most 3 copies"
    )


def test_packs_and_constraints_are_taken_along(heist: Pack, tmp_path: Path) -> None:
    free = tmp_path / "free.lp"
    free.write_text('% @forbid(nothing) Nothing is forbidden.\n:- not area("Bank").\n')
    targets = {"steps": ("2..9",)}
    plan = plan_corpus(
        CorpusRequest((heist,), 5, constraints=(str(free), "asp:at_most_steps(9)"), targets=targets)
    )
    free.unlink()
    plan.write(tmp_path / "corpus")
    found = read_manifest(tmp_path / "corpus")
    assert found.options == {
        "constraints": ("constraints/0/free.lp", "asp:at_most_steps(9)"),
        "steps": ("2..9",),
    }
    assert (tmp_path / "corpus" / "packs" / "0" / "pack.yaml").is_file()
    ready = unpacked(plan.job)
    assert ready.packs[0].sha256 == heist.sha256
    part = PartPuzzles(plan.job, found.shards[0].parts[0], False)
    assert [len(puzzle.steps) for puzzle in part] == [5]


def test_a_corpus_is_not_written_over(corpus: Path, heist: Pack) -> None:
    with pytest.raises(CorpusError, match="already"):
        plan_corpus(CorpusRequest((heist,), 5)).write(corpus)

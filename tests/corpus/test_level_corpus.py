"""Corpora of PuzzleScript levels."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puzzlesynth.bad_input import BadInput
from puzzlesynth.corpus.dataset.merge import merge_corpus, repeated_lines
from puzzlesynth.corpus.level_corpus import LevelRequest, LevelShardMaker, plan_levels, read_level_job
from puzzlesynth.corpus.manifest import LEVELS, CorpusError, Part, Shard, read_manifest
from puzzlesynth.corpus.run import local_engine, run_corpus
from puzzlesynth.corpus.storage import Receipt, ShardWriter, shard_path
from puzzlesynth.levels import compile_source
from puzzlesynth.levels.engine import LevelSession
from puzzlesynth.levels.show import read_moves
from puzzlesynth.quick_dataclasses import replace
from tests.support.paths import ROOT

SOKOBAN = ROOT / "examples" / "levels" / "sokoban.txt"
GEM = ROOT / "examples" / "levels" / "gem.txt"


def test_every_game_and_layout_gets_its_share(tmp_path: Path) -> None:
    layout = tmp_path / "room.txt"
    layout.write_text("######\n#....#\n#....#\n#....#\n######\n")
    request = LevelRequest((SOKOBAN, GEM), ("6x6", str(layout)), 25, "5..", seed=3, shard_size=4)
    plan_levels(request).write(tmp_path / "corpus")
    manifest = read_manifest(tmp_path / "corpus")
    assert manifest.kind == LEVELS
    assert manifest.thing == "level"
    parts = [part for shard in manifest.shards for part in shard.parts]
    assert sum(part.size or 0 for part in parts) == 25
    assert len({(part.source, part.cube) for part in parts}) == len(parts)
    assert {(part.source, part.cube[0]) for part in parts} == {
        (source, f"layout {name}") for source in (0, 1) for name in ("6x6", "layouts/1.txt")
    }
    assert read_level_job(tmp_path / "corpus").files["layouts/1.txt"] == layout.read_bytes()


def test_bad_input_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    for request, said in (
        (LevelRequest((tmp_path / "no.txt",), ("6x6",), 5), "No such file"),
        (LevelRequest((SOKOBAN, SOKOBAN), ("6x6",), 5), "another game has the name"),
        (LevelRequest((SOKOBAN,), (str(tmp_path / "no.map"),), 5), "No such file"),
        (LevelRequest((SOKOBAN,), ("99x99",), 5), "at most"),
        (LevelRequest((SOKOBAN,), (str(ROOT / "LICENSE"),), 5), "LICENSE:"),
        (LevelRequest((Path("/dev/zero"),), ("6x6",), 5), "larger than|No such file"),
        (LevelRequest((SOKOBAN,), ("6x6",), 5, "²"), "expected a number or a range"),
        (LevelRequest((SOKOBAN,), ("6x6",), 5, "long"), "expected a number or a range"),
        (LevelRequest((ROOT / "README.md",), ("6x6",), 5), "README"),
    ):
        with pytest.raises(BadInput, match=said):
            plan_levels(request)
    plan_levels(LevelRequest((SOKOBAN,), ("6x6",), 5)).write(tmp_path / "corpus")
    (tmp_path / "corpus" / "games" / "0.txt").write_bytes(GEM.read_bytes())
    with pytest.raises(CorpusError, match="another game"):
        list(run_corpus(tmp_path / "corpus", local_engine(1)))


@pytest.mark.parametrize(
    "part",
    [
        Part(0, (), 1),
        Part(0, ("layout 9x9", "run 0"), 1),
        Part(0, ("run 0",), 1),
        Part(0, ("layout 6x6",), None),
    ],
)
def test_a_manifest_with_other_parts_than_levels_is_refused(tmp_path: Path, part: Part) -> None:
    job = plan_levels(LevelRequest((SOKOBAN,), ("6x6",), 5))
    replace(job, manifest=replace(job.manifest, shards=(Shard((part,)),))).write(tmp_path / "corpus")
    with pytest.raises(CorpusError, match=r"shards\[0\]: this is not one of levels"):
        list(run_corpus(tmp_path / "corpus", local_engine(1)))


def write_shard(corpus: Path, number: int, lines: list[str]) -> Receipt:
    path = shard_path(corpus, number)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        writer = ShardWriter(file)
        for line in lines:
            writer.write(line)
        digest, size = writer.finish()
    return Receipt(number, "", len(lines), digest, size, 0, measured=False, complete=False)


def test_what_came_before_is_found_exactly(tmp_path: Path) -> None:
    names = ["0aa", "0ab", "f00", "0aa", "b12", "f00", "f00", "0ac"]
    lines = [json.dumps({"format": "x", "id": name}, separators=(",", ":")) for name in names]
    ready = [write_shard(tmp_path, 0, lines[:3]), write_shard(tmp_path, 1, lines[3:])]
    assert list(repeated_lines(tmp_path, ready, tmp_path)) == [0, 0, 0, 1, 0, 1, 1, 0]
    assert list(tmp_path.glob(".ids*")) == []
    with pytest.raises(CorpusError, match="no id"):
        repeated_lines(tmp_path, [write_shard(tmp_path, 2, ["{}"])], tmp_path)


@pytest.mark.thorough
def test_levels_from_plan_to_dataset(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    pytest.importorskip("duckdb", reason="duckdb is not installed")
    corpus = tmp_path / "corpus"
    plan_levels(LevelRequest((SOKOBAN,), ("5x5",), 6, "3..", shard_size=3)).write(corpus)
    *_, run = run_corpus(corpus, local_engine(1))
    assert run.puzzles == 6
    maker = LevelShardMaker(read_level_job(corpus))
    assert maker(1).packed == shard_path(corpus, 1).read_bytes(), "a shard is a pure function"
    game = compile_source(SOKOBAN.read_text("utf-8")).game
    assert game is not None
    *_, (_, merged) = merge_corpus(corpus, tmp_path / "data")
    assert merged is not None
    assert merged.count + merged.left_out == 6
    rows = [
        row for file in (tmp_path / "data").rglob("*.parquet") for row in parquet.read_table(file).to_pylist()
    ]
    assert len({row["id"] for row in rows}) == len(rows) == merged.count
    source = SOKOBAN.read_text("utf-8").partition("LEVELS")[0]
    for row in rows:
        text = f"{source}LEVELS\n=======\n\n" + "\n".join(row["rows"]) + "\n"
        alone = compile_source(text).game
        assert alone is not None
        session = LevelSession(alone, 0)
        for move in read_moves(row["solution"]):
            assert not session.levels_won
            session.press(move)
        assert session.levels_won == 1
        assert row["length"] == len(row["solution"]) >= 3

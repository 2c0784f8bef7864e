"""`puzzlesynth corpus plan` and `run` from start to end, and what they say to those who slip."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.support.commands import Run
from tests.support.paths import ROOT

MEADOW = ROOT / "examples" / "meadow"
SOKOBAN = ROOT / "examples" / "levels" / "sokoban.txt"


@pytest.mark.seconds
def test_a_corpus_from_plan_to_puzzles(run: Run, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    planned = run("corpus", "plan", MEADOW, "--size", 30, "--shard-size", 15, "-o", corpus, "--workers", 1)
    assert planned.returncode == 0, planned.stderr
    assert "30 puzzles in 2 shards" in planned.stdout
    assert "corpus run" in planned.stderr
    first = run("corpus", "run", corpus, "--workers", 1, "--shard", "1", "--json")
    assert json.loads(first.stdout)["shards"] == 1
    rest = run("corpus", "run", corpus, "--workers", 1, "--json")
    said = json.loads(rest.stdout)
    assert (said["shards"], said["made"], said["puzzles"]) == (2, 1, 30)
    again = run("corpus", "run", corpus, "--shard", "0..1")
    assert again.returncode == 0
    assert "30 puzzles in 2 shards" in again.stdout


@pytest.mark.seconds
def test_where_nobody_watches_lines_say_how_far_it_is(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("corpus", "plan", MEADOW, "--size", 20, "--shard-size", 10, "-o", tmp_path / "corpus", "--workers", 1)
    monkeypatch.setattr("puzzlesynth.cli.corpus.run.LOG_SECONDS", 0.0)
    done = run("corpus", "run", tmp_path / "corpus", "--workers", 1)
    assert re.search(r"1 of 2 shards, \d+ puzzles, [\d,.]+ per (second|minute|hour), .* left\n", done.stderr)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["plan", MEADOW, "-o", "new"], "--size, or ask for every one with --all"),
        (["plan", MEADOW, "--size", "5", "--all", "-o", "new"], "--size, or ask for every one with --all"),
        (["plan", MEADOW, "--size", "5", "--steps", "x", "-o", "new"], "expected a number or a range"),
        (["plan", MEADOW, "--size", "5", "--constraint", "no.lp", "-o", "new"], "no such constraint file"),
        (["plan", MEADOW, "--size", "0", "-o", "new"], "--size must be a whole number, 1 or more"),
        (["run", "nowhere"], "it has no manifest.json"),
        (["run", "nowhere", "--shard", "x"], "expected a number or a range"),
        (["run", "nowhere", "--shard", "0..99999999999"], "a range goes up, to 499,999 at most"),
        (["run", "nowhere", "--shard", "9..3"], "a range goes up"),
        (["plan", MEADOW, "--size", 10**40, "-o", "new"], "at most 1,000,000,000,000"),
        (["plan-levels", SOKOBAN, "--layout", "6x6", "--size", 10**11, "-o", "new"], "larger --shard-size"),
        (["run", "nowhere", "--dask", "tcp://127.0.0.1:1", "--workers", "2"], "do not go together"),
    ],
)
def test_slips(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[object], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("corpus", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.seconds
def test_a_dataset_from_merge_to_card(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    pytest.importorskip("duckdb", reason="duckdb is not installed")
    corpus, dataset = tmp_path / "corpus", tmp_path / "dataset"
    run("corpus", "plan", MEADOW, "--size", 20, "-o", corpus, "--workers", 1)
    early = run("corpus", "merge", corpus, "-o", dataset)
    assert early.returncode == 2
    assert "1 of 1 shards are missing" in early.stderr
    run("corpus", "run", corpus, "--workers", 1)
    wrong = run("corpus", "merge", corpus, "-o", dataset, "--split", "90/5")
    assert wrong.returncode == 2
    assert "add up to 100" in wrong.stderr
    merged = run("corpus", "merge", corpus, "-o", dataset)
    assert merged.returncode == 0, merged.stderr
    assert "20 puzzles, none twice" in merged.stdout
    assert "--license" in merged.stderr
    assert "license: unknown" in (dataset / "README.md").read_text("utf-8")
    card = run("corpus", "card", dataset, "--license", "cc-by-4.0")
    assert card.stdout == f"{dataset / 'README.md'}\n"
    assert "license: cc-by-4.0" in (dataset / "README.md").read_text("utf-8")
    assert run("corpus", "card", corpus).returncode == 2
    said = run("corpus", "merge", corpus, "-o", tmp_path / "again", "--json", "--license", "mit")
    assert json.loads(said.stdout)["puzzles"] == 20


@pytest.mark.seconds
def test_a_manifest_of_a_stranger_is_bad_input_and_nothing_of_it_is_read(run: Run, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    run("corpus", "plan", MEADOW, "--size", 20, "--shard-size", 10, "-o", corpus, "--workers", 1)
    text = (corpus / "manifest.json").read_text("utf-8")
    for old, new, said in (
        ('"packs/0"', '"../../.."', "not a path inside the corpus"),
        ('"kind": "puzzles"', '"kind": 7', "kind: expected a text"),
        ('"size": 20', '"size": 1e9', "expected a whole number"),
        ('"cube": [', '"cube": ["everything", ', "is not a part of the space"),
    ):
        (corpus / "manifest.json").write_text(text.replace(old, new), "utf-8")
        for command in (["run", corpus, "--workers", 2], ["merge", corpus, "-o", tmp_path / "dataset"]):
            done = run("corpus", *command)
            assert done.returncode == 2, (command, done.stderr)
            assert said in done.stderr or command[0] == "merge"
        assert sorted(path.name for path in tmp_path.iterdir()) == ["corpus"]


@pytest.mark.seconds
def test_a_pack_without_puzzles_has_no_corpus(run: Run, tmp_path: Path) -> None:
    done = run(
        "corpus",
        "plan",
        ROOT / "examples" / "tiny.yaml",
        "--size",
        5,
        "--steps",
        "9..",
        "-o",
        tmp_path / "new",
    )
    assert done.returncode == 1
    assert done.stderr == "tiny has no puzzle with these options, so there is no corpus of it.\n"
    assert not (tmp_path / "new").exists()


def test_a_plan_keeps_its_time_limit(run: Run, tmp_path: Path) -> None:
    done = run("corpus", "plan", MEADOW, "--size", 5, "--time-limit", 0, "-o", tmp_path / "new")
    assert done.returncode == 3
    assert "out of time" in done.stderr
    assert not (tmp_path / "new").exists()

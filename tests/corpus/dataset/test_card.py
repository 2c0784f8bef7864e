"""The data card, and the dataset as others load it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from puzzlesynth.corpus.dataset.card import DatasetFigures, Distribution, write_card
from puzzlesynth.corpus.dataset.merge import merge_corpus
from puzzlesynth.corpus.manifest import CorpusError

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pytest.importorskip("duckdb", reason="duckdb is not installed")

pytestmark = pytest.mark.seconds


@pytest.fixture
def dataset(made_once: Path, tmp_path: Path) -> Path:
    for _ in merge_corpus(made_once, tmp_path / "meadow-data", shares=(60, 20, 20)):
        pass
    return tmp_path / "meadow-data"


def test_the_card_has_figures_plots_licence_and_the_commands(dataset: Path) -> None:
    text = write_card(dataset, license="mit", title='The "best"', text="For *players*.").read_text("utf-8")
    assert text.startswith('---\npretty_name: "The \\"best\\""\nlicense: mit\n')
    assert "For *players*." in text
    assert "40 puzzles, 40 of them different, with 40 different values of `tree`" in text
    assert "corpus run corpus --measure\n" in text
    assert "corpus merge corpus -o meadow-data --split 60/20/20\n" in text
    assert "- `solvable`: `verified` 40\n" in text
    plots = re.findall(r"\((plots/\w+\.svg)\)", text)
    assert len(plots) == 4
    for plot in plots:
        root = ElementTree.parse(dataset / plot).getroot()
        counts = [
            int((one.text or "").split(": ")[1]) for one in root.iter("{http://www.w3.org/2000/svg}title")
        ]
        assert sum(counts) == 40


def test_the_same_dataset_has_the_same_card(dataset: Path) -> None:
    first = write_card(dataset).read_bytes()
    assert write_card(dataset).read_bytes() == first
    assert b"No licence is given." in first


def test_many_values_share_bars() -> None:
    spread = Distribution("score", tuple((value, 1) for value in range(100)))
    bars = spread.bars()
    assert len(bars) <= 24
    assert sum(count for _, count in bars) == 100
    assert spread.mean == 49.5


def test_a_few_large_values_do_not_hide_the_others() -> None:
    spread = Distribution("difficulty", ((0, 1), (18, 30), (25, 40), (40, 20), (500, 8), (62331, 1)))
    bars = dict(spread.bars())
    assert (bars["0"], bars["16"], bars["32"], bars["256"], bars["32,768"]) == (1, 70, 20, 8, 1)
    assert sum(bars.values()) == spread.rows
    assert len(bars) <= 24
    assert not Distribution("length", ((10, 70), (20, 30))).is_skewed


def test_grades_are_named_from_easy_to_hard(dataset: Path) -> None:
    order = ["easy", "medium", "hard"]
    found = list(DatasetFigures(dataset).grades())
    assert found == [grade for grade in order if grade in found]
    (said,) = re.findall(r"By difficulty: (.*)\.", write_card(dataset).read_text("utf-8"))
    assert [part.split()[1] for part in said.split(", ")] == found


def test_what_is_no_dataset_is_refused(dataset: Path, whole: Path) -> None:
    with pytest.raises(CorpusError, match="no Parquet files"):
        write_card(whole)
    with pytest.raises(CorpusError, match="not a corpus"):
        write_card(dataset / "data")
    next(dataset.glob("data/*/train-*")).write_bytes(b"PAR1")
    with pytest.raises(CorpusError, match="cannot be read"):
        DatasetFigures(dataset).distinct()


@pytest.mark.thorough
def test_hugging_face_loads_it_offline(dataset: Path, tmp_path: Path) -> None:
    pytest.importorskip("datasets", reason="datasets is not installed")
    write_card(dataset)
    code = (
        "import datasets, json, sys\n"
        "found = datasets.load_dataset(sys.argv[1], 'meadow', cache_dir=sys.argv[2])\n"
        "print(json.dumps({name: len(rows) for name, rows in found.items()}), found['train'][0]['pack'])"
    )
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path / "hf")}
    done = subprocess.run(
        [sys.executable, "-c", code, str(dataset), str(tmp_path / "cache")],
        capture_output=True,
        text=True,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    counts = {split.name: split.rows for split in DatasetFigures(dataset).splits()}
    assert sum(counts.values()) == 40
    assert done.stdout.strip() == f"{str(counts).replace(chr(39), chr(34))} meadow"

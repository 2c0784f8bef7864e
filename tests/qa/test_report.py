"""The report is one page that needs nothing else, says what was measured, and lets no text of a pack become markup."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from puzzlesynth.pack import load_pack
from puzzlesynth.pack.model import Pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.qa.measurement import PuzzleMeasurement, measure, pairs
from puzzlesynth.qa.report import report_page
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"

Measured = tuple[Pack, list[PuzzleMeasurement]]


@pytest.fixture(scope="module")
def meadow() -> Measured:
    pack = load_pack(EXAMPLES / "meadow")
    return pack, [measure(pack, puzzle) for puzzle in islice(make_puzzles(pack, seed=3), 12)]


def test_pairs_are_ranked_by_their_distance(meadow: Measured) -> None:
    _, measured = meadow
    assert [pair.distance for pair in pairs(measured)] == sorted(pair.distance for pair in pairs(measured))
    assert pairs(measured)[-1].distance > 0
    assert len(pairs(measured)) == 12 * 11 // 2


def test_the_page_needs_nothing_from_anywhere(meadow: Measured) -> None:
    pack, measured = meadow
    page = report_page(pack, measured, lambda one: None, complete=False)
    assert not re.search(r"(src|href)\s*=|url\(|@import|<script", page)
    assert "default-src 'none'" in page


def test_the_page_names_every_rule_with_how_often_it_is_used(meadow: Measured) -> None:
    pack, measured = meadow
    page = report_page(pack, measured, lambda one: None, complete=False)
    for rule in pack.rules:
        assert str(rule).replace("&", "&amp;").replace('"', "&quot;").replace(">", "&gt;") in page
    assert "12</b><span>different puzzles" in page


def test_texts_of_a_pack_stay_texts(tmp_path: Path) -> None:
    text = (EXAMPLES / "heist" / "pack.yaml").read_text()
    text = re.sub(r"^title:.*$", 'title: "<script>alert(1)</script>"', text, flags=re.M)
    (tmp_path / "pack.yaml").write_text(text)
    pack = load_pack(tmp_path)
    measured = [measure(pack, next(make_puzzles(pack, seed=1)))]
    page = report_page(pack, measured, lambda one: None, complete=True)
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page

"""The guide for designers says nothing that the software does not do."""

from __future__ import annotations

import contextlib
import io
import re

import pytest

from puzzlesynth.levels.design import read_rank, read_transformation
from puzzlesynth.levels.design.suggest.ranking import MEASURES
from puzzlesynth.levels.design.transform.presets import PRESETS
from tests.support.level_design_games import example
from tests.support.paths import ROOT

GUIDE = (ROOT / "docs" / "levels.md").read_text("utf-8")


def test_the_transformation_of_the_guide_can_be_read() -> None:
    block = re.search(r"(    \(a comment\).*?)\n\n- Statements", GUIDE, re.DOTALL)
    assert block is not None
    rules = read_transformation(example(), block[1])
    assert [len(statement.ways) for statement in rules.statements] == [1, 1, 1, 1, 2]


def test_every_preset_and_measure_is_explained() -> None:
    for name in (*PRESETS, *MEASURES):
        assert f"`{name}`" in GUIDE
    for text in re.findall(r'--rank "([^"]+)"', GUIDE):
        read_rank(text)


def test_the_program_of_the_guide_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.search(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert code is not None
    monkeypatch.chdir(ROOT)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code[1].replace("count=500", "count=50"), {})
    assert printed.getvalue()

"""What the guide for engines shows works as it stands there."""

from __future__ import annotations

import re

import pytest

from tests.support.paths import ROOT

GUIDE = ROOT / "docs" / "embedding.md"


@pytest.mark.seconds
def test_every_example_of_the_guide_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(GUIDE.parents[1])
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.S)
    known: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(GUIDE), "exec"), known)
    said = capsys.readouterr().out
    assert "solved: Meadow" in said
    assert "won\n" in said
    assert "now asks for" in said
    assert "this save was made from another pack: `marsh`, not `meadow`" in said

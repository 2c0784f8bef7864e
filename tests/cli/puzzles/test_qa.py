"""Reports say no more than what is proven."""

from __future__ import annotations

from pathlib import Path

from tests.support.commands import Run
from tests.support.limited_pack import LIMITED, NAMED
from tests.support.paths import ROOT


def test_a_limit_that_leaves_nothing_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(LIMITED)
    done = run("qa", tmp_path, "-n", 2, "-o", tmp_path / "report")
    assert done.returncode == 1
    assert NAMED in done.stderr


def test_that_there_are_no_others_is_only_said_where_it_is_proven(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "report" / "index.html"
    # One puzzle within the limit; with more changes there would be another.
    more = LIMITED.replace('goals: ["', 'goals: ["Dial[n: 1]", "')
    (tmp_path / "pack.yaml").write_text(more)
    assert run("qa", tmp_path, "-n", 20, "-o", page.parent).returncode == 0
    assert "there are no others" not in page.read_text("utf-8")
    assert run("qa", ROOT / "examples" / "heist", "-n", 20, "-o", page.parent).returncode == 0
    assert "there are no others" in page.read_text("utf-8")

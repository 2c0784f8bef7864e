"""The guide to levels: what it says is printed is printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.commands import Run
from tests.support.paths import ROOT

GUIDE = (ROOT / "docs" / "levels.md").read_text("utf-8")
SHOWN = dict(re.findall(r"^    \$ puzzlesynth (level .*)\n((?:    .*\n|\n(?=    ))+)", GUIDE, re.MULTILINE))


@pytest.mark.seconds
@pytest.mark.parametrize("kind", ["solve", "analyse", "generate", "suggest", "repair", "simplify"])
def test_what_the_guide_shows_is_printed(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str
) -> None:
    """Line by line; `…` stands for anything."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    sokoban = (ROOT / "examples" / "levels" / "sokoban.txt").read_text("utf-8")
    (tmp_path / "broken.txt").write_text(re.sub(r"(?m)^#P\.\*\.\.O#$", "#P.*#.O#", sokoban), "utf-8")
    chosen = {command: shown for command, shown in SHOWN.items() if command.split()[1] == kind}
    assert chosen
    for command, shown in chosen.items():
        done = run(*command.split())
        real = (done.stdout + done.stderr).strip()
        lines = [
            re.escape(line.removeprefix("    ")).replace("…", ".*") for line in shown.strip("\n").split("\n")
        ]
        if kind == "analyse":
            lines.append(".*")  # The rules are explained in the text.
        assert re.fullmatch("\n".join(lines), real, re.DOTALL), real

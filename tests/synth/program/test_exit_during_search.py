"""A program that keeps puzzles coming and ends without saying so ends all the same, and well."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"

SCRIPT = f"""
from puzzlesynth.pack import load_pack
from puzzlesynth.synth import synthesizer
from puzzlesynth.pipeline.generate import make_puzzles

synthesizer.DRAWS = 1
puzzles = make_puzzles(load_pack({str(EXAMPLES / "lighthouse")!r}), seed=1)
print(next(puzzles).pack, next(puzzles).pack)
"""


@pytest.mark.seconds
def test_python_ends_while_a_search_is_under_way() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout) == (0, "lighthouse lighthouse\n"), done.stderr

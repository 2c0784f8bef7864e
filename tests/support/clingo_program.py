"""Plain clingo, run as its users run it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from puzzlesynth import asp
from puzzlesynth.pack import Pack


def clingo_output(pack: Pack, folder: Path, *options: str) -> str:
    """What the program `clingo` prints for the whole program of a pack. It must have no complaint."""
    path = folder / f"{pack.name}.lp"
    path.write_text(asp.program(pack), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "clingo", str(path), *options],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert not done.stderr, done.stderr
    return done.stdout

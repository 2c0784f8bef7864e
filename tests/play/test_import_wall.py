"""Playing does not depend on how puzzles are made: the synthesizer is only imported when one is wanted."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import puzzlesynth.play

FOLDER = Path(puzzlesynth.play.__file__).parent


FOUNDATIONS = ("deadline", "internal_error", "workers")
"""What every part may use."""


@pytest.mark.parametrize("file", sorted(FOLDER.rglob("*.py")), ids=lambda path: path.name)
def test_no_module_imports_the_synthesizer_when_it_is_loaded(file: Path) -> None:
    for node in ast.parse(file.read_text("utf-8")).body:
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            assert name.split(".")[0] not in ("clingo", "clorm")
            if name.startswith("puzzlesynth."):
                assert name.split(".")[1] in ("play", "world", "pack", "puzzle", *FOUNDATIONS)


def test_a_whole_game_is_played_without_the_synthesizer() -> None:
    code = (
        "import sys; import puzzlesynth.play, puzzlesynth.play.session;"
        "print([m for m in sys.modules if m.startswith(('clingo', 'clorm', 'puzzlesynth.synth', 'rich'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

"""The world is the judge over what the synthesizer claims, so it knows nothing of it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import puzzlesynth.world

FOLDER = Path(puzzlesynth.world.__file__).parent


@pytest.mark.parametrize("file", sorted(FOLDER.rglob("*.py")), ids=lambda path: path.name)
def test_no_module_imports_the_synthesizer_or_clingo(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "absolute imports only"
            names = [node.module or ""]
        for name in names:
            assert name.split(".")[0] not in ("clingo", "clorm")
            if name.startswith("puzzlesynth"):
                assert name.split(".")[1] in ("world", "pack", "puzzle", "deadline", "internal_error")


def test_importing_the_world_loads_neither() -> None:
    code = (
        "import sys, puzzlesynth.world;"
        "print([m for m in sys.modules if m.startswith(('clingo', 'clorm', 'puzzlesynth.synth'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

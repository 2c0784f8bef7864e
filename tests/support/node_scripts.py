"""The scripts of `tests/export/node`, which play exported games in what they are made for."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.support.export_puzzles import needs
from tests.support.paths import ROOT

NODE = ROOT / "tests" / "export" / "node"


def run_node(script: str, *words: Path, asked: object, package: str | None = None) -> Any:
    """What a script answers to what it is asked; the test is skipped where node or a package of its is missing."""
    return _answer(script, words, json.dumps(asked), package)


def run_node_on_lines(script: str, *words: Path, asked: Iterable[object]) -> Any:
    """Like `run_node`, for scripts that read one question from each line."""
    return _answer(script, words, "\n".join(map(json.dumps, asked)), None)


def _answer(script: str, words: tuple[Path, ...], asked: str, package: str | None) -> Any:
    node = needs("node")
    if package is not None and not (NODE / "node_modules" / package).is_dir():
        pytest.skip(f"{package} is not installed: run `npm ci` in tests/export/node")
    done = subprocess.run(
        [node, str(NODE / script), *map(str, words)],
        input=asked,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)

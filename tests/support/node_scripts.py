"""The scripts of `tests/export/node`, which play exported games in what they are made for."""

from __future__ import annotations

import atexit
import json
import subprocess
from collections.abc import Iterable
from functools import cache
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


def ask_node(script: str, asked: object, package: str) -> Any:
    """What a script answers that stays and takes a question from each line; it is started once, and so stays warm."""
    _skip_without(package)
    running = _running(script)
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write(json.dumps(asked) + "\n")
    running.stdin.flush()
    answer = running.stdout.readline()
    assert answer, f"{script} has ended"
    return json.loads(answer)


@cache
def _running(script: str) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    started = subprocess.Popen([needs("node"), str(NODE / script)], stdin=pipe, stdout=pipe, text=True)
    atexit.register(started.communicate)
    return started


def _skip_without(package: str) -> None:
    if not (NODE / "node_modules" / package).is_dir():
        pytest.skip(f"{package} is not installed: run `npm ci` in tests/export/node")


def _answer(script: str, words: tuple[Path, ...], asked: str, package: str | None) -> Any:
    node = needs("node")
    if package is not None:
        _skip_without(package)
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

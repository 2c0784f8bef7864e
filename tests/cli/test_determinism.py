"""The same input gives the same bytes: whatever the hash seed, the number of processes, the locale, the current folder,
with assertions or without, and whatever else the process has done before."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from puzzlesynth.cli.commands import COMMANDS, load_command
from tests.support.determinism_cases import cases, prepare
from tests.support.paths import ROOT

ELSEWHERE = {"corpus run", "corpus merge", "corpus card", "studio"}
"""What works on a folder that is there already has its own tests, in `tests/corpus`; the studio serves until it is
stopped."""

RUNNER = ROOT / "tests" / "support" / "determinism_runner.py"


@pytest.fixture(scope="session")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inputs")

    def run(*words: object) -> Any:
        command = [sys.executable, "-m", "puzzlesynth", *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)

    prepare(folder, run)
    return folder


def _run(
    inputs: Path, results: Path, jobs: int, *rest: str, optimised: bool = False, **environment: str
) -> None:
    subprocess.run(
        [sys.executable, *(["-O"] if optimised else []), RUNNER, inputs, results, str(jobs), *rest],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=600,
        check=True,
        env={**os.environ, **environment},
    )


@pytest.fixture(scope="session")
def results(inputs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All commands, one after another in one process."""
    folder = tmp_path_factory.mktemp("results") / "one"
    _run(inputs, folder, 1, PYTHONHASHSEED="1", LC_ALL="C.UTF-8")
    return folder


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(f.relative_to(folder)): f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()}


def _assert_same(inputs: Path, one: Path, other: Path) -> None:
    for number, words in enumerate(cases(inputs, 1)):
        name = f"{number:03}"
        found, again = _contents(one / name), _contents(other / name)
        assert found.keys() == again.keys(), words
        differing = [file for file in found if found[file] != again[file]]
        assert not differing, f"{' '.join(words)}: {differing}"


@pytest.mark.thorough
def test_the_same_input_gives_the_same_bytes(inputs: Path, results: Path, tmp_path: Path) -> None:
    """Once more in a process that differs in everything, and the last command first."""
    again = tmp_path / "quite" / "another"
    _run(inputs, again, 2, "last-first", optimised=True, PYTHONHASHSEED="2", LC_ALL="C")
    _assert_same(inputs, results, again)


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["0", "3", "4"])
def test_the_same_input_gives_the_same_bytes_in_a_process_of_its_own(
    inputs: Path, results: Path, tmp_path: Path, seed: str
) -> None:
    for number, _ in enumerate(cases(inputs, 1)):
        _run(inputs, tmp_path / "again", 1, str(number), PYTHONHASHSEED=seed)
    _assert_same(inputs, results, tmp_path / "again")


def _commands() -> Iterator[str]:
    for name, entry in COMMANDS.items():
        below = getattr(load_command(name, entry), "commands", None)
        yield from [name] if below is None else (f"{name} {other}" for other in below)


def test_every_command_is_among_the_cases(tmp_path: Path) -> None:
    lines = [" ".join(words) for words in cases(tmp_path, 1)]
    missing = [name for name in _commands() if not any(line.startswith(f"{name} ") for line in lines)]
    assert set(missing) == ELSEWHERE


@pytest.mark.thorough
def test_no_case_is_bad_usage(inputs: Path, results: Path) -> None:
    """That would be the same each time, and show nothing."""
    for number, words in enumerate(cases(inputs, 1)):
        assert (results / f"{number:03}" / "status").read_text(encoding="utf-8") != "2", words

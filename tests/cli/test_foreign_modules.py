"""A folder may hold Python files of anybody: no command that is run in it reads them, nor does a process it starts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"
NAMES = (
    *("clingo", "concurrent", "enum", "json", "multiprocessing", "numpy", "pickle", "puzzlesynth", "random"),
    *("signal", "subprocess", "tempfile", "typing", "yaml"),
)
SCRIPT = "import sys; sys.path.pop(0); from puzzlesynth.cli.main import main; main()"
"""What the console script does: Python does not put the current folder first for it."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(
            f"open('{name}.ran', 'w').close()\nraise SystemExit('{name} ran')\n", "utf-8"
        )
    return tmp_path


def done(folder: Path, *words: object) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    return subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=environment,
    )


COMMANDS = {
    "synth in several processes": ("synth", EXAMPLES / "meadow", "-n", 101, "--json", "--jobs", 2),
    "qa in several processes": ("qa", EXAMPLES / "heist", "-n", 3, "--jobs", 2, "-o", "report"),
    "a game that makes its areas": ("play", EXAMPLES / "lighthouse", "--live", "--seed", 1),
    "levels": ("level", "check", EXAMPLES / "levels" / "sokoban.txt"),
}


@pytest.mark.seconds
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(words, id=name, marks=pytest.mark.thorough if name.startswith("qa") else ())
        for name, words in COMMANDS.items()
    ],
)
def test_a_command_and_its_workers_read_none_of_them(folder: Path, words: tuple[object, ...]) -> None:
    said = done(folder, "-c", SCRIPT, *words)
    assert not list(folder.glob("*.ran"))
    assert (said.returncode, said.stderr) == (0, "")


@pytest.mark.seconds
def test_as_a_module_of_python_it_reads_none_either(folder: Path) -> None:
    """But for one that is called like puzzlesynth itself, which Python finds before any of its lines is run."""
    (folder / "puzzlesynth.py").unlink()
    said = done(folder, "-m", "puzzlesynth", *COMMANDS["synth in several processes"])
    assert not list(folder.glob("*.ran"))
    assert len(said.stdout.splitlines()) == 101


def test_with_a_safe_path_it_reads_none_at_all(folder: Path) -> None:
    said = done(folder, "-P", "-m", "puzzlesynth", "check", EXAMPLES / "heist")
    assert not list(folder.glob("*.ran"))
    assert said.returncode == 0


@pytest.mark.skipif(
    shutil.which("puzzlesynth", path=str(Path(sys.executable).parent)) is None, reason="not installed"
)
def test_the_installed_command_reads_none_of_them(folder: Path) -> None:
    script = Path(sys.executable).parent / "puzzlesynth"
    said = subprocess.run([script, "check", EXAMPLES / "heist"], cwd=folder, capture_output=True, check=False)
    assert not list(folder.glob("*.ran"))
    assert said.returncode == 0


def test_a_prompt_in_that_folder_starts_workers_that_read_none(folder: Path) -> None:
    """There Python itself looks in the current folder first; a worker does not."""
    code = (
        "import sys; here = sys.path.pop(0)\n"
        "from puzzlesynth.workers import Worker\n"
        "sys.path.insert(0, here)\n"
        "worker = Worker('puzzlesynth.workers:answer_questions')\n"
        "worker.process.stdin.close()\n"
        "print(worker.process.wait(60))"
    )
    said = done(folder, "-c", code)
    assert not list(folder.glob("*.ran"))
    assert said.stdout == "0\n"

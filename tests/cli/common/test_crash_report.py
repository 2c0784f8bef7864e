"""A fault in puzzlesynth is distinguished from every status about the input."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from puzzlesynth.internal_error import InternalError
from puzzlesynth.pipeline import generate as making
from tests.support.commands import Run
from tests.support.paths import ROOT

HEIST = ROOT / "examples" / "heist"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def broken(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(making, "make_puzzles", fail)


@pytest.mark.parametrize(
    "error",
    [
        InternalError("the solution does not work"),
        AssertionError("the solution does not work"),
        KeyError("gold"),
        EOFError("nothing more comes"),
        MemoryError(),
        RecursionError("too deep"),
        ZeroDivisionError("division by zero"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_crash_has_a_status_of_its_own_and_a_report(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    broken(monkeypatch, error)
    done = run("synth", HEIST, "--seed", 3)
    assert (done.returncode, done.stdout) == (4, "")
    (report,) = folder.iterdir()
    assert done.stderr.startswith("internal error: ")
    assert "a fault in puzzlesynth, not in your input" in done.stderr
    assert report.name in done.stderr
    assert "Traceback" not in done.stderr
    said = report.read_text("utf-8")
    assert f"synth {HEIST} --seed 3" in said
    assert "pack: heist " in said
    assert "Traceback" in said
    assert type(error).__name__ in said
    assert "clingo 5" in said
    assert "hunter2" not in said


def test_details_from_another_process_are_in_the_report_alone(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(monkeypatch, InternalError("a worker process ended", "its traceback\nof two lines"))
    done = run("synth", HEIST)
    assert done.stderr.startswith("internal error: a worker process ended\n")
    assert "its traceback\nof two lines" in next(folder.iterdir()).read_text("utf-8")


def test_where_the_current_folder_is_not_writable_the_report_is_a_temporary_file(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from puzzlesynth.cli.common import crash_report
    from puzzlesynth.cli.common.files import write_atomically

    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(elsewhere))

    def refusing(path: Path, text: str) -> None:
        if path.parent == Path():
            raise PermissionError(13, "Permission denied")
        write_atomically(path, text)

    monkeypatch.setattr(crash_report, "write_atomically", refusing)
    broken(monkeypatch, KeyError("gold"))
    done = run("synth", HEIST)
    assert done.returncode == 4
    (report,) = elsewhere.iterdir()
    assert str(report) in done.stderr


@pytest.mark.seconds
def test_optimized_python_keeps_the_checks_that_protect_users(folder: Path) -> None:
    code = (
        "import sys, puzzlesynth.pipeline.acceptance as p\n"
        "class Bad:\n    ok = False\n"
        "p.solution_surely_wins = lambda stage: False\n"
        "p.replay = lambda pack, puzzle: Bad()\n"
        f"sys.argv = ['puzzlesynth', 'synth', {str(HEIST)!r}, '--json']\n"
        "from puzzlesynth.cli.main import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-O", "-c", code],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (4, "")
    assert "internal error" in done.stderr


def test_the_help_says_what_a_status_means(run: Run) -> None:
    said = " ".join(run("--help").stdout.split())
    assert "4 internal error" in said
    assert "3 time limit reached" in said

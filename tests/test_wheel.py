"""What is installed works anywhere: the wheel has everything in it, and a fresh environment runs it from any folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.paths import ROOT

HEIST = ROOT / "examples" / "heist"

Run = Callable[..., subprocess.CompletedProcess[str]]


def ran(*command: str | Path, **more: object) -> subprocess.CompletedProcess[str]:
    """Runs a command without anything that would let it find the checkout."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL"))}
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        [str(part) for part in command], capture_output=True, text=True, env=clean, timeout=120, **more
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip(
        "hatchling", reason="the wheel is built without a network, so its builder must be there"
    )
    pytest.importorskip("build")
    out = tmp_path_factory.mktemp("dist")
    built = ran(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT, cwd=out)
    assert built.returncode == 0, built.stdout + built.stderr
    (found,) = out.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of an environment that has the wheel, and the libraries that it needs."""
    home = tmp_path_factory.mktemp("home") / "env"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    done = ran(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel)
    assert done.returncode == 0, done.stdout + done.stderr
    (packages,) = home.glob("lib/python*/site-packages")
    # Only folders that a .pth file of the environment itself names are searched, so the checkout stays unknown.
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return home / "bin"


@pytest.fixture
def puzzlesynth(installed: Path, tmp_path: Path) -> Run:
    """The installed program, run in an empty folder."""
    return lambda *arguments: ran(installed / "puzzlesynth", *arguments, cwd=tmp_path)


@pytest.mark.seconds
def test_everything_is_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "puzzlesynth").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    for folder in ("encodings", "asp"):
        files = [path for path in (ROOT / folder).rglob("*") if path.is_file()]
        wanted |= {f"puzzlesynth/_data/{path.relative_to(ROOT).as_posix()}" for path in files}
    assert wanted <= names, sorted(wanted - names)
    for file in (
        "puzzlesynth/_data/encodings/puzzle.lp",
        "puzzlesynth/export/html/page.html",
        "puzzlesynth/py.typed",
        "puzzlesynth/asp/predicates.pyi",
        "puzzlesynth/_data/asp/vocabulary.lp",
    ):
        assert file in names


def test_nothing_else_is_in_the_wheel(wheel: Path) -> None:
    for name in zipfile.ZipFile(wheel).namelist():
        assert name.startswith(("puzzlesynth/", "puzzlesynth-")), name
        assert "__pycache__" not in name


@pytest.mark.thorough
def test_it_is_the_installed_one_that_runs(installed: Path, tmp_path: Path) -> None:
    shown = ran(installed / "python", "-c", "import puzzlesynth; print(puzzlesynth.__file__)", cwd=tmp_path)
    assert Path(shown.stdout.strip()).is_relative_to(installed.parent)


@pytest.mark.thorough
def test_the_module_asp_and_the_folder_asp_are_both_found(installed: Path, tmp_path: Path) -> None:
    """`puzzlesynth/asp` is Python; the designers' shelf of the same name is data."""
    lines = (
        "import puzzlesynth; from puzzlesynth import asp",
        f"pack = puzzlesynth.load_pack({str(HEIST)!r})",
        "puzzle = next(puzzlesynth.make_puzzles(pack))",
        "print(asp.satisfies(pack, puzzle, 'asp:at_most_steps(5)'), len(asp.facts(pack)) > 0)",
    )
    shown = ran(installed / "python", "-c", "\n".join(lines), cwd=tmp_path)
    assert (shown.stdout, shown.stderr) == ("True True\n", "")


@pytest.mark.thorough
def test_check_and_synth_run_from_any_folder(puzzlesynth: Run) -> None:
    checked = puzzlesynth("check", HEIST)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    made = puzzlesynth("synth", HEIST, "--seed", "7", "--json")
    assert made.returncode == 0, made.stderr
    puzzle = json.loads(made.stdout)
    assert puzzle["format"] == "puzzlesynth.puzzle/1"
    assert puzzle["guarantees"]["shortcuts"] == "none"


@pytest.mark.thorough
def test_the_installed_one_makes_the_same_puzzle_as_the_checkout(puzzlesynth: Run) -> None:
    arguments = ("synth", HEIST, "--seed", "3", "--json")
    here = ran(sys.executable, "-m", "puzzlesynth", *arguments, cwd=ROOT)
    assert here.returncode == 0, here.stderr
    assert puzzlesynth(*arguments).stdout == here.stdout


@pytest.mark.thorough
def test_new_writes_a_pack_that_works(puzzlesynth: Run, tmp_path: Path) -> None:
    assert puzzlesynth("new", "first").returncode == 0
    made = puzzlesynth("synth", tmp_path / "first", "--json")
    assert made.returncode == 0, made.stderr
    assert json.loads(made.stdout)["pack"]["name"] == "first"

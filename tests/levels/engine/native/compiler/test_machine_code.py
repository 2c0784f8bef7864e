"""Machine code on disk: kept whole or not at all, and never trusted blindly."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

from puzzlesynth.levels.engine.native.compiler import loading, machine_code
from puzzlesynth.workers import safe_path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PUZZLESYNTH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_code_that_was_kept_is_found_again(folder: Path) -> None:
    assert machine_code.cached_code() is None
    machine_code.keep_code(b"some code")
    assert machine_code.cached_code() == b"some code"
    assert [path.suffix for path in folder.iterdir()] == [".bin"]


def test_a_file_that_was_cut_short_or_changed_is_not_used(folder: Path) -> None:
    machine_code.keep_code(b"some code")
    path = machine_code.cache_file()
    whole = path.read_bytes()
    for damaged in (whole[:-1], whole[:10], b"", whole[:-1] + b"!"):
        path.write_bytes(damaged)
        assert machine_code.cached_code() is None


def test_a_folder_that_cannot_be_written_is_no_obstacle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("PUZZLESYNTH_CACHE", str(tmp_path / "file" / "cache"))
    machine_code.keep_code(b"some code")
    assert machine_code.cached_code() is None


def test_code_for_old_versions_goes_after_a_while(folder: Path) -> None:
    folder.mkdir()
    old, recent = folder / "levels-old.bin", folder / "levels-recent.bin"
    for path in (old, recent):
        path.write_bytes(b"x")
    os.utime(old, (1, 1))
    machine_code.keep_code(b"some code")
    assert not old.exists()
    assert recent.exists()


def test_another_kernel_has_another_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = machine_code.cache_file()
    monkeypatch.setattr(machine_code, "kernel_sources", lambda: {"other": "text"})
    assert machine_code.cache_file() != before


def test_without_the_library_there_is_no_code_and_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "is_installed", lambda: False)
    loader = loading._Loader()
    assert loader.get(wait=None) is None
    assert "llvmlite is not installed" in loader.obstacle


def test_it_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(loading.SWITCH, "0")
    loader = loading._Loader()
    assert loader.get(wait=None) is None
    assert loading.SWITCH in loader.obstacle


def test_code_that_cannot_be_loaded_is_no_obstacle_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> bytes:
        raise OSError("no disk")

    monkeypatch.setattr(loading, "cached_code", fail)
    loader = loading._Loader()
    assert loader.get(wait=None) is None
    assert "no disk" in loader.obstacle


@pytest.mark.thorough
def test_two_processes_that_compile_at_once_leave_one_good_file(folder: Path) -> None:
    environment = {**os.environ, "PUZZLESYNTH_CACHE": str(folder)}
    command = [sys.executable, "-c", loading._BEGIN, *safe_path()]
    processes = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) for _ in range(2)]
    codes = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert codes[0] == codes[1] == machine_code.cached_code()
    assert [path.suffix for path in folder.iterdir()] == [".bin"]

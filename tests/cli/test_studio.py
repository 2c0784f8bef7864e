"""The command that opens the studio."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("starlette")
COMMAND = [sys.executable, "-m", "puzzlesynth", "studio"]


def run(*words: str, state: Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "XDG_STATE_HOME": str(state)}
    return subprocess.run(
        [*COMMAND, *words], capture_output=True, text=True, timeout=60, env=env, cwd=cwd, check=False
    )


@pytest.mark.seconds
def test_what_is_not_there_is_bad_input(tmp_path: Path) -> None:
    done = run(str(tmp_path / "nowhere"), "--no-browser", state=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no such file or folder" in done.stderr


@pytest.mark.seconds
def test_a_file_that_is_nothing_to_design_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Buy milk.")
    done = run(str(tmp_path / "notes.txt"), "--no-browser", state=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "neither a pack nor a PuzzleScript game" in done.stderr


@pytest.mark.seconds
def test_a_demo_is_a_copy_and_a_second_studio_says_so(tmp_path: Path) -> None:
    env = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
    command = [*COMMAND, "--demo", "--no-browser"]
    first = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env, cwd=tmp_path
    )
    try:
        assert first.stdout is not None
        address = re.search(r"http://127\.0\.0\.1:\d+/\?token=\S+", first.stdout.readline())
        assert address is not None
        assert (tmp_path / "puzzlesynth-demo" / "heist" / "pack.yaml").is_file()
        second = run("puzzlesynth-demo", "--no-browser", state=tmp_path / "state", cwd=tmp_path)
        assert second.returncode == 0
        assert f"already open on puzzlesynth-demo: {address[0]}" in second.stderr
    finally:
        first.terminate()
        first.wait(20)

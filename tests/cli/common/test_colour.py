"""Colour: on a terminal for what matters, nowhere else."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"
ESCAPE = re.compile(r"\x1b\[[\d;]*m")
BROKEN = "pack: p\nitems: {A: }\nrules: A ::= Do C\nareas: {H: {start: true, goals: A}}\n"


def on_terminal(*words: object, typed: bytes = b"", **environment: str) -> tuple[int, str]:
    """The exit status, and all that a person sees who runs a command in a terminal."""
    mine, theirs = pty.openpty()
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    with subprocess.Popen(
        [sys.executable, "-m", "puzzlesynth", *map(str, words)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**clean, "TERM": "xterm", "COLUMNS": "80", **environment},
        start_new_session=True,
        preexec_fn=_own_terminal,
    ) as running:
        os.close(theirs)
        seen, end = b"", time.monotonic() + 60
        while time.monotonic() < end:
            try:
                part = os.read(mine, 4096) if select.select([mine], [], [], 0.2)[0] else None
            except OSError:
                break
            if part == b"":
                break
            seen += part or b""
            # A person types once the prompt has been there for a moment: Python overlooks a Ctrl-C that comes with it.
            if typed and part is None and b"> " in seen:
                os.write(mine, typed)
                typed = b""
        os.close(mine)
        status = running.wait(timeout=60)
    return status, seen.decode().replace("\r\n", "\n")


def _own_terminal() -> None:
    import fcntl
    import signal
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module")
def puzzle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("puzzle") / "heist.json"
    command = [sys.executable, "-m", "puzzlesynth", "synth", EXAMPLES / "heist", "--seed", "1", "--json"]
    path.write_bytes(subprocess.run(command, capture_output=True, timeout=60, check=True).stdout)
    return path


def test_check_colours_the_severity(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(BROKEN)
    status, seen = on_terminal("check", tmp_path / "p.yaml")
    assert status == 1
    assert "\x1b[1;31merror[unknown-type]:\x1b[0m" in seen
    assert re.search(r"\x1b\[1;31m *\^+\x1b\[0m", seen)


def test_an_error_that_ends_a_command_has_colour_too() -> None:
    assert (
        "\x1b[1;31merror:\x1b[0m" in on_terminal("export", EXAMPLES / "heist", "none.json", "--to", "html")[1]
    )


def test_synth_and_show_colour_areas_guarantees_and_difficulty(puzzle: Path) -> None:
    for words in (("synth", EXAMPLES / "heist", "--seed", 1), ("show", EXAMPLES / "heist", puzzle)):
        seen = on_terminal(*words)[1]
        assert "\x1b[1;36mBank\x1b[0m: Gold (open from the start)" in seen
        assert "\x1b[32mGuarantees:\x1b[0m" in seen
        assert "30 of 100, \x1b[32measy\x1b[0m" in seen


def test_verify_colours_the_guarantees(puzzle: Path) -> None:
    seen = on_terminal("verify", EXAMPLES / "heist", puzzle)[1]
    assert "\x1b[32m✓\x1b[0m solvable" in seen
    assert "\x1b[32mAll guarantees hold\x1b[0m" in seen


def test_play_has_colour(puzzle: Path) -> None:
    status, seen = on_terminal("play", EXAMPLES / "heist", puzzle, typed=b"quit\n")
    assert status == 0
    assert "\x1b[1;36m" in seen


def test_ctrl_c_at_the_prompt_ends_with_status_130(puzzle: Path) -> None:
    status, seen = on_terminal("play", EXAMPLES / "heist", puzzle, typed=b"\x03")
    assert (status, "Traceback" in seen) == (130, False)


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_who_wants_no_colour_sees_none(puzzle: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    (tmp_path / "p.yaml").write_text(BROKEN)
    for words in (
        ("check", tmp_path / "p.yaml"),
        ("synth", EXAMPLES / "heist", "--seed", 1),
        ("show", EXAMPLES / "heist", puzzle),
        ("verify", EXAMPLES / "heist", puzzle),
    ):
        assert not ESCAPE.search(on_terminal(*words, **environment)[1]), words
    assert not ESCAPE.search(
        on_terminal("play", EXAMPLES / "heist", puzzle, typed=b"quit\n", **environment)[1]
    )


def test_a_pipe_gets_no_colour_and_no_progress(puzzle: Path) -> None:
    for words in (("verify", EXAMPLES / "heist", puzzle), ("synth", EXAMPLES / "heist", "--seed", "1")):
        done = subprocess.run(
            [sys.executable, "-m", "puzzlesynth", *map(str, words)], capture_output=True, timeout=60
        )
        assert b"\x1b" not in done.stdout + done.stderr
        assert done.stderr == b""

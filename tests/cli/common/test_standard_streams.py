"""Standard streams in any encoding, or closed; colour on a terminal and nowhere else."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"
HEIST = EXAMPLES / "heist"
PACK = """\
pack: 'bank'
title: 🏦 Die Bank · Łódź
items: {Gold: {carryable: true, notSpawnable: true, description: "Geld → 金"}, Safe: }
rules: [{rule: 'Gold Safe ::= Open Safe', text: 'Ein „Klick“.'}]
areas: {Bank: {start: true, goals: [Gold], depth: {min: 1, max: 2}}}
"""


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a pack and its puzzle."""
    folder = tmp_path_factory.mktemp("bank")
    (folder / "bank.yaml").write_text(PACK, "utf-8")
    (folder / "bank.json").write_bytes(said(folder, "synth bank.yaml --seed 1 --json").stdout)
    return folder


def said(
    folder: Path, words: str, encoding: str = "utf-8", more: str = ""
) -> subprocess.CompletedProcess[bytes]:
    command = f"{sys.executable} -m puzzlesynth {words} {more}"
    return subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        capture_output=True,
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )


@pytest.mark.thorough
@pytest.mark.parametrize("encoding", ["latin-1", "cp437:strict"])
@pytest.mark.parametrize(
    "words",
    [
        "check bank.yaml",
        "synth bank.yaml --seed 1",
        "show bank.yaml bank.json",
        "verify bank.yaml bank.json",
        "items bank.yaml",
        f"show {EXAMPLES / 'bakery'} --map deliver",
        "import puzzledice --help",
    ],
)
def test_people_are_told_in_what_their_terminal_has(bank: Path, words: str, encoding: str) -> None:
    name = encoding.partition(":")[0]
    done, usual = said(bank, words, encoding), said(bank, words)
    assert (done.returncode, done.stderr) == (usual.returncode, b"")
    assert done.stdout == usual.stdout.decode("utf-8").encode(name, errors="replace")


@pytest.mark.thorough
@pytest.mark.parametrize(
    "words",
    [
        "synth bank.yaml --seed 1 --json",
        "synth bank.yaml --seed 1 --json --no-measure",
        "check bank.yaml --json",
        "verify bank.yaml bank.json --json",
        "solve bank.yaml bank.json --json",
        "items bank.yaml --csv",
        "show bank.yaml bank.json --to svg",
        *(f"export bank.yaml bank.json --to {name}" for name in ("html", "ink", "twee", "dot", "inform6")),
    ],
)
def test_programs_get_the_same_bytes_whatever_the_terminal_has(bank: Path, words: str) -> None:
    done, usual = said(bank, words, "latin-1"), said(bank, words)
    assert (done.returncode, done.stderr) == (usual.returncode, usual.stderr)
    assert done.stdout == usual.stdout


@pytest.mark.seconds
def test_a_name_that_is_no_text_does_not_end_a_report(bank: Path) -> None:
    odd = os.fsdecode(b"odd\xff.yaml")
    (bank / odd).write_text("pack: [", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "puzzlesynth", "check", odd, "--json"],
        cwd=bank,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert json.loads(done.stdout.decode("utf-8"))["problems"][0]["file"] == odd


@pytest.mark.seconds
@pytest.mark.parametrize(
    "words", ["play bank.yaml -", "verify bank.yaml -", "level check -", "level play game.txt"]
)
def test_a_closed_standard_input_is_told(bank: Path, words: str) -> None:
    (bank / "game.txt").write_text((EXAMPLES / "levels" / "sokoban.txt").read_text("utf-8"), "utf-8")
    done = said(bank, words, more="<&-")
    assert done.returncode == 2
    assert done.stderr == b"error: standard input is closed, so there is nothing to read from it\n"


ESCAPE = re.compile(r"\x1b\[[\d;]*m")
BROKEN = "pack: p\nitems: {A: }\nrules: A ::= Do C\nareas: {H: {start: true, goals: A}}\n"


def on_terminal(
    *words: object, typed: bytes = b"", environment: Mapping[str, str] | None = None
) -> tuple[int, str]:
    """The exit status, and all that a person sees who runs a command in a terminal."""
    mine, theirs = pty.openpty()
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    with subprocess.Popen(
        [sys.executable, "-m", "puzzlesynth", *map(str, words)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**clean, "TERM": "xterm", "COLUMNS": "80", **(environment or {})},
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
    command = [sys.executable, "-m", "puzzlesynth", "synth", str(EXAMPLES / "heist"), "--seed", "1", "--json"]
    path.write_bytes(subprocess.run(command, capture_output=True, timeout=60, check=True).stdout)
    return path


@pytest.mark.seconds
def test_check_colours_the_severity(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(BROKEN)
    status, seen = on_terminal("check", tmp_path / "p.yaml")
    assert status == 1
    assert "\x1b[1;31merror[unknown-type]:\x1b[0m" in seen
    assert re.search(r"\x1b\[1;31m *\^+\x1b\[0m", seen)


@pytest.mark.seconds
def test_an_error_that_ends_a_command_has_colour_too() -> None:
    assert (
        "\x1b[1;31merror:\x1b[0m" in on_terminal("export", EXAMPLES / "heist", "none.json", "--to", "html")[1]
    )


@pytest.mark.seconds
def test_synth_and_show_colour_areas_guarantees_and_difficulty(puzzle: Path) -> None:
    for words in (("synth", EXAMPLES / "heist", "--seed", 1), ("show", EXAMPLES / "heist", puzzle)):
        seen = on_terminal(*words)[1]
        assert "\x1b[1;36mBank\x1b[0m: Gold (open from the start)" in seen
        assert "\x1b[32mGuarantees:\x1b[0m" in seen
        assert "30 of 100, \x1b[32measy\x1b[0m" in seen


@pytest.mark.seconds
def test_verify_colours_the_guarantees(puzzle: Path) -> None:
    seen = on_terminal("verify", EXAMPLES / "heist", puzzle)[1]
    assert "\x1b[32m✓\x1b[0m solvable" in seen
    assert "\x1b[32mAll guarantees hold\x1b[0m" in seen


@pytest.mark.seconds
def test_play_has_colour(puzzle: Path) -> None:
    status, seen = on_terminal("play", EXAMPLES / "heist", puzzle, typed=b"quit\n")
    assert status == 0
    assert "\x1b[1;36m" in seen


@pytest.mark.seconds
def test_ctrl_c_at_the_prompt_ends_with_status_130(puzzle: Path) -> None:
    status, seen = on_terminal("play", EXAMPLES / "heist", puzzle, typed=b"\x03")
    assert (status, "Traceback" in seen) == (130, False)


@pytest.mark.seconds
def test_who_wants_no_colour_sees_none(puzzle: Path, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(BROKEN)
    for name, value, words in (
        ("NO_COLOR", "1", ("check", tmp_path / "p.yaml")),
        ("NO_COLOR", "1", ("show", HEIST, puzzle)),
        ("NO_COLOR", "1", ("verify", HEIST, puzzle)),
        ("NO_COLOR", "1", ("play", HEIST, puzzle)),
        ("TERM", "dumb", ("check", tmp_path / "p.yaml")),
        ("TERM", "dumb", ("synth", HEIST, "--seed", 1)),
        ("TERM", "dumb", ("play", HEIST, puzzle)),
    ):
        seen = on_terminal(*words, typed=b"quit\n", environment={name: value})[1]
        assert not ESCAPE.search(seen), (name, words)


@pytest.mark.seconds
def test_a_pipe_gets_no_colour_and_no_progress(puzzle: Path) -> None:
    for words in (("verify", EXAMPLES / "heist", puzzle), ("synth", EXAMPLES / "heist", "--seed", "1")):
        done = subprocess.run(
            [sys.executable, "-m", "puzzlesynth", *map(str, words)], capture_output=True, timeout=60
        )
        assert b"\x1b" not in done.stdout + done.stderr
        assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_full_disk_is_not_the_status_of_a_proof() -> None:
    """Not even where the message does not fit either."""
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "puzzlesynth", "check", str(HEIST)]
        assert subprocess.run(command, stdout=full, stderr=full, timeout=60).returncode == 2

"""Standard streams as they come: in whatever encoding, or closed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"
HEIST = EXAMPLES / "heist"
PACK = """\
pack: 'bank'
title: 🏦 Die Bank · Łódź
items: {Gold: {carryable: true, notSpawnable: true, description: "Geld → 金"}, Safe: }
rules: [{rule: 'Gold ::= Open Safe', text: 'Ein „Klick“.'}]
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

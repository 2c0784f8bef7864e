"""No command writes over what it is made from, and none works for a file that cannot be written."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.support.commands import Run
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"
HEIST = EXAMPLES / "heist"

RULES = "[ > Player | Crate ] -> [ > Player | > Crate ]\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Path:
    """A folder with a pack, a puzzle, a pack of maps, a game, and a file that means one of them by another name."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(HEIST, "heist")
    shutil.copytree(EXAMPLES / "bakery", "bakery")
    shutil.copy(EXAMPLES / "levels" / "sokoban.txt", "game.txt")
    Path("same.txt").symlink_to("game.txt")
    Path("rules.txt").write_text(RULES)
    Path("mask.txt").write_text("....\n")
    Path("game.svg").write_text(Path("game.txt").read_text())
    Path("puzzle.json").write_text(run("synth", "heist", "--seed", 1, "--json").stdout, "utf-8")
    return tmp_path


@pytest.mark.seconds
@pytest.mark.parametrize(
    "words",
    [
        "export heist puzzle.json --to html -o puzzle.json",
        "export heist puzzle.json --to html -o ./heist/../puzzle.json",
        "export heist puzzle.json --to html -o heist/pack.yaml",
        "export heist/pack.yaml puzzle.json --to godot -o heist/pack.yaml",
        "show heist puzzle.json -o puzzle.json",
        "show heist puzzle.json --to svg -o heist/pack.yaml",
        "show bakery --map deliver -o bakery/pack.yaml",
        "map show bakery deliver -o bakery/pack.yaml",
        "map suggest bakery --blocks 5 -o bakery/pack.yaml",
        "map from heist puzzle.json -o puzzle.json",
        "level show game.svg -o game.svg",
        "level swap game.txt --rules rules.txt -o rules.txt",
        "level swap game.txt --rules rules.txt -o same.txt",
        "level generate game.txt --layout 7x7 --seed 1 -o game.txt",
        "level generate game.txt --layout rules.txt --seed 1 -o rules.txt",
        "level progression game.txt -o game.txt",
        "level repair game.txt -l 2 -o new.png -o game.txt",
        "level repair game.txt -l 2 --freeze mask.txt -o mask.txt",
        "level simplify game.txt -l 2 -o game.txt",
        "level combine game.txt -l 1 --with 2 -o game.txt",
        "level suggest game.txt -l 2 --count 3 -o game.txt",
        "level suggest game.txt -l 2 --transform rules.txt -o rules.txt",
        "level analyse game.svg -o game.svg",
    ],
)
def test_what_a_command_reads_is_not_what_it_writes(run: Run, here: Path, words: str) -> None:
    before = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
    done = run(*words.split())
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert f"{words.split()[-1].removeprefix('./')}: this would overwrite its own input" in done.stderr
    assert {path: path.read_bytes() for path in here.rglob("*") if path.is_file()} == before


def test_other_files_of_the_packs_folder_are_anybodys(run: Run, here: Path) -> None:
    for _ in range(2):
        assert run("export", "heist", "puzzle.json", "--to", "html", "-o", "heist/heist.html").returncode == 0


@pytest.mark.parametrize("command", ["level generate game.txt --layout 5x5", "level progression game.txt"])
def test_nobody_works_for_a_file_that_cannot_be_written(run: Run, here: Path, command: str) -> None:
    Path("folder.txt").mkdir()
    done = run(*command.split(), "-o", "folder.txt")
    assert done.returncode == 2
    assert done.stderr == "error: folder.txt: this is a folder; name a file in it\n"


@pytest.mark.parametrize(
    ("transcript", "said"),
    [
        (".", "this is a folder"),
        ("puzzle.json/kept.txt", "is not a folder"),
        ("heist/pack.yaml", "it exists already and is not a transcript"),
        ("puzzle.json", "it exists already and is not a transcript"),
        ("rules.txt", "it exists already and is not a transcript"),
    ],
)
def test_a_transcript_that_cannot_be_kept_is_refused_before_the_game(
    run: Run, here: Path, transcript: str, said: str
) -> None:
    before = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
    done = run("play", "heist", "puzzle.json", "--transcript", transcript, stdin="look\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert ".puzzlesynth" not in done.stderr
    assert {path: path.read_bytes() for path in here.rglob("*") if path.is_file()} == before


def test_a_transcript_may_be_replaced_but_not_while_it_is_played(run: Run, here: Path) -> None:
    keep = ("play", "heist", "--seed", 1, "--transcript", "kept.txt")
    Path("kept.txt").touch()
    for typed in ("look\n", "inventory\n"):
        assert run(*keep, stdin=typed).returncode == 0
        assert f"> {typed}" in Path("kept.txt").read_text("utf-8")
    done = run(*keep, "--script", "kept.txt")
    assert done.returncode == 2
    assert "this would overwrite its own input" in done.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_transcript_can_go_into_a_pipe(run: Run, here: Path) -> None:
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    assert run("play", "heist", "--seed", 1, "--transcript", "pipe", stdin="quit\n").returncode == 0
    assert os.read(reader, 100).startswith(b"# puzzlesynth.transcript/1 ")
    os.close(reader)
    assert Path("pipe").is_fifo()

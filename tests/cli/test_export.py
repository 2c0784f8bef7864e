"""The export command: files written whole or not at all, and bad input that ends with 2 and a reason."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
HEIST = EXAMPLES / "heist"


@pytest.fixture
def puzzle(run, tmp_path):
    path = tmp_path / "heist.json"
    path.write_text(run("synth", HEIST, "--seed", 1, "--json").stdout, "utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("html", "<!DOCTYPE html>"),
        ("inform6", "! Written by puzzlesynth"),
        ("ink", "# title: "),
        ("twee", ":: StoryTitle"),
        ("dot", "digraph"),
        ("mermaid", "flowchart"),
    ],
)
def test_texts_go_to_standard_output(run, puzzle, name, begins):
    done = run("export", HEIST, puzzle, "--to", name)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(begins)


def test_a_file_is_written_where_it_is_wanted(run, puzzle, tmp_path):
    target = tmp_path / "new" / "heist.html"
    done = run("export", HEIST, puzzle, "--to", "html", "-o", target)
    assert (done.returncode, done.stdout) == (0, "")
    assert target.read_text("utf-8") == run("export", HEIST, puzzle, "--to", "html").stdout
    assert [path.name for path in target.parent.iterdir()] == ["heist.html"]


def test_a_puzzle_can_come_through_a_pipe(run, puzzle):
    done = run("export", HEIST, "-", "--to", "mermaid", stdin=puzzle.read_text("utf-8"))
    assert done.stdout == run("export", HEIST, puzzle, "--to", "mermaid").stdout


def test_compiling_leaves_a_story_file(run, puzzle, tmp_path, monkeypatch):
    if shutil.which("inform6") is None:
        pytest.skip("inform6 is not installed")
    monkeypatch.chdir(tmp_path)
    assert run("export", HEIST, puzzle, "--to", "inform6", "--compile").returncode == 0
    assert (tmp_path / "heist.z5").read_bytes()[0] == 5


def test_compiling_never_overwrites_a_source(run, puzzle, tmp_path):
    if shutil.which("inform6") is None:
        pytest.skip("inform6 is not installed")
    source = tmp_path / "story.inf"
    assert run("export", HEIST, puzzle, "--to", "inform6", "-o", source).returncode == 0
    before = source.read_bytes()
    done = run("export", HEIST, puzzle, "--to", "inform6", "--compile", "-o", source)
    assert (done.returncode, source.read_bytes()) == (0, before)
    assert "story.z5: a compiled story file" in done.stderr
    assert (tmp_path / "story.z5").read_bytes()[0] == 5


def test_what_is_not_text_gets_a_file_of_the_packs_name(run, puzzle, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("export", HEIST, puzzle, "--to", "godot")
    assert (done.returncode, done.stdout) == (0, "")
    assert (tmp_path / "heist.zip").read_bytes().startswith(b"PK")


def refused(done) -> str:
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.stderr


def test_an_unknown_format_is_refused(run, puzzle):
    assert "did you mean html" in refused(run("export", HEIST, puzzle, "--to", "htm"))


def test_a_puzzle_of_another_pack_is_refused(run, puzzle, tmp_path):
    target = tmp_path / "out.html"
    done = run("export", EXAMPLES / "meadow", puzzle, "--to", "html", "-o", target)
    assert "another pack" in refused(done)
    assert not target.exists()


def test_a_broken_puzzle_is_refused_with_its_place(run, puzzle):
    data = json.loads(puzzle.read_text("utf-8"))
    data["objects"][0]["item"] = "Unicorn"
    assert "objects[0].item" in refused(run("export", HEIST, "-", "--to", "html", stdin=json.dumps(data)))
    refused(run("export", HEIST, "-", "--to", "html", stdin="{"))
    refused(run("export", HEIST, puzzle.with_name("missing.json"), "--to", "html"))


def test_a_folder_is_no_file(run, puzzle, tmp_path):
    assert "folder" in refused(run("export", HEIST, puzzle, "--to", "html", "-o", tmp_path))


def test_what_was_there_stays_when_something_goes_wrong(run, puzzle, tmp_path):
    target = tmp_path / "heist.html"
    target.write_text("older", "utf-8")
    refused(run("export", HEIST, puzzle, "--to", "html", "--compile", "-o", target))
    assert target.read_text("utf-8") == "older"


def test_the_command_itself_needs_no_exporter_to_start():
    code = (
        "import sys, puzzlesynth.cli.export;"
        "print([m for m in sys.modules if m.startswith(('puzzlesynth.export', 'lark', 'yaml', 'rich'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_formats_are_listed_without_a_puzzle(run):
    done = run("export", "--formats")
    assert done.returncode == 0
    names = [line.split()[0] for line in done.stdout.splitlines()]
    assert {"dot", "godot", "html", "ink", "inform6", "mermaid", "pddl", "svg", "twee"} <= set(names)
    assert "pddl" in " ".join(run("export", "--help").stdout.split())

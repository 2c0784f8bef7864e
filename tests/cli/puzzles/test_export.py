"""The export command: files written whole or not at all, and bad input that ends with 2 and a reason."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.commands import CommandResult, Run
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"
HEIST = EXAMPLES / "heist"


@pytest.fixture
def puzzle(run: Run, tmp_path: Path) -> Path:
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
def test_texts_go_to_standard_output(run: Run, puzzle: Path, name: str, begins: str) -> None:
    done = run("export", HEIST, puzzle, "--to", name)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(begins)


def test_a_file_is_written_where_it_is_wanted(run: Run, puzzle: Path, tmp_path: Path) -> None:
    target = tmp_path / "new" / "heist.html"
    done = run("export", HEIST, puzzle, "--to", "html", "-o", target)
    assert (done.returncode, done.stdout) == (0, "")
    assert target.read_text("utf-8") == run("export", HEIST, puzzle, "--to", "html").stdout
    assert [path.name for path in target.parent.iterdir()] == ["heist.html"]


def test_a_puzzle_can_come_through_a_pipe(run: Run, puzzle: Path) -> None:
    done = run("export", HEIST, "-", "--to", "mermaid", stdin=puzzle.read_text("utf-8"))
    assert done.stdout == run("export", HEIST, puzzle, "--to", "mermaid").stdout


def test_compiling_leaves_a_story_file(
    run: Run, puzzle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("inform6") is None:
        pytest.skip("inform6 is not installed")
    monkeypatch.chdir(tmp_path)
    assert run("export", HEIST, puzzle, "--to", "inform6", "--compile").returncode == 0
    assert (tmp_path / "heist.z5").read_bytes()[0] == 5


def test_compiling_never_overwrites_a_source(run: Run, puzzle: Path, tmp_path: Path) -> None:
    if shutil.which("inform6") is None:
        pytest.skip("inform6 is not installed")
    source = tmp_path / "story.inf"
    assert run("export", HEIST, puzzle, "--to", "inform6", "-o", source).returncode == 0
    before = source.read_bytes()
    done = run("export", HEIST, puzzle, "--to", "inform6", "--compile", "-o", source)
    assert (done.returncode, source.read_bytes()) == (0, before)
    assert "story.z5: a compiled story file" in done.stderr
    assert (tmp_path / "story.z5").read_bytes()[0] == 5


def test_a_story_file_is_not_called_what_it_is_not(run: Run, puzzle: Path, tmp_path: Path) -> None:
    if shutil.which("inform6") is None:
        pytest.skip("inform6 is not installed")
    compiling = ("export", HEIST, puzzle, "--to", "inform6", "--compile", "-o")
    for name in ("story.z8", "story.Z3"):
        said = refused(run(*compiling, tmp_path / name))
        assert f"{name}: the output is a .z5 file, so name it story.z5" in said
        assert not (tmp_path / name).exists()
    for name in ("story.Z5", "story.zblorb", "story", "v1.2"):
        assert run(*compiling, tmp_path / name).returncode == 0
        assert (tmp_path / name).read_bytes()[0] == 5


def test_what_is_not_text_gets_a_file_of_the_packs_name(
    run: Run, puzzle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("export", HEIST, puzzle, "--to", "godot")
    assert (done.returncode, done.stdout) == (0, "")
    assert (tmp_path / "heist.zip").read_bytes().startswith(b"PK")
    told = " ".join(run("export", "--help").stdout.split())
    assert "other content (godot, --compile) to a file with the pack's name in the current folder" in told


def test_a_dash_is_standard_output(
    run: Run, puzzle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in (["export", HEIST, puzzle, "--to", "dot"], ["show", HEIST, puzzle, "--to", "dot"]):
        done = run(*command, "-o", "-")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == run(*command).stdout
    drawing = ["map", "show", EXAMPLES / "bakery", "deliver"]
    assert run(*drawing, "-o", "-").stdout == run(*drawing).stdout != ""
    assert [path.name for path in tmp_path.iterdir()] == ["heist.json"]


@pytest.mark.seconds
def test_a_dash_is_standard_output_for_what_is_not_text(puzzle: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "puzzlesynth",
        "export",
        str(HEIST),
        str(puzzle),
        "--to",
        "godot",
        "-o",
        "-",
    ]
    done = subprocess.run(command, capture_output=True, check=True)
    assert done.stdout.startswith(b"PK")
    assert done.stderr == b""


def test_what_is_not_text_is_kept_off_the_screen(
    run: Run, puzzle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    said = refused(run("export", HEIST, puzzle, "--to", "godot", "-o", "-"))
    assert "not text" in said
    assert "-o" in said


def refused(done: CommandResult) -> str:
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.stderr


def test_an_unknown_format_is_refused(run: Run, puzzle: Path) -> None:
    assert "did you mean `html`" in refused(run("export", HEIST, puzzle, "--to", "htm"))


def test_a_puzzle_of_another_pack_is_refused(run: Run, puzzle: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.html"
    done = run("export", EXAMPLES / "meadow", puzzle, "--to", "html", "-o", target)
    assert "another pack" in refused(done)
    assert not target.exists()


def test_a_broken_puzzle_is_refused_with_its_place(run: Run, puzzle: Path) -> None:
    data = json.loads(puzzle.read_text("utf-8"))
    data["objects"][0]["item"] = "Unicorn"
    assert "objects[0].item" in refused(run("export", HEIST, "-", "--to", "html", stdin=json.dumps(data)))
    refused(run("export", HEIST, "-", "--to", "html", stdin="{"))
    refused(run("export", HEIST, puzzle.with_name("missing.json"), "--to", "html"))


def test_a_folder_is_no_file(run: Run, puzzle: Path, tmp_path: Path) -> None:
    assert "folder" in refused(run("export", HEIST, puzzle, "--to", "html", "-o", tmp_path))


def test_what_was_there_stays_when_something_goes_wrong(run: Run, puzzle: Path, tmp_path: Path) -> None:
    target = tmp_path / "heist.html"
    target.write_text("older", "utf-8")
    refused(run("export", HEIST, puzzle, "--to", "html", "--compile", "-o", target))
    assert target.read_text("utf-8") == "older"


def test_formats_are_listed_without_a_puzzle(run: Run) -> None:
    done = run("export", "--formats")
    assert done.returncode == 0
    names = [line.split()[0] for line in done.stdout.splitlines()]
    assert {"dot", "godot", "html", "ink", "inform6", "mermaid", "pddl", "svg", "twee"} <= set(names)
    assert "pddl" in " ".join(run("export", "--help").stdout.split())


PLUG_INS = """
class Good:
    name, description, suffix = "good", "A good one", ".good"
    def export(self, pack, puzzle, options): return b"good"

class Raises(Good):
    def export(self, pack, puzzle, options): raise KeyError("oops")

class Leaves(Good):
    def export(self, pack, puzzle, options): raise SystemExit(5)

class ReturnsDict(Good):
    def export(self, pack, puzzle, options): return {"a": 1}

class ReturnsHalfASign(Good):
    def export(self, pack, puzzle, options): return "\\ud800"

class Begins(Good):
    def __init__(self): raise RuntimeError("no runtime\\nat all")

class NeedsArgument(Good):
    def __init__(self, wanted): pass

class NoSuffix(Good):
    suffix = None

class SuffixElsewhere(Good):
    suffix = "/../../elsewhere"

class OddSuffix(Good):
    def suffix_of(self, content): return 5

class NoDescription(Good):
    description = None

class LateDescription(Good):
    @property
    def description(self): raise RuntimeError("too late")

class NoExport:
    name, description, suffix = "no", "no", ".no"
"""
BROKEN = {
    "missing": ("nowhere:Thing", "No module named 'nowhere'"),
    "leaving": ("ps_leaving:Thing", "SystemExit: 5 (ps_leaving.py, line 2)"),
    "begins": ("ps_plugs:Begins", "RuntimeError: no runtime at all"),
    "argument": ("ps_plugs:NeedsArgument", "'wanted'"),
    "suffix": ("ps_plugs:NoSuffix", "its suffix is None"),
    "elsewhere": ("ps_plugs:SuffixElsewhere", "its suffix is '/../../elsewhere'"),
    "description": ("ps_plugs:NoDescription", "its description is None"),
    "late": ("ps_plugs:LateDescription", "RuntimeError: too late"),
    "export": ("ps_plugs:NoExport", "it has no export"),
}
FAILING = {
    "raises": ("ps_plugs:Raises", "KeyError: 'oops' (ps_plugs.py, line 7)"),
    "leaves": ("ps_plugs:Leaves", "SystemExit: 5"),
    "dict": ("ps_plugs:ReturnsDict", "returned dict where text or bytes are wanted"),
    "half": ("ps_plugs:ReturnsHalfASign", "surrogates"),
    "odd": ("ps_plugs:OddSuffix", "its suffix is 5"),
}


@pytest.fixture
def plug_ins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A distribution of exporters of which one is good."""
    folder = tmp_path / "site"
    about = folder / "ps_plugs-1.0.dist-info"
    about.mkdir(parents=True)
    (folder / "ps_plugs.py").write_text(PLUG_INS, "utf-8")
    (folder / "ps_leaving.py").write_text("import sys\nsys.exit(5)\n", "utf-8")
    doors = {"good": ("ps_plugs:Good", ""), **BROKEN, **FAILING}
    named = "".join(f"{name} = {value}\n" for name, (value, _) in doors.items())
    (about / "entry_points.txt").write_text(f"[puzzlesynth.exporters]\n{named}", "utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: ps-plugs\nVersion: 1.0\n", "utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.chdir(tmp_path)


@pytest.mark.seconds
@pytest.mark.parametrize("name", [*BROKEN, *FAILING])
def test_a_plug_in_that_fails_is_refused_by_its_name(
    run: Run, puzzle: Path, plug_ins: None, tmp_path: Path, name: str
) -> None:
    before = set(tmp_path.iterdir())
    said = refused(run("export", HEIST, puzzle, "--to", name))
    value, why = {**BROKEN, **FAILING}[name]
    assert said.startswith("error: ")
    assert f"the exporter {name!r} ({value}, from ps-plugs 1.0) " in said
    assert why in said
    assert len(said.splitlines()) == 1
    assert set(tmp_path.iterdir()) == before


def test_a_good_plug_in_works_beside_broken_ones(
    run: Run, puzzle: Path, plug_ins: None, tmp_path: Path
) -> None:
    assert run("export", HEIST, puzzle, "--to", "good").returncode == 0
    assert (tmp_path / "heist.good").read_bytes() == b"good"


def test_the_list_of_formats_says_which_plug_ins_are_broken_and_why(run: Run, plug_ins: None) -> None:
    done = run("export", "--formats")
    assert (done.returncode, done.stderr) == (0, "")
    listed = {line.split()[0]: line for line in done.stdout.splitlines()}
    assert {"html", "twee", "good", *BROKEN, *FAILING} <= set(listed)
    assert "A good one" in listed["good"]
    for name, (value, why) in BROKEN.items():
        assert f"({value}, from ps-plugs 1.0)" in listed[name]
        assert why in listed[name]


@pytest.mark.parametrize("command", [("export", "--to", "ink"), ("play",), ("show",), ("solve",)])
def test_a_puzzle_that_is_not_in_one_piece_is_refused(
    run: Run, puzzle: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    data = json.loads(puzzle.read_text())
    data["areas"] = []
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(data))
    name, *rest = command
    done = run(name, HEIST, broken, *rest)
    assert done.returncode == 2
    assert f"{broken.name}: areas: 'Bank' is missing" in " ".join(done.stderr.split())
    assert "verify" in done.stderr

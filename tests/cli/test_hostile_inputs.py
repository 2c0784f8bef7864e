"""Inputs that are broken, huge or malicious: every command refuses them in the same way, with a place and status 2."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.support.commands import Run
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"
HEIST, BAKERY = EXAMPLES / "heist", EXAMPLES / "bakery"


@pytest.fixture
def misspelt(tmp_path: Path) -> Path:
    """A pack with a constraint that uses a word that does not exist."""
    folder = tmp_path / "pack"
    (folder / "constraints").mkdir(parents=True)
    (folder / "constraints" / "mine.lp").write_text("\n:- usd(I).\n")
    (folder / "pack.yaml").write_text((BAKERY / "pack.yaml").read_text("utf-8"), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "words",
    [
        ("synth", "PACK", "--map", "deliver"),
        ("play", "PACK", "--map", "deliver"),
        ("play", "PACK", "--live"),
        ("count", "PACK"),
        ("why", "PACK"),
        ("qa", "PACK", "-o", "DIR"),
        ("map", "suggest", "PACK"),
        ("map", "count", "PACK", "deliver"),
        ("map", "why", "PACK", "deliver"),
    ],
)
def test_a_misspelt_constraint_is_the_same_error_in_every_command(
    run: Run, misspelt: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    done = run(*(str(misspelt) if w == "PACK" else str(tmp_path / "out") if w == "DIR" else w for w in words))
    assert done.returncode == 2
    assert "there is no word `usd/1`" in done.stderr
    assert "mine.lp:2:4" in done.stderr
    assert "did you mean `used`?" in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("command", ["synth", "count", "why"])
def test_so_is_one_of_the_command_line(run: Run, tmp_path: Path, command: str) -> None:
    (tmp_path / "mine.lp").write_text(":- usd(I).\n")
    done = run(command, HEIST, "--constraint", tmp_path / "mine.lp")
    assert (done.returncode, done.stdout) == (2, "")
    assert "mine.lp:1:4" in done.stderr


def state(**changes: object) -> dict[str, object]:
    thing = {"id": "badge", "item": "Badge", "area": "Bank", "properties": {}}
    return {"objects": [thing], "open": ["Bank"], "solved": [], **changes}


THING = {"id": "b", "item": "Badge", "area": "Bank"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"objects": [], "seed": ' + "9" * 5_000 + "}", "line 1, column 25: a number of more than 4,300 digits"),
        ("\n" + "[" * 500 + "]" * 500, "line 2, column 51: nested more than 50 levels deep"),
        ("[" * 200_000, "line 1, column 51: nested more than 50 levels deep"),
        ("[" + "," * 2_100_000, "more than 2,000,000 values"),
        ('{"open": [], "open": []}', "the key 'open' appears twice"),
        ('{"objects": NaN}', "NaN is not a number"),
        ('{"objects": [}', "line 1, column 14: not JSON"),
        (json.dumps(state(objects=[{**THING, "properties": {"n": 2**31}}])), "objects[0].properties.n: numbers must be"),
        (json.dumps(state(objects=[{**THING, "properties": {"n": -(10**40)}}])), "numbers must be from -2147483647"),
        (json.dumps(state(objects=[{**THING, "properties": {"n": 1.5}}])), "expected true, false, a whole number"),
        (json.dumps(state(objects=[{**THING, "id": f"b{n}"} for n in range(2)])), "2 of `Badge`, but only 1"),
        (json.dumps(state(player=[[[1]]])), "player: expected a text, found a list"),
        (json.dumps(state(format="\ud800")), "format: U+D800 does not belong in a text"),
        (json.dumps(state(open=[["Bank"]])), "open[0]: expected a text, found a list"),
        (json.dumps(state(solved={"a": 1})), "solved: expected a list"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["synth", "why"])
def test_a_state_file_that_cannot_be_used_is_refused_with_its_place(
    run: Run, tmp_path: Path, command: str, text: str, message: str
) -> None:
    path = tmp_path / "state.json"
    path.write_text(text, encoding="utf-8")
    done = run(command, HEIST, "--area", "Bank", "--state", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: {path}: ")
    assert message in done.stderr


def test_a_circle_of_many_things_is_found_out(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "pack: p\nitems:\n  Box: {copies: 1000}\n  Key: {carryable: true}\n  Door: {locked: true}\n"
        "rules: |\n  Door[locked: False] Key ::= Unlock Door[locked: True] Key\n"
        'areas: {X: {start: true, goals: ["Door[locked: False]"]}}\n'
    )
    things = [{"id": f"b{n}", "item": "Box", "inside": f"b{n + 1}"} for n in range(999)]
    things.append({"id": "b999", "item": "Box", "inside": "b0"})
    (tmp_path / "state.json").write_text(json.dumps({"objects": things, "open": ["X"], "solved": []}))
    done = run("synth", tmp_path, "--area", "X", "--state", tmp_path / "state.json")
    assert done.returncode == 2
    assert "'b0' is inside itself" in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="this system has no such device")
@pytest.mark.parametrize(
    "words",
    [
        ("synth", HEIST, "--area", "Bank", "--state", "/dev/zero"),
        ("synth", HEIST, "--constraint", "/dev/zero"),
        ("why", HEIST, "--area", "Bank", "--state", "/dev/zero"),
        ("why", HEIST, "--constraint", "/dev/zero"),
        ("count", HEIST, "--constraint", "/dev/zero"),
        ("check", "/dev/zero"),
        ("verify", HEIST, "/dev/zero"),
        ("play", HEIST, "--script", "/dev/zero"),
        ("items", HEIST, "--from", "/dev/zero"),
        ("import", "puzzledice", "/dev/zero", "-o", "DIR"),
        ("level", "check", "/dev/zero"),
        (
            "level",
            "generate",
            EXAMPLES / "levels" / "sokoban.txt",
            "--layout",
            "6x6",
            "--constraint",
            "/dev/zero",
        ),
    ],
)
def test_a_device_that_never_ends_is_refused(run: Run, tmp_path: Path, words: tuple[str | Path, ...]) -> None:
    done = run(*(tmp_path / "out" if word == "DIR" else word for word in words))
    assert done.returncode == 2
    assert "/dev/zero" in done.stdout + done.stderr
    assert not (tmp_path / "out").exists()


def test_a_puzzle_of_another_pack_is_refused_by_its_name(run: Run, tmp_path: Path) -> None:
    puzzle = json.loads(run("synth", HEIST, "--seed", 1, "--json").stdout)
    puzzle["pack"]["sha256"] = "0" * 64
    (tmp_path / "puzzle.json").write_text(json.dumps(puzzle))
    done = run("show", HEIST, tmp_path / "puzzle.json")
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: {tmp_path / 'puzzle.json'}: this puzzle was made from")
    done = run("show", HEIST, "-", stdin=json.dumps(puzzle))
    assert done.stderr.startswith("error: standard input: this puzzle was made from")


def test_moves_that_are_no_text_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import io
    import sys

    from puzzlesynth.cli.main import main

    monkeypatch.setattr(
        sys, "argv", ["puzzlesynth", "level", "play", str(EXAMPLES / "levels" / "sokoban.txt")]
    )
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"uu\xff"), encoding="utf-8"))
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert capsys.readouterr().err == "error: standard input: not UTF-8 text (byte 3)\n"


def test_levels_that_cannot_be_written_are_refused_with_the_name_of_their_file() -> None:
    from puzzlesynth.cli.common.errors import BadInput
    from puzzlesynth.cli.level.design.output import write_files
    from puzzlesynth.levels.source_editor import CannotWrite

    def content(_: str) -> str:
        raise CannotWrite("they do not fit")

    with pytest.raises(BadInput, match=r"^out.txt: they do not fit$"):
        write_files([Path("out.txt")], content)

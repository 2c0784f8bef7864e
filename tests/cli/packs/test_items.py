"""`items --from`: an edited table goes back into the pack whole, with a backup, or not at all."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from puzzlesynth.cli.common import files as writing
from puzzlesynth.pack import load_pack
from tests.support.commands import Run
from tests.support.paths import ROOT

HEIST = ROOT / "examples" / "heist"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Path:
    """A pack and the table of its items."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(HEIST, "heist")
    Path("table.csv").write_text(run("items", "heist", "--csv").stdout, "utf-8")
    return tmp_path


def everything(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def edit(old: str, new: str) -> None:
    table = Path("table.csv").read_text("utf-8")
    assert old in table
    Path("table.csv").write_text(table.replace(old, new), "utf-8")


def test_a_comma_in_a_description_and_booleans_of_a_spreadsheet_are_fine(run: Run, here: Path) -> None:
    before = Path("heist/pack.yaml").read_bytes()
    edit("Nine neat bars with the shine of a long holiday.", '"Gold: nine bars, ""neat"", # and heavy"')
    edit("true", "TRUE")
    done = run("items", "heist", "--from", "table.csv")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == (
        "heist/pack.yaml: updated; the previous version is heist/pack.yaml.bak\n1 item changed: Gold\n"
    )
    assert Path("heist/pack.yaml.bak").read_bytes() == before
    pack, old = load_pack("heist"), load_pack(HEIST)
    assert pack.items["Gold"].description == 'Gold: nine bars, "neat", # and heavy'
    assert (pack.sha256, pack.rules) == (old.sha256, old.rules)
    assert run("items", "heist", "--from", "table.csv").stderr.startswith("No changes")


def test_no_backup_is_ever_written_over(run: Run, here: Path) -> None:
    versions = [Path("heist/pack.yaml").read_bytes()]
    for number in range(3):
        edit("Nine neat bars", f"Nine neat bars {number}") if not number else edit(
            f"{number - 1} with", f"{number} with"
        )
        assert run("items", "heist", "--from", "table.csv").returncode == 0
        versions.append(Path("heist/pack.yaml").read_bytes())
    kept = [Path(f"heist/pack.yaml.bak{number}").read_bytes() for number in ("", 2, 3)]
    assert kept == versions[:3]
    # What is kept already is not kept twice.
    shutil.copy("heist/pack.yaml.bak2", "heist/pack.yaml")
    done = run("items", "heist", "--from", "table.csv")
    assert "the previous version is heist/pack.yaml.bak2" in done.stderr
    assert not Path("heist/pack.yaml.bak4").exists()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Gold,", "Coin,", "`Gold`: no item or type"),
        ("true", "perhaps", "neither TRUE nor FALSE"),
        ("item,", "thing,", "must be named `item`"),
        ("description", "two words", "cannot be the name of a property"),
    ],
)
def test_where_anything_is_wrong_nothing_is_touched(
    run: Run, here: Path, old: str, new: str, said: str
) -> None:
    edit(old, new)
    before = everything(here)
    done = run("items", "heist", "--from", "table.csv")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert everything(here) == before


def test_a_table_that_is_not_there_is_bad_input(run: Run, here: Path) -> None:
    before = everything(here)
    for name in ("missing.csv", "heist"):
        done = run("items", "heist", "--from", name)
        assert (done.returncode, done.stdout) == (2, "")
        assert name in done.stderr
    assert everything(here) == before


def test_where_one_of_two_files_cannot_be_written_both_stay_as_they_were(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("p").mkdir()
    Path("p/pack.yaml").write_text(
        "pack: p\nitems: {A: {x: 1}}\nrules: A ::= Do B\nareas: {H: {start: true, goals: A}}\n"
    )
    Path("p/items.yaml").write_text("B: {x: 1}\n")
    Path("table.csv").write_text("item,x\nA,2\nB,2\n")
    before = {path: path.read_bytes() for path in Path("p").glob("*.yaml")}
    whole = writing.write_atomically

    def failing(path: Path, text: str | bytes) -> None:
        if path.name == "items.yaml" and b"2" in (text if isinstance(text, bytes) else text.encode()):
            raise OSError(28, "No space left on device", str(path))
        whole(path, text)

    monkeypatch.setattr(writing, "write_atomically", failing)
    done = run("items", "p", "--from", "table.csv")
    assert done.returncode == 2
    assert "No space left on device" in done.stderr
    assert {path: path.read_bytes() for path in Path("p").glob("*.yaml")} == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_protected_pack_is_not_replaced(run: Run, here: Path) -> None:
    edit("Nine neat bars", "Ten")
    Path("heist/pack.yaml").chmod(0o444)
    before = everything(here)
    assert run("items", "heist", "--from", "table.csv").returncode == 2
    assert everything(here) == before


def test_a_byte_order_mark_stays(run: Run, here: Path) -> None:
    path = Path("heist/pack.yaml")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    edit("Nine neat bars", "Ten neat bars")
    assert run("items", "heist", "--from", "table.csv").returncode == 0
    assert path.read_bytes().startswith(b"\xef\xbb\xbf#")
    assert b"Ten neat bars" in path.read_bytes()


def test_every_example_comes_back_from_its_table_as_it_was(run: Run, tmp_path: Path) -> None:
    examples = sorted(path.parent for path in HEIST.parent.glob("*/pack.yaml"))
    assert len(examples) > 3
    for number, original in enumerate(examples):
        table = tmp_path / f"{number}.csv"
        shutil.copytree(original, tmp_path / original.name)
        example = tmp_path / original.name
        table.write_text(run("items", example, "--csv", "--allow-extensions").stdout, "utf-8")
        done = run("items", example, "--from", table, "--allow-extensions")
        assert (done.returncode, done.stderr[:10]) == (0, "No changes"), done.stderr

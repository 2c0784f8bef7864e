"""The commands about maps, importing and the table of items, as a user types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puzzlesynth.cli.packs.items import screen_wide_parts
from tests.support.commands import Run
from tests.support.paths import ROOT

BAKERY = str(ROOT / "examples" / "bakery")


@pytest.mark.seconds
def test_a_map_is_filled_and_its_filling_verified(run: Run) -> None:
    made = run("synth", BAKERY, "--map", "cellar", "--seed", "1", "--json")
    assert made.returncode == 0, made.stderr
    puzzle = json.loads(made.stdout)
    assert puzzle["map"]["name"] == "cellar"
    assert puzzle["map"]["blocks"]["hatch"].startswith("s")
    assert run("verify", BAKERY, "-", stdin=made.stdout).returncode == 0
    again = run("map", "from", BAKERY, "-", "--name", "again", stdin=made.stdout)
    assert again.stdout.startswith("again:\n  areas:\n")


def test_a_pack_without_areas_asks_for_a_map(run: Run) -> None:
    refused = run("synth", BAKERY)
    assert refused.returncode == 2
    assert "--map" in refused.stderr


@pytest.mark.seconds
def test_a_map_is_told_counted_and_drawn(run: Run) -> None:
    assert "ITEM-3" in run("map", "describe", BAKERY, "mix").stdout
    assert json.loads(run("map", "count", BAKERY, "mix", "--json").stdout) == {
        "count": 2,
        "most": 2,
        "exact": True,
    }
    assert run("show", BAKERY, "--map", "cellar", "--to", "svg").stdout.startswith("<svg")
    assert "hatch" in run("map", "show", BAKERY, "cellar", "--view", "areas", "--to", "dot").stdout


def test_a_table_that_is_too_wide_comes_in_parts() -> None:
    table = [["item", "size", "says"], ["Oven", "4", "It roars."], ["Bowl", "1", ""], ["Key", "", "Small."]]
    assert list(screen_wide_parts(table, 80)) == [table]
    sizes, texts = screen_wide_parts(table, 20)
    assert sizes == [["item", "size"], ["Oven", "4"], ["Bowl", "1"], ["Key", ""]]
    assert texts == [["item", "says"], ["Oven", "It roars."], ["Key", "Small."]]


def test_an_unknown_map_is_bad_input(run: Run) -> None:
    refused = run("map", "why", BAKERY, "celar")
    assert refused.returncode == 2
    assert "cellar" in refused.stderr


def test_items_are_a_table(run: Run) -> None:
    shown = run("items", BAKERY, "--csv")
    assert shown.stdout.splitlines()[0].startswith("item,")
    assert "Baker" in shown.stdout


def test_importing_writes_a_whole_folder_or_nothing(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "d.xml"
    source.write_text('<Database><Items><Item name="a"/></Items></Database>', encoding="utf-8")
    out = tmp_path / "out"
    assert run("import", "puzzledice", str(source), "-o", str(out)).returncode == 0
    assert (out / "pack.yaml").exists()
    source.write_text("<Database><Wrong/></Database>", encoding="utf-8")
    refused = run("import", "puzzledice", str(source), "-o", str(tmp_path / "other"))
    assert refused.returncode == 2
    assert "d.xml:1:" in refused.stderr
    assert not (tmp_path / "other").exists()


def test_code_in_a_pack_is_refused_with_the_reason(run: Run, tmp_path: Path) -> None:
    pack = tmp_path / "p.yaml"
    pack.write_text("pack: p\nextensions: [mine:go]\nitems: {A: }\nareas: {H: {start: true, goals: [A]}}\n")
    refused = run("check", str(pack))
    assert "--allow-extensions" in refused.stdout + refused.stderr
    assert refused.returncode != 0


def test_check_runs_extensions_where_they_are_allowed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "pack: p\nextensions: [more:extend]\nitems: {Door: {locked: true}, Key: {carryable: true}}\n"
        "rules: 'Door[locked: False] Key ::= Unlock Door[locked: True] Key'\n"
        "areas: {Hall: {start: true, goals: ['Door[locked: False]']}}\n",
        encoding="utf-8",
    )
    (tmp_path / "more.py").write_text("def extend(pack):\n    return pack\n", encoding="utf-8")
    assert run("check", str(tmp_path)).returncode == 2
    assert run("check", str(tmp_path), "--allow-extensions").returncode == 0
    assert run("check", str(tmp_path)).returncode == 2, "allowed once is not allowed for ever"


@pytest.mark.seconds
def test_maps_that_were_not_found_are_not_said_not_to_exist(run: Run) -> None:
    done = run("map", "suggest", BAKERY, "--blocks", 15)
    assert done.returncode == 3
    assert "not proven" in done.stderr


def test_without_any_kind_of_step_there_is_no_map(run: Run) -> None:
    done = run("map", "suggest", ROOT / "examples" / "heist", "--blocks", 5)
    assert done.returncode == 1
    assert "none of its rules has a kind" in done.stderr


def test_counting_fillings_and_making_them_all_agree(run: Run) -> None:
    """Without --places, fillings that differ in nothing but where things lie are made once, and not called fillings."""
    bakery = BAKERY
    for name, fillings, puzzles in (("mix", 2, 1), ("deliver", 26, 26), ("cellar", 8, 4)):
        assert run("map", "count", bakery, name).stdout.strip() == f"{fillings} fillings"
        placed = run("synth", bakery, "--map", name, "-n", 99, "--places", "--json")
        assert len(placed.stdout.splitlines()) == fillings
        assert placed.stderr.strip().endswith(f"the map {name} has exactly {fillings} fillings.")
        made = run("synth", bakery, "--map", name, "-n", 99, "--json")
        assert len(made.stdout.splitlines()) == puzzles
        said = "1 different puzzle" if puzzles == 1 else f"{puzzles} different puzzles"
        assert made.stderr.strip().endswith(f"the map {name} has exactly {said}.")

"""A designer says in the pack how cruel its games are; players can ask for something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.pack import PackError, load_pack, pack_schema
from puzzlesynth.play import Cruelty, Game
from tests.support.tiny_packs import puzzle

PACK = (
    "pack: trap\n"
    "items: {Door: {locked: true}, Key: {carryable: true}}\n"
    "rules: ['Door[locked: False] ::= Unlock Door[locked: True] Key']\n"
    "areas: {Hall: {start: true, goals: ['Door[locked: False]']}}\n"
)


def written(tmp_path: Path, line: str = "") -> Path:
    path = tmp_path / "trap.yaml"
    path.write_text(PACK + line, "utf-8")
    return path


@pytest.mark.parametrize("word", ["merciful", "polite", "cruel"])
def test_a_pack_says_how_cruel_its_games_are(tmp_path: Path, word: str) -> None:
    pack = load_pack(written(tmp_path, f"cruelty: {word}\n"))
    made = puzzle(pack, ["door Door Hall", "key Key Hall"])
    assert Game(pack, made).cruelty is Cruelty(word)
    assert Game(pack, made, cruelty="cruel").cruelty is Cruelty.CRUEL


def test_without_a_word_games_are_polite_and_the_pack_is_the_same(tmp_path: Path) -> None:
    plain = load_pack(written(tmp_path))
    polite = load_pack(written(tmp_path, "cruelty: polite\n"))
    cruel = load_pack(written(tmp_path, "cruelty: cruel\n"))
    assert plain.cruelty is Cruelty.POLITE
    assert plain.sha256 == polite.sha256 != cruel.sha256


@pytest.mark.parametrize("word", ["vicious", "[]", "3", "merciless"])
def test_any_other_word_is_an_error_with_its_place(tmp_path: Path, word: str) -> None:
    with pytest.raises(PackError, match=r"trap\.yaml:5:10.*`cruelty` is `merciful` or `polite` or `cruel`"):
        load_pack(written(tmp_path, f"cruelty: {word}\n"))


def test_the_schema_knows_it() -> None:
    assert pack_schema()["properties"]["cruelty"]["enum"] == ["merciful", "polite", "cruel"]

"""The Inform compiler: what it says when it refuses something, and how much fits into a story file."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from puzzlesynth.export import ExportError, Options, exporter
from puzzlesynth.export.inform6 import compiled
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from tests.support.export_puzzles import needs
from tests.support.tiny_packs import pack as world_pack
from tests.support.tiny_packs import puzzle
from tests.support.zmachine import played, story_file


def chain(length: int) -> tuple[Pack, Puzzle]:
    """So many things, each made from the one before it."""
    names = [f"Thing{chr(ord('A') + number % 26)}{number}" for number in range(length)]
    pack = world_pack(
        {name: {"carryable": True} for name in names},
        [f"{after} ::= Make {before}" for before, after in pairwise(names)],
        {"Hall": {"start": True, "goals": [names[-1]]}},
    )
    ids = [name.lower() for name in names]
    steps = [f"s1 Hall 1: {ids[0]} -> {ids[1]}"]
    steps += [f"s{n} Hall {n}: {ids[n - 1]}<s{n - 1} -> {ids[n]} after s{n - 1}" for n in range(2, length)]
    return pack, puzzle(
        pack, [f"{ids[0]} {names[0]} Hall"], steps, dict(zip(ids[1:], names[1:], strict=True))
    )


@pytest.mark.seconds
def test_a_game_that_is_too_large_is_told_so_in_a_sentence() -> None:
    needs("inform6")
    with pytest.raises(ExportError) as told:
        exporter("inform6").export(*chain(600), Options(compile=True))
    said = str(told.value)
    assert said.startswith("the game is too large for a story file: ")
    assert "This program has overflowed the maximum readable-memory size" in said
    assert "\n" not in said
    assert len(said) < 200


def test_what_the_compiler_refuses_is_told_in_its_first_words() -> None:
    needs("inform6")
    with pytest.raises(ExportError) as told:
        compiled('[ Main;\n  print "said" wrong;\n  print "also" worse;\n];\n')
    assert str(told.value) == "Inform refuses the source: Expected comma but found wrong"


@pytest.mark.seconds
def test_a_large_game_fits_into_a_story_file(tmp_path: Path) -> None:
    said = played(story_file(*chain(260), tmp_path), ["make thing a 0", "actions"])
    assert "thing b 1" in said[2]

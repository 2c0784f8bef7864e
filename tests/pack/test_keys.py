"""The table of keys: complete, and the same as what the readers know."""

from __future__ import annotations

import re

import pytest

from puzzlesynth.pack.keys import BLOCK, BLOCK_OPTIONS, FLAGS, NUMBERS, RELATIONS, SECTIONS, Shape
from puzzlesynth.pack.model import Limits, Relations
from puzzlesynth.pack.puzzle_map import ROLES

KEYS = [(name, word, key) for name, section in SECTIONS.items() for word, key in section.keys.items()]


@pytest.mark.parametrize(
    ("section", "word", "key"), KEYS, ids=lambda part: part if isinstance(part, str) else ""
)
def test_every_key_says_what_it_means_in_a_sentence(section: str, word: str, key: object) -> None:
    meaning = SECTIONS[section].keys[word].meaning
    assert re.fullmatch(r"[A-Z].*[.`]", meaning), meaning


def test_sections_that_keys_refer_to_exist() -> None:
    inner = (Shape.SECTION, Shape.ENTRIES, Shape.DOORS, Shape.OUTPUT, Shape.RULES)
    assert {key.of for _, _, key in KEYS if key.shape in inner} | {"pack"} == set(SECTIONS)


def test_blocks_have_the_kinds_that_maps_know() -> None:
    assert {*BLOCK.keys} - {*BLOCK_OPTIONS} == {*ROLES} - {"output"}


def test_relations_are_those_that_items_keep() -> None:
    assert {*RELATIONS} == {*Relations.__dataclass_fields__} - {"values"}
    assert {*FLAGS, *NUMBERS} == {word for word, key in RELATIONS.items() if key.shape is Shape.VALUE}


def test_limits_are_those_of_the_model() -> None:
    assert {word: key.default for word, key in SECTIONS["limits"].keys.items()} == vars(Limits())

"""The vocabulary is a contract: every word is documented, every example can be used, every word works."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.pack import load_pack
from puzzlesynth.synth.constraints.constraint_file import read_file
from puzzlesynth.synth.constraints.vocabulary import Word, internal_predicates, vocabulary
from puzzlesynth.synth.program.ground_program import GroundProgram
from tests.support.constraint_packs import EXAMPLES

WORDS = list(vocabulary().words.values())


@pytest.mark.parametrize("word", WORDS, ids=str)
def test_block_is_complete(word: Word) -> None:
    assert len(word.kinds) == len(word.arguments)
    assert word.meaning.endswith(".")
    assert f"{word.name}(" in word.example
    assert len(read_file("example", word.example).statements) == 1


@pytest.mark.parametrize("word", WORDS, ids=str)
def test_word_is_defined_or_is_a_fact_of_the_encodings(word: Word) -> None:
    assert word.signature in vocabulary().definitions or word.signature in internal_predicates()


@pytest.mark.parametrize("word", WORDS, ids=str)
def test_internal_predicates_that_it_replaces_exist(word: Word) -> None:
    known = {f"{name}/{arity}" for name, arity in internal_predicates()}
    assert set(word.stands_for) <= known


@pytest.mark.thorough
@pytest.mark.parametrize("word", WORDS, ids=str)
def test_clingo_has_no_complaint_about_it(word: Word, tmp_path: Path) -> None:
    from puzzlesynth.synth.initial_state import fresh_start
    from puzzlesynth.synth.relevance import PackAnalysis

    pack = load_pack(EXAMPLES / "meadow")
    path = tmp_path / "one.lp"
    path.write_text(f":- {word.name}({','.join('_' for _ in word.arguments)}), #false.", encoding="utf-8")
    program = GroundProgram(PackAnalysis(pack, fresh_start(pack)), [str(path)])
    assert program.messages == []


def test_unused_words_add_nothing_to_the_program() -> None:
    assert vocabulary().define([]) == ([], set())
    rules, _ = vocabulary().define([("uses", 2)])
    assert len(rules) == 1

"""One predicate, one meaning and one arity, over all logic programs."""

from __future__ import annotations

from collections import defaultdict

import pytest

from puzzlesynth.synth.constraints.vocabulary import vocabulary
from tests.support.encoding_solver import FILES, LEVEL_FILES, PUZZLE_FILES
from tests.support.encoding_text import Signature, meanings, rules, said_to_be_absent, shown, used

WORDS_OF_LEVELS = {"object", "step"}
"""Names that designers of levels have always written in their own files. They keep the meaning that
`encodings/levels/README.md` gives them, in a program that is never loaded together with the other one."""

WORDS = set(vocabulary().words)


def predicates(name: str) -> set[Signature]:
    """Every predicate of a file: used, defined, declared or shown."""
    return set().union(*map(used, rules(name)), said_to_be_absent(name), shown(name))


def test_a_predicate_has_one_arity() -> None:
    arities: dict[str, set[int]] = defaultdict(set)
    for name, arity in WORDS.union(*map(predicates, FILES)):
        arities[name].add(arity)
    assert {
        name: found for name, found in arities.items() if len(found) > 1 and name not in WORDS_OF_LEVELS
    } == {}


def test_puzzles_and_levels_share_no_predicate() -> None:
    puzzles, levels = (set().union(*map(predicates, files)) for files in (PUZZLE_FILES, LEVEL_FILES))
    assert {name for name, _ in puzzles} & {name for name, _ in levels} == WORDS_OF_LEVELS


def test_a_word_of_the_vocabulary_with_a_definition_of_its_own_is_no_predicate_of_the_encodings() -> None:
    defined = set(vocabulary().definitions)
    assert defined & set().union(*map(predicates, PUZZLE_FILES)) == set()


@pytest.mark.parametrize("files", [PUZZLE_FILES, LEVEL_FILES], ids=["puzzles", "levels"])
def test_headers_agree_about_arguments_and_meaning(files: list[str]) -> None:
    said: dict[Signature, dict[tuple[str, str], list[str]]] = defaultdict(lambda: defaultdict(list))
    for name in files:
        for signature, meaning in meanings(name).items():
            said[signature][meaning].append(name)
    assert {signature: dict(found) for signature, found in said.items() if len(found) > 1} == {}


def test_a_header_is_read_with_its_shared_and_its_continued_lines() -> None:
    trees = meanings("trees.lp")
    assert trees["by_rank", 0][1].endswith("the one with the lowest rank")
    assert trees["rank", 2][1] == trees["area", 1][1]
    assert ("goal_demands", 4) not in trees

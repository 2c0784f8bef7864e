"""The encodings say what they take and define, the README repeats it in one place, and clingo has no complaint."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzlesynth.resources import ENCODINGS
from puzzlesynth.synth.program import predicates
from tests.support.encoding_solver import FILES, LEVEL_FILES, PUZZLE_FILES
from tests.support.encoding_text import (
    defined,
    documented,
    ground_messages,
    header,
    included,
    rules,
    said_to_be_absent,
    shown,
    used,
    variables,
)
from tests.support.paths import ROOT

README = (ENCODINGS / "README.md").read_text("utf-8")
EXAMPLES = ROOT / "examples"
PACKS = sorted([*EXAMPLES.glob("*/pack.yaml"), *EXAMPLES.glob("*.yaml")])

Signature = tuple[str, int]


ANSWER = {kind.signature for kind in predicates.ANSWER}
FACTS = {kind.signature for kind in predicates.FACTS}
DEFINED = {one for name in PUZZLE_FILES for rule in rules(name) for one in defined(rule)}
USED = {one for name in PUZZLE_FILES for rule in rules(name) for one in used(rule)}
VOCABULARY = {
    (name, inside.count(",") + 1)
    for path in (ENCODINGS.parent / "asp").glob("*.lp")
    for name, inside in re.findall(r"\b([a-z_]+)\(([^()]+)\)", path.read_text("utf-8"))
}


def rows(heading: str) -> Iterator[list[str]]:
    """The rows of the tables under a heading of the README, without their heads."""
    part = README.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    for line in part.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `"):
            yield cells


@pytest.mark.parametrize("name", FILES)
def test_a_file_begins_with_a_header_that_bears_its_name(name: str) -> None:
    called, text = header(name)
    assert called == Path(name).stem
    assert text.strip()


@pytest.mark.parametrize("name", FILES)
def test_a_header_names_every_predicate_of_its_file(name: str) -> None:
    known = documented(header(name)[1])
    for rule in rules(name):
        missing = (used(rule) | defined(rule)) - known
        assert not missing, f"{name}: the header says nothing of {missing}"


@pytest.mark.parametrize("path", PACKS, ids=lambda path: path.parent.name + "/" + path.name)
def test_clingo_has_no_complaint(path: Path) -> None:
    messages = ground_messages(path.parent if path.name == "pack.yaml" else path)
    if messages is None:
        pytest.skip("its areas come with a map")
    assert messages == []


def test_what_may_be_absent_is_used() -> None:
    for name in PUZZLE_FILES:
        assert said_to_be_absent(name) <= USED | DEFINED, name


def test_every_predicate_is_a_fact_or_defined_or_said_to_be_optional() -> None:
    optional = {one for name in PUZZLE_FILES for one in said_to_be_absent(name)}
    assert not USED - DEFINED - FACTS - optional


def test_the_schema_of_facts_is_what_the_encodings_take() -> None:
    assert FACTS <= USED | VOCABULARY, "facts that are not used"


def test_the_schema_of_answers_is_what_the_encodings_define() -> None:
    assert ANSWER <= DEFINED
    assert shown("show.lp") <= ANSWER


def test_the_readme_lists_the_facts() -> None:
    assert documented(" ".join(cells[0] for cells in rows("Facts"))) == FACTS
    assert all(len(cells) == 2 and cells[1] for cells in rows("Facts"))


def test_the_readme_lists_the_answer_atoms_and_who_reads_them() -> None:
    assert documented(" ".join(cells[0] for cells in rows("Answer atoms"))) == ANSWER
    synth = ROOT / "puzzlesynth" / "synth"
    for atom, readers, effect in rows("Answer atoms"):
        assert effect
        for reader in re.findall(r"`([\w/]+)`", readers):
            assert (synth / f"{reader}.py").is_file(), f"{atom} is read by {reader}"


def test_the_readme_lists_the_files_in_the_order_of_puzzle_lp() -> None:
    listed = [cells[0].strip("`") for cells in rows("How it reads")]
    assert sorted(listed) == PUZZLE_FILES
    for entry in ("puzzle.lp", "maps/map.lp"):
        assert [name for name in listed if name in included(entry)] == included(entry)


def test_the_readme_explains_every_variable() -> None:
    explained = re.findall(r"`(\w+)`", " ".join(cells[0] for cells in rows("Variables")))
    written = {re.sub(r"\d$", "", one) for name in PUZZLE_FILES for one in variables(name)}
    assert sorted(explained) == sorted(written)


def test_every_file_for_levels_is_part_of_their_program_and_of_their_readme() -> None:
    assert sorted(["levels/level.lp", *included("levels/level.lp")]) == LEVEL_FILES
    readme = (ENCODINGS / "levels" / "README.md").read_text("utf-8")
    assert all(f"({Path(name).name})" in readme for name in LEVEL_FILES)


def test_truth_is_a_constant_and_text_is_text() -> None:
    """Designers write `true`; a text that reads `true` is something else."""
    written = [
        str(predicates.Demands(1, 0, "p", value).symbol.arguments[3])
        for value in (True, False, 1, "true", "red")
    ]
    assert written == ["true", "false", "1", '"true"', '"red"']

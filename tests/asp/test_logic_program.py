"""A pack's facts with and without clorm, and the whole program as one text for plain clingo."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puzzlesynth import asp
from puzzlesynth.asp.logic_program import fact_symbols
from puzzlesynth.pack import Pack, PackError, load_pack
from puzzlesynth.pipeline.generate import synthesizer_for
from tests.fuzz.random_packs import draw
from tests.support.clingo_program import clingo_output
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"


def constrained(folder: Path, *constraints: str) -> Pack:
    """The heist with constraints."""
    text = (EXAMPLES / "heist" / "pack.yaml").read_text("utf-8")
    listed = "".join(f"  - {one}\n" for one in constraints)
    path = folder / "heist.yaml"
    path.write_text(f"{text}\nconstraints:\n{listed}", "utf-8")
    return load_pack(path)


def assert_same_facts(pack: Pack) -> None:
    """What clorm holds is what the synthesizer writes, fact by fact."""
    written = [fact.symbol for fact in synthesizer_for(pack).program._facts()]
    assert list(fact_symbols(pack)) == written
    found = asp.facts(pack)
    assert {fact.symbol for fact in found} == set(written)
    assert len(found) == len(set(written))


@pytest.mark.parametrize("name", ["heist", "meadow", "lighthouse", "tiny.yaml"])
def test_typed_facts_of_the_examples_are_those_of_the_synthesizer(name: str) -> None:
    assert_same_facts(load_pack(EXAMPLES / name))


@pytest.mark.parametrize("seed", range(25))
def test_typed_facts_of_random_packs_are_those_of_the_synthesizer(seed: int) -> None:
    assert_same_facts(draw(seed).pack)


def test_facts_that_constraints_ask_about_are_there(tmp_path: Path) -> None:
    (tmp_path / "open.lp").write_text(':- action(R,"Open"), not applied(R).\n', "utf-8")
    pack = constrained(tmp_path, "open.lp")
    assert_same_facts(pack)
    assert "Open" in {fact.action for fact in asp.facts(pack).query(asp.RuleAction).all()}
    assert not list(asp.facts(load_pack(EXAMPLES / "heist")).query(asp.RuleAction).all())


def test_facts_can_be_queried() -> None:
    found = asp.facts(load_pack(EXAMPLES / "heist"))
    carried = {fact.item for fact in found.query(asp.Carryable).all()}
    accepted = found.query(asp.Accepts).where(asp.Accepts.rule == 2).order_by(asp.Accepts.input).all()
    assert "Gold" in carried
    assert [(fact.input, fact.item) for fact in accepted] == [(0, "Safe"), (1, "Badge")]


@pytest.mark.parametrize("name", ["heist", "meadow", "lighthouse"])
def test_plain_clingo_runs_the_program_without_a_complaint(name: str, tmp_path: Path) -> None:
    said = clingo_output(load_pack(EXAMPLES / name), tmp_path, "-n", "1", "--project")
    assert "Answer: 1" in said
    assert "SATISFIABLE" in said


def test_the_program_begins_with_how_to_run_it() -> None:
    text = asp.program(load_pack(EXAMPLES / "heist"))
    head = text.partition("\n\n")[0]
    assert all(line.startswith("%") for line in head.splitlines())
    assert "clingo heist.lp -n 5 --project > answers.txt" in head
    assert not re.search(r"^#include", text, re.MULTILINE)


def test_constraints_are_part_of_the_program(tmp_path: Path) -> None:
    assert "SATISFIABLE" in clingo_output(constrained(tmp_path, "asp:at_most_steps(5)"), tmp_path)
    narrow = constrained(tmp_path, "asp:at_most_steps(4)")
    assert "UNSATISFIABLE" in clingo_output(narrow, tmp_path)
    assert "% at_most_steps: " in asp.program(narrow)


def test_preferences_are_optimised(tmp_path: Path) -> None:
    (tmp_path / "wish.lp").write_text("% @prefer(few, 2) Few items.\n:~ used(I). [1,I]\n", "utf-8")
    pack = constrained(tmp_path, "wish.lp")
    said = clingo_output(pack, tmp_path)
    assert "Optimization: " in said
    assert "OPTIMUM FOUND" in said
    assert "--opt-mode=ignore" in asp.program(pack)


def test_a_pack_that_has_only_maps_has_no_program() -> None:
    with pytest.raises(PackError, match="has maps but no areas"):
        asp.facts(load_pack(EXAMPLES / "bakery"))

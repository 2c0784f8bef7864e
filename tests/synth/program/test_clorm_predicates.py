"""What the schema says fits clorm predicates: the facts that are written, and the answers that are read."""

from __future__ import annotations

from itertools import islice

import pytest
from clorm import unify

from puzzlesynth.pack import load_pack
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.synth.analysis.relevance import PackAnalysis
from puzzlesynth.synth.answers.atoms import _Plain, _Quick
from puzzlesynth.synth.initial_state import fresh_start
from puzzlesynth.synth.program.clorm_predicates import answer_predicates, fact_predicates
from puzzlesynth.synth.program.facts import facts_of, vocabulary_facts
from puzzlesynth.synth.program.predicates import ANSWER, FACTS
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"


@pytest.mark.parametrize("name", ["heist", "meadow", "lighthouse"])
def test_every_shown_atom_has_a_predicate_and_says_what_is_read(name: str) -> None:
    kinds = answer_predicates()
    program = synthesizer_for(load_pack(EXAMPLES / name)).program
    for model in islice(program.models(), 3):
        shown = model.symbols(shown=True)
        facts = unify(list(kinds.values()), shown)
        assert {fact.symbol for fact in facts} == set(shown)
        answer = program.guard.answer
        assert {f.area: f.goal for f in facts if isinstance(f, kinds["chosen"])} == answer.chosen
        assert {(f.item, f.copy): f.area for f in facts if isinstance(f, kinds["lies"])} == answer.lies
        assert {tuple(f.node): f.rule for f in facts if isinstance(f, kinds["step"])} == answer.rules


@pytest.mark.parametrize("name", ["heist", "meadow", "lighthouse"])
def test_every_fact_that_is_written_is_of_its_predicate(name: str) -> None:
    pack = load_pack(EXAMPLES / name)
    possible = PackAnalysis(pack, fresh_start(pack))
    written = [*facts_of(possible), *vocabulary_facts(possible, {kind.signature for kind in FACTS})]
    kinds = fact_predicates()
    for fact in written:
        (read,) = unify([kinds[fact.kind.name]], [fact.symbol])
        assert read.symbol == fact.symbol


def test_atoms_are_read_alike_with_and_without_detours() -> None:
    atoms = synthesizer_for(load_pack(EXAMPLES / "meadow")).program.atoms
    plain, quick = _Plain(atoms), _Quick(atoms)
    for kind in ANSWER:
        assert list(plain.said(*kind.signature)) == list(quick.said(*kind.signature))

"""What an answer set says, as clorm predicates and as it is read from the solver, is the same."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from clorm import unify

from puzzlesynth.making import maker
from puzzlesynth.pack import load_pack
from puzzlesynth.synth.answer_predicates import answer_predicates
from puzzlesynth.synth.atoms import _Plain, _Quick
from puzzlesynth.synth.predicates import ANSWER

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", ["heist", "meadow", "lighthouse"])
def test_every_shown_atom_has_a_predicate_and_says_what_is_read(name: str) -> None:
    kinds = answer_predicates()
    program = maker(load_pack(EXAMPLES / name)).program
    for model in islice(program.models(), 3):
        shown = model.symbols(shown=True)
        facts = unify(list(kinds.values()), shown)
        assert {fact.symbol for fact in facts} == set(shown)
        answer = program.guard.answer
        assert {f.area: f.goal for f in facts if isinstance(f, kinds["chosen"])} == answer.chosen
        assert {(f.item, f.copy): f.area for f in facts if isinstance(f, kinds["lies"])} == answer.lies
        assert {tuple(f.node): f.rule for f in facts if isinstance(f, kinds["step"])} == answer.rules


def test_atoms_are_read_alike_with_and_without_detours() -> None:
    atoms = maker(load_pack(EXAMPLES / "meadow")).program.atoms
    plain, quick = _Plain(atoms), _Quick(atoms)
    for kind in ANSWER:
        signature = kind.name, len(kind.arguments)
        assert list(plain.said(*signature)) == list(quick.said(*signature))

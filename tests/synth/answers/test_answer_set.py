"""Atoms of a ground program are read alike with and without the solver library's own functions."""

from __future__ import annotations

from puzzlesynth.pack import load_pack
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.synth.answers.answer_set import _Plain, _Quick
from puzzlesynth.synth.program.predicates import ANSWER
from tests.support.paths import ROOT


def test_atoms_are_read_alike_with_and_without_detours() -> None:
    program = synthesizer_for(load_pack(ROOT / "examples" / "meadow")).program  # the atoms are gone with it
    plain, quick = _Plain(program.atoms), _Quick(program.atoms)
    for kind in ANSWER:
        assert list(plain.said(*kind.signature)) == list(quick.said(*kind.signature))

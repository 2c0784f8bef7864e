"""A ground program is large: it is freed with its owner, and not when the garbage collector runs."""

from __future__ import annotations

import gc
import weakref

import pytest

from puzzlesynth.pack import load_pack
from puzzlesynth.pipeline.generate import synthesizer_for
from tests.support.paths import ROOT


@pytest.mark.seconds
def test_nothing_keeps_a_program_that_nobody_needs_any_more() -> None:
    pack = load_pack(ROOT / "examples" / "heist")
    gc.disable()
    try:
        made = synthesizer_for(pack)
        next(made.puzzles(1))
        program = weakref.ref(made.program)
        del made
        assert program() is None
    finally:
        gc.enable()

"""Trees that are remembered say what reading them again would say."""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest

from puzzlesynth.pack import load_pack
from puzzlesynth.pipeline.generate import synthesizer_for
from puzzlesynth.synth.answers import area_trees
from puzzlesynth.synth.answers.answer_set import Answer, truth
from puzzlesynth.synth.answers.area_trees import TreeReader
from puzzlesynth.synth.landmarks import propagator
from puzzlesynth.synth.landmarks.propagator import ShortcutPropagator
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples"


def _compared(path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> int:
    """Reads many candidates both ways; how many trees had been there before."""
    again = 0
    learn = TreeReader._learn

    def read(self: ShortcutPropagator, assignment: clingo.Assignment) -> Answer:
        nonlocal again
        if self._trees is None:
            self._trees = TreeReader(self.reader)
        found, plain = self._trees.read(assignment), self.reader.read(truth(assignment))
        again += len(found.trees)
        # The order counts as well: what is learnt goes by it.
        assert self.reader.tree_literals(found, places=True) == self.reader.tree_literals(plain, places=True)
        assert [*found.rules] == [*plain.rules]
        found.trees = []
        assert found == plain
        return found

    def counted(*some: object) -> object:
        nonlocal again
        again -= 1
        return learn(*some)  # type: ignore[arg-type]

    monkeypatch.setattr(ShortcutPropagator, "_read", read)
    monkeypatch.setattr(TreeReader, "_learn", counted)
    program = synthesizer_for(load_pack(path)).program
    program.search_randomly(1)
    assert sum(1 for _ in program.many_answers(number)) > 1
    return again


def test_reading_tree_by_tree_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _compared(EXAMPLES / "meadow", monkeypatch, 60) > 60


@pytest.mark.seconds
@pytest.mark.parametrize("direct", [True, False])
def test_areas_with_common_steps_are_read_alike(direct: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(area_trees, "MOST_TREES", 3)
    if not direct:
        monkeypatch.setattr(area_trees, "_lib", None)
    assert _compared(EXAMPLES / "lighthouse", monkeypatch, 60) > 100


def test_a_short_stream_remembers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(propagator, "MANY", 3)
    program = synthesizer_for(load_pack(EXAMPLES / "meadow")).program
    assert next(program.answers(limit=1)).trees == []
    assert [bool(answer.trees) for answer in program.many_answers(5)][-1]

"""Nogoods from candidates that were refused when they were played: each counterexample rules out others like it.

A dead end, or an area that can be solved too early, depends on the whole world at the start. A shortcut depends only on
the objects that it uses: wherever these lie in the same places, the step that it leaves out is useless.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.synth.acceptance import Counterexample
from puzzlesynth.synth.answers.answer_set import Answer
from puzzlesynth.synth.answers.decoder import Decoder

from .propagator import ShortcutPropagator


class RefusalNogoods:
    def __init__(self, guard: ShortcutPropagator, decoder: Decoder) -> None:
        self._guard, self._decoder = guard, decoder

    def forbid_world(self, answer: Answer) -> None:
        reader = self._guard.reader
        self._guard.forbid([*reader.world_literals(answer), *reader.deciding_literals(answer)])

    def learn(self, answer: Answer, puzzle: Puzzle, found: Counterexample | None) -> None:
        """The counterexample applies to every puzzle with the same world, or with the same shortcut."""
        if found is None:
            self.forbid_world(answer)
            return
        for literals in self._shortcut_literals(answer, puzzle, found):
            self._guard.forbid(literals)

    def _shortcut_literals(
        self, answer: Answer, puzzle: Puzzle, found: Counterexample
    ) -> Iterator[list[int]]:
        """The objects that the shortcut uses in their places, room for what it makes, and the step."""
        reader = self._guard.reader
        things = {self._decoder.thing(name) for name in found.objects}
        literals = [reader.literals["chosen", *pair] for pair in answer.chosen.items()]
        literals += [reader.literals["lies", *t, a] for t, a in answer.lies.items() if t in things]
        literals += [
            reader.literals["packed", *holder, *inner]
            for inner, holder in answer.packed.items()
            if inner in things or holder in things
        ]
        literals += reader.not_placed(
            thing
            for thing in reader.placeable()
            if thing not in answer.lies and self._decoder.brings(thing[0]) & found.items
        )
        literals += reader.deciding_literals(answer, exactly=False)
        step = puzzle.step(found.step)
        item = self._decoder.principal_item(step)
        for step_literal, belongs in reader.steps_of(step.rule, item, found.area):
            yield [*literals, step_literal, belongs]

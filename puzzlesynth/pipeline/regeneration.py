"""Keep and regenerate: a designer keeps part of a puzzle, rules things out, and regenerates the rest.

The pack is grounded once. After that, a new puzzle takes some ten milliseconds, whatever is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

from puzzlesynth.deadline import OutOfTime
from puzzlesynth.pack.checks.checker import require_sound
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.synth.exhaustion import Exhaustion
from puzzlesynth.synth.options import DEFAULT, SynthesisOptions
from puzzlesynth.synth.steering import Steering, keeping_all_but

from .generate import make_puzzles, synthesizer_for


class Regenerator:
    """New puzzles around what a designer keeps. A time limit in the options counts from when it is made.

    Raises `PackError` for a pack with errors."""

    def __init__(self, pack: Pack, options: SynthesisOptions = DEFAULT) -> None:
        require_sound(pack)
        self._pack, self._options = pack, options
        self._synthesizer = synthesizer_for(pack, replace(options, steering=None))
        self._synthesizer.program  # noqa: B018  (now, and not when the first question is asked)

    def regenerate(
        self,
        steering: Steering = Steering(),
        *,
        seed: int = 0,
        avoid: Collection[str] = (),
        exhaustion: Exhaustion | None = None,
    ) -> Puzzle | None:
        """A puzzle that fits these choices and whose tree is not one of `avoid`; None: there is none, and
        `exhaustion` says within which limits.

        The quick search is slightly too strict. If it finds nothing, the full search decides, which takes longer.
        Raises `OutOfTime` when the time limit of the options is reached.
        """
        found = self._synthesizer.redraw(steering, seed, avoid)
        if found is not None:
            return found
        puzzles = self._all(steering, seed, exhaustion)
        return next((puzzle for puzzle in puzzles if puzzle.tree not in avoid), None)

    def _all(
        self, steering: Steering, seed: int, exhaustion: Exhaustion | None, seconds: float | None = None
    ) -> Iterator[Puzzle]:
        options = replace(self._options, steering=steering)
        if exhaustion is not None:
            options = replace(options, exhaustion=exhaustion)
        if seconds is not None:
            options = replace(options, time_limit=seconds)
        return make_puzzles(self._pack, seed=seed, options=options)

    def alternatives(
        self,
        puzzle: Puzzle,
        step: str,
        exhaustive: bool = False,
        exhaustion: Exhaustion | None = None,
        seconds: float | None = None,
    ) -> Iterator[Puzzle]:
        """Other ways to get what a step makes, each as a whole puzzle in which everything else is as it was.

        They end when the quick search has no more; `exhaustive`: when there are no more within the limits that
        `exhaustion` names. That may take long to know: the search for it raises `OutOfTime` after some `seconds`.
        """
        steering, known = keeping_all_but(puzzle, step), {puzzle.tree}
        while (found := self._synthesizer.redraw(steering, len(known), known)) is not None:
            known.add(found.tree)
            yield found
        if exhaustive:
            rest = self._all(steering, 0, exhaustion, seconds)
            yield from (found for found in rest if found.tree not in known)

    def possible(
        self,
        steering: Steering,
        choices: Iterable[Steering],
        refused: Callable[[Steering, Exhaustion | None], None] = lambda choice, exhaustion: None,
        seconds: float | None = None,
    ) -> Iterator[tuple[Steering, Puzzle]]:
        """The additional choices that still leave a puzzle, each with an example.

        A puzzle that is found for one choice may be an example for others, but each is asked for by itself: its example
        is drawn at random and not the first that comes along. Those that the quick search finds come first; the whole
        search, which may take long, decides about the others. `refused` hears of those that leave nothing, each with
        the limits within which that is so, or with None where the search was given up after some `seconds`.
        """
        doubtful = []
        for choice in choices:
            found = self._synthesizer.redraw(steering | choice, 0, ())
            if found is not None:
                yield choice, found
            else:
                doubtful.append(choice)
        for choice in doubtful:
            exhaustion = Exhaustion()
            try:
                found = next(self._all(steering | choice, 0, exhaustion, seconds), None)
            except OutOfTime:
                refused(choice, None)
                continue
            if found is not None:
                yield choice, found
            else:
                refused(choice, exhaustion)

    def conflict(self, steering: Steering, avoid: Collection[str] = ()) -> list[Steering]:
        """Choices that leave no puzzle together (none but those to avoid), and would leave one without any single one
        of them.

        Call it if `regenerate` finds nothing; empty: the pack has no such puzzle, whatever the choices.
        """
        needed = list(steering.choices())
        for choice in list(needed):
            others = [one for one in needed if one is not choice]
            if self.regenerate(_together(others), avoid=avoid) is None:
                needed = others
        return needed


def _together(choices: Iterable[Steering]) -> Steering:
    found = Steering()
    for choice in choices:
        found |= choice
    return found

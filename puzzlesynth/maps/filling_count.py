"""How many fillings a map has: exactly, or between two numbers that are both proven.

The landmark test is sound, so what passes it counts. It is stricter than the truth, so what it turns down may count as
well: those fillings are played, unless there are too many of them; then they only count towards the larger number.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from puzzlesynth.pack.text.wording import counted
from puzzlesynth.quick_dataclasses import dataclass

if TYPE_CHECKING:
    from puzzlesynth.synth.acceptance import AcceptanceTest
    from puzzlesynth.synth.answers.answer_set import Answer

    from .filler import Filler

GAMES = 200
"""Fillings that the landmark test turns down and that are played, at most."""

Key = frozenset[tuple[object, object]]
"""Which thing is in which block, and by which rule each step is done."""


@dataclass(frozen=True)
class FillingCount:
    least: int
    most: int | None = None
    """None: not known."""

    @property
    def is_exact(self) -> bool:
        return self.least == self.most

    def __str__(self) -> str:
        if self.most is None:
            return f"at least {counted(self.least, 'filling')}"
        return ("" if self.is_exact else f"{self.least} to ") + counted(self.most, "filling")


def count(maker: Filler, limit: int, games: int = GAMES) -> Iterator[FillingCount]:
    """What is known so far, ever more; the last one is the result. Counting stops at `limit`."""
    program, guard = maker.synthesizer.program, maker.synthesizer.program.guard
    program.search_randomly(None)
    judge = maker.judge_for(True, True)
    sure: set[Key] = set()
    for answer in program.answers(deadline=maker.deadline):
        if not maker.can_refuse or _passes(maker, judge, answer, False):
            sure.add(_key(answer))
            yield FillingCount(len(sure))
        if len(sure) >= limit:
            return
    guard.enabled = False
    more = program.answers(limit=len(sure) + limit, deadline=maker.deadline)
    doubtful = [answer for answer in more if _key(answer) not in sure]
    if len(doubtful) > games:
        most = len(sure) + len(doubtful)
        yield FillingCount(len(sure), most if len(doubtful) < limit else None)
        return
    least, most = len(sure), len(sure) + len(doubtful)
    for answer in doubtful:
        if _passes(maker, judge, answer, True):
            least += 1
        else:
            most -= 1
        yield FillingCount(least)
    yield FillingCount(least, most)


def _passes(maker: Filler, judge: AcceptanceTest, answer: Answer, look_for_shortcuts: bool) -> bool:
    with maker.deadline.applied():
        return judge(maker.synthesizer.puzzle_of(answer), look_for_shortcuts).accepted


def _key(answer: Answer) -> Key:
    return frozenset((*answer.fills.items(), *answer.rules.items()))

"""The meaning of the end of a stream: there are no more puzzles, or no more within certain limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from puzzlesynth.deadline import Deadline
from puzzlesynth.pack.model import Rule
from puzzlesynth.pack.rules.effects import OperatorEffects, may_be_idle
from puzzlesynth.pack.text.wording import counted, listed
from puzzlesynth.quick_dataclasses import dataclass, field, replace

from .answers.answer_set import Answer
from .relevance import PackAnalysis

if TYPE_CHECKING:
    from .program.ground_program import GroundProgram

LIFTABLE = {
    "again": ("made_again", "no second object is made for another area while a suitable one is left over"),
}
"""Limits of `encodings/limits.lp` that belong to every pack: the atom that breaks them, and what they say."""

NOT_IDLE = "a step whose purpose is to change something always changes it"
"""The other limit of every pack. It matters where a rule can be applied to what is so already."""


@dataclass
class SynthesisCounts:
    """Counts of what happened during generation."""

    candidates: int = 0
    rejected: int = 0
    """By the judge, for a dead end or a shortcut found by playing."""
    exact: bool = False
    """Whether shortcuts were looked for by playing, because the landmark test had turned down candidates."""


@dataclass
class Exhaustion:
    """Filled in during generation, and meaningful once there are no more puzzles."""

    undecided: int = 0
    """Candidates of which it could not be decided whether they keep the guarantees."""
    limits: list[str] = field(default_factory=list)
    """What kept other puzzles out, or may have done so, as sentences for designers."""

    @property
    def proven(self) -> bool:
        """Whether there is no other puzzle, whatever the limits."""
        return not self.undecided and not self.limits

    def caveats(self) -> Iterator[str]:
        """What must be reported along with it."""
        yield from self.limits
        if self.undecided:
            yield f"{counted(self.undecided, 'candidate')} could not be decided by playing"

    def note(self, *sentences: str) -> None:
        self.limits += [sentence for sentence in sentences if sentence not in self.limits]


TRIES = 30
"""Candidates that are looked at to see whether a limit keeps a puzzle out. Where none of them is one, it may do so."""


def note_limits(
    exhaustion: Exhaustion,
    program: GroundProgram,
    deadline: Deadline,
    judged: Callable[[Answer], object | None],
) -> None:
    """Which limits kept other puzzles out. `judged`: an answer's puzzle, if it is new and keeps its guarantees."""
    exhaustion.note(*pack_limits(program.possible))
    for limit, (broken, sentence) in LIFTABLE.items():
        literal = program.literal_of(broken)
        if literal is None:
            continue
        program.lifted = (limit,)
        try:
            refused = program.guard.refused
            found = _may_be_puzzles(exhaustion, program, literal, deadline, judged)
            # What the landmark test turned down on the way may be fine when it is played.
            if not found and program.guard.refused > refused and not program.possible.keeps_all:
                program.guard.enabled = False
                found = _may_be_puzzles(exhaustion, program, literal, deadline, judged)
            if found:
                exhaustion.note(sentence)
        finally:
            program.lifted = ()


def _may_be_puzzles(
    exhaustion: Exhaustion,
    program: GroundProgram,
    literal: int,
    deadline: Deadline,
    judged: Callable[[Answer], object | None],
) -> bool:
    """Whether a puzzle is among the candidates that break a limit. False: there is no other candidate, and all of them
    are decided."""
    undecided = exhaustion.undecided
    try:
        for _ in range(TRIES):
            answer = next(program.answers([literal], 1, deadline), None)
            if answer is None:
                return exhaustion.undecided > undecided
            if judged(answer):
                return True
        return True
    finally:
        exhaustion.undecided = undecided


def pack_limits(possible: PackAnalysis) -> Iterator[str]:
    """The pack's own limits that could matter, as sentences."""
    return (sentence for _, sentence in limits_of(possible))


def limits_of(possible: PackAnalysis) -> Iterator[tuple[str, str]]:
    """The same, each with what it is about: without them there could be more of something than there is now."""
    limits = possible.pack.limits
    if possible.shape is not None:
        return
    many = [name for name, supply in possible.supplies.of.items() if supply.limited]
    if many:
        yield "copies", f"a puzzle adds at most {limits.copies} of {_some(many)} (limits.copies)"
    roomier = replace(possible, pack=replace(possible.pack, limits=replace(limits, stages=limits.stages + 1)))
    items = [possible.pack.items[name] for name in sorted(possible.relevant[0])]
    changing = [
        item.name
        for item in items
        if roomier.stages(item) > possible.stages(item)
        and possible.object_stages.most_uses(item) > limits.stages
    ]
    if changing:
        times = counted(limits.stages, "time")
        yield "stages", f"{_some(changing)} changes at most {times} in a puzzle (limits.stages)"
    if any(_may_be_idle(rule, possible.effects[rule.number]) for rule in possible.relevant[1]):
        yield "idle", NOT_IDLE


def _may_be_idle(rule: Rule, effects: OperatorEffects) -> bool:
    """Whether a step with the rule may leave what it is there for as it was, and be there for something else."""
    principal = effects.principal
    if principal is None or effects.touches_content(principal):
        return False
    if {*effects.created, *effects.released, *effects.changed} == {principal} and not effects.stored:
        return False
    return may_be_idle(rule, effects, principal)


def _some(names: list[str], most: int = 4) -> str:
    """A few of them by name."""
    rest = len(names) - most
    return listed([*names[:most], f"{rest} others"] if rest > 1 else names, "or")

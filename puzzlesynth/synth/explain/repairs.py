"""What would help where there is no puzzle: the cheapest requirements to give up, with the nearest bounds that work.

What logic alone rules out is not tried. Everything else is tried as a designer would: the pack without those
requirements is asked for a puzzle, with all its guarantees. The puzzle shows numbers that work; nearer ones are then
tried, one bound after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from puzzlesynth.quick_dataclasses import dataclass, field
from puzzlesynth.synth.answers.answer_set import Answer, Node

from .mus import MusEnumerator
from .oracle import SatisfiabilityOracle
from .requirements import AssumptionResult, Requirement, RequirementSet, by_id
from .weakened_program import LONG, SHORT, WeakenedPackSearch

ENOUGH = 6
"""Sets that are tried before what has been found must do: a designer waits for the answer."""

TRIED = 2
"""Sets that are tried with little success before more is given up."""

FAILURES = 5
"""Numbers that may fail for the bounds of one change before those that are known to work must do."""

MORE_AND_MORE = (("target", "herrings"), ("target", "herrings", "min_depth", "max_depth", "constraint"))
"""Kinds of requirements that are given up where it is hard to say which of them must be."""


@dataclass(frozen=True)
class PackRepair:
    """What makes a puzzle possible, checked by solving."""

    ways: tuple[str, ...]
    smallest: bool = field(compare=False)
    """Whether it is proven that nothing cheaper helps, and that no number could be nearer with those before it."""
    requirements: tuple[Requirement, ...] = field(compare=False)
    """What each of the ways is about."""
    numbers: tuple[int | None, ...] = field(compare=False, default=())
    """The new bound for each of them; None: it is left out."""


class RepairSearch:
    """`loosen`: makes the pack without some requirements ready to be asked."""

    def __init__(
        self,
        asking: SatisfiabilityOracle,
        among: MusEnumerator,
        loosen: Callable[[RequirementSet], WeakenedPackSearch],
    ) -> None:
        self._asking, self._among, self._loosen = asking, among, loosen
        self._loosened: dict[RequirementSet, WeakenedPackSearch] = {}
        self._answers: dict[RequirementSet, Answer] = {}
        self._attempts = 0
        self._sure = True
        """Whether everything that was not found to help is known not to."""

    def changes(self, cost: Callable[[Requirement], int]) -> Iterator[PackRepair]:
        """The cheapest first; if none is found easily, one that costs more."""
        undecided: list[RequirementSet] = []
        found = False
        for given_up, works in self._among.ways_out(cost, self._attempt):
            if found and any(r.kind == "goal" for r in given_up):
                # Another goal is another game; it is named only where nothing else would do.
                return
            if works:
                found = True
                yield self._worded(given_up)
            else:
                self._sure = False
                undecided.append(given_up)
            if len(undecided) == TRIED or (found and self._attempts >= ENOUGH):
                break
        if not found:
            yield from islice(self._at_any_price(undecided), 1)

    def _at_any_price(self, undecided: list[RequirementSet]) -> Iterator[PackRepair]:
        """Where the cheapest sets cannot be settled: more is given up, and whatever need not be is taken back."""
        for kinds in MORE_AND_MORE:
            more = frozenset(r for r in self._asking.all if r.kind in kinds)
            for cheap in undecided[:1]:
                if self._attempt(cheap | more, LONG).met is not None:
                    yield self._worded(cheap | more)

    def _attempt(self, given_up: RequirementSet, seeds: int = SHORT) -> AssumptionResult:
        """Whether there is a puzzle without these requirements; if not, what else is in the way."""
        self._attempts += 1
        held = self._asking.all - given_up
        if any(r.kind == "goal" for r in given_up):
            return self._asking.finding(held)
        logical = self._asking.by_logic(held)
        if logical.met is None:
            return logical
        if given_up not in self._loosened:
            self._loosened[given_up] = self._loosen(given_up)
        tried = self._loosened[given_up].find({}, seeds)
        if tried.answer is not None:
            self._answers[given_up] = tried.answer
            return AssumptionResult(met=held)
        # What the landmark test turns down might be a puzzle in truth.
        self._sure = False
        return (
            AssumptionResult() if tried.undecided else AssumptionResult(core=self._asking.finding(held).core)
        )

    # --- words and numbers ----------------------------------------------------------------------------

    def _worded(self, given_up: RequirementSet) -> PackRepair:
        ordered = by_id(given_up)
        if given_up not in self._answers:
            none = (None,) * len(ordered)
            return PackRepair(tuple(_way(r, None) for r in ordered), False, tuple(ordered), none)
        numbers, nearest = self._numbers(given_up, [r for r in ordered if r.bound is not None])
        needed = [r for r in ordered if r not in numbers or numbers[r] != r.bound]
        found = tuple(numbers.get(r) for r in needed)
        ways = tuple(_way(r, number) for r, number in zip(needed, found, strict=True))
        return PackRepair(ways, self._sure and nearest, tuple(needed), found)

    def _numbers(
        self, given_up: RequirementSet, bounds: list[Requirement]
    ) -> tuple[dict[Requirement, int], bool]:
        """The nearest number for each bound that is given up, beside those before it; and whether that is known."""
        answer, sure, failures = self._answers[given_up], True, 0
        numbers: dict[Requirement, int] = {}
        for requirement in bounds:
            known = requirement.loosest(self._known(answer, requirement))
            nearer = self._nearer_than(known, requirement)
            held = _bare(self._asking.all - given_up) | {*numbers, requirement}
            low, high = _first(self._asking, held, requirement, numbers, nearer), len(nearer)
            middle = low
            while low < high and failures < FAILURES:
                tried = self._loosened[given_up].find({**numbers, requirement: nearer[middle]}, SHORT)
                sure, failures = sure and not tried.undecided, failures + (tried.answer is None)
                answer = tried.answer or answer
                low, high = (low, middle) if tried.answer is not None else (middle + 1, high)
                middle = (low + high) // 2
            sure = sure and low == high
            numbers[requirement] = [*nearer, known][high]
        return numbers, sure

    def _known(self, answer: Answer, requirement: Requirement) -> int:
        """A number for a bound that works."""
        measured = _measured(answer, requirement)
        return self._asking.program.looser(requirement)[-1] if measured is None else measured

    def _nearer_than(self, known: int, requirement: Requirement) -> list[int]:
        """Numbers for a bound that are nearer to it than one that works, the nearest first."""
        bound = requirement.bound or 0
        numbers = (bound, *self._asking.program.looser(requirement))
        return [n for n in numbers if abs(n - bound) < abs(known - bound)]


def nearest(asking: SatisfiabilityOracle, held: RequirementSet, requirement: Requirement) -> int | None:
    """The nearest number for a bound with which the rest can hold."""
    numbers = [*asking.program.looser(requirement)]
    first = _first(asking, held, requirement, {}, numbers)
    return numbers[first] if first < len(numbers) else None


def _first(
    asking: SatisfiabilityOracle,
    held: RequirementSet,
    requirement: Requirement,
    others: dict[Requirement, int],
    numbers: list[int],
) -> int:
    """Which number is the first that logic allows. What holds with one holds with all that are further off."""
    low, high = 0, len(numbers)
    while low < high:
        middle = (low + high) // 2
        reply = asking.reply(held, {**others, requirement: numbers[middle]})
        low, high = (low, middle) if reply.core is None else (middle + 1, high)
    return low


def _bare(held: RequirementSet) -> RequirementSet:
    return frozenset(r for r in held if not r.is_guarantee)


def _measured(answer: Answer, requirement: Requirement) -> int | None:
    """What a bound would have to be for this answer to be within it; None: it is no bound on the answer's shape."""
    area, kind = requirement.area, requirement.kind
    if kind == "herrings":
        return 0  # where none are asked for, there are none
    what = requirement.id[1] if kind == "target" else "depth" if kind in ("min_depth", "max_depth") else None
    own = {step for step, of in answer.belongs.items() if of == area}
    makers = {node: step for step in own for node in (step, *(n for _, n in answer.makes.get(step, ())))}
    below = {step: {makers[node] for _, node in answer.takes[step] if node in makers} for step in own}
    if what == "steps":
        return len(own)
    if what == "width":
        return sum(not below[step] for step in own)
    if what == "depth" and area in answer.solved_by:
        return _chain(below, answer.solved_by[area])
    return None


def _chain(below: dict[Node, set[Node]], top: Node) -> int:
    """How long the longest chain under a step is. Without recursion: it may be very long."""
    known: dict[Node, int] = {}
    todo = [top]
    while todo:
        waiting = [earlier for earlier in below[todo[-1]] if earlier not in known]
        if waiting:
            todo += waiting
        else:
            step = todo.pop()
            known[step] = 1 + max((known[earlier] for earlier in below[step]), default=0)
    return known[top]


def _way(requirement: Requirement, number: int | None) -> str:
    if requirement.bound is None:
        return requirement.help
    return f"leave out: {requirement.text}" if number is None else requirement.help.format(number)

"""What would help where there is no puzzle: the cheapest requirements to give up, with the nearest bounds that work.

Every change is checked by solving, with all guarantees. A puzzle that is found without some bounds tells numbers that
work; those that are nearer to the old ones are then tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from .answer import Answer, Node
from .contradictions import Contradiction, Contradictions, Finding
from .requirements import Requirement
from .why_asking import Asking
from .why_program import ALL_IT_TAKES, HARD, MORE, MORE_COPIES, MORE_STAGES, Effort

ONCE = Effort(HARD.conflicts, 30)
"""For a bound that is nearer than one that works."""

ENOUGH = 8
"""So many sets are tried before what has been found must do: whoever asks waits for the answer."""

TRIED = 2
"""So many sets are tried with little success before one is tried for as long as it takes."""


@dataclass(frozen=True)
class Change:
    """What makes a puzzle possible, checked by solving."""

    ways: tuple[str, ...]
    requirements: tuple[Requirement, ...] = field(compare=False)


class Changing:
    def __init__(self, asking: Asking, among: Contradictions) -> None:
        self._asking, self._among = asking, among
        self._answers: dict[Contradiction, Answer | None] = {}
        self._attempts = 0

    def changes(self, cost: Callable[[Requirement], int]) -> Iterator[Change]:
        """The cheapest first; where none can be had easily, one that takes more."""
        undecided: list[Contradiction] = []
        found = 0
        for given_up, works in self._among.ways_out(cost, self._attempt):
            if found and any(r.kind == "goal" for r in given_up):
                # Another goal is another game; it is named only where nothing else would do.
                return
            if works:
                found += 1
                yield self._worded(given_up)
            else:
                undecided.append(given_up)
            if len(undecided) == TRIED:
                break
        if not found:
            for given_up in undecided:
                if self._attempt(given_up, ALL_IT_TAKES).met is not None:
                    yield self._worded(given_up)
                    return

    def _attempt(self, given_up: Contradiction, effort: Effort = HARD) -> Finding:
        self._attempts += 1
        if self._answers and self._attempts > ENOUGH:
            return Finding(None, None)
        reply = self._asking.reply(self._asking.all - given_up, effort=effort)
        if reply.met is not None:
            self._answers[given_up] = reply.answer
        return Finding(reply.met, reply.core)

    def _worded(self, given_up: Contradiction) -> Change:
        ordered = sorted(given_up, key=lambda r: str(r.id))
        numbers = self._numbers(given_up, [r for r in ordered if r.bound is not None])
        return Change(tuple(_way(r, numbers.get(r)) for r in ordered), tuple(ordered))

    def _numbers(self, given_up: Contradiction, bounds: list[Requirement]) -> dict[Requirement, int]:
        """The nearest numbers that could be found for the bounds that are given up."""
        held = self._asking.all - given_up
        numbers = _in(self._answers[given_up], bounds)
        for requirement in bounds:
            others = {r: n for r, n in numbers.items() if r is not requirement}
            rest = held | set(others) | {requirement}
            near = nearest(self._asking, _bare(rest), requirement, others)
            if near is None or near == numbers.get(requirement):
                continue
            tried = {**others, requirement: near}
            reply = self._asking.reply(rest, tried, ONCE if requirement in numbers else HARD)
            if reply.met is not None:
                numbers = {**tried, **_nearer(tried, _in(reply.answer, bounds))}
        return numbers


def nearest(
    asking: Asking, held: Contradiction, requirement: Requirement, others: dict[Requirement, int]
) -> int | None:
    """The nearest number with which the rest can hold. What holds with one holds with all that are further off."""
    numbers = asking.program.looser(requirement)
    low, high = 0, len(numbers)
    while low < high:
        middle = (low + high) // 2
        reply = asking.reply(held, {**others, requirement: numbers[middle]})
        low, high = (low, middle) if reply.met is not None else (middle + 1, high)
    return numbers[low] if low < len(numbers) else None


def _bare(held: Contradiction) -> Contradiction:
    return frozenset(r for r in held if not r.is_guarantee)


def _nearer(tried: dict[Requirement, int], seen: dict[Requirement, int]) -> dict[Requirement, int]:
    """What an answer shows to be possible, where that is nearer to the bounds than what was tried."""
    return {r: n for r, n in seen.items() if abs(n - (r.bound or 0)) < abs(tried.get(r, n) - (r.bound or 0))}


def _in(answer: Answer | None, bounds: list[Requirement]) -> dict[Requirement, int]:
    """What the bounds would have to be for this answer to be within them."""
    if answer is None:
        return {}
    return {r: number for r in bounds if (number := _measured(answer, r)) is not None}


def _measured(answer: Answer, requirement: Requirement) -> int | None:
    area, kind = requirement.area, requirement.kind
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


def _chain(below: dict[Node, set[Node]], step: Node) -> int:
    return 1 + max((_chain(below, earlier) for earlier in below[step]), default=0)


def _way(requirement: Requirement, number: int | None) -> str:
    if requirement.bound is None:
        return requirement.help
    if number is not None:
        return requirement.help.format(number)
    if requirement.kind in MORE:
        more = MORE_COPIES if requirement.kind == "copies" else MORE_STAGES
        return requirement.help.format(requirement.bound + more)
    return f"leave out: {requirement.text}"

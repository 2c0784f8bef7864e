"""The order of a puzzle's steps: which must come before which, and one order that respects it."""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from puzzlesynth.internal_error import InternalError

from .answer_set import Answer, Node, ObjectKey

Before = dict[Node, set[Node]]


class CyclicOrder(InternalError):
    """No order respects what must come before what. The encodings (`order.lp`) rule it out."""


def must_come_before(
    answer: Answer, used_up: Mapping[int, frozenset[int]], standing: Mapping[ObjectKey, str]
) -> Before:
    """For each step the steps that must come before it.

    `used_up`: the inputs that each rule uses up. `standing`: where the things are that no answer set places.
    """
    before: Before = {step: set() for step in answer.rules}
    maker: dict[Node, Node] = {step: step for step in answer.rules}
    for step, made in answer.makes.items():
        for _, node in made:
            maker[node] = step
    takers: dict[Node, list[Node]] = {}
    enders: list[tuple[Node, Node]] = []
    for step, taken in answer.takes.items():
        ends = used_up[answer.rules[step]]
        for source, node in taken:
            takers.setdefault(node, []).append(step)
            if source in ends:
                enders.append((step, node))
            if node in maker:
                before[step].add(maker[node])
            elif (area := answer.lies.get(node[:2]) or standing.get(node[:2])) is not None:
                _after_opening(answer, before, step, area)
    for step, node in enders:
        before[step].update(takers[node])
    for step, area in answer.happens.items():
        _after_opening(answer, before, step, area)
    for area, step in answer.solved_by.items():
        _after_opening(answer, before, step, area)
    for step, area in answer.waits:
        before[step].add(answer.solved_by[area])
    for step, earlier_step in answer.follows:
        before[step].add(earlier_step)
    for step, earlier in before.items():
        earlier.discard(step)
    return before


def _after_opening(answer: Answer, before: Before, step: Node, area: str) -> None:
    opener = answer.opened_by.get(area)
    if opener is not None:
        before[step].add(answer.solved_by[opener])


def in_order(before: Before, rank: Mapping[Node, tuple[int, int, Node]]) -> list[Node]:
    """All steps, each after those before it; among those that are free the lowest rank first."""
    missing = {step: len(earlier) for step, earlier in before.items()}
    later: dict[Node, list[Node]] = {}
    for step, earlier in before.items():
        for other in earlier:
            later.setdefault(other, []).append(step)
    ready = [(rank[step], step) for step, count in missing.items() if count == 0]
    heapq.heapify(ready)
    ordered: list[Node] = []
    while ready:
        _, step = heapq.heappop(ready)
        ordered.append(step)
        for then in later.get(step, ()):
            missing[then] -= 1
            if missing[then] == 0:
                heapq.heappush(ready, (rank[then], then))
    if len(ordered) != len(before):
        raise CyclicOrder("the steps of a puzzle wait for each other in a circle")
    return ordered


def direct(before: Before, ordered: list[Node]) -> dict[Node, list[int]]:
    """For each step the positions of the steps right before it: those that no other one implies."""
    position = {step: n for n, step in enumerate(ordered)}
    reach: list[int] = []
    found: dict[Node, list[int]] = {}
    for step in ordered:
        mask, kept = 0, []
        for n in sorted((position[other] for other in before[step]), reverse=True):
            if not mask >> n & 1:
                kept.append(n)
                mask |= reach[n] | 1 << n
        reach.append(mask)
        found[step] = kept[::-1]
    return found

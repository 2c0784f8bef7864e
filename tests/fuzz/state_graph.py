"""All states of a small world, and the questions that section 4 of SEMANTICS.md asks about them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from functools import cached_property
from typing import TypeVar

from tests.fuzz.reference_world import State, World, anonymous

Kind = tuple[int, str]
"""A rule's number from 1, and the item of what it is for."""


Step = TypeVar("Step", bound=Hashable)


class TooLarge(Exception):
    """There are more states than the referee looks at."""


def everything_below(top: Step, sources: Callable[[Step], Iterable[Step | None]]) -> set[Step]:
    """A step, the steps that it takes from, those that these take from, and so on."""
    seen, todo = {top}, [top]
    while todo:
        for source in sources(todo.pop()):
            if source is not None and source not in seen:
                seen.add(source)
                todo.append(source)
    return seen


class Graph:
    """Every state that players can reach, and every way to get from one to the next."""

    def __init__(self, world: World, start: State, limit: int) -> None:
        self.world = world
        first = anonymous(start)
        self.states: list[State] = [first]
        self.edges: list[list[tuple[Kind | None, int]]] = []
        known = {first: 0}
        for state in self.states:
            out: set[tuple[Kind | None, int]] = set()
            for move in world.moves(state):
                done = world.done(state, move)
                if done is None:
                    continue
                index = known.get(done.state)
                if index is None:
                    index = known[done.state] = len(self.states)
                    self.states.append(done.state)
                    if index >= limit:
                        raise TooLarge
                out.add((world.kind_of(move, done), index))
            self.edges.append(sorted(out, key=repr))
        self._known = known
        self._without: dict[Kind, frozenset[str]] = {}

    def index(self, state: State) -> int:
        return self._known[anonymous(state)]

    def solved_early(self) -> set[str]:
        """Areas that can be solved while they are not open."""
        return {area for state in self.states for area in state.solved - state.open}

    def solved_without(self, kind: Kind) -> frozenset[str]:
        """Areas that some play solves without ever doing this."""
        if kind not in self._without:
            seen, todo = {0}, [0]
            solved: set[str] = set()
            while todo:
                at = todo.pop()
                solved |= self.states[at].solved
                for done, after in self.edges[at]:
                    if done != kind and after not in seen:
                        seen.add(after)
                        todo.append(after)
            self._without[kind] = frozenset(solved)
        return self._without[kind]

    @cached_property
    def _before(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in self.states]
        for at, out in enumerate(self.edges):
            for _, after in out:
                found[after].append(at)
        return found

    def can_reach(self, ends: Collection[int]) -> set[int]:
        seen, todo = set(ends), list(ends)
        while todo:
            for before in self._before[todo.pop()]:
                if before not in seen:
                    seen.add(before)
                    todo.append(before)
        return seen

    @cached_property
    def winnable(self) -> set[int]:
        return self.can_reach([n for n, state in enumerate(self.states) if self.world.won(state)])

    def has_dead_end(self) -> bool:
        return len(self.winnable) < len(self.states)

    def can_lose(self, area: str) -> bool:
        """Whether some state leaves no way to solve this area."""
        ends = [n for n, state in enumerate(self.states) if area in state.solved]
        return len(self.can_reach(ends)) < len(self.states)

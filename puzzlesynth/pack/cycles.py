"""Cycles in a directed graph: items that are kinds of themselves, or inside themselves; blocks that need themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator


def cycles(nodes: Iterable[str], successors: Callable[[str], Iterable[str]]) -> Iterator[list[str]]:
    """The cycle of each back edge of a depth-first search: `[a, b, a]`.

    None where there is no cycle. Without recursion: a chain can be as long as the pack.
    """
    finished: set[str] = set()
    for first in nodes:
        path: dict[str, None] = {}
        stack = [(first, False)]
        while stack:
            node, leaving = stack.pop()
            if leaving:
                path.popitem()
                finished.add(node)
            elif node in path:
                names = list(path)
                yield [*names[names.index(node) :], node]
            elif node not in finished:
                path[node] = None
                stack.append((node, True))
                stack.extend((other, False) for other in reversed(list(successors(node))))

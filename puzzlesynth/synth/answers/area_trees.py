"""Answer sets read tree by tree: in a long stream the trees of single areas come again and again, in other company.

So what was read of a tree is kept along with everything that was asked of the solver on the way. Where all of that is as
it was, the tree is the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

import clingo

from .answer_set import Answer, AnswerReader, IsTrue, Node, ObjectKey, truth

try:
    from clingo._internal import _ffi, _lib  # type: ignore[attr-defined]
except ImportError:
    _ffi = _lib = None

MOST_TREES = 64
"""Trees that are kept for each node that can meet a goal, the latest first."""


class AreaTree(NamedTuple):
    """All that a goal's step rests on."""

    asked: list[int]
    """What the solver was asked, as literals that held."""
    read: Answer
    """What it says, with nothing that other areas decide."""
    steps: list[int]
    takes: list[int]
    makes: list[int]
    filled: list[int]
    """The literals of what it says, each list in the order of `read`."""


class TreeReader:
    """Reads the same answers as its `AnswerReader`."""

    def __init__(self, reader: AnswerReader) -> None:
        self._reader = reader
        self._known: dict[Node, list[AreaTree]] = defaultdict(list)

    def read(self, assignment: clingo.Assignment) -> Answer:
        true, all_true = truth(assignment), conjunction(assignment)
        reader, answer = self._reader, Answer()
        reader.read_goals(answer, true)
        # The order of `AnswerReader.read`: what is learnt later depends on it.
        trees = [self._tree(top, true, all_true) for top in reversed(answer.solved_by.values())]
        for tree in trees:
            read = tree.read
            answer.rules.update(read.rules)
            answer.takes.update(read.takes)
            answer.belongs.update(read.belongs)
            answer.happens.update(read.happens)
            answer.makes.update(read.makes)
            answer.filled.update(read.filled)
            answer.unchanged |= read.unchanged
            answer.waits += read.waits
        solved_by = answer.solved_by
        # Several trees may have the same step.
        answer.waits = [wait for wait in dict.fromkeys(answer.waits) if solved_by.get(wait[1]) != wait[0]]
        answer.trees = trees
        reader.read_rest(answer, selected(assignment, reader.placed), true)
        return answer

    def _tree(self, top: Node, true: IsTrue, all_true: Callable[[Sequence[int]], bool]) -> AreaTree:
        known = self._known[top]
        for place, tree in enumerate(known):
            if all_true(tree.asked):
                if place:
                    del known[place]
                    known.insert(0, tree)
                return tree
        tree = self._learn(top, true)
        known.insert(0, tree)
        del known[MOST_TREES:]
        return tree

    def _learn(self, top: Node, true: IsTrue) -> AreaTree:
        asked: list[int] = []

        def noting(literal: int) -> bool:
            found = true(literal)
            asked.append(literal if found else -literal)
            return found

        read = Answer()
        self._reader.read_trees(read, [top], noting)
        literals = self._reader.literals
        takes, makes, filled = (
            [literals[(name, step, *link)] for step, links in found.items() for link in links]
            for name, found in (("takes", read.takes), ("makes", read.makes), ("filled", read.filled))
        )
        steps = [literals[("step", *pair)] for pair in read.rules.items()]
        return AreaTree(list(dict.fromkeys(asked)), read, steps, takes, makes, filled)


def conjunction(assignment: clingo.Assignment) -> Callable[[Sequence[int]], bool]:
    """Whether literals are all true."""
    if _lib is None or not hasattr(assignment, "_rep"):
        return lambda literals: all(map(assignment.is_true, literals))
    ask, rep, answer = _lib.clingo_assignment_is_true, assignment._rep, _ffi.new("bool*")

    def are_true(literals: Sequence[int]) -> bool:
        for literal in literals:
            ask(rep, literal, answer)
            if not answer[0]:
                return False
        return True

    return are_true


def selected(assignment: clingo.Assignment, options: Sequence[tuple[int, ObjectKey]]) -> list[ObjectKey]:
    """What those of some literals that are true say."""
    if _lib is None or not hasattr(assignment, "_rep"):
        return [thing for literal, thing in options if assignment.is_true(literal)]
    ask, rep, answer = _lib.clingo_assignment_is_true, assignment._rep, _ffi.new("bool*")
    found = []
    for literal, thing in options:
        ask(rep, literal, answer)
        if answer[0]:
            found.append(thing)
    return found

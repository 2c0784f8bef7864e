"""The third oracle: a third-party planner (pyperplan), on the PDDL that `export` writes."""

from __future__ import annotations

import logging
import tempfile
from dataclasses import replace
from pathlib import Path

from puzzlesynth.export.pddl.exporter import domain_and_problem
from puzzlesynth.pack import Pack
from puzzlesynth.puzzle import Puzzle
from tests.fuzz.referee import STATES, Case
from tests.fuzz.state_graph import Graph, TooLarge

OPERATORS = 3_000
"""A task with more ground operators takes the planner too long."""


class NotPlanned(Exception):
    """The planner is not installed, or the task is too large for it."""


def plan_exists(pack: Pack, puzzle: Puzzle, leave_out: tuple[int, str] | None = None) -> bool:
    """Whether the planner finds a plan; it proves that there is none otherwise."""
    try:
        from pyperplan import planner  # type: ignore[import-untyped]
        from pyperplan.search import breadth_first_search  # type: ignore[import-untyped]
    except ImportError:
        raise NotPlanned from None
    logging.disable(logging.CRITICAL)
    try:
        with tempfile.TemporaryDirectory() as name:
            files = Path(name) / "domain.pddl", Path(name) / "problem.pddl"
            for file, text in zip(files, domain_and_problem(pack, puzzle, leave_out), strict=True):
                file.write_text(text, encoding="utf-8")
            task = planner._ground(planner._parse(*map(str, files)))
        if len(task.operators) > OPERATORS:
            raise NotPlanned
        return breadth_first_search(task) is not None
    finally:
        logging.disable(logging.NOTSET)


def planner_disagrees(pack: Pack, puzzle: Puzzle) -> str | None:
    """Asks for the puzzle itself, without each of its kinds of steps, and without each thing that was placed."""
    case = Case(pack, puzzle)
    graph = _graph(case)
    if not plan_exists(pack, puzzle):
        return "the planner finds no plan"
    for kind in sorted({kind for area in case.goals for kind in case.kinds(area)}):
        without = all(area in graph.solved_without(kind) for area in case.goals)
        planned = plan_exists(pack, puzzle, kind)
        # The planner wants all areas solved in one play; the referee asks for each of them.
        if planned and not without:
            return f"the planner finds a plan without rule {kind[0]} making {kind[1]}, the referee none"
    for thing in puzzle.objects:
        if thing.placed and thing.inside is None and not any(o.inside == thing.id for o in puzzle.objects):
            fewer = replace(puzzle, objects=tuple(o for o in puzzle.objects if o.id != thing.id))
            ours = 0 in _graph(Case(pack, fewer)).winnable
            if plan_exists(pack, fewer) != ours:
                return f"without {thing.id} the planner says {not ours}, the referee {ours}"
    return None


def _graph(case: Case) -> Graph:
    try:
        return Graph(case.world, case.start, STATES)
    except TooLarge:
        raise NotPlanned from None

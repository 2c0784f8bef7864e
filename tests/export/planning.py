"""Hands PDDL to a planner that nobody here wrote."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest


def optimal_plan(texts: tuple[str, str], folder: Path) -> list[str] | None:
    """The names of the actions of a shortest plan; None: the planner has proven that there is none."""
    planner = pytest.importorskip("pyperplan.planner", reason="pyperplan is not installed")
    from pyperplan.search import breadth_first_search

    logging.disable(logging.CRITICAL)
    try:
        domain, problem = folder / "domain.pddl", folder / "problem.pddl"
        domain.write_text(texts[0], encoding="utf-8")
        problem.write_text(texts[1], encoding="utf-8")
        task = planner._ground(planner._parse(str(domain), str(problem)))
        found = breadth_first_search(task)
    finally:
        logging.disable(logging.NOTSET)
    return None if found is None else [operator.name for operator in found]

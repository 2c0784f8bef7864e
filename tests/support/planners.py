"""Hands PDDL to third-party planners."""

from __future__ import annotations

import importlib.util
import logging
import subprocess
import sys
from pathlib import Path

import pytest


def optimal_plan(texts: tuple[str, str], folder: Path) -> list[str] | None:
    """The names of the actions of a shortest plan; None: the planner has proven that there is none."""
    planner = pytest.importorskip("pyperplan.planner", reason="pyperplan is not installed")
    from pyperplan.search import breadth_first_search  # type: ignore[import-untyped]

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


def fast_downward(texts: tuple[str, str], folder: Path) -> int | None:
    """How long Fast Downward's optimal plan is; None: it has proven that there is none."""
    found = importlib.util.find_spec("up_fast_downward")
    if found is None or found.origin is None:
        pytest.skip("Fast Downward is not installed (up-fast-downward)")
    driver = Path(found.origin).parent / "downward" / "fast-downward.py"
    for name, text in zip(("domain.pddl", "problem.pddl"), texts, strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    plan = folder / "plan"
    plan.unlink(missing_ok=True)
    command = [sys.executable, str(driver), "--plan-file", str(plan), "domain.pddl", "problem.pddl"]
    command += ["--translate-options", "--invariant-generation-max-time", "0"]
    command += ["--search-options", "--search", "astar(lmcut())"]
    ended = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=300)
    assert ended.returncode in (0, 10, 11, 12), ended.stdout.decode()[-500:]
    if ended.returncode:
        return None
    return sum(line.startswith("(") for line in plan.read_text(encoding="utf-8").splitlines())

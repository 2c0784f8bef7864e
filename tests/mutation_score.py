"""`make mutants`: how many small faults in the code the tests notice.

    python -m tests.mutation_score --mutants 60 --seed 0 puzzlesynth/world puzzlesynth/synth puzzlesynth/pack

Each mutant is one change in one function (a comparison turned, a condition negated, a number off by one, a result left
out) in a copy of the package. The tests of that module run first, then the quick ones of its room. What survives is
printed with its place: either a test is missing, or the change does not matter.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.support.paths import ROOT

SECONDS = 300
"""A mutant that makes tests run for longer counts as noticed: they hang."""

NOTHING_COLLECTED = 5
"""The status of pytest where no test is left."""

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


@dataclass(frozen=True)
class Mutant:
    path: Path
    """Of the module, relative to the project."""
    line: int
    change: str
    text: str
    """The whole module with the change."""


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every mutant of a module."""
    source = (ROOT / path).read_text("utf-8")
    for number, node in enumerate(_inside_functions(ast.parse(source))):
        for change in _changes(node):
            tree = ast.parse(source)
            twin = next(other for n, other in enumerate(_inside_functions(tree)) if n == number)
            before = ast.unparse(twin)
            _apply(twin, change)
            after = ast.unparse(twin)
            text = f"{change}: {before.splitlines()[0][:60]}  =>  {after.splitlines()[0][:60]}"
            yield Mutant(path, getattr(node, "lineno", 0), text, ast.unparse(tree))


def _inside_functions(tree: ast.AST) -> list[ast.AST]:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    found = {id(node): node for function in functions for part in function.body for node in ast.walk(part)}
    return [node for node in ast.walk(tree) if id(node) in found]


def _changes(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        yield "turn the comparison"
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        yield "negate the condition"
    elif isinstance(node, ast.BoolOp):
        yield "swap and/or"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "one more"
    elif isinstance(node, ast.Return) and node.value is not None and ast.unparse(node.value) != "None":
        yield "return nothing"


def _apply(node: ast.AST, change: str) -> None:
    if isinstance(node, ast.Compare):
        node.ops[0] = COMPARISONS[type(node.ops[0])]()
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        node.value += 1
    elif isinstance(node, ast.Return):
        node.value = None


@dataclass(frozen=True)
class Selection:
    place: Path
    markers: str


ELSEWHERE = {
    "puzzlesynth/synth/maps": "maps",
    "puzzlesynth/synth/counting": "pipeline",
    "puzzlesynth/synth/synthesizer.py": "pipeline",
}
"""Packages and modules that are also tested in another room."""


def tests_of(path: Path) -> list[Selection]:
    """What to run for a module: its own tests, then the quick ones of its room."""
    inside = path.relative_to("puzzlesynth")
    own = "tests" / inside.with_name(f"test_{inside.name}")
    rooms = [inside.parts[0], *(room for package, room in ELSEWHERE.items() if path.is_relative_to(package))]
    wanted = [
        Selection(own, "not slow and not thorough"),
        *(Selection(Path("tests", room), "not slow and not thorough and not seconds") for room in rooms),
    ]
    return [run for run in wanted if (ROOT / run.place).exists()]


def is_noticed(mutant: Mutant, copy: Path) -> bool:
    """Runs the tests against a copy of the package with the change in it."""
    target = copy / mutant.path
    original = target.read_text("utf-8")
    target.write_text(mutant.text, "utf-8")
    try:
        return not all(passes(run, copy) for run in tests_of(mutant.path))
    finally:
        target.write_text(original, "utf-8")


def passes(run: Selection, copy: Path) -> bool:
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", run.markers, str(run.place)]
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode in (0, NOTHING_COLLECTED)


def main() -> int:
    parser = argparse.ArgumentParser(description="How many small faults the tests notice.")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--mutants", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    random = Random(options.seed)
    modules = sorted(path for folder in options.folders for path in folder.rglob("*.py"))
    noticed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("puzzlesynth", "tests", "encodings", "asp", "examples"):
            ignored = shutil.ignore_patterns("__pycache__", "node_modules")
            shutil.copytree(ROOT / name, copy / name, ignore=ignored)
        for name in ("pyproject.toml", "README.md", "Makefile"):
            shutil.copy(ROOT / name, copy / name)
        for run in sorted(
            {run for path in modules for run in tests_of(path)}, key=lambda run: str(run.place)
        ):
            if run.place.suffix != ".py" and not passes(run, copy):
                parser.error(f"{run.place} fails without any change")
        tried = 0
        while tried < options.mutants:
            choices = list(mutants_of(random.choice(modules)))
            if not choices:
                continue
            mutant, tried = random.choice(choices), tried + 1
            found = is_noticed(mutant, copy)
            noticed += found
            word = "noticed " if found else "SURVIVED"
            print(f"{tried:4} {word} {mutant.path}:{mutant.line}: {mutant.change}", flush=True)
    print(f"{noticed} of {options.mutants} mutants noticed ({noticed / max(options.mutants, 1):.0%})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

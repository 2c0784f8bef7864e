"""The house: who may know whom. Read off the imports, so nothing has to run."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support import paths

ROOT = paths.ROOT / "puzzlesynth"
FILES = sorted(ROOT.rglob("*.py"))
LONGEST = 450
"""Lines: a file that has more has more than one concern."""

MAY_KNOW: dict[str, set[str]] = {
    "pack": set(),
    "importers": {"pack"},
    "puzzle": {"pack"},
    "world": {"pack", "puzzle"},
    "synth": {"pack", "puzzle", "resources", "logic_text", "solver_threads"},
    "qa": {"pack", "puzzle", "world"},
    "play": {"pack", "puzzle", "world"},
    "charts": set(),
    "export": {"charts", "pack", "puzzle", "play"},
    "levels": {"charts", "resources", "logic_text", "solver_threads"},
    "maps": {"charts", "pack", "puzzle", "synth", "world", "pipeline"},
    "resources": set(),
    "atomic_files": set(),
    "logic_text": set(),
    "internal_error": set(),
    "bad_input": set(),
    "deadline": set(),
    "workers": set(),
    "solver_threads": set(),
    "suggestions": set(),
    "quick_dataclasses": set(),
    "state_limits": set(),
    # Where the synthesizer and the world meet; neither knows of it.
    "pipeline": {"pack", "puzzle", "synth", "world"},
    # A face for whole machines: the same calls, cut into shards.
    "corpus": {"levels", "pack", "puzzle", "synth", "world", "pipeline", "qa", "__version__"},
    # The logic program for those who work with it from Python.
    "asp": {"pack", "puzzle", "synth", "resources", "__version__"},
    "migration": {"pack", "puzzle", "world", "play", "synth", "pipeline"},
    # A face for agents: it makes, plays and scores through what the others offer.
    "gym": {"api", "corpus", "levels", "pack", "play", "puzzle", "world"},
    "__main__": {"cli"},
    # The public interface: every name of `import puzzlesynth` has its home in one of these.
    "__init__": {"api", "export", "pack", "pipeline", "play", "puzzle", "synth"},
    "api": {"export", "maps", "pack", "pipeline", "puzzle", "synth", "world"},
}
"""`cli` knows everyone, and so does `studio`; neither is known by others."""

ANYBODY = {
    "atomic_files",
    "bad_input",
    "internal_error",
    "deadline",
    "workers",
    "suggestions",
    "quick_dataclasses",
    "state_limits",
}
"""What every part may know: a mistake or a fault can be found anywhere, any work can be stopped, or done by others."""

DOORS = {
    "play/just_in_time/chapter_generator.py": {"pipeline", "synth"},
    "play/just_in_time/worker_process.py": {"pipeline", "synth", "solver_threads"},
}
"""A world that grows while it is played is given its puzzles through these; a level's placement grounds as the
synthesizer does, so that it can be stopped."""

SOLVER_USERS = {"synth", "levels", "maps", "logic_text", "solver_threads", "asp"}
"""Who may import clingo."""

TYPED_FACTS = {"asp"}
"""Who may import clorm: a class for each predicate costs more than the first puzzle may wait."""


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def part(path: Path) -> str:
    """The part of the house that a file belongs to."""
    inside = path.relative_to(ROOT)
    return inside.parts[0] if len(inside.parts) > 1 else inside.stem


@cache
def imported(path: Path) -> tuple[str, ...]:
    """The full names of the modules that a file imports, wherever in it."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    package = [ROOT.name, *path.relative_to(ROOT).parts[:-1]]
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join([*package[: len(package) - node.level + 1], node.module or ""]).strip(".")
            name = base if node.level else (node.module or "")
            yield from ([f"{name}.{alias.name}" for alias in node.names] if name == ROOT.name else [name])


def imported_packages(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imported(path)}


def known(path: Path) -> set[str]:
    """The other parts of the house that a file imports."""
    names = [name.split(".") for name in imported(path)]
    return {name[1] for name in names if name[0] == ROOT.name and len(name) > 1} - {part(path)} - ANYBODY


def label(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.seconds
def test_nobody_knows_more_than_they_may() -> None:
    walled = [path for path in FILES if part(path) not in ("cli", "studio")]
    assert {part(path) for path in walled} <= MAY_KNOW.keys(), "a part has no place in the house yet"
    forbidden = {
        label(path): known(path) - MAY_KNOW[part(path)] - DOORS.get(label(path), set()) for path in walled
    }
    assert not {name: parts for name, parts in forbidden.items() if parts}


@pytest.mark.seconds
def test_only_some_import_the_solver() -> None:
    for package, users in (("clingo", SOLVER_USERS), ("clorm", TYPED_FACTS)):
        others = [path for path in FILES if part(path) not in users]
        assert not [label(path) for path in others if package in imported_packages(path)]


@pytest.mark.seconds
def test_a_file_is_short_and_says_what_it_is_for() -> None:
    texts = {path: path.read_text("utf-8") for path in FILES}
    assert not [label(path) for path, text in texts.items() if len(text.splitlines()) > LONGEST]
    written = [path for path, text in texts.items() if text.strip()]
    assert not [label(path) for path in written if not ast.get_docstring(parsed(path))], "no docstring"


@pytest.mark.seconds
def test_the_name_of_a_public_class_stands_for_one_thing() -> None:
    homes: dict[str, list[str]] = {}
    for path in FILES:
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(label(path))
    assert not {name: files for name, files in homes.items() if len(files) > 1}


LARGEST_PACKAGE = 12
"""Modules: a package that has more has rooms to be found in it."""


def test_a_package_has_at_most_twelve_modules() -> None:
    sizes: dict[str, int] = {}
    for path in FILES:
        if not path.stem.startswith("__"):
            package = path.parent.relative_to(ROOT).as_posix()
            sizes[package] = sizes.get(package, 0) + 1
    assert {package: size for package, size in sizes.items() if size > LARGEST_PACKAGE} == {}


def test_the_doors_are_used() -> None:
    """An exception that is no longer needed goes."""
    for name, extra in DOORS.items():
        assert known(ROOT / name) & extra, name


@pytest.mark.seconds
def test_an_assert_only_tells_the_type_of_something() -> None:
    """`python -O` leaves them out: what protects users raises `InternalError` instead."""
    asserts = [
        (path, node) for path in FILES for node in ast.walk(parsed(path)) if isinstance(node, ast.Assert)
    ]
    assert not [f"{label(path)}:{node.lineno}" for path, node in asserts if not _tells_a_type(node.test)]


def _tells_a_type(test: ast.expr) -> bool:
    test = test.operand if isinstance(test, ast.UnaryOp) else test
    is_type = isinstance(test, ast.Call) and ast.unparse(test.func) == "isinstance"
    return is_type or (isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.IsNot))


SOLVER = ("clingo", "clorm", "puzzlesynth.synth")


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("statement", "unwanted"),
    [
        ("import puzzlesynth.world", SOLVER),
        ("import puzzlesynth.play, puzzlesynth.play.session", (*SOLVER, "rich")),
        ("from puzzlesynth.export import exporters; exporters()", (*SOLVER, "puzzlesynth.world")),
        ("import puzzlesynth.cli.puzzles.export", ("puzzlesynth.export", "yaml", "rich")),
        ("import puzzlesynth.cli.level.commands", ("puzzlesynth.levels", "numpy", "PIL")),
        ("import puzzlesynth.gym", (*SOLVER, "puzzlesynth.world", "puzzlesynth.levels", "PIL")),
        ("import puzzlesynth.levels.design, puzzlesynth.levels.generate", ("numpy", "PIL")),
    ],
)
def test_nothing_is_loaded_that_is_not_needed_yet(statement: str, unwanted: tuple[str, ...]) -> None:
    """Start-up time, and proof of the walls: the world judges what the synthesizer claims, so it works without it."""
    code = f"{statement}\nimport sys\nprint([name for name in sys.modules if name.startswith({unwanted!r})])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


MOST_MODULES = 60
"""Modules in which a function runs for one puzzle. These are what a newcomer has to read: never raise it."""


def test_the_way_of_one_puzzle_is_short() -> None:
    walk = paths.ROOT / "tests" / "support" / "module_walk.py"
    command = [sys.executable, str(walk), "synth", "examples/heist", "--seed", "1"]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=True,
        cwd=paths.ROOT,
        env={**os.environ, "PYTHONPATH": "."},
    )
    modules = done.stderr.split()
    assert "synth/synthesizer.py" in modules
    assert len(modules) <= MOST_MODULES, done.stderr


def test_no_modules_import_each_other() -> None:
    """Nor do they through imports inside functions, or through a package that an import runs on the way."""
    graph = {module_name(path): set(run_by(path)) for path in FILES}
    assert strongly_connected(graph) == []


def test_a_cycle_is_found() -> None:
    assert strongly_connected({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [{"a", "b", "c"}]


MODULES = {".".join([ROOT.name, *path.relative_to(ROOT).with_suffix("").parts]): path for path in FILES}
MODULES = {name.removesuffix(".__init__"): path for name, path in MODULES.items()}


NAMES = {path: name for name, path in MODULES.items()}


def module_name(path: Path) -> str:
    return NAMES[path]


def run_by(path: Path) -> Iterator[str]:
    """The modules that a file's imports run, wherever they are in it; imports for the type checker run nothing."""
    own = module_name(path)
    package = own if path.name == "__init__.py" else own.rpartition(".")[0]
    tree = parsed(path)
    unused = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in unused or not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        names = [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*parts, *filter(None, [node.module])])
            names = [f"{base}.{name}" if f"{base}.{name}" in MODULES else base for name in names]
        for name in names:
            # Importing a module runs the packages around it first, unless they are running already.
            parts = name.split(".")
            around = {".".join(parts[:length]) for length in range(1, len(parts) + 1)}
            yield from (one for one in around if one in MODULES and not f"{own}.".startswith(f"{one}."))


def strongly_connected(graph: dict[str, set[str]]) -> list[set[str]]:
    """Strongly connected components of more than one node (Tarjan 1972)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []

    def visit(node: str) -> None:
        order[node] = lowest[node] = len(order)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in order:
                visit(other)
            if other in stack:
                lowest[node] = min(lowest[node], lowest[other])
        if lowest[node] == order[node]:
            component = set(stack[stack.index(node) :])
            del stack[stack.index(node) :]
            if len(component) > 1:
                found.append(component)

    for node in sorted(graph):
        if node not in order:
            visit(node)
    return found

"""Documents name only what exists: files, modules, links, versions."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import puzzlesynth
from tests.support.paths import ROOT
from tests.test_architecture import MAY_KNOW

LISTED = subprocess.run(
    ["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True
).stdout
DOCUMENTS = sorted(LISTED.split())
FOLDERS = ("puzzlesynth", "encodings", "asp", "tests", "examples", "docs", "benchmarks", "tools")
NAMED = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[\w/.-]*)`")


def text_of(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name: str) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([^)]*))?\)", text_of(name)):
        path = (ROOT / name).parent / target if target else ROOT / name
        assert path.exists(), target
        if anchor:
            assert anchor in anchors(path), f"{target}#{anchor}"


def anchors(path: Path) -> set[str]:
    """The headings of a page as links name them."""
    found = re.findall(r"^#+ (.*)$", path.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_files_that_are_named_exist(name: str) -> None:
    missing = [path for path in NAMED.findall(text_of(name)) if not (ROOT / path).exists()]
    # What a command writes is not there beforehand.
    assert not [path for path in missing if path != "benchmarks/results"]


@pytest.mark.parametrize(
    "name", [*DOCUMENTS, *sorted(p.relative_to(ROOT).as_posix() for p in ROOT.glob("benchmarks/*.py"))]
)
def test_modules_that_are_run_exist(name: str) -> None:
    for module in re.findall(r"python -m ((?:benchmarks|tools|tests)[\w.]*)", text_of(name)):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").is_file() or module in ("benchmarks", "benchmarks.NAME"), module
    for script in re.findall(r"python ((?:benchmarks|tools|tests)/[\w/.]+)", text_of(name)):
        assert (ROOT / script).is_file(), script


def test_the_architecture_names_every_package_and_its_walls() -> None:
    text = text_of("docs/architecture.md")
    packages = {path.parent.name for path in (ROOT / "puzzlesynth").glob("*/__init__.py")}
    table = text.partition("\n## The packages\n")[2].partition("\n<!--")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \|[^|]*\|([^|]*)\|$", table, re.MULTILINE))
    assert set(rows) == packages
    for name in packages - {"cli", "studio"}:
        assert set(re.findall(r"`(\w+)`", rows[name])) == MAY_KNOW[name] & packages, name


ODD = (
    "so many",
    "whoever",
    "nobody",
    "somebody",
    "anybody",
    "mended",
    "is told",
    "what comes of it",
    "so near",
    "deed",
    "anew",
    "at hand",
    "by chance",
    "let through",
    "has not one",
    "there can be in",
)
"""Phrases that documents and messages had before they were written in plain English."""


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_are_in_plain_english(name: str) -> None:
    text = " ".join(
        re.sub(
            r"```.*?```|<!-- generated.*?<!-- end -->|^#.*?$",
            "",
            text_of(name),
            flags=re.DOTALL | re.MULTILINE,
        )
        .lower()
        .split()
    )
    assert not [phrase for phrase in ODD if re.search(rf"\b{phrase}\b", text)]


def messages_of(path: Path) -> Iterator[str]:
    """The texts in a module's code, without its comments; of a command also its help, which is a docstring."""
    tree = ast.parse(path.read_text("utf-8"))
    comments = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = [
        node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    return (str(node.value) for node in texts if id(node) not in comments or "cli" in path.parts)


def test_messages_are_in_plain_english() -> None:
    phrases = re.compile(rf"\b({'|'.join(ODD)})\b", re.IGNORECASE)
    modules = sorted((ROOT / "puzzlesynth").rglob("*.py"))
    assert len(modules) > 100
    suspects = [path for path in modules if phrases.search(path.read_text("utf-8"))]
    assert not [(path.name, text) for path in suspects for text in messages_of(path) if phrases.search(text)]


@pytest.mark.seconds
def test_the_program_of_the_readme_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    (code,) = re.findall(r"```python\n(.*?)```", text_of("README.md"), re.DOTALL)
    exec(code, {})
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert all(line.endswith(" True") for line in lines)


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    assert project["version"] == puzzlesynth.__version__
    assert f"{project['version']}" in text_of("CHANGELOG.md")


def test_the_makefile_explains_its_targets() -> None:
    text = text_of("Makefile")
    targets = re.search(r"^\.PHONY: (.*)$", text, re.MULTILINE)
    assert targets is not None
    explained = set(re.findall(r"^# make ([\w-]+)", text, re.MULTILINE))
    assert explained >= set(targets[1].split()) - {"lint", "types", "clean", "test-all"}

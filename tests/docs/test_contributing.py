"""What CONTRIBUTING.md tells you to write works when you write it."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

from puzzlesynth.export.interface import Exporter, Options
from puzzlesynth.pack import load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from tests.support.encoding_solver import possible
from tests.support.paths import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def block(heading: str, language: str) -> str:
    """The first block of a language under a heading."""
    part = TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    found = re.search(rf"^( *)```{language}\n(.*?)^ *```$", part, re.DOTALL | re.MULTILINE)
    assert found is not None, heading
    return textwrap.dedent(found[2])


def defined(code: str) -> dict[str, Any]:
    space: dict[str, Any] = {}
    exec(code, space)
    return space


def test_the_check_finds_its_problem(tmp_path: Path) -> None:
    check = defined(block("Add a check", "python"))["check_titles"]
    pack = """
pack: two
items: {Gold: , Ore: }
rules: Gold ::= Melt Ore
areas:
  North: {title: A cave, start: true, goals: [Gold], connects: [South]}
  South: {title: A cave, goals: [Gold]}
"""
    path = tmp_path / "two.yaml"
    path.write_text(pack, "utf-8")
    (problem,) = check(load_pack(path))
    assert str(problem).endswith("[same-title]")
    path.write_text(pack.replace("South: {title: A cave", "South: {title: A gorge"), "utf-8")
    assert not list(check(load_pack(path)))


def test_the_exporter_writes_a_walkthrough() -> None:
    exporter = defined(block("Add an exporter", "python"))["WalkthroughExporter"]()
    assert isinstance(exporter, Exporter)
    pack = load_pack(ROOT / "examples" / "heist")
    puzzle = next(make_puzzles(pack, seed=1))
    written = exporter.export(pack, puzzle, Options())
    assert isinstance(written, str)
    assert len(written.splitlines()) == len(puzzle.steps)
    assert written.startswith("1. ")


def test_the_constraint_lets_pass_and_keeps_out(tmp_path: Path) -> None:
    constraint = tmp_path / "at_most_uses.lp"
    text = block("Add a constraint to the shelf", "prolog").replace('""', '"Security"')
    pack = load_pack(ROOT / "examples" / "heist")
    constraint.write_text(text.replace("most = 1", "most = 2"), "utf-8")
    assert next(make_puzzles(pack, seed=1, constraints=[str(constraint)]), None) is not None
    constraint.write_text(text, "utf-8")
    assert next(make_puzzles(pack, seed=1, constraints=[str(constraint)]), None) is None


def test_the_encoding_and_its_test() -> None:
    rule = block("Change an encoding", "prolog")
    facts = defined(block("Change an encoding", "python"))["TWO"]
    assert possible("herrings", facts)
    assert not possible("herrings", facts + rule)

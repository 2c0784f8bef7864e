"""Exporters are plug-ins, the built-in ones as well; packs and puzzles that do not belong together are refused."""

from __future__ import annotations

import ast
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

import pytest

import puzzlesynth.export
from puzzlesynth.export import ExportError, Options, exporter, exporter_names, exporters, registry
from tests.support.export_puzzles import heist, meadow

BUILT_IN = ["dot", "godot", "html", "inform6", "ink", "mermaid", "svg", "twee"]
FOLDER = Path(puzzlesynth.export.__file__).parent


class Shout:
    """A plug-in's exporter."""

    name = "shout"
    description = "in capitals"
    suffix = ".txt"

    def export(self, pack: Any, puzzle: Any, options: Options) -> str:
        return f"{pack.name} {puzzle.id}".upper()


def test_the_built_in_exporters_come_through_the_door() -> None:
    assert [name for name in exporter_names() if name in BUILT_IN] == BUILT_IN
    for name, found in exporters().items():
        assert found.name == name
        assert found.suffix.startswith(".")
        assert found.description


def plugged(monkeypatch: pytest.MonkeyPatch, *doors: EntryPoint) -> None:
    monkeypatch.setattr(registry, "entry_points", lambda group: [*entry_points(group=group), *doors])


def test_a_plug_in_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged(monkeypatch, EntryPoint("shout", f"{__name__}:Shout", registry.GROUP))
    assert "shout" in exporter_names()
    assert str(exporter("shout").export(*heist(), Options())).startswith("HEIST")


def test_a_plug_in_does_not_replace_a_built_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged(monkeypatch, EntryPoint("html", f"{__name__}:Shout", registry.GROUP))
    assert exporter("html").suffix == ".html"


@pytest.mark.parametrize("value", ["no.such.module:Thing", f"{__name__}:needs_nothing", f"{__name__}:Path"])
def test_a_broken_plug_in_is_named(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    plugged(monkeypatch, EntryPoint("bad", value, registry.GROUP))
    with pytest.raises(ExportError, match="'bad'"):
        exporter("bad")


def test_an_unknown_format_names_the_closest() -> None:
    with pytest.raises(ExportError, match="did you mean `inform6`"):
        exporter("inform")


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_puzzle_of_another_pack_is_refused(name: str) -> None:
    pack, puzzle = heist()
    with pytest.raises(ExportError, match="this puzzle was made from another pack"):
        exporter(name).export(meadow()[0], puzzle, Options())
    with pytest.raises(ExportError, match="different rules, items or areas"):
        exporter(name).export(pack, replace(puzzle, pack_sha256="f" * 64), Options())


@pytest.mark.parametrize("name", [name for name in BUILT_IN if name != "svg"])
def test_the_same_puzzle_gives_the_same_bytes(name: str) -> None:
    assert exporter(name).export(*heist(), Options()) == exporter(name).export(*heist(), Options())


@pytest.mark.parametrize("name", [name for name in BUILT_IN if name != "inform6"])
def test_only_what_has_a_compiler_compiles(name: str) -> None:
    with pytest.raises(ExportError, match="nothing to compile"):
        exporter(name).export(*heist(), Options(compile=True))


@pytest.mark.parametrize("file", sorted(FOLDER.rglob("*.py")), ids=lambda path: str(path.relative_to(FOLDER)))
def test_exporters_know_packs_and_puzzles_only(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module or ""]
        for name in names:
            if name.startswith("puzzlesynth"):
                assert name.split(".")[1] in (
                    "bad_input",
                    "charts",
                    "pack",
                    "puzzle",
                    "export",
                    "quick_dataclasses",
                    "suggestions",
                )

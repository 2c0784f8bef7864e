"""The README's tutorial, step by step: what it says is printed is printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.commands import run_in_folder
from tests.support.paths import ROOT

README = (ROOT / "README.md").read_text("utf-8")
TUTORIAL = README.partition("## Five minutes")[2].partition("\n## ")[0]
PACKS = re.findall(r"```yaml\n(pack: attic\n.*?)```", TUTORIAL, re.DOTALL)
SHOWN = re.findall(r"```console\n\$ puzzlesynth (.*?)```", TUTORIAL, re.DOTALL)


def printed(folder: Path, command: str) -> str:
    return run_in_folder(folder, *command.split()).stdout


def assert_shown(shown: str, real: str) -> None:
    """Line by line; `…` stands for anything."""
    pattern = "\\s*".join(re.escape(part.strip()) if part != "…" else ".*" for part in shown.split("\n"))
    assert re.fullmatch(pattern, real.strip(), re.DOTALL), real


@pytest.mark.seconds
def test_the_first_pack(tmp_path: Path) -> None:
    command, _, shown = SHOWN[0].partition("\n")
    (tmp_path / "attic.yaml").write_text(PACKS[0], "utf-8")
    seed = re.findall(r"seed (\d+)", shown)[0]
    assert_shown(shown.strip(), printed(tmp_path, f"{command} --seed {seed}"))


@pytest.mark.seconds
def test_more_ways_and_a_mistake(tmp_path: Path) -> None:
    command, _, shown = SHOWN[1].partition("\n")
    (tmp_path / "attic.yaml").write_text(PACKS[1], "utf-8")
    assert_shown(shown.strip(), printed(tmp_path, command))
    command, _, shown = SHOWN[2].partition("\n")
    (tmp_path / "attic.yaml").write_text(PACKS[1].replace("Melt Ice[", "Melt Icee["), "utf-8")
    assert_shown(shown.strip(), printed(tmp_path, command))


@pytest.mark.seconds
def test_danger_and_how_to_forbid_it(tmp_path: Path) -> None:
    added = re.findall(r"```yaml\n(  Curtain.*?)```", TUTORIAL, re.DOTALL)[0].split("…\n")
    items, rule, area = added
    head, _, _ = PACKS[1].partition("areas:\n")
    dangerous = head.replace("rules: |\n", f"{items}rules: |\n") + rule + area
    (tmp_path / "attic.yaml").write_text(dangerous, "utf-8")
    made, _, rest = SHOWN[3].partition("\n")
    (tmp_path / "attic.json").write_text(printed(tmp_path, made.partition(" > ")[0]), "utf-8")
    command, _, shown = rest.removeprefix("$ puzzlesynth ").partition("\n")
    assert_shown(shown.strip(), printed(tmp_path, command))
    (tmp_path / "attic.yaml").write_text(dangerous + "guarantees: {dead_ends: forbid}\n", "utf-8")
    left = printed(tmp_path, "synth attic.yaml -n 9")
    assert "Feed Parrot" in left
    assert "exactly 1 puzzle" in left

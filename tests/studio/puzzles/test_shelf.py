"""Constraints as switches."""

from __future__ import annotations

from pathlib import Path

from tests.studio.asking import ask, project_with


def test_each_has_a_sentence_and_its_parameters(tmp_path: Path) -> None:
    found = {one["name"]: one for one in ask(project_with(tmp_path), "constraints.shelf")[0]}
    assert found["at_most_steps"]["parameters"] == [{"name": "most", "kind": "number", "initial": 10}]
    assert found["must_use_item"]["parameters"][0]["kind"] == "item"
    assert all(one["sentence"].endswith(".") for one in found.values())

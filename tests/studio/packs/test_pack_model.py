"""A pack for tables, forms and graphs."""

from __future__ import annotations

from pathlib import Path

from tests.studio.asking import ask, project_with


def test_items_rules_and_areas_come_with_their_words_and_places(tmp_path: Path) -> None:
    model, _ = ask(project_with(tmp_path), "pack.model")
    assert [item["name"] for item in model["items"]] == ["Key", "Door", "Crate", "Bar"]
    assert model["items"][1]["properties"] == {"open": False}
    first = model["rules"][0]
    assert first["sentence"] == "Unlock the door (not open) with the key → gives door (open)"
    assert first["inputs"][0]["properties"] == [["open", False]]
    assert (first["place"]["file"], first["place"]["line"]) == ("pack.yaml", 8)
    (area,) = model["areas"]
    assert (area["goals"], area["depth"], area["contains"]) == (
        ["Door[open: True]"],
        {"min": 1, "max": 3},
        ["Door"],
    )
    assert model["properties"] == {"open": ["False", "True"]}

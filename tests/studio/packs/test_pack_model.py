"""A pack for tables, forms and graphs."""

from __future__ import annotations

from pathlib import Path

from tests.studio.asking import SMALL, ask, project_with


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


def test_a_rule_without_a_sentence_lists_what_it_needs_after_a_colon(tmp_path: Path) -> None:
    pack = SMALL.replace("Unlock Door[open: False] Key", "LightFire Door[open: False] Key")
    model, _ = ask(project_with(tmp_path, pack), "pack.model")
    assert model["rules"][0]["sentence"] == "Light fire: door (not open), key → gives door (open)"


def test_a_model_says_whether_every_file_could_be_read(tmp_path: Path) -> None:
    assert ask(project_with(tmp_path), "pack.model")[0]["whole"]
    broken, _ = ask(project_with(tmp_path, "pack: door\nitems:\n  Key: {}q\n"), "pack.model")
    assert (broken["whole"], broken["items"]) == (False, [])

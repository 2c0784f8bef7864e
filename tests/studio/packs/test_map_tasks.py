"""Maps in the studio."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from puzzlesynth.bad_input import BadInput
from puzzlesynth.pack.yaml.nodes import Source, parse_yaml
from puzzlesynth.resources import EXAMPLES
from puzzlesynth.studio.packs.map_tasks import plain
from puzzlesynth.studio.project import Project
from tests.studio.asking import ask

pytestmark = pytest.mark.seconds


@pytest.fixture
def project(tmp_path: Path) -> Project:
    shutil.copytree(EXAMPLES / "bakery", tmp_path / "bakery")
    return Project(tmp_path / "bakery", ".")


UNFINISHED = """maps:
  mine:
    areas: {Start: {start: true}}
    blocks:
      thing: {spawn: Start}
      mixed: {combine: {ingredient1: thing}}
    output: {}
"""


@pytest.mark.parametrize("kind", ["map.fill", "map.count", "map.why"])
def test_what_an_unfinished_map_lacks_is_named(project: Project, kind: str) -> None:
    path = project.folder.root / "pack.yaml"
    path.write_text(path.read_text("utf-8").replace("maps:\n", UNFINISHED, 1), "utf-8")
    with pytest.raises(BadInput) as refused:
        ask(project, kind, map="mine", n=1, seed=1)
    assert (
        str(refused.value)
        == "The map is not finished: mixed has no ingredient2 yet; output has no input yet."
    )


def shown(project: Project, name: str) -> Any:
    found, _ = ask(project, "maps.show")
    return next(one for one in found["maps"] if one["name"] == name)


def test_maps_are_shown_as_written_with_their_sentences(project: Project) -> None:
    found, _ = ask(project, "maps.show")
    assert found["composed"] == {"served_hot": ["oven", "dish", "guest"]}
    assert found["roles"]["combine"] == ["ingredient1", "ingredient2"]
    deliver = shown(project, "deliver")
    assert deliver["data"]["blocks"]["reward"] == {
        "served_hot": {"oven": "oven", "dish": "dish", "guest": "guest"}
    }
    assert deliver["sentences"][-1].endswith("that is the end.")
    (own,) = found["blocks"]
    assert own["data"]["gives"] == "served"
    assert own["sentences"] == [
        "The player uses OVEN to change the temperature of DISH to hot.",
        "GUEST asks for DISH and gives ITEM-1 in return.",
    ]


def test_a_map_is_filled_and_counted(project: Project) -> None:
    result, events = ask(project, "map.fill", map="deliver", n=2)
    assert len([event for event in events if "card" in event]) == result["number"] == 2
    counted, _ = ask(project, "map.count", map="mix")
    assert counted["least"] >= 1
    assert ask(project, "map.why", map="mix")[0] is None


def test_a_map_that_cannot_be_filled_is_explained(project: Project) -> None:
    edit = {"path": ["maps", "mix", "output"], "value": {"input": "mixed", "asks": "Oven"}}
    ask(project, "pack.edit", edits=[edit], label="ask for the oven")
    assert ask(project, "map.fill", map="mix", n=1)[0] == {"number": 0, "complete": True}
    conflict, _ = ask(project, "map.why", map="mix")
    assert conflict["parts"]


def test_a_map_with_open_inputs_is_still_described(project: Project) -> None:
    ask(
        project,
        "pack.edit",
        edits=[{"path": ["maps", "mine"], "value": {"areas": {"Here": {"start": True}}, "blocks": {}}}],
    )
    edit = {"path": ["maps", "mine", "blocks", "mixed"], "value": {"combine": [None, None]}}
    ask(project, "pack.edit", edits=[edit])
    assert any("SOMETHING" in text for text in shown(project, "mine")["sentences"])


def test_a_suggested_map_can_be_added_and_filled(project: Project) -> None:
    data, _ = ask(project, "map.suggest", blocks=5, seed=0)
    ask(project, "pack.edit", edits=[{"path": ["maps", "suggested"], "value": data}])
    assert ask(project, "map.fill", map="suggested", n=1)[0]["number"] == 1


def test_a_number_that_is_none_to_the_page_stays_a_text() -> None:
    read = [plain(parse_yaml(Source("x", f"a: {text}"))[0]) for text in ("-3", "²", "9" * 5000)]
    assert read == [{"a": -3}, {"a": "²"}, {"a": "9" * 5000}]

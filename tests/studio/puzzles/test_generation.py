"""Puzzles as cards: made, made anew, explained."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from puzzlesynth.pack import PackError
from puzzlesynth.studio.project import Project
from puzzlesynth.studio.puzzles import reasons
from tests.studio.asking import SMALL, ask, first_card, project_with
from tests.support import paths
from tests.support.limited_pack import LIMITED, NAMED


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return project_with(tmp_path)


def meadow() -> Project:
    return Project(paths.ROOT / "examples" / "meadow", ".")


def test_cards_stream_with_chart_steps_and_difficulty(project: Project) -> None:
    result, events = ask(project, "puzzles.generate", n=5)
    assert result["complete"] is True
    cards = [event["card"] for event in events if "card" in event]
    measured = [event["id"] for event in events if "difficulty" in event]
    assert [card["id"] for card in cards] == measured
    longest = max(cards, key=lambda card: len(card["steps"]))
    assert [step["title"] for step in longest["steps"]] == [
        "Smash the crate with the bar",
        "Unlock the door with the key",
    ]
    kinds = [node["kind"] for group in longest["chart"]["groups"] for node in group["nodes"]]
    assert kinds == ["step", "solves", "goal"]


@pytest.mark.parametrize("kind", ["puzzles.generate", "puzzle.prepare", "puzzles.show"])
def test_a_pack_with_errors_is_refused_with_their_list(kind: str, tmp_path: Path) -> None:
    broken = project_with(tmp_path, SMALL.replace("contains: [Door]", "contains: [Daor]"))
    with pytest.raises(PackError, match="Daor"):
        ask(broken, kind, choices={}, puzzles=[])


def test_dials_and_switches_are_those_of_the_command_line(project: Project) -> None:
    card = first_card(project, wishes={"steps": ["2"]})
    assert len(card["steps"]) == 2
    card = first_card(project, wishes={"constraints": ["asp:at_most_steps(1)"]})
    assert len(card["steps"]) == 1


def without(card: Any, step: str, project: Project) -> Any:
    found, _ = ask(
        project,
        "puzzle.regenerate",
        puzzle=card["puzzle"],
        choices={"steps": [step]},
        avoid=[card["tree"]],
        seed=1,
    )
    return found


@pytest.mark.seconds
def test_a_kept_step_is_in_the_new_puzzle() -> None:
    project = meadow()
    card = first_card(project)
    kept = card["steps"][0]
    found = without(card, kept["id"], project)
    assert found["tree"] != card["tree"]
    assert kept["title"] in [step["title"] for step in found["steps"]]


@pytest.mark.seconds
def test_alternatives_and_possibilities_are_whole_puzzles() -> None:
    project = meadow()
    card = first_card(project)
    for step in card["steps"]:
        _, found = ask(project, "puzzle.alternatives", puzzle=card["puzzle"], step=step["id"], n=3)
        for event in found:
            assert event["card"]["tree"] != card["tree"]
    step = card["steps"][-1]
    _, found = ask(project, "puzzle.possible", puzzle=card["puzzle"], step=step["id"])
    for event in found:
        choice = event["choice"]
        used = [one["rule"] for one in event["card"]["steps"]]
        if choice["kind"] == "never_rules":
            assert choice["value"] not in used


def test_choices_that_conflict_are_named(project: Project) -> None:
    card = first_card(project, wishes={"steps": ["2"]})
    never = {"never_items": ["Crate"], "never_rules": [1]}
    assert ask(project, "puzzle.regenerate", puzzle=card["puzzle"], choices=never)[0] is None
    result, _ = ask(project, "puzzle.why", puzzle=card["puzzle"], choices=never)
    assert result["kind"] == "choices"
    assert [one["choice"] for one in result["conflict"]] == [{"kind": "never_rules", "value": 1}]


def test_a_puzzle_that_is_the_only_one_is_no_conflict() -> None:
    project = Project(paths.ROOT / "examples" / "heist", ".")
    card = first_card(project)
    kept = {"steps": [card["steps"][0]["id"]]}
    asked = {"puzzle": card["puzzle"], "choices": kept, "avoid": [card["tree"]]}
    assert ask(project, "puzzle.regenerate", **asked) == (None, [{"limits": []}])
    assert ask(project, "puzzle.why", **asked)[0] == {"kind": "only"}
    ways, _ = ask(project, "puzzle.alternatives", puzzle=card["puzzle"], step=card["steps"][0]["id"])
    assert ways == {"number": 0, "complete": True}


def test_nothing_within_limits_is_told_with_them(tmp_path: Path) -> None:
    project = project_with(tmp_path, LIMITED.replace('goals: ["', 'goals: ["Dial[n: 1]", "'))
    card = first_card(project)
    result, events = ask(project, "puzzle.regenerate", puzzle=card["puzzle"], avoid=[card["tree"]])
    assert result is None
    assert events == [{"limits": [NAMED]}]
    _, events = ask(project, "puzzle.possible", puzzle=card["puzzle"])
    assert {"choice": {"kind": "never_items", "value": "Dial"}, "limits": [NAMED]} in events
    ways, _ = ask(project, "puzzle.alternatives", puzzle=card["puzzle"], step=card["steps"][0]["id"])
    assert ways == {"number": 0, "complete": False, "limits": [NAMED]}


def test_no_time_is_no_reason(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reasons, "SECONDS", 0.0)
    assert ask(project, "puzzle.why", wishes={"steps": ["7.."]})[0]["kind"] == "undecided"


@pytest.mark.seconds
def test_requirements_that_conflict_come_with_fixes_to_apply(tmp_path: Path) -> None:
    project = project_with(tmp_path, SMALL.replace("{min: 1, max: 3}", "{min: 4, max: 5}"))
    assert ask(project, "puzzles.generate", n=1)[0] == {"number": 0, "complete": True}
    result, events = ask(project, "puzzle.why")
    assert result["kind"] == "requirements"
    reason = next(event["reason"] for event in events if "reason" in event)
    assert any("depth.min" in one["text"] for one in reason["requirements"])
    fix = next(event["fix"] for event in events if "fix" in event)
    assert fix["edits"] == [{"path": ["areas", "Hall", "depth", "min"], "value": 2}]
    ask(project, "pack.edit", edits=fix["edits"], label="; ".join(fix["ways"]))
    assert ask(project, "puzzles.generate", n=1)[0]["number"] == 1
    project.documents.undo()
    assert "min: 4" in project.documents.open("pack.yaml").text


@pytest.mark.seconds
def test_a_dial_that_is_in_the_way_is_named_as_one(project: Project) -> None:
    wishes = {"steps": ["7.."]}
    _, events = ask(project, "puzzle.why", wishes=wishes)
    fix = next(event["fix"] for event in events if "fix" in event)
    assert fix["edits"] == [{"dial": "steps", "area": "Hall", "end": "least", "number": 2}]
    assert fix["ways"] == ["set the steps of Hall to at least 2"]
    reason = next(event["reason"] for event in events if "reason" in event)
    assert "Hall has at least 7 steps" in [one["text"] for one in reason["requirements"]]


def known(name: str, card: Any) -> Any:
    steps = [
        {"rule": step["notation"], "items": [taken["item"] for taken in step["takes"]]}
        for step in card["steps"]
    ]
    return {"name": name, "steps": steps}


def test_new_puzzles_differ_from_the_tray_and_why_names_it(project: Project) -> None:
    first = first_card(project)
    others = {"puzzles": [known("the first", first)], "returning": 0}
    result, _ = ask(project, "puzzles.generate", n=5, unlike=others)
    assert result == {"number": 0, "complete": True}
    said, _ = ask(project, "puzzle.why", unlike=others)
    assert said["conflict"] == [
        {"text": "differ from the first", "choice": {"kind": "unlike", "value": "the first"}}
    ]
    half = {"puzzles": [known("the first", first)], "returning": 50}
    _, events = ask(project, "puzzles.generate", n=5, unlike=half)
    assert first["tree"] not in [event["card"]["tree"] for event in events if "card" in event]


def test_a_step_whose_rule_is_gone_cannot_come_back(project: Project) -> None:
    card = first_card(project)
    gone = {"name": "old", "steps": [{"rule": "Key ::= Steal Guard", "items": ["Guard"]}]}
    found, _ = ask(project, "puzzles.generate", n=5, unlike={"puzzles": [gone], "returning": 0})
    assert found["number"] > 1
    assert card


def test_the_difficulty_of_the_whole_and_of_each_area(project: Project) -> None:
    card = first_card(project, wishes={"difficulty": ["easy", "Hall:easy"]})
    areas, events = ask(project, "puzzle.difficulty", puzzle=card["puzzle"])
    assert [event["difficulty"]["level"] for event in events] == ["easy"]
    assert areas["Hall"]["level"] == "easy"


def test_exactly_is_only_said_where_it_is_proven(tmp_path: Path) -> None:
    more = LIMITED.replace('goals: ["', 'goals: ["Dial[n: 1]", "')
    for pack, complete in ((more, False), (SMALL, True)):
        (tmp_path / str(complete)).mkdir()
        project = project_with(tmp_path / str(complete), pack)
        for kind in ("puzzles.generate", "qa.measure"):
            said, _ = ask(project, kind, n=20)
            assert said["complete"] is complete
            assert (NAMED in said.get("limits", [])) is not complete

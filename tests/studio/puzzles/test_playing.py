"""Playing in the studio."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzlesynth.bad_input import BadInput
from puzzlesynth.studio.project import Project
from puzzlesynth.studio.protocol import RequestError
from puzzlesynth.studio.puzzles import playing
from tests.studio.asking import SMALL, ask, first_card, project_with

FAILING = SMALL.replace("areas:", "  Crate ::= Burn Key\nareas:")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return project_with(tmp_path, SMALL)


def test_a_game_is_played_to_the_win_command_by_command(project: Project) -> None:
    card = first_card(project, wishes={"steps": ["2"]})
    moment, _ = ask(project, "play.turn", puzzle=card["puzzle"], warn=True)
    assert moment["status"] == "playing"
    assert "Take the bar" in [move["text"] for move in moment["menu"]]
    commands = ["take bar", "smash crate with bar", "take key", "unlock door with key"]
    for number in range(1, len(commands) + 1):
        moment, _ = ask(project, "play.turn", puzzle=card["puzzle"], commands=commands[:number], warn=True)
    assert (moment["status"], moment["done"]) == ("won", [step["id"] for step in card["steps"]])


def test_another_process_goes_on_from_the_same_commands(project: Project) -> None:
    card = first_card(project, wishes={"steps": ["2"]})
    commands = ["take bar", "smash crate with bar"]
    once, _ = ask(project, "play.turn", puzzle=card["puzzle"], commands=commands, fresh=True)
    assert [line["text"] for line in once["lines"] if line["style"] == "command"] == commands
    assert once["done"] == [card["steps"][0]["id"]]


def test_every_moment_of_the_solution_can_be_played_from(project: Project) -> None:
    card = first_card(project, wishes={"steps": ["2"]})
    said, events = ask(project, "play.paths", puzzle=card["puzzle"])
    assert said == {"complete": {"dead_end": True, "other": True}}
    path = events[0]["path"]
    assert path["kind"] == "solution"
    for number in range(len(path["steps"]) + 1):
        moment, _ = ask(project, "play.turn", puzzle=card["puzzle"], path=path["steps"][:number])
        assert len(moment["done"]) == number
    assert moment["status"] == "won"


def test_ways_into_dead_ends_can_be_replayed(tmp_path: Path) -> None:
    text = SMALL.replace("areas:", "  Crate ::= Melt Key\nareas:")
    project = project_with(tmp_path, text)
    card = first_card(project, wishes={"steps": ["2"]})
    _, events = ask(project, "play.paths", puzzle=card["puzzle"])
    ends = [event["path"] for event in events if event.get("path", {}).get("kind") == "dead_end"]
    assert ends
    moment, _ = ask(project, "play.turn", puzzle=card["puzzle"], path=ends[0]["steps"], warn=True)
    assert moment["chance"] == "dead"


def test_what_was_not_explored_is_not_said_to_be_free_of_dead_ends(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "MEASURED_STATES", 1)
    said, _ = ask(project, "play.paths", puzzle=first_card(project, wishes={"steps": ["2"]})["puzzle"])
    assert said["complete"]["dead_end"] is False


def test_a_path_that_leads_nowhere_is_told(project: Project) -> None:
    card = first_card(project)
    with pytest.raises(BadInput, match="path"):
        ask(project, "play.turn", puzzle=card["puzzle"], path=[{"rule": 1, "inputs": ["nothing", "key"]}])


@pytest.mark.parametrize("path", [["s1"], [{"rule": "1", "inputs": []}], [{"inputs": []}], {"rule": 1}])
def test_what_is_no_path_is_refused(project: Project, path: object) -> None:
    with pytest.raises(RequestError):
        ask(project, "play.turn", puzzle=first_card(project)["puzzle"], path=path)

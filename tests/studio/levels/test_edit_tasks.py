"""Levels are written into the source, and played."""

from __future__ import annotations

from typing import Any

import pytest

from puzzlesynth.studio.protocol import RequestError
from tests.studio.levels.level_requests import OPEN, SOURCE, asked, wire


def written(**params: Any) -> str:
    said, _ = asked("levels.write", **params)
    text: str = said["text"]
    return text


def test_a_level_is_replaced_and_the_rest_stays() -> None:
    first = SOURCE.index("########\n#......#")
    made = written(change="level", entry=0, level=wire(OPEN))
    assert made[:first] == SOURCE[:first]
    assert OPEN in made
    assert made.endswith(SOURCE[-200:])


def test_levels_and_messages_come_go_and_change_places() -> None:
    assert written(change="add", entry=0, level=wire(OPEN)).count(OPEN) == 1
    told = written(change="message", entry=2, words="Hello")
    assert "message Hello\n" in told
    said, _ = asked("levels.write", told, change="words", entry=2, words="Bye")
    assert "message Bye\n" in said["text"]
    assert "(The long shift.)" not in written(change="remove", entry=9)
    turned = written(change="order", order=[9, *range(9)])
    assert turned.index("(The long shift.)") < turned.index("(A crate moves")


@pytest.mark.parametrize(
    "params",
    [{"change": "order", "order": [0]}, {"change": "fly", "entry": 0}, {"change": "level", "entry": "0"}],
)
def test_changes_that_make_no_sense_are_refused(params: Any) -> None:
    with pytest.raises(RequestError):
        asked("levels.write", **params)


def test_maps_are_reshaped() -> None:
    turned, _ = asked("levels.reshape", how="turn", level=wire("P*O"))
    assert turned == wire("P\n*\nO")
    mirrored, _ = asked("levels.reshape", how="mirror columns", level=wire("P*O"))
    assert mirrored == wire("O*P")
    wider, _ = asked("levels.reshape", how="resize", level=wire("P*O"), left=1)
    assert wider == wire(".P*O")
    blank, _ = asked("levels.reshape", how="blank", width=2, height=1)
    assert blank == wire("..")
    for wrong in ({"how": "resize", "left": -9}, {"how": "fly"}):
        with pytest.raises(RequestError):
            asked("levels.reshape", level=wire("P*O"), **wrong)


def test_a_play_goes_on_from_where_it_was_and_can_be_taken_back() -> None:
    def play(*keys: Any) -> Any:
        return asked("levels.play", level=wire(OPEN), keys=list(keys))[0]

    assert play()["moves"] == []
    assert play(3)["moves"] == [3]
    assert play(3, 3)["frames"][-1] == wire("#######\n#.....#\n#..P*O#\n#.....#\n#######")
    won = play(3, 3, 3)
    assert won["won"]
    assert won["undo"]
    assert not play(3, 3, 3, "undo")["won"]
    # Another history of the same level: nothing of the first is left.
    assert play(0)["moves"] == [0]
    with pytest.raises(RequestError):
        play("up")

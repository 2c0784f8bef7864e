"""Levels and games as the page has them."""

from __future__ import annotations

from typing import Any

import pytest

from puzzlesynth.studio.levels.opened_game import BrokenGame, game_of
from puzzlesynth.studio.levels.starter_game import starter_game
from puzzlesynth.studio.levels.wire import level_json, read_level, read_locks, read_range
from puzzlesynth.studio.protocol import RequestError
from tests.studio.levels.level_requests import OPEN, SOURCE, asked, wire
from tests.support.level_design_games import level

GAME = game_of(SOURCE)


def test_a_level_comes_back_as_it_went() -> None:
    sent = level(OPEN)
    assert read_level(GAME, {"level": level_json(sent)}).cells == sent.cells
    assert level_json(level(".O"))["cells"] == "0 0.1"


@pytest.mark.parametrize(
    "said",
    [
        None,
        {"width": 0, "height": 1, "cells": ""},
        {"width": 500, "height": 500, "cells": "0"},
        {"width": 2, "height": 1, "cells": "0"},
        {"width": 1, "height": 1, "cells": "0.99"},
        {"width": 1, "height": 1, "cells": "x"},
        {"width": 1, "height": 1, "cells": "²"},
        {"width": 1, "height": 1, "cells": "9" * 5000},
        {"width": "1", "height": 1, "cells": "0"},
    ],
)
def test_what_is_no_level_is_refused(said: Any) -> None:
    with pytest.raises(RequestError):
        read_level(GAME, {"level": said})


def test_a_cell_without_background_gets_one() -> None:
    assert read_level(GAME, {"level": {"width": 1, "height": 1, "cells": ""}}).cells == (
        1 << GAME.background_id,
    )


def test_what_is_frozen() -> None:
    sent = level("#P\n..")
    locks = read_locks(GAME, sent, {"frozen": "0110", "objects": [1]})
    assert locks.cells == 0b0110
    assert locks.objects == 0b10
    for wrong in ({"frozen": "01"}, {"objects": [77]}, {"objects": "crate"}):
        with pytest.raises(RequestError):
            read_locks(GAME, sent, wrong)


def test_ranges() -> None:
    assert read_range({"a": [3, None]}, "a") == (3, None)
    assert read_range({"a": [None, 7]}, "a") == (0, 7)
    assert read_range({"a": [None, None]}, "a") is None
    assert read_range({}, "a") is None
    for wrong in ([1], ["1", 2], 3):
        with pytest.raises(RequestError):
            read_range({"a": wrong}, "a")


def test_a_game_has_what_a_canvas_needs() -> None:
    said, _ = asked("levels.compile")
    game = said["game"]
    assert said["errors"] == 0
    assert game["objects"][0]["name"] == "Floor"
    assert all(len(thing["pixels"]) == 5 for thing in game["objects"])
    assert len(game["entries"]) == 10
    assert [rule["text"] for rule in game["rules"]] == ["[ > Player | Crate ] -> [ > Player | > Crate ]"]
    assert game["objects"][game["wall"]]["name"] == "Wall"


def test_a_broken_game_has_messages_and_says_why_nothing_else_works() -> None:
    broken = SOURCE.replace("[ > Player | Crate ] ->", "[ > Player | Crat ] ->")
    said, _ = asked("levels.compile", broken)
    assert said["errors"]
    assert said["messages"][0]["line"]
    with pytest.raises(BrokenGame, match=r"(?i)crat"):
        asked("levels.judge", broken, level=wire(OPEN))


def test_a_new_game_compiles_and_its_level_can_be_solved() -> None:
    source = starter_game("mine")
    said, _ = asked("levels.compile", source)
    assert said["messages"] == []
    assert said["game"]["title"] == "mine"
    judged, _ = asked("levels.judge", source, level=said["game"]["entries"][0]["level"])
    assert judged["verdict"] == "solved"

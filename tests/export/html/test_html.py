"""The page: one file, no network, and no text of a pack that becomes anything but text."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from puzzlesynth.export.game_data import game_data
from puzzlesynth.export.game_model import game_of
from puzzlesynth.export.twee import ifid
from tests.support.browser import browser, written
from tests.support.export_puzzles import Maker, gated, heist, meadow
from tests.support.hostile_pack import TEXTS, hostile
from tests.support.solution_moves import solution_turns
from tests.support.transition_vectors import move_data


class Tags(HTMLParser):
    """What a parser of HTML sees in the page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.data: dict[str, list[str]] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert not any(name.startswith("on") for name, _ in attrs)
        assert not any(name in ("src", "srcset", "data") for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.data.setdefault(self.tags[-1] if self.tags else "", []).append(data)


def test_hostile_texts_leave_the_page_as_it_is() -> None:
    plain, bad = Tags(written(heist())), Tags(written(hostile()))
    assert bad.tags == plain.tags
    assert plain.data["script"][-1] == bad.data["script"][-1], "the page's own script is the same"


def test_the_data_arrives_as_it_was() -> None:
    made = hostile()
    data = re.search(r'<script type="application/json" id="game">(.*?)</script>', written(made), re.S)
    assert data is not None
    assert json.loads(data[1]) == game_data(game_of(*made))
    assert not re.search(r"[<>&\u2028\u2029]", data[1])


def test_the_page_allows_nothing_but_itself() -> None:
    text = written(heist())
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy[1]
    assert not re.search(r"(https?:)?//[a-z]+\.", text), "no address of anything outside"


def test_the_solution_is_not_in_the_page() -> None:
    pack, puzzle = heist()
    data = game_data(game_of(pack, puzzle))
    assert "steps" not in data
    assert "solution" not in data


@pytest.mark.thorough
@pytest.mark.parametrize(("made", "dark"), [(heist, False), (meadow, True), (gated, False)])
def test_a_browser_plays_the_solution_by_clicking(tmp_path: Path, made: Maker, dark: bool) -> None:
    moves = [move_data(turn.move) for turn in solution_turns(*made())]
    seen = browser(tmp_path, made(), moves=moves, dark=dark)
    assert seen["won"] == 1
    assert seen["focus"] == "ending"
    assert seen["reloaded"]
    assert (seen["wonAfterUndo"], seen["wonAfterRedo"], seen["wonAfterLoad"]) == (0, 1, 0)
    assert (seen["wonAgain"], seen["wonAfterRestart"]) == (1, 0)
    assert (seen["opened"], seen["closed"], seen["focusBack"]) == (1, 0, "false")
    assert seen["refused"] == [True] * 4


@pytest.mark.seconds
def test_hostile_texts_are_shown_and_do_nothing(tmp_path: Path) -> None:
    seen = browser(tmp_path, hostile(), steps="look")
    assert seen["broken"] is None
    assert seen["handlers"] == []
    assert {"IMG", "SVG", "svg", "IFRAME"}.isdisjoint(seen["elements"])
    assert seen["title"] == TEXTS[0]
    squeezed = " ".join(seen["text"].split())
    for text in TEXTS:
        assert " ".join(text.split()) in squeezed


def test_puzzles_without_an_id_do_not_share_their_saves() -> None:
    pack, puzzle = meadow()
    moved = replace(puzzle.objects[0], area="RiverBank")
    other = replace(puzzle, objects=(moved, *puzzle.objects[1:]))
    keys = {game_data(game_of(pack, replace(one, id="")))["puzzle"] for one in (puzzle, other)}
    assert len(keys) == 2
    assert game_data(game_of(pack, replace(puzzle, id="")))["puzzle"] in keys, "the same each time"
    assert game_data(game_of(pack, replace(puzzle, id="a1")))["puzzle"] == "a1"
    assert ifid(game_of(pack, puzzle)) != ifid(game_of(pack, other)), "Twine tells its stories apart as well"

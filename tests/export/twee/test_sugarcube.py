"""The Twee story in SugarCube itself, built by extwee and played in a browser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from puzzlesynth.export import Options, exporter
from puzzlesynth.export.twee import plain_title
from tests.export.twee.test_twee import TITLES, ordered
from tests.support.export_puzzles import Made, Maker, clashing, gated, heist, meadow, needs
from tests.support.hostile_pack import TEXTS, hostile
from tests.support.node_scripts import run_node
from tests.support.solution_moves import solution_turns
from tests.support.transition_vectors import move_data


def sugarcube(folder: Path, made: Made, *plays: list[dict[str, Any]]) -> list[dict[str, Any]]:
    asked = {
        "story": exporter("twee").export(*made, Options()),
        "plays": plays,
        "chromium": needs("chromium"),
        "page": str(folder / "story.html"),
    }
    found = run_node("sugarcube.mjs", asked=asked, package="extwee-with-formats")
    results: list[dict[str, Any]] = found["results"]
    assert [result["errors"] for result in results] == [[]] * len(results)
    return results


@pytest.mark.thorough
@pytest.mark.parametrize("made", [heist, meadow, clashing, gated], ids=lambda made: made.__name__)
def test_the_solution_wins_by_clicking_links(tmp_path: Path, made: Maker) -> None:
    moves = [ordered(move_data(turn.move)) for turn in solution_turns(*made())]
    won, less = sugarcube(tmp_path, made(), moves, moves[:-1])
    assert won["missing"] == []
    assert (won["status"], less["status"]) == ("won", "playing")
    assert "Everything is solved. You have won." in won["text"]
    assert won["statusAfterBack"] == "playing", "the story's own way back takes a move back"


@pytest.mark.thorough
def test_hostile_texts_are_shown_and_do_nothing(tmp_path: Path) -> None:
    (seen,) = sugarcube(tmp_path, hostile(), [])
    squeezed = " ".join(seen["text"].split())
    for text in TEXTS:
        assert " ".join(text.split()) in squeezed


@pytest.mark.thorough
@pytest.mark.parametrize("title", [next(iter(TITLES)), " | ".join(TITLES)], ids=["ordinary", "hostile"])
def test_titles_are_shown_and_do_nothing(tmp_path: Path, title: str) -> None:
    pack, puzzle = heist()
    (seen,) = sugarcube(tmp_path, (replace(pack, title=title), puzzle), [])
    assert seen["title"] == [plain_title(title)] * 2
    assert seen["broken"] is None

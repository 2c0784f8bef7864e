"""Small PuzzleScript sources: the frame of a game for all tests and benchmarks, and what the parser's tests need."""

from __future__ import annotations

import json
from typing import Any

import pytest

from puzzlesynth.levels import PuzzleScriptGame, compile_source
from puzzlesynth.levels.model import PuzzleScriptRule
from tests.support.paths import ROOT

DATA = ROOT.parent / "shared" / "data" / "puzzlescript"

OBJECTS = """\
Background
black

Target
blue

Wall
grey

Player
white

Crate
orange
"""
LEGEND = """\
. = Background
# = Wall
P = Player
* = Crate
O = Target
@ = Crate and Target
Full = Crate and Target
Solid = Wall or Crate
Thing = Crate or Target
"""
LAYERS = """\
Background
Target
Player, Wall, Crate
"""


def source(
    rules: str = "",
    *,
    prelude: str = "title Test\n",
    objects: str = OBJECTS,
    legend: str = LEGEND,
    sounds: str = "",
    layers: str = LAYERS,
    win: str = "",
    levels: str = "#P*O.\n",
) -> str:
    """A whole game: a small block pusher, but for the parts that a test gives."""
    parts = {
        "OBJECTS": objects,
        "LEGEND": legend,
        "SOUNDS": sounds,
        "COLLISIONLAYERS": layers,
        "RULES": rules,
        "WINCONDITIONS": win,
        "LEVELS": levels,
    }
    sections = [f"=======\n{heading}\n=======\n\n{text}" for heading, text in parts.items()]
    return "\n".join([prelude, *sections])


def messages(text: str) -> list[str]:
    """All that the compiler says about a source."""
    return [str(message) for message in compile_source(text).messages]


def line_of(text: str, culprit: str) -> int:
    """The number of the last line that reads like this."""
    lines = text.split("\n")
    return len(lines) - lines[::-1].index(culprit)


def game_of(text: str) -> PuzzleScriptGame:
    """The game of a source about which there is nothing to say."""
    result = compile_source(text)
    assert result.messages == ()
    assert result.game is not None
    return result.game


def playable(text: str) -> PuzzleScriptGame:
    """The game of a source without errors; there may be warnings."""
    result = compile_source(text)
    assert not result.errors, result.errors
    assert result.game is not None
    return result.game


def rules_of(text: str) -> list[PuzzleScriptRule]:
    """The early rules, group after group."""
    return [rule for group in game_of(text).rules.groups for rule in group.rules]


def recorded(name: str) -> list[dict[str, Any]]:
    """Records of the data beside the project; none where the data is not there."""
    path = DATA / name
    if not path.exists():
        return []
    records: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return records


needs_data = pytest.mark.skipif(not DATA.exists(), reason="the recorded data is not beside this checkout")

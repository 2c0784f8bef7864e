"""Exported games are as merciful, polite or cruel as the designer wants, move for move like the game in Python."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from puzzlesynth.export.game_data import game_data
from puzzlesynth.export.game_model import game_of
from puzzlesynth.pack.model import Cruelty, Pack
from puzzlesynth.play import Doomed, Game, Move, MoveRefused, Status
from puzzlesynth.puzzle.model import Puzzle
from tests.export.twee.test_twee import ordered
from tests.export.twee.test_twee import played as twee_played
from tests.support.browser import browser
from tests.support.node_scripts import run_node_on_lines
from tests.support.paths import ROOT
from tests.support.random_worlds import random_world
from tests.support.tiny_packs import pack, puzzle
from tests.support.transition_vectors import move_data

FOLDER = ROOT / "puzzlesynth" / "export" / "html"

TRAP = pack(
    "Door[locked: True] Key+ Furnace Ash[copies: 2]+ Poison+",
    [
        "Door[locked: False] ::= Unlock Door[locked: True] Key",
        "Ash Furnace ::= Melt Furnace Key",
        "!Ash ::= Drink Poison",
    ],
    {"Hall": {"start": True, "goals": ["Door[locked: False]"]}},
)
"""A key that can be melted and a drink that ends the game."""


def trap(cruelty: str) -> tuple[Pack, Puzzle]:
    cruel = replace(TRAP, cruelty=Cruelty(cruelty))
    return cruel, puzzle(
        cruel,
        ["door Door", "key Key", "furnace Furnace", "poison Poison"],
        ["s1 Hall 1: door key -> door"],
    )


def use(rule: int, *inputs: str, items: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"kind": "use", "rule": rule, "inputs": list(inputs), "items": list(items)}


MELT, DRINK, UNLOCK = (
    use(2, "furnace", "key", items=("Ash",)),
    use(3, "poison", items=("Ash",)),
    use(1, "door", "key"),
)
IMPOSSIBLE = "Better not: that would make the game impossible to win."
END = "Better not: that would be the end."
DOOMED = "The game cannot be won any more. You can undo it."


def tried(asked: list[tuple[Pack, Puzzle, list[list[dict[str, Any]]]]]) -> list[list[str]]:
    games = ({"game": game_data(game_of(pack, puzzle)), "plays": plays} for pack, puzzle, plays in asked)
    found: list[list[str]] = run_node_on_lines("cruelty.js", FOLDER, asked=games)
    return found


def wandered(made: tuple[Pack, Puzzle], seed: int, turns: int) -> tuple[list[dict[str, Any]], list[str]]:
    """A random player's moves, and what the game in Python has to say about each."""
    random, game = Random(seed), Game(*made)
    moves: list[Move] = []
    said: list[str] = []
    for _ in range(turns):
        if game.status is not Status.PLAYING or not (possible := game.moves()):
            break
        moves.append(random.choice(possible))
        told = game.apply(moves[-1])
        refused = next((event for event in told if isinstance(event, MoveRefused)), None)
        doomed = any(isinstance(event, Doomed) for event in told)
        said.append(DOOMED if doomed else "" if refused is None else END if refused.defeat else IMPOSSIBLE)
    return [move_data(move) for move in moves], said


@pytest.mark.parametrize(
    ("cruelty", "said"),
    [("merciful", [IMPOSSIBLE, END, ""]), ("polite", [DOOMED, ""]), ("cruel", ["", ""])],
)
def test_what_ruins_the_game_is_refused_or_warned_of_or_done(cruelty: str, said: list[str]) -> None:
    moves = [MELT, DRINK, UNLOCK] if cruelty == "merciful" else [MELT, DRINK]
    assert tried([(*trap(cruelty), [moves])]) == [said]


@pytest.mark.thorough
def test_the_page_says_what_the_game_in_python_says() -> None:
    asked, wanted = [], []
    for seed in range(300):
        made = random_world(seed, endless=0.0)
        if len(made[1].objects) > 6:
            continue
        for cruelty in (Cruelty.MERCIFUL, Cruelty.POLITE):
            pack = replace(made[0], cruelty=cruelty)
            plays = [wandered((pack, made[1]), number, 12) for number in range(2)]
            asked.append((pack, made[1], [moves for moves, _ in plays]))
            wanted += [said for _, said in plays]
    assert tried(asked) == wanted
    assert {IMPOSSIBLE, DOOMED, ""} <= {text for said in wanted for text in said}


@pytest.mark.thorough
@pytest.mark.parametrize("cruelty", ["merciful", "polite", "cruel"])
def test_a_browser_shows_it(tmp_path: Path, cruelty: str) -> None:
    seen = browser(
        tmp_path, trap(cruelty), steps="try", moves=[MELT, UNLOCK] if cruelty == "merciful" else [MELT]
    )
    assert (IMPOSSIBLE in seen["story"], DOOMED in seen["story"]) == (
        cruelty == "merciful",
        cruelty == "polite",
    )
    assert seen["won"] == (cruelty == "merciful")


@pytest.mark.seconds
@pytest.mark.parametrize("cruelty", ["merciful", "polite", "cruel"])
def test_a_story_for_twine_says_it(cruelty: str) -> None:
    (result,) = twee_played(trap(cruelty), [ordered(MELT), ordered(UNLOCK)])["results"]
    assert (IMPOSSIBLE in result["said"], DOOMED in result["said"]) == (
        cruelty == "merciful",
        cruelty == "polite",
    )
    assert result["status"] == ("won" if cruelty == "merciful" else "playing")

"""Hints are right from every state, and a dead end is called one exactly when it is one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from puzzlesynth.export.game_data import game_data
from puzzlesynth.export.game_model import game_of
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world import State, Status, Use, World, explore
from tests.support.export_puzzles import heist, meadow
from tests.support.node_scripts import run_node_on_lines
from tests.support.paths import ROOT
from tests.support.random_worlds import random_world, told
from tests.support.transition_vectors import state_data

FOLDER = ROOT / "puzzlesynth" / "export" / "html"


def ends(asked: list[tuple[Pack, Puzzle, list[State]]]) -> list[str]:
    games = (
        {"game": game_data(game_of(pack, puzzle)), "states": [state_data(s) for s in states]}
        for pack, puzzle, states in asked
    )
    found: list[str] = run_node_on_lines("hints.js", FOLDER, asked=games)
    return found


def wandered(pack: Pack, puzzle: Puzzle, seeds: range, turns: int) -> list[State]:
    """Where random players are after a while."""
    from random import Random

    world, found = World(pack, puzzle), []
    for seed in seeds:
        random, state = Random(seed), world.start()
        for _ in range(random.randint(0, turns)):
            moves: list[Any] = [m for m in world.moves(state) if isinstance(m, Use)] or world.moves(state)
            if not moves:
                break
            state = world.apply(state, random.choice(moves)).state
        if state.status is Status.PLAYING:
            found.append(state)
    return found


def winnable(pack: Pack, puzzle: Puzzle, state: State) -> bool:
    """Breadth first, with everything a player can do."""
    world = World(pack, puzzle)
    seen, waiting = set(), [state]
    while waiting:
        one = waiting.pop()
        key = json.dumps(state_data(one), sort_keys=True)
        if one.status is Status.WON:
            return True
        if key not in seen:
            seen.add(key)
            assert len(seen) < 20_000
            waiting += [world.apply(one, move).state for move in world.moves(one)]
    return False


@pytest.mark.seconds
def test_following_hints_wins_the_examples_from_anywhere_that_can_be_won() -> None:
    for made in (heist(), meadow()):
        states = wandered(*made, range(12), 8)
        assert len(states) > 3
        assert {explore(*made).complete} == {True}
        assert set(ends([(*made, states)])) <= {"won", "dead"}
        assert ends([(*made, [World(*made).start()])]) == ["won"]


@pytest.mark.seconds
def test_hints_and_exhaustive_play_agree_on_what_can_be_won() -> None:
    asked, wanted = [], []
    for seed in range(400):
        pack, puzzle = random_world(seed, endless=0.0)
        if len(puzzle.objects) > 5 or (told((pack, puzzle)) is None and seed % 20):
            continue
        states = wandered(pack, puzzle, range(3), 4)
        asked.append((pack, puzzle, states))
        wanted += ["won" if winnable(pack, puzzle, state) else "dead" for state in states]
    assert ends(asked) == wanted
    assert {"won", "dead"} == set(wanted)

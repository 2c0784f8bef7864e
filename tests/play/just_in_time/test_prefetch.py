"""A living world looks ahead: at what later areas need, and at what the player is likely to open next."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from puzzlesynth.pack import load_pack
from puzzlesynth.play import Chance, Doomed, Game, MoveRefused, RunningWorld, Status, Use
from puzzlesynth.play.just_in_time.chapter_generator import make_with_synthesizer
from puzzlesynth.play.just_in_time.chapters import running_world, seed_for, without_goal
from puzzlesynth.play.just_in_time.executors import ProcessExecutor
from puzzlesynth.play.just_in_time.prefetch import likely_openings
from puzzlesynth.puzzle.model import Goal, Object, Puzzle
from tests.support.games import EXAMPLES, TOWER, make_tower
from tests.support.tiny_packs import pack, term

VASE = pack(
    "Gate[open: False]- Lever+ Vase+- Shard+- Altar- Water+",
    [
        "Gate[open: True] ::= Force Gate[open: False] Lever",
        "Shard ::= Break Vase",
        "Altar[blessed: True] Vase ::= Bless Altar Vase[full: True]",
        "Vase[full: True] ::= Fill Vase Water",
    ],
    {
        "Yard": {
            "start": True,
            "goals": ["Gate[open: True]"],
            "connects": ["Crypt"],
            "contains": ["Gate", "Vase"],
        },
        "Crypt": {"goals": ["Altar[blessed: True]"], "contains": ["Altar"]},
    },
)
"""A vase that only the next area will need, and that can be broken before anybody knows."""
BREAK = Use(2, "Break", ("vase",), ("Shard",))


def make_vase(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
    new = {"Yard": ("lever", "Lever"), "Crypt": ("water", "Water")}
    placed = [Object(*new[area], "Yard", None, True, {}) for area in areas]
    goals = tuple(Goal(area, str(VASE.areas[area].goals[0]), area == "Yard", None, "") for area in areas)
    return replace(running.present, areas=goals, objects=(*running.objects, *placed))


@pytest.mark.parametrize("cruelty", ["merciful", "polite", "cruel"])
def test_what_a_later_area_cannot_do_without_is_known_before_that_area_opens(cruelty: str) -> None:
    with Game(VASE, make=make_vase, worker="inline", cruelty=cruelty) as game:
        game.wait()
        assert game.chance() is Chance.WINNABLE
        assert game.warning(BREAK) is Chance.DEAD
        told = game.apply(BREAK)
        if cruelty == "merciful":
            assert told == (MoveRefused(BREAK, defeat=False),)
        else:
            assert (Doomed(("Crypt",)) in told) is (cruelty == "polite")
            assert game.hint().undo == 1
            game.undo()
        while game.status is Status.PLAYING:
            for move in game.hint(3).moves:
                game.apply(move)


def test_what_can_be_placed_again_is_not_missed() -> None:
    with Game(TOWER, make=make_tower, worker="inline") as game:
        game.wait()
        game.apply(Use(5, "Eat", ("cake",)))
        assert game.chance() is Chance.WINNABLE


def test_the_synthesizer_leaves_what_later_areas_need() -> None:
    """The vase could be broken for a shard, if the yard asked for one."""
    greedy = replace(
        VASE,
        areas={
            "Yard": replace(VASE.areas["Yard"], goals=(*VASE.areas["Yard"].goals, term("Shard"))),
            "Crypt": VASE.areas["Crypt"],
        },
    )
    for seed in range(4):
        with Game(greedy, seed=seed, worker="inline") as game:
            game.wait()
            assert game.goals == {"Yard": "Gate[open: True]"}


@pytest.mark.parametrize("seed", [0, 1])
def test_the_opening_that_was_expected_is_the_one_that_comes(seed: int) -> None:
    meadow = load_pack(EXAMPLES / "meadow")
    asked: list[RunningWorld] = []

    def make(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
        asked.append(running)
        return make_with_synthesizer(running, areas, seed)

    with Game(meadow, seed=seed, make=make, worker="inline") as game:
        game.wait()
        [(expected, areas)] = likely_openings(running_world(meadow, game.chapter, game.state))
        assert areas == ("RiverBank",)
        while "RiverBank" not in game.state.open:
            for move in game.hint(3).moves:
                game.apply(move)
        game.wait()
    assert asked[-1].key == expected.key


def test_where_things_lie_within_reach_makes_no_difference_to_what_is_made() -> None:
    with Game(TOWER, make=make_tower, worker="inline") as game:
        game.wait()
        before = running_world(TOWER, game.chapter, game.state)
        for move in game.moves():
            if not isinstance(move, Use):
                game.apply(move)
        assert running_world(TOWER, game.chapter, game.state).key == before.key
        assert without_goal(TOWER, game.chapter, game.state) == ()


def made_ahead(worker: ProcessExecutor, running: RunningWorld, areas: tuple[str, ...]) -> Puzzle:
    end = time.monotonic() + 60
    while (found := worker._expected.get((running.key, areas))) is None:
        assert time.monotonic() < end, "it is not even begun"
        time.sleep(0.01)
    return found.result(60)


@pytest.mark.seconds
def test_what_was_made_ahead_is_what_would_have_been_made() -> None:
    meadow = load_pack(EXAMPLES / "meadow")
    with Game(meadow, seed=1) as game:
        game.wait(120)
        assert game.living_world is not None
        worker = game.living_world.worker
        assert isinstance(worker, ProcessExecutor)
        running, areas = next(iter(likely_openings(running_world(meadow, game.chapter, game.state))))
        made = made_ahead(worker, running, areas)
        assert made == make_with_synthesizer(running, areas, seed_for(1, areas))

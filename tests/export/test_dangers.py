"""Formats that cannot search are told beforehand what ruins a game, and refuse it, or say so, like the game in Python."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from puzzlesynth.export.game_model import TAKE_CARE
from puzzlesynth.pack.model import Cruelty, Pack
from puzzlesynth.play import Doomed, Game, MoveRefused, Status
from puzzlesynth.puzzle.model import DeadEndConditions, Puzzle, RuleUse, StateCondition
from puzzlesynth.world.verification.dead_ends import dangers_of
from tests.export.ink.test_source import Telling
from tests.export.ink.test_source import played as chosen
from tests.export.test_cruelty import IMPOSSIBLE, trap
from tests.support.export_puzzles import Maker
from tests.support.random_worlds import random_world
from tests.support.solution_moves import Turn
from tests.support.tiny_packs import pack, puzzle
from tests.support.zmachine import played as typed
from tests.support.zmachine import story_file

DOOMED = "The game cannot be won any more."

MELT = RuleUse(2, ("Furnace", "Key"), ("Ash",))


def door_and_keys(*keys: str) -> tuple[Pack, Puzzle]:
    """Keys that can be melted; of several, all but the last."""
    made = pack(
        "Door[locked: True] Key[copies: 2]+ Furnace Ash[copies: 3]",
        [
            "Door[locked: False] Key ::= Unlock Door[locked: True] Key",
            "Ash Furnace ::= Melt Furnace Key",
            "Door[open: True] ::= Open Door[locked: False, open: False]",
        ],
        {"Hall": {"start": True, "goals": ["Door[open: True]"]}},
    )
    steps = ["s1 Hall 1: door key -> door key", "s2 Hall 3: door<s1 -> door after s1"]
    return made, puzzle(made, ["door Door", "furnace Furnace", *(f"{key} Key" for key in keys)], steps)


def two_areas() -> tuple[Pack, Puzzle]:
    """The key may go once the hall is solved; of two ladders, one may burn."""
    made = pack(
        "Door[locked: True] Key+ Furnace Ash[copies: 4] Ladder[copies: 2]+ Roof[reached: False]",
        [
            "Door[locked: False] Key ::= Unlock Door[locked: True] Key",
            "Ash Furnace ::= Melt Furnace Key",
            "Ash Furnace ::= Burn Furnace Ladder",
            "Roof[reached: True] Ladder ::= Climb Roof[reached: False] Ladder",
        ],
        {
            "Hall": {"start": True, "goals": ["Door[locked: False]"], "connects": ["Yard"]},
            "Yard": {"goals": ["Roof[reached: True]"]},
        },
    )
    return made, puzzle(
        made,
        [
            "door Door Hall",
            "furnace Furnace Hall",
            "key Key Hall",
            "ladder Ladder Hall",
            "ladder2 Ladder Hall",
            "roof Roof Yard",
        ],
        ["s1 Hall 1: door key -> door key", "s2 Yard 4: roof ladder -> roof ladder after s1"],
        opened_by={"Yard": "Hall"},
    )


def test_what_ruins_a_game_is_found_ahead() -> None:
    assert dangers_of(*trap("merciful")) == DeadEndConditions({MELT: ((),)}, foreseen=True)


def test_circumstances_decide() -> None:
    found = dangers_of(*two_areas())
    assert found.foreseen
    assert found.cases == {
        MELT: ((StateCondition("Hall", 0, False),),),
        RuleUse(3, ("Furnace", "Ladder"), ("Ash",)): ((StateCondition("Ladder", 2, False),),),
    }


def test_what_nobody_can_tell_apart_is_not_refused() -> None:
    assert dangers_of(*door_and_keys("key")) == DeadEndConditions({}, foreseen=False)


def test_where_there_is_too_much_to_look_at_nothing_is_claimed() -> None:
    assert dangers_of(*trap("merciful"), limit=1) == DeadEndConditions()


@pytest.mark.seconds
@pytest.mark.parametrize("cruelty", ["merciful", "polite", "cruel"])
def test_ink_refuses_it_or_says_so(cruelty: str) -> None:
    tags = [["use 2 furnace key"], ["use 1 door key"]]
    (seen,) = chosen(*trap(cruelty), tags)
    assert (IMPOSSIBLE in seen["said"], DOOMED in seen["said"]) == (
        cruelty == "merciful",
        cruelty == "polite",
    )
    assert seen["status"] == ("won" if cruelty == "merciful" else "playing")


@pytest.mark.parametrize("cruelty", ["merciful", "polite", "cruel"])
def test_a_story_file_refuses_it_or_says_so(tmp_path: Path, cruelty: str) -> None:
    said = typed(
        story_file(*trap(cruelty), tmp_path), ["melt furnace with key", "undo", "unlock door with key"]
    )
    assert (IMPOSSIBLE in said[1], DOOMED in said[1]) == (cruelty == "merciful", cruelty == "polite")
    assert "Everything is solved." in said[3]


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("made", "told"), [(lambda: door_and_keys("key"), True), (lambda: trap("polite"), False)]
)
def test_a_game_says_when_it_cannot_foresee_everything(tmp_path: Path, made: Maker, told: bool) -> None:
    (seen,) = chosen(*made(), [])
    assert (TAKE_CARE in seen["said"]) is told
    assert (TAKE_CARE in typed(story_file(*made(), tmp_path), ["look"])[0]) is told


@pytest.mark.seconds
@pytest.mark.parametrize("cruelty", ["merciful", "polite"])
def test_circumstances_are_looked_at_when_it_is_done(tmp_path: Path, cruelty: str) -> None:
    made = two_areas()
    kind = (replace(made[0], cruelty=Cruelty(cruelty)), made[1])
    words = IMPOSSIBLE if cruelty == "merciful" else DOOMED
    burn, unlock, melt = ["use 3 furnace ladder"], ["use 1 door key"], ["use 2 furnace key"]
    fine, bad = chosen(*kind, [burn, unlock, melt], [melt])
    assert (words in fine["said"], words in bad["said"]) == (False, True)
    story = story_file(*kind, tmp_path)
    fine_words = typed(
        story, ["burn furnace with first ladder", "unlock door with key", "melt furnace with key"]
    )
    assert words not in "".join(fine_words)
    assert words in typed(story, ["melt furnace with key"])[1]


def wandered(made: tuple[Pack, Puzzle], seed: int) -> tuple[list[Turn], int, int]:
    """A random player's turns, and how often the game in Python refuses something or says that all is lost."""
    random, game = Random(seed), Game(*made)
    turns: list[Turn] = []
    refusals = warnings = 0
    while len(turns) < 15 and game.status is Status.PLAYING and (possible := game.moves()):
        move, before = random.choice(possible), game.state
        told = game.apply(move)
        refused = any(isinstance(event, MoveRefused) and not event.defeat for event in told)
        refusals += refused
        warnings += any(isinstance(event, Doomed) for event in told)
        turns.append(Turn(before, move, game.state, () if refused else told))
    return turns, refusals, warnings


@pytest.mark.thorough
def test_ink_says_what_the_game_in_python_says() -> None:
    seen: set[tuple[int, int]] = set()
    worlds = 0
    for seed in range(1000):
        made = random_world(seed, endless=0.0)
        dangers = dangers_of(*made) if worlds < 6 else DeadEndConditions()
        if not dangers.cases or not dangers.foreseen:
            continue
        worlds += 1
        kind = replace(made[0], cruelty=(Cruelty.MERCIFUL, Cruelty.POLITE)[worlds % 2])
        plays = [wandered((kind, made[1]), number) for number in range(4)]
        tellings = [Telling(kind, made[1]) for _ in plays]
        tags = [[telling.tags(t) for t in play[0]] for telling, play in zip(tellings, plays, strict=True)]
        for (_, refusals, warnings), found in zip(plays, chosen(kind, made[1], *tags), strict=True):
            assert found["missing"] == []
            assert (found["said"].count(IMPOSSIBLE), found["said"].count(DOOMED)) == (refusals, warnings)
            seen.add((min(refusals, 1), min(warnings, 1)))
    assert worlds == 6
    assert seen == {(0, 0), (1, 0), (0, 1)}

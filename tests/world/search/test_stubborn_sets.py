"""Stubborn sets: the reduced state space says what the whole one says, and is much smaller."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import pytest

from puzzlesynth.pack.model import Pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world import explore
from puzzlesynth.world.ground_task import ground_task
from puzzlesynth.world.search import stubborn_sets
from puzzlesynth.world.search.stubborn_sets import (
    after_undisturbed_actions,
    can_always_be_won,
    has_dead_end,
)
from puzzlesynth.world.verification.rehearsal import solution_surely_wins
from tests.support.recipe_books import book, kept, random_book_with_repeats, random_chain
from tests.support.tiny_packs import pack, puzzle


def boxes(number: int) -> tuple[Pack, Puzzle]:
    """Boxes that are forced or unlocked, each on its own. The map lies under the first two."""
    names = [f"Box{n}" for n in range(number)]
    rules = [
        f"{name}[open: {how}] ::= {how} {name}[open: no]" for name in names for how in ("Force", "Unlock")
    ]
    rules.append("Map Box0 Box1 ::= Find Box0 Box1[open: Unlock]")
    areas = {"Hall": {"start": True, "goals": ["Map"]}}
    made = pack({"Map": None, **{name: {"open": "no"} for name in names}}, rules, areas)
    things = [f"{name.lower()} {name}" for name in names]
    steps = ["s1 Hall 4: box1 -> box1", f"s2 Hall {len(rules)}: box0 box1<s1 -> map box0 box1 after s1"]
    return made, puzzle(made, things, steps, {"map": "Map"})


def test_what_is_independent_is_not_tried_in_every_combination() -> None:
    made, game = boxes(6)
    assert len(explore(made, game).states) > 300
    assert has_dead_end(ground_task(made, game), 40) is True


def test_what_is_known_of_a_game_holds_within_the_limit_that_it_took() -> None:
    task = ground_task(*boxes(6))
    assert has_dead_end(task, 1) is None
    assert has_dead_end(task, 40) is True
    assert has_dead_end(task, 1) is None
    assert has_dead_end(task, 40) is has_dead_end(task, 10**6) is True


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("maker", [random_chain, random_book_with_repeats])
def test_a_game_in_which_nothing_is_lost_is_as_its_states_say(
    maker: Callable[[int], Pack], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = kept(maker(seed))
    puzzles = list(islice(make_puzzles(made, seed=1), 3))
    assert all(can_always_be_won(ground_task(made, puzzle)) is True for puzzle in puzzles)
    monkeypatch.setattr(stubborn_sets, "can_always_be_won", lambda _: None)
    monkeypatch.setattr(stubborn_sets, "_decided", {})
    assert all(has_dead_end(ground_task(made, puzzle)) is False for puzzle in puzzles)


def test_where_something_is_used_up_the_states_decide() -> None:
    made = book("Coin: Ore\nRing: Coin", "Ring")
    (puzzle,) = make_puzzles(made)
    assert can_always_be_won(ground_task(made, puzzle)) is None


def door(*rules: str) -> tuple[Pack, Puzzle]:
    """A locked door with a map behind it, and two keys. The first rule opens it, the second finds the map."""
    items = {"Map": None, "Iron": None, "Brass": None, "Door": {"locked": True}}
    made = pack(items, list(rules), {"Hall": {"start": True, "goals": ["Map"]}})
    steps = ["s1 Hall 1: door iron -> door iron", "s2 Hall 2: door<s1 -> map door after s1"]
    return made, puzzle(made, ["door Door", "iron Iron", "brass Brass"], steps, {"map": "Map"})


UNLOCK, FIND = "Door[locked: False] Iron ::= Unlock Door Iron", "Map Door ::= Find Door[locked: False]"


def test_what_changes_the_very_same_is_in_nobodys_way() -> None:
    task = ground_task(*door(UNLOCK, FIND, "Door[locked: False] Brass ::= UnlockToo Door Brass"))
    state, done = after_undisturbed_actions(task)
    assert task.is_won(state)
    assert done == 2
    assert has_dead_end(task, 3) is False


def test_what_changes_something_else_is_in_the_way() -> None:
    task = ground_task(
        *door(UNLOCK, FIND, "Door ::= Swallow Door[locked: True] Brass", "::= Burn Door Brass")
    )
    assert after_undisturbed_actions(task) == (task.start, 0)
    assert has_dead_end(task) is True


def test_the_way_to_the_win_that_is_known_is_followed() -> None:
    task = ground_task(*door(UNLOCK, FIND))
    assert not task.path
    afresh = after_undisturbed_actions(task)
    assert solution_surely_wins(task)
    assert (task.path[-1][1], len(task.path)) == afresh
    assert after_undisturbed_actions(task) == afresh


def test_actions_that_are_learnt_later_are_in_the_way_as_well() -> None:
    """The actions of a pack are numbered when some puzzle first has them."""
    made, whole = door(UNLOCK, FIND, "::= Burn Door Brass")
    without = puzzle(
        made,
        ["door Door", "iron Iron"],
        ["s1 Hall 1: door iron -> door iron", "s2 Hall 2: door<s1 -> map door after s1"],
        {"map": "Map"},
    )
    assert has_dead_end(ground_task(made, without)) is False
    assert has_dead_end(ground_task(made, whole)) is True

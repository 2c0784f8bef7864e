"""Dead ends by class: for each the shortest way into it, the move that did it, and what was lost."""

from __future__ import annotations

from pathlib import Path

from puzzlesynth.pack import load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle.model import DeadEndConditions
from puzzlesynth.world import Use, World, explore, verify
from puzzlesynth.world.verification.dead_ends import dangers_of, dead_end_classes
from tests.support.paths import ROOT
from tests.support.tiny_packs import HEIST, HEIST_PUZZLE
from tests.support.trap_pack import trap_puzzle


def test_every_class_with_its_shortest_way_and_what_was_lost(tmp_path: Path) -> None:
    pack, puzzle = trap_puzzle(tmp_path)
    found = {end.move.action: end for end in verify(pack, puzzle).dead_ends if end.move is not None}
    assert set(found) == {"Burn", "Melt", "Close"}
    assert {action: len(end.trace) for action, end in found.items()} == {"Burn": 1, "Close": 1, "Melt": 2}
    assert {end.areas for end in found.values()} == {("Street",)}
    buy = next(step.id for step in puzzle.steps if step.action == "Buy")
    assert found["Burn"].needed_by == (buy,)
    said = "Burn fire coin (in Street) at step 1: the coin is used up"
    assert str(found["Burn"]) == f"{said}; step {buy} needs the coin; Street can no longer be solved"
    assert "the shop is no longer as before" in str(found["Close"])


def test_only_the_last_move_of_a_trace_makes_the_game_unwinnable(tmp_path: Path) -> None:
    pack, puzzle = trap_puzzle(tmp_path)
    found = explore(pack, puzzle)
    dead = {found.states[index] for index in found.dead_ends()}
    world = World(pack, puzzle)
    ends = dead_end_classes(found)
    assert len(ends) == 3
    for end in ends:
        states = [world.start()]
        for step in end.trace:
            states.append(world.apply(states[-1], Use(step.rule, step.action, step.inputs, step.items)).state)
        lost = [found.task.encode(state) in dead for state in states]
        assert lost == [False] * len(end.trace) + [True], str(end)


def test_no_dead_ends_no_classes() -> None:
    pack = load_pack(ROOT / "examples" / "heist")
    assert verify(pack, next(make_puzzles(pack))).dead_ends == ()


def test_everything_that_ruins_the_game_is_named(tmp_path: Path) -> None:
    pack, puzzle = trap_puzzle(tmp_path)
    found = dangers_of(pack, puzzle)
    assert found.foreseen
    assert {pack.rule(use.rule).action for use in found.cases} == {"Burn", "Melt", "Close"}


def test_what_has_too_many_states_is_not_foreseen(tmp_path: Path) -> None:
    assert dangers_of(*trap_puzzle(tmp_path), limit=2) == DeadEndConditions()


def test_where_nothing_ruins_the_game_that_is_foreseen() -> None:
    assert dangers_of(HEIST, HEIST_PUZZLE) == DeadEndConditions(foreseen=True)

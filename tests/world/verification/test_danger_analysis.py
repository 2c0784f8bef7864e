"""What ruins a game is found before it is played."""

from __future__ import annotations

from pathlib import Path

from puzzlesynth.puzzle.dead_end_conditions import DeadEndConditions
from puzzlesynth.world.verification.danger_analysis import dangers_of
from tests.support.tiny_packs import HEIST, HEIST_PUZZLE
from tests.support.trap_pack import trap_puzzle


def test_everything_that_ruins_the_game_is_named(tmp_path: Path) -> None:
    pack, puzzle = trap_puzzle(tmp_path)
    found = dangers_of(pack, puzzle)
    assert found.foreseen
    assert {pack.rule(use.rule).action for use in found.cases} == {"Burn", "Melt", "Close"}


def test_what_has_too_many_states_is_not_foreseen(tmp_path: Path) -> None:
    assert dangers_of(*trap_puzzle(tmp_path), limit=2) == DeadEndConditions()


def test_where_nothing_ruins_the_game_that_is_foreseen() -> None:
    assert dangers_of(HEIST, HEIST_PUZZLE) == DeadEndConditions(foreseen=True)

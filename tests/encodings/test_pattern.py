"""maps/pattern.lp: the blocks of a map of whole puzzles are steps and things of the puzzle."""

from __future__ import annotations

import pytest

from tests.support.encoding_solver import atoms, possible

SHAPE = """
step_block(mix). block_input(mix,ingredient1,flour). block_input(mix,ingredient2,yeast). solves(Shop,mix).
spawns(flour,Shop). spawns(yeast,Shop).
suits(mix,1). role_input(mix,1,ingredient1,0). role_input(mix,1,ingredient2,1).
accepts(1,0,Flour). accepts(1,1,Yeast). isa(Dough,Food).
"""
PUZZLE = """
candidate(<Dough>,1). step(<Dough>,1). takes(<Dough>,0,<Flour>). takes(<Dough>,1,<Yeast>).
makes(<Dough>,0,<Dough>). solved_by(Shop,<Dough>). belongs(<Dough>,Shop).
leaf(<Flour>). leaf(<Yeast>). lies(Flour,1,Shop). lies(Yeast,1,Shop).
"""


def can(puzzle: str = PUZZLE, shape: str = SHAPE, *wanted: str) -> bool:
    return possible("maps/pattern", atoms(shape + puzzle), *map(atoms, wanted))


def test_a_puzzle_of_that_shape_has_all_its_blocks() -> None:
    assert can(PUZZLE, SHAPE, "fills(mix,<Dough>)", "fills(flour,<Flour>)", "fills(yeast,<Yeast>)")
    assert not can(PUZZLE, SHAPE, "-fills(flour,<Flour>)")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("step(<Dough>,1).", ""),
        ("takes(<Dough>,1,<Yeast>).", "takes(<Dough>,1,<Flour>)."),
        ("lies(Yeast,1,Shop).", "lies(Yeast,1,Yard)."),
        ("leaf(<Yeast>).", ""),
        ("solved_by(Shop,<Dough>).", "solved_by(Shop,<Flour>)."),
        ("belongs(<Dough>,Shop).", "belongs(<Dough>,Shop). belongs(<Cake>,Shop)."),
    ],
)
def test_a_puzzle_of_another_shape_does_not(old: str, new: str) -> None:
    assert not can(PUZZLE.replace(old, new))


def test_steps_of_areas_that_the_map_does_not_name_are_free() -> None:
    assert can(PUZZLE + "belongs(<Cake>,Yard).")


def test_a_block_is_of_the_type_that_it_says() -> None:
    assert can(PUZZLE, SHAPE + "wanted(mix,Food).")
    assert not can(PUZZLE, SHAPE + "wanted(mix,Tool).")


def test_what_is_left_comes_from_its_step() -> None:
    left = SHAPE + "left(crumbs,mix)."
    assert not can(PUZZLE, left)
    assert can(PUZZLE + "makes(<Dough>,1,<Crumb>).", left, "fills(crumbs,<Crumb>)")
    assert not can(PUZZLE + "makes(<Cake>,1,<Crumb>).", left)


def test_nothing_is_asked_of_a_block_that_is_let_go() -> None:
    elsewhere = PUZZLE.replace("lies(Yeast,1,Shop).", "lies(Yeast,1,Yard).")
    loose = SHAPE + "may_let_go(yeast)."
    assert can(elsewhere, loose, "let_go(yeast)")
    assert not can(elsewhere, loose, "-let_go(yeast)")

"""maps.lp: the steps and things of a puzzle are those of the map's blocks."""

from __future__ import annotations

import pytest
from asking import answers, atoms, possible

MIX = """
root(output). passes(output,mix). output_gate(Goal).
feeds(mix,ingredient1,flour). feeds(mix,ingredient2,yeast). step_block(mix).
spawns(flour,Shop). spawns(yeast,Shop).
block_number(flour,0). block_number(yeast,1). block_number(mix,2). block_number(output,3).
may_fill(flour,Flour,0). may_fill(yeast,Yeast,0). may_fill(mix,Dough,0).
fits(mix,1,0). reads(1,0,ingredient1,0). reads(1,0,ingredient2,1).
suits(1,0,ingredient1,Flour). suits(1,0,ingredient2,Yeast).
in_group(Shop,Shop). start_group(Shop).
object(Flour,1). object(Yeast,1). object(Dough,1). node(Flour,1,0). node(Yeast,1,0). node(Dough,1,0).
carryable(Flour). carryable(Yeast). carryable(Dough).
"""
PUZZLE = """
step(<Dough>,1). takes(<Dough>,0,<Flour>). takes(<Dough>,1,<Yeast>). solved_by(Goal,<Dough>).
leaf(<Flour>). leaf(<Yeast>). lies(Flour,1,Shop). lies(Yeast,1,Shop). placed(Flour,1). placed(Yeast,1).
"""


def can(puzzle: str = PUZZLE, mix: str = MIX) -> bool:
    return possible("maps", atoms(mix + puzzle))


def test_a_puzzle_of_that_shape_fills_the_map() -> None:
    assert can()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("step(<Dough>,1).", "step(<Dough>,2)."),
        ("takes(<Dough>,1,<Yeast>).", "takes(<Dough>,1,<Egg>)."),
        ("lies(Yeast,1,Shop).", "lies(Yeast,1,Yard)."),
        ("leaf(<Yeast>).", ""),
        ("solved_by(Goal,<Dough>).", "solved_by(Goal,<Flour>)."),
        ("placed(Yeast,1).", "placed(Yeast,1). placed(Egg,1)."),
        ("leaf(<Flour>).", "leaf(<Flour>). step(<Bread>,3)."),
    ],
)
def test_a_puzzle_of_another_shape_does_not(old: str, new: str) -> None:
    assert not can(PUZZLE.replace(old, new))


def test_each_block_has_something_of_its_own() -> None:
    same = MIX.replace("may_fill(yeast,Yeast,0)", "may_fill(yeast,Flour,0)").replace(
        "suits(1,0,ingredient2,Yeast)", "suits(1,0,ingredient2,Flour)"
    )
    assert not can(PUZZLE.replace("takes(<Dough>,1,<Yeast>)", "takes(<Dough>,1,<Flour>)"), same)


def test_an_or_has_exactly_one_of_its_inputs_on() -> None:
    chosen = answers("maps", atoms("root(a). option(a,b). option(a,c). passes(b,d). passes(c,d)."), "picks")
    assert sorted(map(sorted, chosen)) == [["picks(a,b)"], ["picks(a,c)"]]


def test_a_locked_area_is_entered_only_where_something_in_it_is_needed() -> None:
    door = atoms(
        "unlocks(door,Gate). side(Gate,Shop). entry(Cellar,Gate). in_group(Cellar,Cellar). in_group(Shop,Shop). "
        "start_group(Shop). root(a). passes(a,b)."
    )
    assert not possible("maps", door, "on(door)")
    lying = door.replace("passes(a,b).", "") + 'passes(a,x). spawns(x,"Cellar"). may_fill(x,"Pie",0). '
    things = 'object("Pie",1). node("Pie",1,0). leaf(("Pie",1,0)). lies("Pie",1,"Cellar"). placed("Pie",1).'
    assert possible("maps", lying + things, "on(door)", 'area("Gate")')
    assert not possible("maps", lying + things, "-on(door)")


def test_a_change_is_asked_for_by_whoever_takes_what_was_changed() -> None:
    heated = MIX.replace("spawns(flour,Shop).", "step_block(flour). fits(flour,5,0).") + "plain_change(5)."
    puzzle = PUZZLE.replace("placed(Flour,1).", "step(<Flour>,5).")
    assert can(puzzle, heated)
    assert not can(puzzle, heated + "unasked(1,0).")


def test_who_keeps_something_needs_no_second_one() -> None:
    """Two blocks give the same kind of thing and neither is used up: what only the other needs can be left out."""
    facts = """
    step_block(one). step_block(two). root(o). feeds(o,a,one). feeds(o,b,two). step_block(o).
    may_spare(one,two). under(two,two). carryable(Coin). may_fill(one,Coin,0). may_fill(two,Coin,0). may_fill(o,Pie,0).
    object(Coin,1). object(Coin,2). object(Pie,1). node(Coin,1,0). node(Coin,2,0). node(Pie,1,0).
    block_number(one,0). block_number(two,1). block_number(o,2). fits(one,1,0). fits(two,2,0). fits(o,3,0).
    step(<Coin>,1). step(<Coin2>,2). step(<Pie>,3).
    """
    used = "uses_up_node(<Pie>,<Coin>). uses_up_node(<Pie>,<Coin2>)."
    assert not possible("maps", atoms(facts))
    assert possible("maps", atoms(facts + used), "-by_landmarks")
    assert not possible("maps", atoms(facts + used), "by_landmarks")
    assert possible(
        "maps", atoms(facts.replace("fits(two,2,0)", "fits(two,1,0)").replace("<Coin2>,2", "<Coin2>,1"))
    )

"""maps/*.lp: the steps and things of a puzzle are those of the map's blocks."""

from __future__ import annotations

import pytest

from tests.support.encoding_solver import answers, atoms, possible

MIX = """
root(output). passes(output,mix). output_gate(Goal).
block_input(mix,ingredient1,flour). block_input(mix,ingredient2,yeast). step_block(mix).
spawns(flour,Shop). spawns(yeast,Shop).
may_fill(flour,Flour,1,0). may_fill(yeast,Yeast,1,0). may_fill(mix,Dough,1,0).
fits(mix,1,0). may_yield(1,Dough). reads(1,0,ingredient1,0). reads(1,0,ingredient2,1).
accepts(1,0,Flour). accepts(1,1,Yeast).
in_group(Shop,Shop). start_group(Shop).
carryable(Flour). carryable(Yeast). carryable(Dough).
"""
PUZZLE = """
step(<Dough>,1). takes(<Dough>,0,<Flour>). takes(<Dough>,1,<Yeast>). solved_by(Goal,<Dough>).
lies(Flour,1,Shop). lies(Yeast,1,Shop). placed(Flour,1). placed(Yeast,1).
in_play(Flour,1). in_play(Yeast,1). in_play(Dough,1).
"""


def can(puzzle: str = PUZZLE, mix: str = MIX) -> bool:
    return possible("maps/map", atoms(mix + puzzle))


def test_a_puzzle_of_that_shape_fills_the_map() -> None:
    assert can()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("step(<Dough>,1).", ""),
        ("takes(<Dough>,1,<Yeast>).", "takes(<Dough>,1,<Egg>)."),
        ("lies(Yeast,1,Shop).", "lies(Yeast,1,Yard)."),
        ("placed(Yeast,1).", ""),
        ("solved_by(Goal,<Dough>).", "solved_by(Goal,<Flour>)."),
    ],
)
def test_a_puzzle_of_another_shape_does_not(old: str, new: str) -> None:
    assert not can(PUZZLE.replace(old, new))


def test_a_block_gives_one_thing() -> None:
    two = MIX + "may_fill(flour,Meal,1,0)."
    assert can(PUZZLE, two)
    assert not can(PUZZLE + "placed(Meal,1). lies(Meal,1,Shop).", two)


def test_a_block_that_is_left_out_gives_nothing() -> None:
    spare = MIX + "spawns(spare,Shop). may_fill(spare,Salt,1,0)."
    assert can(PUZZLE, spare)
    assert not can(PUZZLE + "placed(Salt,1). lies(Salt,1,Shop).", spare)


def test_the_generator_chooses_among_what_the_blocks_can_be() -> None:
    more = MIX + "may_fill(yeast,Salt,1,0). fits(mix,2,0). may_yield(2,Brine)."
    (found,) = answers(
        "maps/map", atoms(more + PUZZLE + ":- by_landmarks."), "candidate", "offered", "finisher"
    )
    assert found == {
        atoms(atom)
        for atom in (
            "candidate(<Dough>,1)",
            "offered(<Dough>,1,0,<Flour>)",
            "offered(<Dough>,1,1,<Yeast>)",
            "finisher(Goal,<Dough>)",
        )
    }


def test_there_are_no_more_of_an_item_than_there_can_be() -> None:
    assert can(mix=MIX + "at_most(Dough,1).")
    assert not can(PUZZLE + "in_play(Dough,2).", MIX + "at_most(Dough,1).")
    assert can(PUZZLE + "in_play(Dough,2).", MIX + "at_most(Dough,1). may_be_plenty(Dough).")


def test_by_products_are_objects_of_the_block() -> None:
    crumbs = MIX + "leaves(mix,1,1,Crumb,1). leaves(mix,1,1,Dust,1)."
    made = answers("maps/map", atoms(crumbs + PUZZLE + ":- by_landmarks."), "makes")
    assert sorted(map(sorted, made)) == [
        [atoms("makes(<Dough>,1,<Crumb>)")],
        [atoms("makes(<Dough>,1,<Dust>)")],
    ]


def test_only_a_block_that_is_let_go_gives_whatever_it_likes() -> None:
    facts = "root(a). option(a,b). option(a,c). escape(c,wish). may_let_go(wish)."
    assert possible("maps/map", facts, "picks(a,c)", "let_go(wish)")
    assert not possible("maps/map", facts, "picks(a,c)", "-let_go(wish)")


def test_an_or_has_exactly_one_of_its_inputs_on() -> None:
    chosen = answers(
        "maps/map", atoms("root(a). option(a,b). option(a,c). passes(b,d). passes(c,d)."), "picks"
    )
    assert sorted(map(sorted, chosen)) == [["picks(a,b)"], ["picks(a,c)"]]


def test_a_locked_area_is_entered_only_where_something_in_it_is_needed() -> None:
    door = atoms(
        "unlocks(door,Gate). door_side(Gate,Shop). entry(Cellar,Gate). in_group(Cellar,Cellar). in_group(Shop,Shop). "
        "start_group(Shop). root(a). passes(a,b)."
    )
    assert not possible("maps/map", door, "in_puzzle(door)")
    lying = door.replace("passes(a,b).", "") + 'passes(a,x). spawns(x,"Cellar"). may_fill(x,"Pie",1,0). '
    things = 'lies("Pie",1,"Cellar"). placed("Pie",1).'
    assert possible("maps/map", lying + things, "in_puzzle(door)", 'area("Gate")')
    assert not possible("maps/map", lying + things, "-in_puzzle(door)")


def test_a_change_is_asked_for_by_whoever_takes_what_was_changed() -> None:
    heated = MIX.replace("spawns(flour,Shop).", "step_block(flour).") + "plain_change(5)."
    puzzle = PUZZLE.replace("placed(Flour,1).", "step(<Flour>,5).")
    assert can(puzzle, heated)
    assert not can(puzzle, heated + "unasked(1,0).")


def test_who_keeps_something_needs_no_second_one() -> None:
    """Two blocks give the same kind of thing and neither is used up: what only the other needs can be left out."""
    facts = """
    step_block(one). step_block(two). root(o). block_input(o,a,one). block_input(o,b,two). step_block(o).
    may_spare(one,two). under(two,two). carryable(Coin). may_fill(one,Coin,1,0). may_fill(two,Coin,2,0).
    may_fill(o,Pie,1,0). fits(one,1,0). fits(two,1,0). fits(two,2,0). may_yield(1,Coin). may_yield(2,Coin).
    step(<Coin>,1). step(<Coin2>,2). step(<Pie>,3).
    takes(<Pie>,0,<Coin>). takes(<Pie>,1,<Coin2>).
    """
    used = "used_up(<Coin>). used_up(<Coin2>)."
    assert not possible("maps/map", atoms(facts))
    assert possible("maps/map", atoms(facts + used), "-by_landmarks")
    assert not possible("maps/map", atoms(facts + used), "by_landmarks")
    assert possible("maps/map", atoms(facts.replace("<Coin2>,2", "<Coin2>,1")))


BOXED = """
root(out). step_block(out). block_input(out,box,full). step_block(full). unpacks(out,full).
may_fill(out,Gem,1,1). may_fill(full,Box,1,1). step(<Gem'>,1). step(<Box'>,2). takes(<Gem'>,0,<Box'>).
"""


def test_what_can_be_carried_anyway_is_not_boxed_and_taken_out_as_it_was() -> None:
    assert possible("maps/map", atoms(BOXED + "plain_release(1)."))
    assert possible("maps/map", atoms(BOXED + "carryable(Gem)."))
    assert not possible("maps/map", atoms(BOXED + "plain_release(1). carryable(Gem)."))


def test_players_may_leave_steps_out_where_that_is_let_go() -> None:
    idle = atoms(BOXED + "plain_release(1). carryable(Gem). may_be_lenient.")
    assert possible("maps/map", idle, "lenient")
    assert not possible("maps/map", idle, "-lenient")

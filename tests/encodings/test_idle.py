"""idle.lp: a step that does to something what was done already has not made it so."""

from __future__ import annotations

from tests.support.encoding_solver import answers, atoms, possible

LAMP = """
    step(<Axe>,1). makes(<Axe>,1,<Lamp'>). follows(<Lamp>,<Lamp'>). altered(<Lamp'>).
    step(<Axe2>,1). makes(<Axe2>,1,<Lamp''>). follows(<Lamp'>,<Lamp''>). may_be_idle(1,1).
"""
"""A lamp is lit, and lit again for another axe."""

TREE = """
    area(Shed). rank(Shed,0). goal(Shed,0). goal_accepts(Shed,0,Axe). min_depth(Shed,1). candidate(<Axe>,2).
    may_make(2,Axe). step(<Axe>,2). makes(<Axe>,0,<Axe>). takes(<Axe>,0,<Lamp''>). provided(<Axe>).
    step(<Rod>,1). makes(<Rod>,1,<Lamp'>). step(<Saw>,1). makes(<Saw>,1,<Lamp''>).
"""


def facts(text: str) -> set[str]:
    (found,) = answers("idle", atoms(text), "unchanged", "still")
    return found


def test_what_is_so_already_is_not_changed() -> None:
    assert facts(LAMP) == {atoms("unchanged(<Lamp''>)"), atoms("still(<Lamp''>,<Lamp'>)")}
    assert not facts(LAMP + "altered(<Lamp''>).")


def test_it_is_still_as_it_was_however_often_nothing_changes() -> None:
    again = LAMP.replace("altered(<Lamp'>).", "")
    assert atoms("still(<Lamp''>,<Lamp>)") in facts(again)


def test_only_what_was_empty_can_be_emptied_without_a_change() -> None:
    assert facts(LAMP + "touches_content(1,1).")
    assert facts(LAMP + "touches_content(1,1). holds(<Lamp'>).") == set()


def test_a_tree_has_whoever_made_it_so_and_not_whoever_came_after() -> None:
    tree = atoms(TREE)
    assert not possible("trees", tree + atoms("unchanged(<Lamp''>). still(<Lamp''>,<Lamp'>)."))
    only = tree.replace(atoms("step(<Saw>,1)."), "")
    served = atoms("serves(<Rod>,Shed)")
    assert possible("trees", only + atoms("unchanged(<Lamp''>). still(<Lamp''>,<Lamp'>)."), served)
    assert not possible("trees", only, served)

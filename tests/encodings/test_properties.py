"""properties.lp: what an object is like in each of its stages, and which steps that allows."""

from __future__ import annotations

from tests.support.encoding_solver import answers, atoms, possible

DOOR = atoms("""
    node(Door,1,0..1). at_start(Door,1). initial(Door,1,Locked,true). initial(Door,1,Red,true).
    step(<Door'>,1). takes(<Door'>,0,<Door>). makes(<Door'>,0,<Door'>).
    principal(1,0). changes(1,0,0). sets(1,0,Locked,false).
""")


def has(facts: str) -> set[str]:
    (found,) = answers("properties", atoms(facts), "has")
    return found


def test_what_is_not_set_stays() -> None:
    assert has(DOOR) == {
        atoms(text)
        for text in (
            "has(<Door>,Locked,true)",
            "has(<Door>,Red,true)",
            "has(<Door'>,Locked,false)",
            "has(<Door'>,Red,true)",
        )
    }


def test_a_new_object_is_as_its_item_says_and_then_as_the_rule_says() -> None:
    facts = (
        "node(Egg,1,0). step(<Egg>,1). makes(<Egg>,0,<Egg>). sets(1,0,Hot,true). created_with(Egg,Hot,false)."
        "created_with(Egg,Size,2)."
    )
    assert has(facts) == {atoms("has(<Egg>,Hot,true)"), atoms("has(<Egg>,Size,2)")}


def test_what_appears_inside_something_is_as_its_item_says() -> None:
    assert has("node(Egg,1,0). filled(x,0,<Egg>). created_with(Egg,Hot,false).") == {
        atoms("has(<Egg>,Hot,false)")
    }


def test_an_input_is_in_the_state_that_its_rule_asks_for() -> None:
    assert possible("properties", DOOR + atoms("accepts(1,0,Door). demands(1,0,Locked,true)."))
    assert not possible("properties", DOOR + atoms("accepts(1,0,Door). demands(1,0,Locked,false)."))
    assert not possible("properties", DOOR + atoms("accepts(1,0,Door). demands(1,0,Size,1)."))


def test_a_step_that_is_there_to_change_something_changes_it() -> None:
    idle = DOOR.replace('initial("Door",1,"Locked",true)', 'initial("Door",1,"Locked",false)')
    assert possible("properties", DOOR)
    assert not possible("properties", idle)
    assert possible("properties", idle + "touches_content(1,0).")
    assert possible("properties", idle.replace("principal(1,0).", "principal(1,1)."))

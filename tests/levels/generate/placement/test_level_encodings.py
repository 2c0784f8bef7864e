"""Each logic program for levels on tiny facts: what must be an answer, what must not, and no word from clingo."""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest

from tests.support.paths import ROOT

ENCODINGS = ROOT / "encodings" / "levels"


def cells(width: int, height: int) -> str:
    """A bare board on which everything may lie anywhere."""
    facts = [f"width({width}). height({height})."]
    facts += [f"cell({x},{y}). free({x},{y})." for x in range(width) for y in range(height)]
    return " ".join(facts)


def thing(name: str, layer: int = 1) -> str:
    return f"object({name}). layer({name},{layer}). placeable({name})."


def answers(facts: str, *files: str, holding: str = "") -> list[set[str]]:
    """What lies where, in every answer in which all guards are on."""
    heard: list[str] = []
    control = clingo.Control(["0", "--warn=all"], logger=lambda _, text: heard.append(text))
    for name in ("placing", *files):
        control.load(str(ENCODINGS / f"{name}.lp"))
    control.add("base", [], f"{facts} :- guard(C), not on(C). {holding} #show at/3.")
    control.ground([("base", [])])
    found: list[set[str]] = []
    control.solve(on_model=lambda model: found.append({str(symbol) for symbol in model.symbols(shown=True)}))
    assert heard == []
    return found


@pytest.mark.parametrize("path", sorted(ENCODINGS.glob("*.lp")), ids=lambda path: path.stem)
def test_every_file_reads_alone_with_placing(path: Path) -> None:
    extra = () if path.stem in ("placing", "level") else (path.stem,)
    assert answers(cells(2, 1) + thing("box"), *extra)


def test_a_layer_has_one_object_in_a_cell_and_strangers_do_not_share() -> None:
    one_layer = answers(cells(1, 1) + thing("box") + thing("wall"))
    assert sorted(map(len, one_layer)) == [0, 1, 1]
    strangers = answers(cells(1, 1) + thing("box") + thing("mark", 0))
    assert sorted(map(len, strangers)) == [0, 1, 1]
    friends = "may_share(box,mark). may_share(mark,box)."
    assert len(answers(cells(1, 1) + thing("box") + thing("mark", 0) + friends)) == 4


def test_what_is_given_is_there() -> None:
    facts = "width(1). height(1). cell(0,0). given(box,0,0). object(box). layer(box,1)."
    assert answers(facts) == [{"at(box,0,0)"}]


def test_numbers_are_kept_and_pairs_are_equal() -> None:
    facts = cells(3, 1) + thing("box") + "number(box,1,2). guard(least(box)). guard(most(box))."
    assert {len(found) for found in answers(facts, "numbers")} == {1, 2}
    facts = cells(2, 1) + thing("box") + thing("ball") + "equal(box,ball). guard(equal(box,ball))."
    assert {len(found) for found in answers(facts, "numbers")} == {0, 2}


def test_a_player_of_several_parts_is_in_one_place() -> None:
    facts = cells(2, 1) + thing("head") + thing("body", 2) + "player(head). player(body)."
    facts += "same_cell(head,body). same_cell(body,head). may_share(head,body). may_share(body,head)."
    assert all(len(found) in (0, 2, 4) for found in answers(facts, "numbers"))


def test_a_wall_across_the_room_shuts_it_off() -> None:
    facts = cells(3, 1) + thing("wall") + "barrier(wall). guard(connected)."
    found = answers(facts, "connected")
    assert {"at(wall,1,0)"} not in found
    assert {"at(wall,0,0)"} in found
    assert {"at(wall,0,0)", "at(wall,1,0)"} in found


@pytest.mark.parametrize(
    ("kind", "allowed"),
    [
        ("horizontal", {"at(wall,0,0)", "at(wall,1,0)"}),
        ("vertical", {"at(wall,0,0)", "at(wall,0,1)"}),
        ("rotation", {"at(wall,0,0)", "at(wall,1,1)"}),
    ],
)
def test_walls_have_their_images(kind: str, allowed: set[str]) -> None:
    facts = cells(2, 2) + thing("wall") + f"barrier(wall). symmetry({kind}). guard(symmetry({kind}))."
    found = answers(facts, "symmetry")
    assert allowed in found
    assert len([places for places in found if len(places) == 2]) == 2
    assert not [places for places in found if len(places) == 1]


def test_distances_are_kept() -> None:
    facts = cells(4, 1) + thing("box")
    far = answers(facts + "apart(box,box,3). guard(apart(box,box,3)).", "distances")
    assert {"at(box,0,0)", "at(box,3,0)"} in far
    assert {"at(box,0,0)", "at(box,2,0)"} not in far
    near = answers(facts + thing("mark", 0) + "within(box,mark,1). guard(within(box,mark,1)).", "distances")
    assert {"at(box,0,0)", "at(mark,1,0)"} in near
    assert {"at(box,0,0)", "at(mark,2,0)"} not in near


def test_nothing_is_stuck_in_a_corner_but_at_home() -> None:
    facts = cells(3, 3) + thing("box") + thing("mark", 0) + "may_share(box,mark). may_share(mark,box)."
    facts += "push_only(box). goal_object(box,mark). guard(stuck(box))."
    one = ":- { at(box,X,Y) } != 1. :- at(mark,X,Y), (X,Y) != (0,0)."
    found = answers(facts, "stuck", holding=one)
    assert {"at(box,2,2)"} not in found
    assert {"at(box,0,0)"} not in found
    assert {"at(box,0,0)", "at(mark,0,0)"} in found
    assert {"at(box,1,1)"} in found


def test_along_the_edge_only_a_goal_on_that_edge_can_be_reached() -> None:
    facts = (
        cells(4, 4)
        + thing("box")
        + thing("mark", 0)
        + "needs_goal(box). goal_object(box,mark). guard(dead(box))."
    )
    facts += "may_share(box,mark). may_share(mark,box)."
    one = ":- { at(box,X,Y) } != 1. :- { at(mark,X,Y) } != 1. :- not at(mark,3,1)."
    found = answers(facts, "stuck", holding=one)
    assert {"at(box,1,1)", "at(mark,3,1)"} in found
    assert {"at(box,3,2)", "at(mark,3,1)"} in found
    assert {"at(box,0,1)", "at(mark,3,1)"} not in found
    assert {"at(box,1,0)", "at(mark,3,1)"} not in found


@pytest.mark.parametrize(
    ("condition", "won", "open_"),
    [
        (
            "condition(0,all). condition_object(0,target,box).",
            {"at(mark,0,0)", "at(box,0,0)"},
            {"at(mark,0,0)"},
        ),
        (
            "condition(0,some). condition_object(0,target,box).",
            {"at(mark,0,0)", "at(box,0,0)"},
            {"at(mark,0,0)"},
        ),
        ("condition(0,no). anywhere(0).", {"at(box,0,0)"}, {"at(mark,0,0)"}),
    ],
)
def test_a_level_is_not_won_at_the_start(condition: str, won: set[str], open_: set[str]) -> None:
    facts = cells(2, 1) + thing("box") + thing("mark", 0) + "may_share(box,mark). may_share(mark,box)."
    found = answers(facts + condition + "condition_object(0,subject,mark). guard(unfinished).", "start")
    assert won not in found
    assert open_ in found


def test_the_players_way_is_free_of_walls() -> None:
    facts = (
        cells(3, 1) + thing("hero") + thing("wall") + "barrier(wall). player(hero). visits(1,0). guard(walk)."
    )
    found = answers(facts, "walk", holding=":- { at(hero,X,Y) } != 1.")
    assert {"at(hero,0,0)"} in found
    assert {"at(hero,0,0)", "at(wall,1,0)"} not in found
    assert {"at(hero,2,0)"} not in found


def test_a_given_solution_pushes_things_home_with_its_last_move() -> None:
    facts = (
        cells(4, 1)
        + thing("hero")
        + thing("box")
        + thing("mark", 0)
        + "player(hero). pushes(box). mark(mark)."
    )
    facts += "all_on(mark,box). guard(solution). push_move(0,1,0). push_move(1,1,0)."
    facts += "".join(f"may_share(mark,{name}). may_share({name},mark)." for name in ("hero", "box"))
    one = "".join(f":- {{ at({name},X,Y) }} != 1." for name in ("hero", "box", "mark"))
    found = answers(facts, "solution", holding=one)
    assert len(found) == 2
    assert {"at(hero,0,0)", "at(box,1,0)", "at(mark,3,0)"} in found
    assert {"at(hero,0,0)", "at(box,2,0)", "at(mark,3,0)"} in found

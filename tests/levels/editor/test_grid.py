"""Edits of maps by hand."""

from __future__ import annotations

import pytest

from puzzlesynth.levels.editor.grid import (
    SYMMETRIES,
    Rectangle,
    Symmetry,
    blank,
    erased,
    mirrored,
    moved,
    painted,
    pasted,
    region,
    resized,
    rotated,
    symmetric_cells,
)
from puzzlesynth.levels.model import Level
from puzzlesynth.levels.source_editor import MapLetters
from tests.support.level_design_games import SMALL, example, level

GAME = example()
IDS = {thing.name: thing.id for thing in GAME.objects}


def shown(made: Level) -> list[str]:
    return MapLetters(GAME).rows(made)


def given(text: str) -> Level:
    return level(text)


def test_an_object_that_is_painted_takes_the_place_of_its_layer_only() -> None:
    made = painted(GAME, given("#P*O."), [(0, 0), (3, 0), (4, 0), (9, 9)], IDS["crate"])
    assert shown(made) == ["*P*@*"]


def test_what_is_erased_leaves_the_background() -> None:
    assert shown(erased(GAME, given("#P@+"), [(0, 0), (2, 0), (3, 0), (-1, 0)])) == [".P.."]
    assert shown(erased(GAME, given("@@"), [(0, 0)], IDS["crate"])) == ["O@"]


def test_a_background_cannot_be_erased_without_another() -> None:
    made = erased(GAME, given("#."), [(0, 0), (1, 0)], IDS["floor"])
    assert shown(made) == ["#."]


def test_a_frame_of_walls_grows_with_the_map() -> None:
    made = resized(GAME, given("###\n#P#\n###"), left=1, bottom=1)
    assert shown(made) == ["####", "##P#", "####", "####"]


def test_without_a_frame_new_cells_are_ground_and_a_map_can_shrink() -> None:
    assert shown(resized(GAME, given("P*"), top=1)) == ["..", "P*"]
    assert shown(resized(GAME, given("P*O\n..."), left=-1, bottom=-1)) == ["*O"]


@pytest.mark.parametrize("sides", [{"left": -3}, {"right": 500}])
def test_a_map_has_a_sensible_size(sides: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="columns and rows"):
        resized(GAME, given("P*O"), **sides)


def test_turning_and_mirroring() -> None:
    made = given("P*O\n..#")
    assert shown(rotated(made)) == [".P", ".*", "#O"]
    assert shown(rotated(made, 2)) == ["#..", "O*P"]
    assert rotated(made, 4).cells == made.cells
    assert shown(mirrored(made)) == ["O*P", "#.."]
    assert shown(mirrored(made, "rows")) == ["..#", "P*O"]
    assert rotated(rotated(made), 3).cells == made.cells


def test_a_part_is_moved_and_leaves_ground() -> None:
    assert shown(moved(GAME, given("P*O#...."), Rectangle(1, 0, 2, 1), (5, 0))) == ["P..#.*O."]


def test_a_part_that_is_moved_over_the_edge_is_cut_off() -> None:
    assert shown(moved(GAME, given("P*O"), Rectangle(1, 0, 2, 1), (2, 0))) == ["P.*"]


def test_cut_out_and_laid_over() -> None:
    whole = given(SMALL.strip())
    part = region(whole, Rectangle(1, 1, 4, 4))
    assert pasted(whole, part, (1, 1)).cells == whole.cells
    with pytest.raises(ValueError, match="not a part"):
        region(whole, Rectangle(4, 4, 3, 1))


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_symmetry_brush_paints_the_same_cells_from_wherever_it_begins(symmetry: Symmetry) -> None:
    for x in range(5):
        for y in range(5):
            cells = symmetric_cells((x, y), 5, 5, symmetry)
            assert cells[0] == (x, y)
            assert all(set(symmetric_cells(cell, 5, 5, symmetry)) == set(cells) for cell in cells)


def test_symmetry_brushes() -> None:
    assert symmetric_cells((0, 1), 4, 3, "columns") == ((0, 1), (3, 1))
    assert symmetric_cells((0, 0), 4, 3, "both") == ((0, 0), (3, 0), (0, 2), (3, 2))
    assert symmetric_cells((0, 1), 4, 4, "quarter turns") == ((0, 1), (2, 0), (3, 2), (1, 3))
    assert symmetric_cells((0, 5), 4, 6, "diagonal") == ((0, 5),)


def test_a_blank_map_has_ground_everywhere() -> None:
    assert shown(blank(GAME, 3, 2)) == ["...", "..."]
